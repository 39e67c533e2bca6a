//! Seeds: their hashes are public before the first move, they themselves after the last, and `verify` finds whatever
//! was changed later.

use super::{League, THREE, four, said};
use rusqlite::Connection;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::time::Instant;

#[test]
fn a_hash_is_public_before_its_seed_which_only_the_end_tells() {
    let league = League::start(&four("pace = 20ms", THREE));
    let (mut hashes, mut live, mut proven) = (BTreeMap::new(), BTreeMap::new(), 0);
    let until = Instant::now() + super::PATIENCE;
    while proven < 6 {
        assert!(Instant::now() < until, "{hashes:?}");
        std::thread::sleep(std::time::Duration::from_millis(60));
        let told = league.get("/api/league");
        for game in told["live"].as_array().expect("a list") {
            let number = game["number"].as_i64().expect("a number");
            assert!(game["seed"].is_null() && game["opening"].is_null() && game["ended"].is_null(), "{game}");
            let hash = game["hash"].as_str().expect("a hash").to_string();
            assert_eq!(*hashes.entry(number).or_insert_with(|| hash.clone()), hash);
            let alone = league.get(&format!("/api/league/games/{number}"));
            assert!(alone["seed"].is_null() || !alone["ended"].is_null(), "{alone}");
            if let Some(table) = game["table"].as_str().filter(|_| alone["ended"].is_null()) {
                let seen = crate::arena::client::get_once(league.addr, &format!("/api/tables/{table}"));
                live.insert(number, seen.body);
            }
        }
        for game in told["recent"].as_array().expect("a list") {
            let number = game["number"].as_i64().expect("a number");
            let Some(hash) = hashes.remove(&number) else { continue };
            let seed = bytes(game["seed"].as_str().expect("a seed"));
            assert_eq!(hex(&Sha256::digest(&seed)), hash, "game {number}");
            assert!(!game["opening"].is_null());
            let half = |at: usize| u64::from_le_bytes(seed[at..at + 8].try_into().expect("eight bytes"));
            let secret = (half(0) ^ half(8)).to_string();
            assert!(live.remove(&number).is_none_or(|seen| !seen.contains(&secret)), "a table told the seed {secret}");
            proven += 1;
        }
    }
}

#[test]
fn what_was_changed_later_is_found_with_its_game() {
    let mut league = League::start(&four("", THREE));
    league.games(12);
    assert_eq!(league.terminate().0, Some(0));
    let output = league.verify();
    assert!(output.status.success(), "{}", said(&output));
    let text = String::from_utf8(output.stdout).expect("text");
    let played = league.count("SELECT count(*) FROM league_games WHERE ended IS NOT NULL");
    let all = [format!("{played} games: "), format!("{played} played again")];
    assert!(all.iter().all(|part| text.contains(part)), "{text} {}", league.log());
    let game = 3;
    let table = "(SELECT number FROM tables WHERE id = (SELECT shown FROM league_games WHERE number = 3))";
    let longest = format!("(SELECT max(n) FROM steps WHERE number = {table})");
    for (change, part) in [
        ("UPDATE league_games SET seed = zeroblob(16) WHERE number = 3".to_string(), "seed"),
        ("UPDATE league_games SET digest = zeroblob(32) WHERE number = 3".to_string(), "seed"),
        (
            "UPDATE league_games SET opening = (SELECT opening FROM league_games WHERE opening <> (SELECT opening FROM \
             league_games WHERE number = 3) LIMIT 1) WHERE number = 3"
                .to_string(),
            "opening",
        ),
        ("UPDATE league_games SET places = '[1,1]' WHERE number = 3".to_string(), "result"),
        (format!("DELETE FROM steps WHERE number = {table} AND n = {longest}"), "goes on"),
        (format!("UPDATE steps SET choice = '99' WHERE number = {table} AND n = 2"), "choice 2"),
        (format!("UPDATE steps SET seat = 1 - seat WHERE number = {table} AND n = 2"), "choice 2"),
    ] {
        let copy = tempfile::tempdir().expect("a folder");
        let path = copy.path().join("copy.db");
        std::fs::copy(league.at("league.db"), &path).expect("copied");
        let db = Connection::open(&path).expect("a database");
        assert!(db.execute(&change, []).expect(&change) > 0, "{change}");
        db.close().expect("written");
        let path = path.display().to_string();
        let output = super::run(&["league", "verify", &path]);
        let why = said(&output);
        assert_eq!(output.status.code(), Some(7), "{change}: {why}");
        assert!(why.contains(&format!("game {game}: ")) && why.contains(part), "{change}: {why}");
        let listed = super::run(&["league", "verify", "--json", &path]);
        let listed: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
        assert_eq!((listed["wrong"].as_array().map(Vec::len), &listed["wrong"][0]["game"]), (Some(1), &game.into()));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
    (0..hex.len()).step_by(2).map(byte).collect()
}
