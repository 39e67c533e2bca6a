//! Registration: whoever may, gets a key that is told once.

use super::{League, Program, THREE, four};
use serde_json::{Value, json};
use std::fs;

const PATH: &str = "/api/league/register";

fn register(league: &League, name: &str, invitation: &str) -> (u16, Value) {
    league.post(PATH, "", &json!({ "name": name, "invitation": invitation }))
}

fn error(told: &Value) -> &str {
    told["error"].as_str().unwrap_or_default()
}

#[test]
fn a_key_is_told_once_and_kept_nowhere() {
    let mut league = League::start(&four("registration = open", THREE));
    let (status, told) = register(&league, " Zoë 1 ", "");
    assert_eq!((status, &told["name"]), (201, &json!("Zoë 1")), "{told}");
    let key = told["key"].as_str().expect("a key").to_string();
    assert!(key.len() >= 25, "{key}");
    assert_eq!(Program::new(&league, &key).try_ask(json!({})).0, 200);
    let (_, refused) = Program::new(&league, &key[1..]).try_ask(json!({}));
    assert!(error(&refused).contains("no key of this league"), "{refused}");
    for (name, why) in [
        ("Zoë 1", "taken"),
        ("ZOË 1", "taken"),
        ("Z\u{43e}ë 1", "taken"),
        ("ada", "taken"),
        ("аda", "taken"),
        ("ab", "3 to"),
        ("", "3 to"),
        (&"x".repeat(5000), "3 to"),
        ("a\u{202e}bcd", ""),
        ("<b>\n\0", ""),
    ] {
        let (status, told) = register(&league, name, "");
        assert!(status == 400 && error(&told).contains(why), "{name:?}: {status} {told}");
    }
    let admin = league.add("Kim");
    assert_eq!(league.terminate().0, Some(0));
    for name in ["league.db", "league.db-wal", "log"] {
        let bytes = fs::read(league.at(name)).unwrap_or_default();
        for key in [&key, &admin] {
            let found = bytes.windows(key.len()).any(|part| part == key.as_bytes());
            assert!(!found, "{name} has a key");
        }
    }
    // It is good after a new start, and stays so.
    league.again();
    assert_eq!(Program::new(&league, &key).try_ask(json!({})).0, 200);
}

#[test]
fn invitations_open_registration_until_they_are_renewed() {
    let league = League::start(&four("", THREE));
    let admin = league.admin_key();
    let invitation = |method: &str| {
        let mut client = crate::tables::client::Client::new(league.addr);
        client.send(method, "/api/league/invitation", &admin, "{}");
        let told: Value = serde_json::from_str(&client.answer().1).expect("JSON");
        told["invitation"].as_str().unwrap_or_else(|| panic!("{told}")).to_string()
    };
    let first = invitation("GET");
    assert_eq!(invitation("GET"), first);
    for wrong in ["", "x", &first[1..], &format!("{first} ")] {
        let (status, told) = register(&league, "Nora", wrong);
        assert!(status == 403 && error(&told).contains("invitation is not good"), "{wrong}: {told}");
    }
    assert_eq!(league.post("/api/league/invitation", "", &json!({})).0, 403);
    assert_eq!(register(&league, "Nora", &first).0, 201);
    let next = invitation("POST");
    assert_ne!(next, first);
    assert_eq!(register(&league, "Olaf", &first).0, 403);
    assert_eq!(register(&league, "Olaf", &next).0, 201);
}

#[test]
fn a_closed_league_registers_nobody_and_an_open_one_few_of_an_address() {
    let closed = League::start(&four("registration = closed", THREE));
    let (status, told) = register(&closed, "Nora", "");
    assert!(status == 403 && error(&told).contains("nobody can register"), "{told}");
    let open = League::start(&four("registration = open\nplayers-per-address = 1", THREE));
    // What is refused costs nothing.
    assert_eq!(register(&open, "ada", "").0, 400);
    let statuses: Vec<u16> = (0..40).map(|number| register(&open, &format!("player {number}"), "").0).collect();
    let made = statuses.iter().filter(|status| **status == 201).count();
    assert!((1..30).contains(&made) && statuses[made..].iter().all(|status| *status == 429), "{statuses:?}");
    assert_eq!(
        open.count("SELECT count(*) FROM league_players WHERE origin = 'page'"),
        i64::try_from(made).expect("few")
    );
}
