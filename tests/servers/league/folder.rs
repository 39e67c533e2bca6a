//! The watched folder: players come, change, break, go and come back with their files.

use super::{League, four, row, rows};
use std::fs;

const STRONG: &str = "player = connect-four:strong,depth=2\n";

#[test]
fn players_follow_their_files() {
    let league = League::prepare(&four("players = FOLDER", "[eve]\nplayer = connect-four:random\n"));
    let folder = league.at("players");
    fs::create_dir(&folder).expect("made");
    let settings = fs::read_to_string(league.at("league.conf")).expect("read");
    league.write("league.conf", &settings.replace("FOLDER", &folder.display().to_string()));
    league.write("players/ada.conf", STRONG);
    league.write("players/notes.txt", "no player");
    let mut league = league;
    league.again();
    let told = league.games(4);
    assert_eq!(rows(&told).count(), 2, "{told}");
    league.write("players/bob.conf", "player = connect-four:random\n");
    league.wait("bob comes", "/api/league", |told| {
        rows(told).any(|row| row["name"] == "bob" && row["games"].as_u64() > Some(2))
    });
    league.write("players/ada.conf", "player = connect-four:strong,depth=3\nversion = deeper\n");
    league.wait("a candidate", "/api/league", |told| row(told, "ada")["candidate"]["version"] == "deeper");
    assert_eq!(row(&league.get("/api/league"), "ada")["version"], "1");
    // What cannot be read changes nothing, and is said once.
    league.write("players/bob.conf", "player = tron:strong\n");
    let before = row(&league.get("/api/league"), "bob")["games"].as_u64();
    league.wait("bob plays on", "/api/league", |told| {
        let bob = row(told, "bob");
        bob["state"] == "active" && bob["games"].as_u64() > before && league.log().contains("bob.conf")
    });
    std::thread::sleep(std::time::Duration::from_secs(7));
    let warned = league.log().lines().filter(|line| line.contains("bob.conf")).map(str::to_string).collect::<Vec<_>>();
    assert!(warned.len() == 1 && warned[0].contains("line 1") && warned[0].contains("stays as it was"), "{warned:?}");
    fs::remove_file(league.at("players/bob.conf")).expect("there");
    let told = league.wait("bob goes", "/api/league", |told| row(told, "bob")["state"] == "away");
    let games = row(&told, "bob")["games"].as_u64();
    assert!(games.is_some(), "{told}");
    // A folder that is gone for a moment takes nobody away.
    fs::rename(&folder, league.at("elsewhere")).expect("there");
    std::thread::sleep(std::time::Duration::from_secs(4));
    assert_eq!(row(&league.get("/api/league"), "ada")["state"], "active");
    fs::rename(league.at("elsewhere"), &folder).expect("there");
    league.write("players/bob.conf", "player = connect-four:random\n");
    let told = league.wait("bob comes back", "/api/league", |told| row(told, "bob")["state"] == "active");
    assert_eq!(row(&told, "bob")["version"], "1", "he is the same");
    // A name of somebody else, and a file that is a folder.
    league.write("players/EVE.conf", STRONG);
    fs::create_dir(league.at("players/dir.conf")).expect("made");
    league.wait("it is said", "/api/league", |_| {
        league.log().contains("looks like eve") && league.log().contains("dir.conf")
    });
    assert_eq!(league.terminate().0, Some(0));
}
