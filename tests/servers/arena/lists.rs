//! Games and ratings as JSON.

use crate::arena::client::{calm, get_once, serve};
use crate::arena::seat::{Seat, whole_game};
use boardbots_server::arena::Config;
use serde_json::{Value, json};

#[test]
fn games_are_listed_while_they_run_and_afterwards() {
    let arena = serve(Config { turn_limit: std::time::Duration::from_secs(30), ..Config::default() });
    assert_eq!(get_once(arena.addr(), "/games.json").json(), json!({ "running": [], "recent": [], "trouble": null }));
    let mut seat = Seat::train(arena.addr(), "key=abc&turns=2&map=m1");
    let list = get_once(arena.addr(), "/games.json").json();
    let seat_of =
        |name, kind| json!({ "name": name, "kind": kind, "gold": 0, "mines": 0, "life": 100, "crashed": false });
    // Programs that ask for nobody meet the opponents of the original server.
    let random = seat_of("random", "bot");
    assert_eq!(
        list["running"],
        json!([{
            "id": seat.game(), "kind": "training", "turn": 0, "maxTurns": 8, "size": 10, "mines": 4,
            "seats": [seat_of("abc", "program"), random, random, random],
        }])
    );
    seat.play_out();
    let list = get_once(arena.addr(), "/games.json").json();
    assert_eq!(list["running"], json!([]));
    let game = &list["recent"][0];
    assert_eq!((game["id"].as_str(), game["turns"].as_i64()), (Some(seat.game().as_str()), Some(8)));
    assert_eq!(
        (game["kind"].as_str(), game["size"].as_i64(), game["mines"].as_i64()),
        (Some("training"), Some(10), Some(4))
    );
    assert!(game["finished"].as_i64().unwrap() > 1_600_000_000);
    let first = &game["seats"][0];
    assert_eq!((first["name"].as_str(), first["crashed"].as_bool()), (Some("abc"), Some(false)));
    assert_eq!(first["gold"], seat.state["hero"]["gold"]);
    assert!(first.get("ratingChange").is_none());
    let kinds = |seats: &Value| seats.as_array().unwrap().iter().map(|seat| seat["kind"].clone()).collect::<Value>();
    let wanted = json!(["program", "bot", "bot", "bot"]);
    let about = get_once(arena.addr(), &format!("/{}.json", seat.game())).json();
    assert_eq!((kinds(&game["seats"]), kinds(&about["seats"])), (wanted.clone(), wanted));
}

#[test]
fn lists_say_at_once_that_a_game_has_begun_or_ended() {
    let arena = serve(calm());
    for ended in 0..3_usize {
        let mut seat = Seat::train(arena.addr(), "key=abc&turns=2&map=m1");
        let ids = |list: &str| {
            let told = get_once(arena.addr(), "/games.json").json();
            told[list].as_array().unwrap().iter().map(|game| game["id"].clone()).collect::<Vec<_>>()
        };
        assert_eq!((ids("running"), ids("recent").len()), (vec![json!(seat.game())], ended));
        seat.play_out();
        let leaders = get_once(arena.addr(), "/leaderboard.json").json();
        assert_eq!(leaders[0]["name"], "abc");
        assert_eq!((ids("running"), ids("recent")[0].clone()), (vec![], json!(seat.game())));
    }
}

#[test]
fn ratings_are_listed_best_first() {
    let arena = serve(calm());
    let states = whole_game(arena.addr(), ["a", "b", "c", "a"]);
    Seat::train(arena.addr(), "key=watcher");
    let leaders = get_once(arena.addr(), "/leaderboard.json").json();
    let leaders = leaders.as_array().unwrap();
    assert_eq!(leaders.len(), 4);
    assert!(leaders.windows(2).all(|pair| pair[0]["rating"].as_i64() >= pair[1]["rating"].as_i64()));
    let golds: Vec<i64> = states.iter().map(|state| state["hero"]["gold"].as_i64().unwrap()).collect();
    let best = golds.iter().max().unwrap();
    let winner = (golds.iter().filter(|&gold| gold == best).count() == 1)
        .then(|| ["a", "b", "c", "a"][golds.iter().position(|gold| gold == best).unwrap()]);
    for leader in leaders {
        let name = leader["name"].as_str().unwrap();
        let played = i64::from(name != "watcher");
        let won = i64::from(winner == Some(name));
        assert_eq!((leader["games"].as_i64(), leader["wins"].as_i64()), (Some(played), Some(won)), "{name}");
        assert_eq!(leader["winRate"].as_f64(), Some(if won == 1 { 1.0 } else { 0.0 }));
        assert!(leader["lastSeen"].as_i64().unwrap() > 1_600_000_000);
        assert_eq!(leader["id"].as_str().unwrap().len(), 8);
    }
    let all =
        |query: &str| get_once(arena.addr(), &format!("/leaderboard.json{query}")).json().as_array().unwrap().len();
    assert_eq!((all("?days=0"), all("?days=1"), all("?days=")), (4, 4, 4));
    assert_eq!(get_once(arena.addr(), "/leaderboard.json?days=x").status, 400);
}
