//! While nothing can be stored no game begins, nothing is lost, and `/health` says why.

use super::{League, THREE, four};
use crate::arena::client::get_once;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

fn eventually(what: &str, holds: impl Fn() -> bool) {
    let until = Instant::now() + super::PATIENCE;
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn games_wait_for_the_database() {
    let mut league = League::start(&four("registration = open", THREE));
    league.games(4);
    // A database that is taken away makes storing fail as a full disk does.
    fs::rename(league.at("league.db"), league.at("aside.db")).expect("there");
    eventually("it is noticed", || get_once(league.addr, "/health").status == 503);
    let health = get_once(league.addr, "/health").json();
    assert!(health["status"] == "degraded" && health["reason"].is_string(), "{health}");
    let (status, told) = league.post("/api/league/register", "", &serde_json::json!({ "name": "Nora" }));
    assert_eq!(status, 503, "{told}");
    let live = || {
        league
            .text("/metrics")
            .lines()
            .find(|line| line.starts_with("boardbots_league_games_ended_total{result=\"counted\""))
            .map(str::to_string)
    };
    sleep(Duration::from_secs(1));
    let counted = live();
    sleep(Duration::from_secs(2));
    assert_eq!(live(), counted, "no game counts that is not stored");
    fs::rename(league.at("aside.db"), league.at("league.db")).expect("there");
    eventually("it works again", || get_once(league.addr, "/health").status == 200);
    let before = league.count("SELECT count(*) FROM league_games WHERE ended IS NOT NULL");
    eventually("games go on", || {
        league.count("SELECT count(*) FROM league_games WHERE ended IS NOT NULL") > before + 5
    });
    assert_eq!(league.terminate().0, Some(0));
    assert!(league.count("SELECT count(*) FROM league_games WHERE ended IS NULL") <= 2);
    let output = league.verify();
    assert!(output.status.success(), "{}", super::said(&output));
    assert_eq!(league.count("SELECT count(*) FROM league_games WHERE cause = 'void'"), 0);
}
