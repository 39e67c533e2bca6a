//! One voice: what a hint says during a game is what the analysis says after it.

use crate::tables::client::{Client, Seat, serve};
use serde_json::{Value, json};

#[test]
fn a_hint_that_was_followed_is_the_best_choice_of_the_analysis() {
    let tables = serve();
    let mut client = Client::new(tables.addr());
    for (game, bot) in [("connect-four", "connect-four:strong,depth=1"), ("dragon-slayer", "dragon-slayer:beatriu")] {
        let sitting = json!([{ "kind": "me", "name": "Ada" }, { "kind": "bot", "player": bot }]);
        let made = client.table(game, &sitting, &json!({ "hints": true, "pace": 0 }));
        let seat = Seat::of(&made, 0);
        let mut events = Client::new(tables.addr());
        events.listen(&seat.path(&format!("/events?token={}", seat.token)), None);
        let mut hints: Vec<Value> = Vec::new();
        while hints.len() < 100 {
            let state = events.event_that(|state| state["asked"] == 0 || !state["outcome"].is_null());
            if !state["outcome"].is_null() {
                break;
            }
            if hints.last().is_some_and(|hint| hint["n"] == state["n"]) {
                continue;
            }
            let hint = loop {
                let (status, told) = client.post(&seat.path("/hint"), &seat.token, &json!({ "n": state["n"] }));
                // There are no two in a moment.
                if status != 429 {
                    assert_eq!(status, 200, "{game}: {told}");
                    break told;
                }
                std::thread::sleep(std::time::Duration::from_millis(50));
            };
            if game == "connect-four" {
                let told = client.get(&seat.path("/evaluation"), &seat.token);
                assert_eq!(
                    (&told["n"], &told["value"], &told["ends"]),
                    (&hint["n"], &hint["note"]["value"], &hint["note"]["ends"])
                );
            }
            let (status, told) = seat.choose(&mut client, &state["n"], &hint["choice"]);
            assert_eq!(status, 200, "{game}: {told}");
            hints.push(hint);
        }
        assert!(hints.len() > 1, "{game}");
        let (mut from, mut analysed) = (json!(0), Vec::new());
        while !from.is_null() {
            let part = client.get(&seat.path(&format!("/analysis?from={from}")), "");
            analysed.extend(part["choices"].as_array().expect("a list").clone());
            from = part["next"].clone();
        }
        for hint in hints {
            let after = hint["n"].as_u64().expect("a number") + 1;
            let found = analysed.iter().find(|found| found["n"] == after).expect("it is analysed");
            assert_eq!((&found["best"]["choice"], &found["mark"]), (&hint["choice"], &Value::Null), "{game}: {found}");
            assert!(found["made"] == found["value"] && found["made_ends"] == found["ends"], "{game}: {found}");
            if game == "connect-four" {
                assert_eq!((&found["value"], &found["ends"]), (&hint["note"]["value"], &hint["note"]["ends"]));
            }
        }
        assert!(
            analysed.iter().all(|found| found["made"].as_i64() <= found["value"].as_i64() && found["made"].is_i64())
        );
    }
}
