//! `kill -9` at any moment: each game that began ends once, and counts are those of the database.

use super::{League, THREE, four, row, rows};
use rusqlite::Connection;
use serde_json::Value;
use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

/// How often the league is killed.
const ROUNDS: usize = 10;

fn numbers(db: &Connection, sql: &str) -> BTreeSet<i64> {
    let mut found = db.prepare(sql).expect("SQL");
    found.query_map([], |row| row.get(0)).expect("SQL").map(|row| row.expect("a number")).collect()
}

#[test]
fn killed_leagues_end_each_game_once() {
    let settings = four("", THREE);
    let mut league = League::start(&settings);
    let (mut begun, mut ended) = (BTreeSet::new(), BTreeSet::new());
    for round in 0..ROUNDS {
        sleep(Duration::from_micros(fastrand::u64(50_000..700_000)));
        if round % 3 == 2 {
            league.games(1);
        }
        league.kill();
        let db = Connection::open(league.at("league.db")).expect("a database");
        let whole: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("a verdict");
        assert_eq!(whole, "ok", "round {round}");
        assert!(
            numbers(&db, "SELECT number FROM tables WHERE ended IS NULL").is_empty(),
            "a table runs: round {round}"
        );
        let now = numbers(&db, "SELECT number FROM league_games WHERE ended IS NOT NULL");
        assert!(ended.is_subset(&now), "round {round}");
        ended = now;
        begun.extend(numbers(&db, "SELECT number FROM league_games"));
        drop(db);
        league.again();
    }
    // Those that were broken off are played again, from the same seeds.
    let open = |league: &League| {
        let last = begun.last().copied().unwrap_or_default();
        league.count(&format!("SELECT count(*) FROM league_games WHERE ended IS NULL AND number <= {last}"))
    };
    league.wait("they end", "/api/league", |_| open(&league) == 0);
    let before = league.games(5);
    assert_eq!(league.terminate().0, Some(0));
    let output = league.verify();
    assert!(output.status.success(), "{}", super::said(&output));
    assert_eq!(league.count("SELECT count(*) FROM league_games WHERE cause = 'void'"), 0);
    assert!(league.count("SELECT coalesce(max(attempts), 0) FROM league_games") > 1, "a game was broken off");
    assert_eq!(league.count("SELECT count(*) FROM tables WHERE ended IS NULL"), 0);
    assert_eq!(
        league.count(
            "SELECT count(*) FROM league_games WHERE ended IS NOT NULL AND shown NOT IN (SELECT id FROM tables)"
        ),
        0
    );
    let all = league.count("SELECT count(*) FROM league_games WHERE ended IS NOT NULL");
    // Nobody plays any more: what is told follows from the database alone.
    league.write("league.conf", &four("", ""));
    league.again();
    let one = league.get("/api/league");
    let sum: i64 = rows(&one).map(|row| row["games"].as_i64().expect("a number")).sum();
    assert_eq!(sum, 2 * all);
    for name in ["ada", "bob", "eve"] {
        let won = format!(
            "SELECT count(*) FROM league_games AS g JOIN league_seats AS s ON s.game = g.number JOIN league_players AS p
             ON p.number = s.player WHERE p.name = '{name}' AND ended IS NOT NULL
             AND places = CASE s.seat WHEN 0 THEN '[1,2]' ELSE '[2,1]' END"
        );
        assert_eq!(row(&one, name)["wins"], league.count(&won), "{name}");
        assert!(row(&one, name)["games"].as_u64() >= row(&before, name)["games"].as_u64());
    }
    league.kill();
    league.again();
    let ratings = |told: &Value| rows(told).map(|row| row["elo"].clone()).collect::<Vec<_>>();
    assert_eq!(ratings(&league.get("/api/league")), ratings(&one));
}
