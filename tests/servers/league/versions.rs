//! Versions: a new one is a candidate, which meets the old one and the others, and replaces it or not.

use super::{League, Program, THREE, four, row};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The stages of the versions of a player.
fn stages(league: &League, name: &str) -> Vec<(String, String)> {
    let about = league.get(&format!("/api/league/players/{name}"));
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let versions = about["versions"].as_array().expect("a list").iter();
    versions.map(|it| (text(&it["version"]), text(&it["stage"]))).collect()
}

fn of(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(one, other)| ((*one).to_string(), (*other).to_string())).collect()
}

/// Ends a league and starts it with another strength of a player.
fn renewed(league: &mut League, settings: &str) {
    assert_eq!(league.terminate().0, Some(0));
    league.write("league.conf", settings);
    league.again();
}

#[test]
fn a_candidate_is_tested_and_replaces_the_old_one_or_not() {
    // One at a time: the old version is free when the new one begins.
    let rules = "margin = 200\ntest-games = 20\ngames-at-once = 1";
    let mut league = League::start(&four(rules, THREE));
    league.games(20);
    // From the weakest to a strong one.
    let better = THREE.replace("connect-four:random", "connect-four:strong,depth=4");
    renewed(&mut league, &four(rules, &better));
    let during = league.get("/api/league");
    assert_eq!(row(&during, "bob")["version"], "1", "the old one stands until the test is over");
    league.wait("a verdict", "/api/league", |told| row(told, "bob")["candidate"].is_null());
    assert_eq!(stages(&league, "bob"), of(&[("1", "past"), ("2", "current")]));
    assert_eq!(row(&league.get("/api/league"), "bob")["version"], "2");
    let met = "SELECT DISTINCT other.player FROM league_versions AS v, league_games AS g, league_versions AS other
               WHERE v.label = '2' AND g.seats IN ('[' || v.number || ',' || other.number || ']',
                                                   '[' || other.number || ',' || v.number || ']')";
    let met: BTreeSet<i64> = {
        let db = league.db();
        let mut found = db.prepare(met).expect("SQL");
        found.query_map([], |row| row.get(0)).expect("SQL").map(|row| row.expect("a number")).collect()
    };
    assert!(met.contains(&2), "the old one: {met:?}");
    // And back to the weakest, which stays a candidate's fate.
    renewed(&mut league, &four(rules, THREE));
    league.wait("a verdict", "/api/league", |told| {
        row(told, "bob")["candidate"].is_null() && stages(&league, "bob").len() == 3
    });
    assert_eq!(stages(&league, "bob"), of(&[("1", "past"), ("2", "current"), ("3", "past")]));
    // The same file again is no further version.
    renewed(&mut league, &four(rules, THREE));
    assert_eq!(stages(&league, "bob").len(), 3);
    let games = league.text("/api/league/players/bob");
    assert!(games.contains("\"version\":\"3\""), "{games}");
    assert!(league.verify().status.success());
}

#[test]
fn new_versions_play_at_once_where_it_says_so() {
    let mut league = League::start(&four("versions = at-once", THREE));
    league.games(3);
    let named = THREE.replace("connect-four:random\n", "connect-four:random\nversion = autumn\n");
    renewed(&mut league, &four("versions = at-once", &named));
    assert_eq!(stages(&league, "bob"), of(&[("1", "past"), ("autumn", "current")]));
    assert_eq!(row(&league.get("/api/league"), "bob")["version"], "autumn");
}

/// The answer of one who stacks in the first column.
fn stacked(question: &Value) -> Value {
    super::reply(question, &question["moves"][0])
}

/// The answer of one who spreads over the last columns, and loses against who stacks.
fn spread(question: &Value) -> Value {
    let (moves, n) = (question["moves"].as_array().expect("a list"), question["n"].as_u64().expect("a number"));
    super::reply(question, &moves[moves.len() - 1 - usize::try_from(n % 3).expect("a number")])
}

#[test]
fn a_program_names_its_version_and_plays_on_after_one_that_failed() {
    let league = League::start(&four("margin = 200\ntest-games = 20", ""));
    let (key, wins) = (league.add("Nora"), Arc::new(AtomicBool::new(false)));
    let (mut olaf, stacks) = (Program::new(&league, &league.add("Olaf")), Arc::clone(&wins));
    std::thread::spawn(move || {
        let mut asked = olaf.try_ask(json!({}));
        while asked.0 == 200 {
            let answer = if stacks.load(Relaxed) { stacked } else { spread };
            asked = olaf.try_ask(if asked.1["do"] == "choose" { answer(&asked.1) } else { json!({}) });
        }
    });
    let mut nora = Program::new(&league, &key);
    for _ in 0..5 {
        let question = nora.question(json!({}));
        nora.play(question);
    }
    // The new version loses against Olaf, who has lost against the old one.
    wins.store(true, Relaxed);
    let mut worse = Program { version: Some("2 worse"), ..Program::new(&league, &key) };
    let mut said = json!({});
    while stages(&league, "Nora").len() < 2 || stages(&league, "Nora")[1].1 == "candidate" {
        let (_, told) = worse.try_ask(said);
        said = if told["do"] == "choose" { spread(&told) } else { json!({}) };
    }
    assert_eq!(stages(&league, "Nora"), of(&[("1", "current"), ("2 worse", "past")]));
    let told =
        std::iter::repeat_with(|| worse.try_ask(json!({}))).find(|told| told.1["do"] != "over").expect("an answer");
    assert!(told.0 == 403 && told.1["error"].to_string().contains("plays no more"), "it is told why: {told:?}");
    // Who names no version is the one that plays.
    let mut nora = Program::new(&league, &key);
    let question = nora.question(json!({}));
    assert_eq!(nora.play(question)["do"], "over");
    league.admin("/api/admin/users/Olaf/disable", &json!({}));
}

#[test]
fn nobody_makes_versions_without_end() {
    let league = League::start(&four("", ""));
    let key = league.add("Nora");
    let count = || league.count("SELECT count(*) FROM league_versions WHERE label LIKE 'v%'");
    // Nobody waits for what the program is to do.
    let ask = |number: u32| {
        let mut client = crate::tables::client::Client::new(league.addr);
        client.send("POST", "/api/league/play", &key, &json!({ "version": format!("v{number}") }).to_string());
        client
    };
    let mut number = 0;
    while count() < 99 && number < 1000 {
        let asked = ask(number);
        std::thread::sleep(std::time::Duration::from_millis(5));
        drop(asked);
        number += 1;
    }
    let (status, told) = ask(number).answer();
    assert!(status == 400 && told.contains("versions"), "{status} {told}");
    assert!(count() <= 100);
}
