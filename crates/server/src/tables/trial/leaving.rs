//! Who leaves, and who gives up.

use super::restart::session;
use super::{CLAIM, Trial, against_bot, error, two_here};
use crate::shares::Owner;
use crate::tables::services::{Config, ELSEWHERE};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

impl Trial {
    async fn leave(&self, id: &str, token: &str) -> (u16, Value) {
        self.post(&format!("/api/tables/{id}/leave"), Some(token), json!({})).await
    }

    async fn resign(&self, id: &str, token: &str) -> (u16, Value) {
        self.post(&format!("/api/tables/{id}/resign"), Some(token), json!({})).await
    }
}

#[test]
fn a_guest_who_leaves_frees_the_seat() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let made = session(&db, async |trial| {
        let made = trial.table(json!([{ "kind": "me", "name": "Ada" }, { "kind": "open" }]), json!({})).await;
        let join = format!("/api/tables/{}/join", made.id);
        let said = json!({ "invitation": made.invitation, "name": "Eve", "claim": CLAIM });
        let eve = trial.post(&join, None, said).await.1["token"].as_str().expect("a token").to_string();
        assert_eq!(trial.leave(&made.id, "nobody").await.0, 403);
        assert_eq!(trial.leave(&made.id, &eve).await, (200, json!({ "closed": false })));
        // The token proves nothing any more.
        assert_eq!(trial.leave(&made.id, &eve).await.0, 403);
        made
    });
    session(&db, async |trial| {
        let seat = trial.state(&made.id, None).await["seats"][1].clone();
        assert_eq!(
            (&seat["kind"], &seat["name"], &seat["invitation"]),
            (&json!("invited"), &json!(""), &json!(made.invitation))
        );
        let said = json!({ "invitation": made.invitation, "name": "Zoe", "claim": "fedcba9876543210" });
        assert_eq!(trial.post(&format!("/api/tables/{}/join", made.id), None, said).await.0, 200);
        // Without its maker there is no table.
        assert_eq!(trial.leave(&made.id, &made.tokens[0]).await, (200, json!({ "closed": true })));
        let state = trial.state(&made.id, None).await;
        assert!(!state["ended"].is_null() && state["outcome"].is_null(), "{state}");
    });
}

#[test]
fn who_resigns_loses_and_it_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().join("tables.db");
    let (made, state) = session(&db, async |trial| {
        let made = trial.table(two_here(), json!({ "hints": true })).await;
        let early = trial.resign(&made.id, &made.tokens[0]).await;
        assert!(early.0 == 409 && error(&early.1).contains("leave"), "{early:?}");
        assert_eq!(trial.state(&made.id, None).await["begun"], false);
        assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, "1").await.0, 200);
        assert_eq!(trial.state(&made.id, None).await["begun"], true);
        let late = trial.leave(&made.id, &made.tokens[0]).await;
        assert!(late.0 == 409 && error(&late.1).contains("resign"), "{late:?}");
        // It is the other one's turn.
        assert_eq!(trial.resign(&made.id, &made.tokens[0]).await.0, 200);
        assert_eq!(trial.resign(&made.id, &made.tokens[0]).await.0, 200, "again");
        let state = trial.state(&made.id, None).await;
        assert_eq!(state["outcome"], json!({ "winners": [1], "places": [2, 1], "reason": "ui.resigned" }));
        assert_eq!((&state["asked"], &state["resigned"]), (&Value::Null, &json!([0])));
        let step = &state["steps"][1];
        assert_eq!((&step["choice"], &step["events"][0]["kind"]), (&json!("resign"), &json!("resigned")));
        for told in
            [trial.choose(&made.id, &made.tokens[1], 2, "1").await, trial.resign(&made.id, &made.tokens[1]).await]
        {
            assert!(told.0 == 409 && error(&told.1).contains("ended"), "{told:?}");
        }
        (made, state)
    });
    session(&db, async |trial| {
        let again = trial.state(&made.id, None).await;
        for key in ["outcome", "steps", "ended", "resigned", "view"] {
            assert_eq!(again[key], state[key], "{key}");
        }
        let players = trial.get("/api/statistics", None).await.1["players"].clone();
        let won = |name: &str| {
            players.as_array().expect("a list").iter().find(|one| one["name"] == name).map(|one| one["won"].clone())
        };
        assert_eq!((won("Ada"), won("Eve")), (Some(json!(0)), Some(json!(1))));
    });
}

