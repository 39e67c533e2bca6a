//! Names that belong to their owners.

use super::restart::session;
use super::{CLAIM, Trial, error, request};
use crate::tables::passphrase::{Passphrase, Recipe, proof};
use crate::web::ClientAddr;
use axum::body::Body;
use serde_json::{Value, json};

const PHRASE: &str = "correct horse";

impl Trial {
    /// Says something about a name from an address.
    async fn about(&self, what: &str, said: Value, from: &str) -> (u16, Value) {
        let mut asked = request("POST", &format!("/api/names{what}"), None, Body::from(said.to_string()));
        asked.extensions_mut().insert(ClientAddr(from.parse().expect("an address")));
        self.send(asked).await
    }

    /// Protects a name; its key.
    async fn protect(&self, name: &str) -> String {
        let (status, told) = self.about("", json!({ "name": name, "passphrase": PHRASE }), "192.0.2.1").await;
        assert_eq!((status, &told["name"]), (201, &json!(name)), "{told}");
        told["key"].as_str().expect("a key").to_string()
    }

    /// Opens a table against a bot under a name.
    async fn sit(&self, name: &str, key: Option<&str>) -> (u16, Value) {
        let seats = json!([{ "kind": "me", "name": name, "key": key }, { "kind": "bot", "player": "tron:strong" }]);
        let said = json!({ "game": "pile", "claim": crate::tokens::random(20), "seats": seats });
        self.post("/api/tables", None, said).await
    }

    /// Plays a table under a name to its end: its id and the token.
    async fn play(&self, name: &str, key: Option<&str>) -> (String, String) {
        let (status, told) = self.sit(name, key).await;
        assert_eq!(status, 201, "{told}");
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        let (id, token) = (text(&told["id"]), text(&told["seats"][0]["token"]));
        self.play_out(&id, &token).await;
        (id, token)
    }

