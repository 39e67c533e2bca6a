//! `boardbots dragon-slayer statistics` as a process.

use super::ledger::played;
use super::process::dragon_slayer;
use boardbots::games::dragon_slayer::store::Ledger;
use boardbots_dragon_slayer::tally::Played;
use fastrand::Rng;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

/// A database with some games.
fn record(path: &Path, games: usize) -> Vec<Played> {
    let (mut ledger, mut rng) = (Ledger::open(path).unwrap(), Rng::with_seed(4));
    let games: Vec<_> = (0..games).map(|_| played(&mut rng)).collect();
    for game in &games {
        ledger.record(game).unwrap();
    }
    games
}

#[test]
fn tables_and_json_tell_of_all_who_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let games = record(&path, 40);
    let database = path.to_str().unwrap();
    let (code, table, err) = dragon_slayer(&["statistics", "--database", database]);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
    assert!(rows[0].starts_with("name") && rows[1].starts_with("Ada ") && rows[2].starts_with("Lluís "), "{table}");
    assert_eq!(rows.len(), 7, "{table}");
    let width = rows[0].chars().count();
    assert!(rows.iter().all(|row| row.chars().count() == width) && width <= 100, "{table}");

    let (code, json, err) = dragon_slayer(&["statistics", "--database", database, "--json"]);
    assert_eq!((code, err.as_str(), json.lines().count()), (0, "", 1));
    let json: Value = serde_json::from_str(&json).unwrap();
    let names: Vec<&str> = json.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ada", "Lluís", "Abel", "Beatriu", "Carla", "Killer averse"]);
    let places = || games.iter().flat_map(|game| &game.places).filter(|place| place.who.name() == "Ada");
    let (turns, points) =
        places().fold((0, 0), |(turns, points), place| (turns + place.deeds.turns, points + place.deeds.points));
    assert_eq!((&json[0]["kind"], &json[0]["games"], &json[0]["turns"]), (&"user".into(), &40.into(), &turns.into()));
    let number = |count: u64| f64::from(u32::try_from(count).expect("few"));
    let mean = number(points) / number(turns);
    assert_eq!(json[0]["points"].as_f64(), Some(mean));
    let row: Vec<&str> = rows[1].split_whitespace().collect();
    assert_eq!((row[1], row[2], row[6]), ("user", "40", format!("{mean:.2}").as_str()));

    // Games with both, whatever the case of the personality.
    let both = games.iter().filter(|game| {
        ["Killer averse", "Lluís"].iter().all(|who| game.places.iter().any(|place| place.who.name() == *who))
    });
    let filter = ["--user", "Lluís", "--personality", "killer-averse"];
    let (_, json, _) = dragon_slayer(&[&["statistics", "--database", database, "--json"][..], &filter].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json.as_array().unwrap().last().unwrap()["name"], "Killer averse");
    assert_eq!(json[0]["games"], both.count());

    let (code, text, err) = dragon_slayer(&["statistics", "--database", database, "--user", "Nobody"]);
    assert_eq!((code, text.as_str(), err.as_str()), (0, "no such game has been played\n", ""));
    let (code, text, _) = dragon_slayer(&["statistics", "--database", database, "--user", "Nobody", "--json"]);
    assert_eq!((code, text.as_str()), (0, "[]\n"));
}

#[test]
fn what_cannot_be_used_is_refused_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none.db");
    let missing = missing.to_str().unwrap();
    let (code, out, err) = dragon_slayer(&["statistics", "--database", missing]);
    assert_eq!((code, out.as_str()), (7, ""));
    assert_eq!(
        err,
        format!("boardbots: {missing}: there is no such database; it is made when a game has been played\n")
    );
    let foreign = folder.path().join("text.db");
    std::fs::write(&foreign, "No database, but a text. ".repeat(10)).unwrap();
    let (code, _, err) = dragon_slayer(&["statistics", "--database", foreign.to_str().unwrap()]);
    assert!(code == 7 && err.ends_with("text.db: this is not a database of Dragon Slayer games\n"), "{err}");
    let (code, _, err) = dragon_slayer(&["statistics", "--personality", "Bertha"]);
    assert!(code == 2 && err.contains("no personality \"Bertha\"; there are Abel, Beatriu"), "{err}");
    let (code, _, err) = dragon_slayer(&["statistics", "--user", ""]);
    assert!(code == 2 && err.contains("a name has 1 to 32 characters"), "{err}");
}

#[test]
fn without_the_option_the_users_own_database_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let run = |variables: &[(&str, &Path)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.args(["dragon-slayer", "statistics"]).stdin(Stdio::null());
        command.env_remove("HOME").env_remove("XDG_DATA_HOME").envs(variables.iter().copied());
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let at = |place: &str| {
        let place = folder.path().join(place);
        std::fs::create_dir_all(&place).unwrap();
        record(&place.join("dragon-slayer.db"), 3);
    };
    at("data/boardbots");
    let (data, home) = (folder.path().join("data"), folder.path().join("home"));
    assert_eq!(run(&[("XDG_DATA_HOME", &data)]).0, Some(0));
    let (code, _, err) = run(&[("HOME", &home)]);
    assert!(code == Some(7) && err.contains("home/.local/share/boardbots/dragon-slayer.db: there is no"), "{err}");
    at("home/.local/share/boardbots");
    assert_eq!(run(&[("HOME", &home)]).0, Some(0));
    let (code, out, err) = run(&[]);
    assert_eq!((code, out.as_str()), (Some(3), ""));
    assert_eq!(
        err,
        "boardbots: neither XDG_DATA_HOME nor HOME says where the database is; name the file with --database\n"
    );
}