#[tokio::test]
async fn a_bot_goes_on_where_others_play_on() {
    let trial = Trial::open(super::Config::default()).await;
    let bot = json!({ "kind": "bot", "player": "dragon-slayer:abel" });
    let made =
        trial.table_of("dragon-slayer", json!([{ "kind": "me", "name": "Ada" }, bot, bot]), json!({ "pace": 0 })).await;
    let state = trial.state(&made.id, Some(&made.tokens[0])).await;
    let choice = state["choices"][0]["choice"].as_str().expect("a choice");
    assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, choice).await.0, 200);
    assert_eq!(trial.resign(&made.id, &made.tokens[0]).await.0, 200);
    let state = trial.until(&made.id, |state| !state["ended"].is_null()).await;
    let outcome = &state["outcome"];
    assert_eq!(outcome["places"][0], 3, "{outcome}");
    assert!(!outcome["winners"].as_array().expect("a list").contains(&json!(0)), "{outcome}");
}

#[tokio::test]
async fn against_a_bot_it_is_the_bot_that_wins() {
    let trial = Trial::open(super::Config::default()).await;
    let made = trial.table(against_bot(), json!({})).await;
    assert_eq!(trial.choose(&made.id, &made.tokens[0], 0, "1").await.0, 200);
    assert_eq!(trial.resign(&made.id, &made.tokens[0]).await.0, 200);
    let state = trial.until(&made.id, |state| !state["ended"].is_null()).await;
    assert_eq!(state["outcome"]["winners"], json!([1]));
}

#[tokio::test]
async fn tables_that_all_have_left_before_a_move_go() {
    let mut config = Config::default();
    config.limits.abandoned = Duration::ZERO;
    let trial = Trial::open(config).await;
    let me = || json!({ "kind": "me", "name": "Ada" });
    let bots = json!([{ "kind": "bot", "player": "tron:strong" }, { "kind": "bot", "player": "tron:strong" }]);
    let mut ids = Vec::new();
    for seats in [two_here(), json!([me(), { "kind": "open" }]), json!([me(), { "kind": "invited" }]), bots] {
        ids.push(trial.table(seats, json!({ "pace": 5000 })).await.id);
    }
    // One has been begun; at another one somebody sits, and at a third one somebody watches.
    let begun = trial.table(two_here(), json!({})).await;
    assert_eq!(trial.choose(&begun.id, &begun.tokens[0], 0, "1").await.0, 200);
    let (seated, watched) = (trial.table(two_here(), json!({})).await, trial.table(two_here(), json!({})).await);
    let find = async |id: &str| trial.app.find(id, Owner::at(ELSEWHERE)).await.expect("it runs");
    let sitting = find(&seated.id).await.attend(Some(0)).expect("a window");
    let watching = find(&watched.id).await.attend(None).expect("a window");
    let ended = async |id: &str| !trial.state(id, None).await["ended"].is_null();

    trial.app.clear(&mut BTreeMap::new()).await;
    let mut gone = Vec::new();
    for id in ids.iter().chain([&begun.id, &seated.id, &watched.id]) {
        gone.push(ended(id).await);
    }
    // Those for whom a link was made can come later.
    assert_eq!(gone, [true, true, false, false, false, false, false]);
    drop((sitting, watching));
    trial.app.clear(&mut BTreeMap::new()).await;
    assert_eq!([ended(&seated.id).await, ended(&watched.id).await], [true; 2]);
}

#[tokio::test]
async fn who_comes_back_in_time_finds_the_table() {
    let mut config = Config::default();
    config.limits.abandoned = Duration::from_hours(1);
    let trial = Trial::open(config).await;
    let made = trial.table(two_here(), json!({})).await;
    let mut since = BTreeMap::new();
    trial.app.clear(&mut since).await;
    assert_eq!(since.len(), 1);
    assert!(trial.state(&made.id, None).await["ended"].is_null());
    let table = trial.app.find(&made.id, Owner::at(ELSEWHERE)).await.expect("it runs");
    let here = table.attend(Some(1)).expect("a window");
    trial.app.clear(&mut since).await;
    assert!(since.is_empty(), "the time begins anew");
    drop(here);
}
