//! Whole matches of every game, and what nobody can do.

use crate::tables::client::{Client, Seat, games, serve};
use serde_json::{Value, json};

/// Most choices of a person in a match that is played to its end.
const LONGEST: usize = 400;

#[test]
fn every_game_is_played_against_its_usual_bot() {
    let tables = serve();
    let mut client = Client::new(tables.addr());
    let games = games(&mut client);
    assert!(!games.is_empty());
    for (game, seats, bot) in games {
        let mut sitting = vec![json!({ "kind": "me", "name": "Ada" })];
        sitting.resize(seats, json!({ "kind": "bot", "player": bot }));
        let made = client.table(&game, &sitting.into(), &json!({ "hints": false }));
        let seat = Seat::of(&made, 0);
        let mut events = Client::new(tables.addr());
        events.listen(&seat.path(&format!("/events?token={}", seat.token)), None);
        let (mut n, mut chosen, mut steps) = (0, 0, 0);
        let end = loop {
            let state = events.event();
            steps += state["steps"].as_array().expect("a list").len();
            assert!(state["n"].as_u64() >= Some(n), "{game}: choices get lost");
            n = state["n"].as_u64().expect("a number");
            if !state["outcome"].is_null() {
                break state;
            }
            // Games whose choices are not listed, and very long ones, are tried elsewhere.
            let choice = &state["choices"][0]["choice"];
            if state["asked"] == 0 && (!choice.is_string() || chosen == LONGEST) {
                break Value::Null;
            }
            if state["asked"] == 0 {
                let (status, told) = seat.choose(&mut client, &state["n"], choice);
                // The same state comes again when a window opens.
                assert!(status == 200 || status == 409, "{game}: {told}");
                chosen += usize::from(status == 200);
            }
        };
        if end.is_null() {
            println!("{game}: not played to its end");
            continue;
        }
        assert_eq!(u64::try_from(steps).ok(), Some(n), "{game}: every step comes once");
        assert_eq!(seat.state(&mut client)["outcome"], end["outcome"]);
        let past = client.get(&seat.path("/history?from=0&count=200"), "");
        assert_eq!(past["total"], end["n"]);
        if n <= 200 {
            let watched = client.get(&seat.path(""), "");
            assert_eq!(
                past["steps"].as_array().and_then(|steps| steps.last()).expect("a step")["view"],
                watched["view"]
            );
        }
    }
}

#[test]
fn strangers_change_nothing() {
    let tables = serve();
    let mut client = Client::new(tables.addr());
    for (game, seats, _) in games(&mut client) {
        let all = vec![json!({ "kind": "me", "name": "<script>alert(1)</script>".split_at(20).0 }); seats];
        let made = client.table(&game, &all.into(), &json!({}));
        let (first, second) = (Seat::of(&made, 0), Seat::of(&made, 1));
        let before = first.state(&mut client);
        let Some(asked) = before["asked"].as_u64() else { panic!("{game}: a seat is asked") };
        let (own, other) = if asked == 0 { (&first, &second) } else { (&second, &first) };
        let choice = own.state(&mut client)["choices"][0]["choice"].clone();
        let choice = if choice.is_string() { choice } else { json!("anything") };
        let stranger = Seat { id: own.id.clone(), token: "0".repeat(32) };
        assert_eq!(stranger.choose(&mut client, &json!(0), &choice).0, 403);
        assert_eq!(other.choose(&mut client, &json!(0), &choice).0, 409);
        assert_eq!(
            own.choose(&mut client, &json!(1), &choice),
            (409, json!({ "error": "the table has moved on", "n": 0 }))
        );
        assert_eq!(own.choose(&mut client, &json!(0), &json!("no such choice")).0, 400);
        let after = first.state(&mut client);
        assert_eq!((&after["n"], &after["view"]), (&before["n"], &before["view"]), "{game}");
    }
}