    /// What people have played by the statistics: name, protected, tables; once there are as many tables.
    async fn played(&self, tables: u64) -> Vec<(String, bool, u64)> {
        loop {
            let (_, told) = self.get("/api/statistics", None).await;
            let all = told["players"].as_array().expect("a list").iter().filter(|player| player["kind"] == "human");
            let mut all: Vec<_> = all
                .map(|player| {
                    let name = player["name"].as_str().expect("a name").to_string();
                    (name, player["protected"].as_bool().expect("said"), player["played"].as_u64().expect("said"))
                })
                .collect();
            all.sort();
            if all.iter().map(|(_, _, played)| played).sum::<u64>() == tables {
                return all;
            }
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    }
}

fn row(name: &str, protected: bool, played: u64) -> (String, bool, u64) {
    (name.into(), protected, played)
}

#[tokio::test]
async fn only_the_owner_sits_down_under_a_protected_name() {
    let trial = Trial::open(super::Config::default()).await;
    assert_eq!(trial.sit("Ada", None).await.0, 201, "not protected");
    let key = trial.protect("Ada").await;
    for (name, key, status) in [
        ("Ada", None, 403),
        ("Ada", Some("wrong"), 403),
        ("Ada", Some(PHRASE), 403),
        ("\u{410}DA", None, 403),
        ("Ada", Some(key.as_str()), 201),
        ("\u{410}DA", Some(key.as_str()), 201),
        ("Eve", Some(key.as_str()), 201),
        ("Eve", None, 201),
    ] {
        let (found, told) = trial.sit(name, key).await;
        assert_eq!(found, status, "{name}: {told}");
        if status == 403 {
            assert_eq!(told["protected"], "Ada");
            assert!(error(&told).contains("POST /api/names/key"), "{told}");
        }
    }
    // A guest, too.
    let made = trial.table(json!([{ "kind": "me", "name": "Eve" }, { "kind": "invited" }]), json!({})).await;
    let join = format!("/api/tables/{}/join", made.id);
    let mut said = json!({ "invitation": made.invitation, "name": "ada", "claim": CLAIM });
    let (status, told) = trial.post(&join, None, said.clone()).await;
    assert_eq!((status, &told["protected"]), (403, &json!("Ada")));
    assert_eq!(trial.state(&made.id, None).await["seats"][1]["kind"], "invited");
    said["key"] = json!(key);
    assert_eq!(trial.post(&join, None, said).await.0, 200);
}

#[tokio::test]
async fn the_passphrase_gives_changes_and_frees() {
    let trial = Trial::open(super::Config::default()).await;
    let key = trial.protect("Ada").await;
    let say = async |what: &str, name: &str, phrase: &str, new: &str| {
        trial.about(what, json!({ "name": name, "passphrase": phrase, "new": new }), "192.0.2.2").await
    };
    assert_eq!(say("/key", "ADA", PHRASE, "").await, (200, json!({ "name": "Ada", "key": key })));
    let (status, told) = say("", "ADA", "another phrase", "").await;
    assert_eq!((status, &told["protected"]), (409, &json!("Ada")));
    // No answer says whether the name is protected at all, and none has a passphrase.
    let wrong = say("/key", "Ada", "wrong horse", "").await;
    assert_eq!(wrong.0, 403);
    for what in ["/key", "/passphrase", "/release"] {
        for name in ["Ada", "Eve"] {
            assert_eq!(say(what, name, "wrong horse", "battery staple").await, wrong, "{what} {name}");
        }
    }
    for (phrase, new, part) in
        [("short", "battery staple", "passphrase: "), (PHRASE, "short", "new: "), (PHRASE, "", "8 to 128")]
    {
        let (status, told) = say("/passphrase", "Ada", phrase, new).await;
        assert!(status == 400 && error(&told).contains(part) && !told.to_string().contains("short"), "{told}");
    }
    let (status, told) = say("/passphrase", "Ada", PHRASE, "battery staple").await;
    let next = told["key"].as_str().expect("a key").to_string();
    assert!(status == 200 && next != key, "{told}");
    assert_eq!([trial.sit("Ada", Some(&key)).await.0, trial.sit("Ada", Some(&next)).await.0], [403, 201]);
    assert_eq!(say("/release", "Ada", PHRASE, "").await, wrong);
    assert_eq!(say("/release", "Ada", "battery staple", "").await, (200, json!({ "name": "Ada" })));
    assert_eq!(trial.sit("ADA", None).await.0, 201);
    for said in [json!({}), json!({ "name": "", "passphrase": PHRASE }), json!({ "name": "Ada", "passphrase": 7 })] {
        assert_eq!(trial.about("", said, "192.0.2.2").await.0, 400);
    }
}

#[tokio::test]
async fn statistics_of_a_protected_name_are_its_owners() {
    let trial = Trial::open(super::Config::default()).await;
    trial.play("Ada", None).await;
    let (status, told) = trial.sit("Ada", None).await;
    assert_eq!(status, 201);
    assert_eq!(trial.played(1).await, [row("Ada", false, 1)]);
    let key = trial.protect("Ada").await;
    trial.play("Ada", Some(&key)).await;
    trial.play("ADA", Some(&key)).await;
    trial.play("Eve", None).await;
    let before = [row("Ada", false, 1), row("Ada", true, 2), row("Eve", false, 1)];
    assert_eq!(trial.played(4).await, before);
    // One who sat there before stays, and counts apart.
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    trial.play_out(&text(&told["id"]), &text(&told["seats"][0]["token"])).await;
    assert_eq!(trial.played(5).await, [row("Ada", false, 2), row("Ada", true, 2), row("Eve", false, 1)]);
    trial.about("/release", json!({ "name": "Ada", "passphrase": PHRASE }), "192.0.2.1").await;
    let after = [row("ADA", false, 1), row("Ada", false, 3), row("Eve", false, 1)];
    assert_eq!(trial.played(5).await, after, "nothing is lost");
    // The next owner has none of it.
    trial.protect("Ada").await;
    assert_eq!(trial.played(5).await, after);
}

#[tokio::test]
async fn an_old_proof_is_renewed_and_browsers_keep_their_keys() {
    let trial = Trial::open(super::Config::default()).await;
    let recipe = Recipe::of_row(1, &[7; 16]).expect("of before");
    let phrase = Passphrase::read(PHRASE).expect("long enough");
    let key = phrase.key(&recipe);
    let store = &trial.app.services.store;
    let old = store.protect("Ada", recipe, proof(&key)).await.expect("kept").expect("free");
    let row = async || store.owned("Ada").await.expect("read").remove(0);
    let told = json!({ "name": "Ada", "key": key });
    let ask =
        async |phrase: &str| trial.about("/key", json!({ "name": "Ada", "passphrase": phrase }), "192.0.2.3").await;
    assert_eq!((ask("wrong horse").await.0, row().await), (403, old.clone()), "guesses renew nothing");
    assert_eq!(ask(PHRASE).await, (200, told.clone()));
    let new = row().await;
    assert!(old.recipe.is_old() && !new.recipe.is_old() && new.recipe != old.recipe);
    assert_eq!((new.owner, new.proof, new.changed), (old.owner, old.proof, old.changed));
    // The key that another browser has is good, and the passphrase gives it from now on by more work.
    assert_eq!(trial.sit("Ada", Some(&key)).await.0, 201);
    assert_eq!((ask(PHRASE).await, row().await), ((200, told), new));
    assert_eq!(ask("wrong horse").await.0, 403);
}

#[tokio::test]
async fn a_rematch_takes_the_proof_along() {
    let trial = Trial::open(super::Config::default()).await;
    let (foreign, his) = trial.play("Ada", None).await;
    let key = trial.protect("Ada").await;
    let again = async |id: &str, token: &str, said: Value| {
        trial.post(&format!("/api/tables/{id}/rematch"), Some(token), said).await
    };
    let (status, told) = again(&foreign, &his, json!({})).await;
    assert_eq!((status, &told["protected"]), (403, &json!("Ada")));
    let aged = |sql: &'static str| trial.app.services.store.write(move |db, _| Ok(db.execute(sql, [])?));
    aged("UPDATE names SET changed = changed - 10").await.expect("kept");
    let (id, token) = trial.play("Ada", Some(&key)).await;
    let (status, told) = again(&id, &token, json!({})).await;
    assert_eq!(status, 200, "{told}");
    let next = told["id"].as_str().expect("an id").to_string();
    trial.until(&next, |state| state["asked"] == 1).await;
    loop {
        let state = trial.until(&next, |state| state["asked"] == 1 || !state["ended"].is_null()).await;
        if !state["ended"].is_null() {
            break;
        }
        trial.choose(&next, &token, state["n"].as_u64().expect("a number"), "1").await;
    }
    assert_eq!(trial.played(3).await, [row("Ada", false, 1), row("Ada", true, 2)]);
    // Another passphrase: what was shown before is not enough any more.
    let said = json!({ "name": "Ada", "passphrase": PHRASE, "new": "battery staple" });
    let key = trial.about("/passphrase", said, "192.0.2.1").await.1["key"].clone();
    assert_eq!(again(&next, &token, json!({})).await.0, 403);
    assert_eq!(again(&next, &token, json!({ "key": "wrong" })).await.0, 403);
    assert_eq!(again(&next, &token, json!({ "key": key })).await.0, 200);
}

#[tokio::test]
async fn guesses_are_counted_and_the_owner_is_let_in() {
    let mut config = super::Config::default();
    (config.limits.names, config.limits.running) = (2, 1000);
    let trial = Trial::open(config).await;
    let key = trial.protect("Ada").await;
    let guess = async |from: &str, name: &str, phrase: &str| {
        trial.about("/key", json!({ "name": name, "passphrase": phrase }), from).await
    };
    let mut refused = 0;
    for number in 0..12 {
        let (status, told) = guess("198.51.100.1", ["Ada", "ADA"][number % 2], "wrong horse").await;
        refused += u64::from(status == 429);
        assert!([403, 429].contains(&status), "{told}");
    }
    assert_eq!(refused, 2, "other spellings are the same name");
    assert_eq!(guess("198.51.100.1", "Ada", PHRASE).await.0, 429);
    assert_eq!(guess("192.0.2.7", "Ada", PHRASE).await.0, 200);
    assert_eq!(trial.sit("Ada", Some(&key)).await.0, 201);
    // Names that an address protects.
    let names =
        async |name: &str, from: &str| trial.about("", json!({ "name": name, "passphrase": PHRASE }), from).await.0;
    let all = [names("B", "192.0.2.9").await, names("C", "192.0.2.9").await, names("D", "192.0.2.9").await];
    assert_eq!(all, [201, 201, 429]);
    assert_eq!(names("D", "192.0.2.8").await, 201);
}

#[test]
fn owners_and_their_seats_outlast_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let (key, id, token) = session(&db, async |trial| {
        let key = trial.protect("Ada").await;
        let (_, told) = trial.sit("Ada", Some(&key)).await;
        let text = |value: &Value| value.as_str().expect("a text").to_string();
        (key, text(&told["id"]), text(&told["seats"][0]["token"]))
    });
    // A copy of the file proves nothing.
    let bytes = std::fs::read(&db).expect("a file");
    assert!(!bytes.windows(key.len()).any(|part| part == key.as_bytes()));
    session(&db, async |trial| {
        assert_eq!([trial.sit("Ada", None).await.0, trial.sit("Ada", Some(&key)).await.0], [403, 201]);
        trial.play_out(&id, &token).await;
        assert_eq!(trial.played(1).await, [row("Ada", true, 1)]);
    });
    let connection = rusqlite::Connection::open(&db).expect("a database");
    connection.execute("UPDATE names SET proof = 'x'", []).expect("a change");
    drop(connection);
    session(&db, async |trial| {
        let (status, told) = trial.sit("ADA", Some(&key)).await;
        assert!(status == 503 && error(&told).contains("Ada, which the operator can free"), "{told}");
        assert_eq!(trial.sit("Eve", None).await.0, 201);
        assert_eq!(trial.played(1).await, [row("Ada", true, 1)]);
    });
}
