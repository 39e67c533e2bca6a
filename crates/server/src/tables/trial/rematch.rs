//! The same people once more, at a new table.

use super::restart::session;
use super::{CLAIM, Made, Trial, against_bot, anyone, error};
use serde_json::{Value, json};

impl Trial {
    /// Ada's table that Eve has come to, played out; the tokens of both.
    async fn ended(&self) -> (Made, [String; 2]) {
        let made = self.table(json!([{ "kind": "me", "name": "Ada" }, { "kind": "invited" }]), json!({})).await;
        let said = json!({ "invitation": made.invitation, "name": "Eve", "claim": CLAIM });
        let joined = self.post(&format!("/api/tables/{}/join", made.id), None, said).await.1;
        let tokens = [made.tokens[0].clone(), joined["token"].as_str().expect("a token").to_string()];
        self.finish(&made.id, &tokens).await;
        (made, tokens)
    }

    /// Both choose until the match is over.
    async fn finish(&self, id: &str, tokens: &[String; 2]) {
        loop {
            let state = self.state(id, None).await;
            let Some(asked) = state["asked"].as_u64() else { break };
            let token = &tokens[usize::try_from(asked).expect("a seat")];
            let (status, told) = self.choose(id, token, state["n"].as_u64().expect("a number"), "1").await;
            assert_eq!(status, 200, "{told}");
        }
    }

    async fn rematch(&self, id: &str, token: &str) -> (u16, Value) {
        self.post(&format!("/api/tables/{id}/rematch"), Some(token), json!({})).await
    }
}

#[tokio::test]
async fn seats_carry_over_and_the_other_one_begins() {
    let trial = Trial::open(super::Config::default()).await;
    let (made, tokens) = trial.ended().await;
    assert_eq!(trial.state(&made.id, None).await["rematch"], Value::Null);
    assert_eq!(trial.rematch(&made.id, "a stranger's").await.0, 403);
    // Eve wants one, twice: it is the same.
    let first = trial.rematch(&made.id, &tokens[1]).await;
    assert_eq!((first.0, &first.1["seat"]), (200, &json!(0)));
    assert_eq!(trial.rematch(&made.id, &tokens[1]).await, first);
    let id = first.1["id"].as_str().expect("an id");
    assert_eq!(trial.state(&made.id, None).await["rematch"], json!({ "id": id, "seats": [1] }));
    let state = trial.state(id, Some(&tokens[1])).await;
    assert_eq!((&state["you"], &state["asked"]), (&json!(0), &json!(0)));
    let who =
        |state: &Value| [0, 1].map(|seat| format!("{} {}", state["seats"][seat]["kind"], state["seats"][seat]["name"]));
    assert_eq!(who(&state), ["\"human\" \"Eve\"", "\"invited\" \"Ada\""]);
    // She may begin; Ada has to come first, and nobody else can.
    assert_eq!(trial.choose(id, &tokens[1], 0, "1").await.0, 200);
    let early = trial.choose(id, &tokens[0], 1, "1").await;
    assert!(early.0 == 409 && error(&early.1).contains("come"), "{early:?}");
    let join = json!({ "invitation": made.invitation, "name": "Mallory", "claim": CLAIM });
    assert_eq!(trial.post(&format!("/api/tables/{id}/join"), None, join).await.0, 403);
    let came = trial.rematch(&made.id, &tokens[0]).await;
    assert_eq!((came.0, &came.1), (200, &json!({ "id": id, "seat": 1 })));
    assert_eq!(who(&trial.state(id, None).await), ["\"human\" \"Eve\"", "\"human\" \"Ada\""]);
    assert_eq!(trial.state(&made.id, None).await["rematch"], json!({ "id": id, "seats": [0, 1] }));
    assert_eq!(trial.choose(id, &tokens[0], 1, "1").await.0, 200);
    // One table more, not three.
    assert_eq!(trial.app.tables(), 1);
    // After that one, Ada begins again.
    let swapped = [tokens[1].clone(), tokens[0].clone()];
    trial.finish(id, &swapped).await;
    assert_eq!(trial.rematch(id, &tokens[0]).await.1["seat"], 0);
}

#[tokio::test]
async fn a_match_goes_on_before_there_is_another() {
    let trial = Trial::open(super::Config::default()).await;
    let made = trial.table(against_bot(), json!({})).await;
    let early = trial.rematch(&made.id, &made.tokens[0]).await;
    assert!(early.0 == 409 && error(&early.1).contains("not ended"), "{early:?}");
    trial.play_out(&made.id, &made.tokens[0]).await;
    // The bot begins.
    let told = trial.rematch(&made.id, &made.tokens[0]).await.1;
    assert_eq!(told["seat"], 1);
    let id = told["id"].as_str().expect("an id");
    let state = trial.until(id, |state| state["n"] == 1).await;
    assert_eq!((&state["seats"][0]["kind"], &state["asked"]), (&json!("bot"), &json!(1)));
}

#[tokio::test]
async fn who_looks_at_the_end_hears_of_the_rematch() {
    let trial = Trial::open(super::Config::default()).await;
    let (made, tokens) = trial.ended().await;
    let seen = trial.app.find(&made.id, anyone()).await.expect("a table");
    let news = seen.watch();
    // Many others end, so that it leaves the shelf.
    for _ in 0..20 {
        let other = trial.table(against_bot(), json!({})).await;
        trial.play_out(&other.id, &other.tokens[0]).await;
    }
    assert_eq!(trial.rematch(&made.id, &tokens[0]).await.0, 200);
    assert!(news.has_changed().expect("it is there"));
    assert_eq!(trial.state(&made.id, None).await["rematch"]["seats"], json!([0]));
}

#[test]
fn a_rematch_is_found_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let (made, tokens, told) = session(&db, async |trial| {
        let (made, tokens) = trial.ended().await;
        let told = trial.rematch(&made.id, &tokens[1]).await.1;
        (made, tokens, told)
    });
    session(&db, async |trial| {
        assert_eq!(trial.state(&made.id, None).await["rematch"], json!({ "id": told["id"], "seats": [1] }));
        let id = told["id"].as_str().expect("an id");
        assert_eq!(trial.state(id, Some(&tokens[0])).await["seats"][1]["kind"], "invited");
        assert_eq!(trial.rematch(&made.id, &tokens[0]).await.1, json!({ "id": id, "seat": 1 }));
    });
    session(&db, async |trial| {
        assert_eq!(trial.state(&made.id, None).await["rematch"]["seats"], json!([0, 1]));
        assert_eq!(trial.rematch(&made.id, &tokens[0]).await.1["id"], told["id"]);
    });
}
