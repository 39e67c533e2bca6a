//! SIGTERM: a league ends soon, whatever its players do, and plays on after the next start.

use super::{League, Program, four};
use serde_json::json;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest end.
const SOON: Duration = Duration::from_secs(3);

#[test]
fn a_league_ends_while_players_think() {
    let players = "[bob]\nplayer = connect-four:strong,depth=16\n[eve]\nplayer = connect-four:strong,depth=16\n";
    for general in ["deadline = 50s\ngames-at-once = 3", "deadline = 50s\npace = 20s\npause = 10m"] {
        let mut league = League::start(&four(general, players));
        let key = league.add("Nora");
        let mut nora = Program::new(&league, &key);
        nora.send(&json!({}));
        league
            .wait("a game goes on", "/api/league", |told| told["live"].as_array().is_some_and(|live| !live.is_empty()));
        sleep(Duration::from_millis(500));
        let (code, took) = league.terminate();
        assert!(code == Some(0) && took < SOON, "{general}: {code:?} {took:?}");
        let open = league.count("SELECT count(*) FROM league_games WHERE ended IS NULL");
        assert!(open > 0, "what goes on is played again");
        assert_eq!(league.count("SELECT count(*) FROM tables WHERE ended IS NULL"), 0);
        league.again();
        let until = Instant::now() + super::PATIENCE;
        while league.count("SELECT max(attempts) FROM league_games WHERE ended IS NULL") < 2 {
            assert!(Instant::now() < until);
            sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn a_pause_is_one_whatever_happens_beside_it() {
    // Two who always meet have played the same number of games: the first twenty without a pause.
    let two = "[ada]\nplayer = connect-four:strong,depth=1\n[bob]\nplayer = connect-four:random\n";
    let league = League::start(&four("pause = 10m\ngames-at-once = 1", two));
    league.games(20);
    league.add("Nora");
    for _ in 0..20 {
        league.admin("/api/admin/users/Nora/disable", &json!({}));
        league.admin("/api/admin/users/Nora/enable", &json!({}));
        sleep(Duration::from_millis(50));
    }
    let games = league.count("SELECT count(*) FROM league_games");
    assert_eq!(games, 20, "the pause goes on");
}
