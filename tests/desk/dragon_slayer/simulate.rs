//! `boardbots dragon-slayer simulate` as a process.

use super::process::dragon_slayer;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let (code, out, err) = dragon_slayer(&[&["simulate", "--json"], arguments].concat());
    assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 1));
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn games_are_the_same_with_any_number_of_threads() {
    let players = ["Daniel", "Socializer-impulsive", "hold-14", "--games", "200", "--seed", "3"];
    let [one, two, three] = ["1", "2", "3"].map(|threads| json(&[&players[..], &["--threads", threads]].concat()));
    assert!(one == two && one == three, "{one}");
    // Each of three moves first in as many games.
    assert_eq!(one["games"], 201);
    let other = json(&[&players[..5], &["--seed", "4"]].concat());
    assert_ne!(one["players"], other["players"]);
}

#[test]
fn statistics_agree_with_each_other() {
    let rules = ["--goal", "12", "--bonus", "1", "--no-doubling"];
    let simulated = json(&[&["abel", "ABEL", "killer-averse", "hold-6-or-1", "--games", "40"], &rules[..]].concat());
    assert_eq!([&simulated["goal"], &simulated["bonus"]], [12, 1]);
    assert_eq!((&simulated["doubling"], &simulated["games"]), (&false.into(), &40.into()));
    let players = simulated["players"].as_array().expect("a list");
    let names: Vec<&Value> = players.iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["Abel", "Abel", "Killer averse", "hold-6-or-1"]);
    let sum = |key: &str| players.iter().map(|player| player[key].as_f64().expect("a number")).sum::<f64>();
    assert!((sum("win_rate") - 1.0).abs() < 1e-9 && (sum("games") - 160.0).abs() < 1e-9, "{simulated}");
    // All have played all rounds.
    assert!(players.iter().all(|player| player["rounds"] == players[0]["rounds"]));
    assert!(players.iter().all(|player| player["turns"] == players[0]["turns"]), "{simulated}");
    let rate = players[0]["win_rate"].as_f64().expect("a number");
    let error = players[0]["win_rate_error"].as_f64().expect("a number");
    assert!((error - (rate * (1.0 - rate) / 39.0).sqrt()).abs() < 1e-9, "{error}");
}

#[test]
fn people_see_rates_with_errors_and_a_table() {
    let (code, out, err) = dragon_slayer(&["simulate", "Abel", "hold-14", "--games", "100"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "100 games to 40, bonus 5, doubled after a challenge, seed 1");
    assert!(lines[2].starts_with("first to move") && lines[3].starts_with("Abel ") && lines[3].contains(" ± 0.0"));
    let row: Vec<&str> = lines[8].split_whitespace().collect();
    assert!(lines[6].starts_with("name") && row[..3] == ["hold-14", "bot", "100"], "{out}");
}

#[test]
fn wrong_players_and_rules_are_refused() {
    for (arguments, part) in [
        (&["Abel"][..], "2 values required"),
        (&["Abel", "hold-1"], "hold-N and hold-N-or-1 with N from 2 to 60"),
        (&["Abel", "Carla", "--goal", "1"], "from 2 to 120"),
        (&["Abel", "Carla", "--games", "0"], "from 1 to 10000000"),
    ] {
        let (code, out, err) = dragon_slayer(&[&["simulate"], arguments].concat());
        assert!(code == 2 && out.is_empty() && err.contains(part), "{err}");
    }
}
