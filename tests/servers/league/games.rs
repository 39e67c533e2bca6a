//! Leagues of other games than two-player ones, and clients over HTTP.

use super::{FAST, League, row, rows, said};
use std::fs;
use std::process::{Command, Stdio};

/// Lets a league of house bots play a few games, and checks them.
fn plays(settings: &str, games: u64) {
    let mut league = League::start(settings);
    league.wait("games end", "/api/league", |told| {
        let games_of = |row: &serde_json::Value| row["games"].as_u64().unwrap_or(0);
        rows(told).map(games_of).max().unwrap_or(0) >= games
    });
    let (code, took) = league.terminate();
    assert!(code == Some(0) && took < std::time::Duration::from_secs(3), "{settings}: {code:?} {took:?}");
    let output = league.verify();
    assert!(output.status.success(), "{settings}: {}", said(&output));
    let replayed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(replayed.contains(" 0 without a replay, 0 void"), "{settings}: {replayed} {}", league.log());
    assert_eq!(league.count("SELECT count(*) FROM league_games WHERE faults <> '[]'"), 0, "{settings}");
}

#[test]
fn bots_of_many_games_meet() {
    for (game, one, other) in [
        ("tron", "strong,depth=2", "random"),
        ("reversi", "strong,depth=1", "random"),
        ("desconecta4", "strong,depth=2", "random"),
        ("dragon-slayer", "abel", "carla"),
    ] {
        plays(&format!("game = {game}\n{FAST}[one]\nplayer = {game}:{one}\n[two]\nplayer = {game}:{other}\n"), 1);
    }
}

#[test]
fn mechs_meet_on_a_field_of_the_leagues_own() {
    let bots = "[one]\nplayer = battletech:course\n[two]\nplayer = battletech:still\n";
    let settings = format!("game = battletech\nturns = 3\nmap = laguna\nmech = tejon, encina\n{FAST}{bots}");
    plays(&settings, 2);
    let league = League::start(&settings);
    let fields =
        "SELECT count(*) FROM tables WHERE options LIKE '%\"map\":{\"name\":\"laguna\"}%' AND options LIKE '%encina%'";
    league.wait("games are shown", "/api/league", |_| league.count(fields) > 0);
    let key = league.add("Nora");
    let (status, why) = league.post("/api/league/play", &key, &serde_json::json!({}));
    assert!(status == 400 && why["error"].to_string().contains("cmd:COMMAND"), "{why}");
}

#[test]
fn four_heroes_meet_and_a_client_is_one_of_them() {
    let bots = "[one]\nplayer = vindinium:random\n[two]\nplayer = vindinium:miner\n";
    let mut league = League::start(&format!("game = vindinium\nturns = 5\nregistration = open\n{FAST}{bots}"));
    let told = league.wait("bots play", "/api/league", |told| rows(told).all(|row| row["games"].as_u64() > Some(1)));
    assert_eq!(told["over_http"], true);
    let key = league.add("Nora");
    let (status, why) = league.post("/api/league/play", &key, &serde_json::json!({}));
    assert!(status == 400 && why["error"].to_string().contains("/api/arena"), "{why}");
    fs::write(league.at("key"), &key).expect("written");
    client(&league);
    let told = league.wait("its games count", "/api/league", |told| row(told, "Nora")["games"].as_u64() >= Some(2));
    assert_eq!(row(&told, "Nora")["state"], "active");
    // After another start it is known.
    assert_eq!(league.terminate().0, Some(0));
    league.again();
    client(&league);
    let faults = "SELECT count(*) FROM league_games JOIN league_seats ON game = league_games.number JOIN league_players AS p \
                  ON p.number = player WHERE p.name = 'Nora' AND faults <> '[]'";
    assert_eq!(league.count(faults), 0, "{}", league.log());
    assert_eq!(league.terminate().0, Some(0));
    let output = league.verify();
    assert!(output.status.success(), "{}", said(&output));
}

/// Two games of the project's client, to their end.
fn client(league: &League) {
    let output = Command::new(env!("CARGO_BIN_EXE_boardbots"))
        .args(["vindinium", "--mode", "arena", "--games", "2", "--depth", "1", "--server"])
        .arg(format!("http://{}", league.addr))
        .arg("--key-file")
        .arg(league.at("key"))
        .env("RUST_LOG", "warn")
        .env_remove("CREDENTIALS_DIRECTORY")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{} {}", said(&output), league.log());
}
