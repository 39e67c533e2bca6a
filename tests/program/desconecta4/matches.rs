//! Our client against our server.

use super::house::{House, QUICK, ninja, patient, play};
use super::raw::LONG;
use boardbots_client::desconecta4::{End, LEVELS, Player, Server, Thinking, WireLimits};
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::player::names;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::Position as _;
use std::thread;

/// The position after these moves, all of which must be legal.
fn after(moves: &str) -> Position {
    let mut position = Position::default();
    for text in moves.split("").filter(|text| !text.is_empty()) {
        position.play(position.parse_move(text).unwrap());
    }
    position
}

/// Depths that take no time, but are different for every level.
fn quick(level: &'static boardbots_client::desconecta4::Level) -> Thinking {
    Thinking { depth: level.depth.min(4), ..Thinking::of(level, 1, LONG) }
}

#[test]
fn both_sides_see_the_same_game_at_every_level() {
    for level in &LEVELS {
        for ours in Side::ALL {
            let limits = WireLimits { plies: 120, ..patient() };
            let house = House::open(Server { level, thinking: quick(level), ours, limits, ..ninja() });
            let played = play(house.address, Thinking { depth: 2, ..QUICK }, limits);
            let visit = house.visit();
            assert_eq!(visit.client.to_string(), "tester");
            assert_eq!((visit.number, visit.played.ours), (1, ours));
            assert_eq!(played.ours, ours.other());
            assert_eq!(played.moves, visit.played.moves, "level {}", level.number);
            let position = after(&played.moves);
            for end in [&played.end, &visit.played.end] {
                match end {
                    End::Decided(winner) => assert_eq!(position.winner(), Some(*winner)),
                    End::Plies => assert_eq!((position.winner(), position.ply()), (None, 120)),
                    End::Fault(fault) => panic!("{fault}"),
                }
            }
        }
    }
}

#[test]
fn the_same_game_again() {
    let house = House::open(ninja());
    let limits = WireLimits { plies: 200, ..patient() };
    let games: Vec<String> = (0..3).map(|_| play(house.address, QUICK, limits).moves).collect();
    assert!(games.iter().all(|game| *game == games[0]), "{games:?}");
}

#[test]
fn the_strong_level_is_stronger_than_the_easy_one() {
    // Less deep than it really plays, which takes longer. A game can go round in circles.
    let (easy, strong) = (&LEVELS[0], Thinking { depth: 8, ..Thinking::of(&LEVELS[2], 1, LONG) });
    let wins = Side::ALL.map(|ours| {
        let house = House::open(Server { level: easy, thinking: Thinking::of(easy, 1, LONG), ours, ..ninja() });
        let played = play(house.address, strong, WireLimits { plies: 400, ..patient() });
        assert_ne!(played.end.winner(), Some(ours), "{} {}", played.moves, played.end);
        played.end.winner().is_some()
    });
    assert!(wins.contains(&true));
}

#[test]
fn two_clients_at_once_play_games_of_their_own() {
    let house = House::open(ninja());
    let address = house.address;
    let alone: Vec<String> = [1, 3].map(|depth| game(address, depth)).into();
    let both = [1, 3].map(|depth| thread::spawn(move || game(address, depth)));
    let both: Vec<String> = both.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert_eq!(alone, both);
    assert_ne!(both[0], both[1]);
}

fn game(address: std::net::SocketAddr, depth: u8) -> String {
    play(address, Thinking { depth, ..QUICK }, WireLimits { plies: 300, ..patient() }).moves
}

#[test]
fn long_games_go_on() {
    // Players that avoid every end go round in circles; here a thousand plies are enough.
    let limits = WireLimits { plies: 1000, ..patient() };
    let thinking = Thinking { depth: 4, ..QUICK };
    let house = House::open(Server { thinking, limits, ..ninja() });
    let played = play(house.address, thinking, limits);
    assert_eq!(played.moves, house.visit().played.moves);
    assert!(played.plies() > 49, "bombs were used: {}", played.moves);
}

#[test]
fn several_threads_find_the_same() {
    let limits = WireLimits { plies: 60, ..patient() };
    let moves = [1, 2].map(|threads| {
        let thinking = Thinking { depth: 6, threads, ..QUICK };
        let house = House::open(Server { thinking, games: Some(2), at_once: 1, limits, ..ninja() });
        let first = play(house.address, thinking, limits).moves;
        assert_eq!(first, play(house.address, thinking, limits).moves);
        first
    });
    assert_eq!(moves[0], moves[1]);
}

#[test]
fn a_time_limit_ends_a_search_that_its_depth_would_not() {
    let thinking = Thinking { depth: 64, time_limit: std::time::Duration::from_millis(20), ..QUICK };
    let mut player = Player::new(thinking).unwrap();
    let position = Position::default();
    let action = player.choose(&position, &[]);
    assert!(position.allows(action));
}

#[test]
fn the_table_of_levels_is_complete() {
    for (number, level) in (1..).zip(&LEVELS) {
        assert_eq!((level.number, level.port), (number, 5126 + u16::from(number)));
        assert!(names::<Position>().contains(&level.evaluation));
        assert_eq!(level.nick().to_string(), format!("boardbots-{number}"));
    }
    assert!(LEVELS.windows(2).all(|pair| pair[0].depth < pair[1].depth));
    assert!(Player::new(Thinking { evaluation: "nobody", ..QUICK }).is_err());
}
