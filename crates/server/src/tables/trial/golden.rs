//! Tables as they were kept once are still the same matches.
//!
//! `tests/table.json` in the folder of a game is a table out of a database: setup, seed, all choices, and a
//! digest of what was told and seen. A table that is kept is played again from just these, so a change of the
//! rules, of how chances are drawn from a seed, or of the texts of choices would let tables go on
//! as other matches, or not at all.
//!
//! If this fails, find out which it is:
//!
//! * Only what is shown has changed (a member more in a view, an event told otherwise): put the new
//!   digest, which the failure says, into the file.
//! * The match itself has changed: change it back. If it has to be so, add a step to the layout in
//!   `store/schema.rs` that closes the tables of this game and deletes their choices, say so to
//!   those who keep tables, and put a new table into the file.

use crate::tokens::hash;
use boardbots_catalog as games;
use boardbots_game::options::Settings;
use boardbots_game::setup::{Occupant, Setup};
use boardbots_game::state::Outcome;
use serde_json::{Value, json};
use std::fmt::Write;

/// The games whose tables databases have: each has such a file. Other games may have one.
const KEPT: [&str; 5] = ["battletech", "connect-four", "desconecta4", "dragon-slayer", "tron"];

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// What everybody was told and has seen at a table, a line for each choice. What bots say is no
/// part of a match.
fn story(table: &Value) -> String {
    let name = table["game"].as_str().expect("a name");
    let game = games::at_tables().into_iter().find(|game| game.name() == name).expect("it is played");
    let occupant = |text: &&str| Occupant::Bot(text.parse().expect("a player"));
    let setup = Setup {
        options: Settings::read(&game.options(), table["options"].as_object().expect("options")).expect("they fit"),
        seed: table["seed"].as_u64().expect("a seed"),
        occupants: texts(&table["players"]).iter().map(occupant).collect(),
        names: texts(&table["names"]).into_iter().map(str::to_string).collect(),
    };
    let mut current = game.open(&setup).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut story = String::new();
    for (n, choice) in (1..).zip(texts(&table["choices"])) {
        let asked = current.turn();
        let mut events = current.told(choice).unwrap_or_else(|why| panic!("{name}: choice {n}, {choice:?}: {why}"));
        events.retain(|event| event["kind"] != "said");
        writeln!(story, "{asked:?} {choice} {} {}", json!(events), current.view(None)).expect("it is a text");
    }
    let outcome = current.outcome().unwrap_or_else(|| panic!("{name}: it was played to its end"));
    let Outcome { winners, places, reason, .. } = outcome;
    writeln!(story, "Outcome {{ winners: {winners:?}, places: {places:?}, reason: {reason:?} }}")
        .expect("it is a text");
    story
}

#[test]
fn kept_tables_are_the_same_matches() {
    let mut wrong = String::new();
    for game in games::at_tables() {
        let file = format!("{}/../games/{}/tests/table.json", env!("CARGO_MANIFEST_DIR"), game.name());
        let text = match std::fs::read_to_string(&file) {
            Err(_) if !KEPT.contains(&game.name()) => continue,
            text => text.unwrap_or_else(|error| panic!("{file}: {error}")),
        };
        let table: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(table["game"], game.name());
        let digest = hash(&[], &story(&table)).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        if table["digest"] != digest {
            writeln!(wrong, "{}: {digest}", table["game"]).expect("it is a text");
        }
    }
    assert!(wrong.is_empty(), "told or seen otherwise than it was, see golden.rs:\n{wrong}");
}
