//! Records of fights: those of matches, and those of versions up to 0.1.1.

use crate::setup::{fought, setup};
use boardbots_battletech::battle::{Battle, Event};
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::simulator::LIMITS;
use boardbots_battletech::simulator::record::Record;
use boardbots_battletech::simulator::setup::{Setup, places};
use boardbots_tournament::matches::runner::play_again;

/// A record that 0.1.1 wrote.
fn old(name: &str) -> String {
    let path = format!("{}/tests/kept/data/{name}.fight", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a record")
}

/// The turns of a record that are as it says, and all of its turns.
fn replayed(record: &Record) -> (usize, Vec<Battle>) {
    let mut fight = Fight::in_match(record.battle().expect("files as written"), "");
    let (moves, mut turns) = (record.moves(), Vec::new());
    play_again(&mut fight, moves.iter().map(String::as_str), &mut |step| {
        turns.extend(step.state.of::<Fight>().into_iter().flat_map(|fight| fight.turns.clone()));
    })
    .expect("answers to all questions");
    (turns.iter().filter(|turn| record.agrees(turn)).count(), turns)
}

#[test]
fn old_records_replay_turn_by_turn() {
    for name in ["fight-two", "fight-three"] {
        let record = Record::parse(&old(name)).expect("as written");
        let (same, turns) = replayed(&record);
        assert_eq!(same, turns.len(), "{name}");
        assert!(turns.last().and_then(Battle::outcome).is_some(), "{name}");
    }
}

#[test]
fn what_the_rules_do_not_make_is_told() {
    let text = old("fight-two");
    // The second turn is on the third line; its first die is another.
    let line = text.lines().nth(2).expect("there are more turns");
    let (before, rolls) = line.split_once("\"rolls\":[").expect("every turn has an initiative");
    let (_, after) = rolls.split_once(',').expect("there are two mechs");
    for rolls in ["13", "1.5"] {
        let lie = text.replacen(line, &format!("{before}\"rolls\":[{rolls},{after}"), 1);
        let (same, turns) = replayed(&Record::parse(&lie).expect("it is JSON still"));
        assert_eq!(same + 1, turns.len());
    }
    // How the text is laid out says nothing.
    let odd = Record::parse(&text.replace(",\"", " ,\n \"")).expect("it is JSON still");
    assert_eq!(replayed(&odd).0, replayed(&Record::parse(&text).expect("as written")).0);
    let error = Record::parse(&text.replacen(line, &line[..line.len() - 5], 1)).expect_err("it is broken");
    assert!(error.starts_with("no record of a fight: ") && error.contains(" at line "), "{error}");
    let map = Record::parse(&text.replacen("\"map\":[", "\"map\":[\"x\",", 1)).expect("it is JSON still");
    assert!(map.battle().expect_err("no map").starts_with("map:"));
    let other = text.replacen("boardbots battletech fight", "another thing", 1);
    assert!(Record::parse(&other).expect_err("of something else").contains("the kind of the record"));
}

#[test]
fn an_answer_that_never_came_is_told_with_its_reason() {
    let text = old("fight-two");
    let (before, rest) = text.split_once("\"action\":[").expect("answers");
    let (_, after) = rest.split_once(']').expect("a list");
    let why = "50 %; it ended with code 1";
    let record = Record::parse(&format!("{before}\"fault\":\"{why}\"{after}")).expect("it is JSON still");
    let mut fight = Fight::in_match(record.battle().expect("files as written"), "");
    let first = record.moves().into_iter().next().expect("an answer");
    play_again(&mut fight, std::iter::once(first.as_str()), &mut |_| ()).expect("it is read");
    let told =
        fight.battle.events().iter().any(|event| matches!(event, Event::Fault { message, .. } if message == why));
    assert!(told && !first.contains(';'), "{first}");
}

#[test]
fn the_same_seed_makes_the_same_fight() {
    let setup = setup("poblado", &["encina", "faro"], 8, 3);
    let moves = |setup: &Setup| fought(setup, &["course", "strong"], LIMITS, |_| ()).moves;
    assert_eq!(moves(&setup), moves(&setup));
    assert_ne!(moves(&setup), moves(&Setup { seed: 4, ..setup.clone() }));
}

#[test]
fn drawn_places_are_the_same_when_given() {
    let drawn = setup("colinas", &["tejon", "nutria"], 4, 11);
    let given = Setup { places: Some(places(&drawn.battle().expect("they fit"))), ..drawn.clone() };
    let [drawn, given] = [drawn, given].map(|setup| fought(&setup, &["course"], LIMITS, |_| ()));
    assert_eq!((drawn.moves, drawn.sheets), (given.moves, given.sheets));
}
