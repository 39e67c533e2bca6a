//! A record holds all that is needed to see a fight again.

use crate::setup::{Auditor, close, contestants, fought, setup};
use boardbots_battletech::battle::Battle;
use boardbots_battletech::simulator::fight::{Setup, Witness};
use boardbots_battletech::simulator::record::{Record, RecordError};
use boardbots_battletech::simulator::runner::Limits;

fn recorded(setup: &Setup, names: &[&str]) -> Record {
    let start = setup.battle().expect("they fit");
    let mut record = Record::of(setup, &start, &contestants(names));
    fought(setup, names, Limits::COURSE, &mut record);
    record
}

/// Counts turns, and balances their books.
struct Count(u32, Auditor);

impl Witness for Count {
    fn turn(&mut self, battle: &Battle) {
        self.0 += 1;
        self.1.turn(battle);
    }
}

#[test]
fn replays_to_the_same_end() {
    for setup in [close(12, 5), setup("laguna", &["gaviota", "muralla", "grillo"], 6, 9)] {
        let record = recorded(&setup, &["strong", "course"]);
        let text = record.text();
        let read = Record::parse(&text).expect("as written");
        assert_eq!(read, record);
        assert_eq!(text.lines().count(), record.rounds.len() + 2, "a line for each turn");
        let again = read.setup().expect("files as written");
        assert_eq!((again.map, again.mechs), (setup.map.clone(), setup.mechs.clone()));
        let mut turns = Count(0, Auditor::of(&setup));
        let battle = read.replay(&mut turns).expect("the rules make the same of it");
        assert_eq!(usize::try_from(turns.0).expect("few"), record.rounds.len());
        assert_eq!(battle.outcome().expect("it ended").winner, record.winner);
    }
}

#[test]
fn the_same_seed_makes_the_same_record() {
    let setup = setup("poblado", &["encina", "faro"], 8, 3);
    assert_eq!(recorded(&setup, &["course", "strong"]), recorded(&setup, &["course", "strong"]));
    let other = recorded(&Setup { seed: 4, ..setup.clone() }, &["course", "strong"]);
    assert_ne!(recorded(&setup, &["course", "strong"]).rounds, other.rounds);
}

#[test]
fn drawn_places_are_the_same_when_given() {
    let drawn = setup("colinas", &["tejon", "nutria"], 4, 11);
    let record = recorded(&drawn, &["course"]);
    let given = record.setup().expect("files as written");
    assert!(given.places.is_some());
    assert_eq!(recorded(&given, &["course"]), record);
}

#[test]
fn what_the_rules_do_not_make_is_told() {
    let record = recorded(&close(4, 6), &["course"]);
    let text = record.text();
    // The second turn is on the third line; its first die is another.
    let line = text.lines().nth(2).expect("there are more turns");
    let (before, rolls) = line.split_once("\"rolls\":[").expect("every turn has an initiative");
    let (_, after) = rolls.split_once(',').expect("there are two mechs");
    let lie = text.replacen(line, &format!("{before}\"rolls\":[13,{after}"), 1);
    let lie = Record::parse(&lie).expect("it is JSON still");
    assert!(matches!(lie.replay(&mut ()), Err(RecordError::Differs(2))));
    // How the text is laid out says nothing.
    let odd = Record::parse(&text.replace(",\"", " ,\n \"")).expect("it is JSON still");
    assert_eq!(odd, record);
    // What is no JSON, or no number there, is told with its line.
    for wrong in [text.replacen(line, &line[..line.len() - 5], 1), text.replacen("\"rolls\":[", "\"rolls\":[1.5,", 1)] {
        let error = Record::parse(&wrong).expect_err("it is broken").to_string();
        assert!(error.starts_with("no record of a fight: ") && error.contains(" at line "), "{error}");
    }
    let mut broken = record.clone();
    broken.map.truncate(100);
    assert!(matches!(broken.setup(), Err(RecordError::Notation(_))));
    assert!(matches!(Record::parse("{}"), Err(RecordError::Json(_))));
    let other = record.text().replacen("boardbots battletech fight", "another thing", 1);
    assert!(matches!(Record::parse(&other), Err(RecordError::Odd(_))));
}
