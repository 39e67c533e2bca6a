//! Random games of several tempers, position by position against the second implementation.

use super::oracle::Oracle;
use crate::eval::{Strong, Weights};
use crate::notation::{cell_value, parse_position, position_text};
use crate::rules::{Action, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_search::contract;
use boardbots_search::position::Position as _;
use fastrand::Rng;

/// How an action is chosen.
#[derive(Clone, Copy, Debug)]
enum Temper {
    /// Any.
    Wild,
    /// Bombs explode as soon as they can.
    Bombs,
    /// One that does not end the game, if there is one.
    Lasting,
    /// As before, but bombs are kept until the board is nearly full.
    Keeping,
}

fn choose(oracle: &Oracle, temper: Temper, rng: &mut Rng) -> u8 {
    let actions = oracle.actions();
    let lasts = |action: &u8| {
        let mut next = oracle.clone();
        next.play(*action);
        next.result().is_none()
    };
    let pieces = oracle.cells.iter().flatten().filter(|cell| **cell != 0).count();
    let fitting: Vec<u8> = match temper {
        Temper::Wild => actions.clone(),
        Temper::Bombs => actions.iter().copied().filter(|action| *action == 7).collect(),
        Temper::Lasting => actions.iter().copied().filter(lasts).collect(),
        Temper::Keeping => {
            actions.iter().copied().filter(|action| lasts(action) && (*action == 7) == (pieces > 40)).collect()
        }
    };
    let among = if fitting.is_empty() { &actions } else { &fitting };
    among[rng.usize(..among.len())]
}

/// Everything that can be asked of a position.
fn agree(position: &Position, oracle: &Oracle, moves: &str) {
    assert_eq!(position_text(position), oracle.text(), "{moves}");
    let found = position.moves();
    let found: Vec<u8> = found.iter().map(|action| action.number()).collect();
    assert_eq!(found, oracle.actions(), "{moves}");
    for number in 0..Action::COUNT {
        let action = Action::new(number).unwrap();
        assert_eq!(position.allows(action), found.contains(&number), "{moves}");
        let allowed = found.contains(&number) && position.ended().is_none();
        let text = number.to_string();
        assert_eq!(position.parse_move(&text).is_ok(), allowed, "{moves}");
    }
    assert_eq!(position.drops_bomb(), oracle.drops_bomb(), "{moves}");
    let winner = position.winner().map(|winner| winner.map_or(0, Side::number));
    assert_eq!(winner, oracle.result(), "{moves}");
    for side in Side::ALL {
        assert_eq!(position.bomb(side) != 0, oracle.bomb(side.number()).is_some(), "{moves}");
        let count = oracle.cells.iter().flatten().filter(|cell| **cell != 0 && **cell % 3 == side.number()).count();
        assert_eq!(usize::from(position.count(side)), count, "{moves}");
        assert_eq!(position.pieces(side).count_ones() as usize, count, "{moves}");
    }
    for row in 0..7 {
        for column in 0..7 {
            let cell = oracle.cells[usize::from(row)][usize::from(column)];
            assert_eq!(cell_value(position, row, column), cell, "{moves}");
        }
    }
}

#[test]
fn random_games_agree_position_by_position() {
    let mut rng = Rng::with_seed(4);
    // Whatever the signs of the weights are.
    let weights = |piece, blast, closed, centre| Weights { piece, blast, closed, centre, ..Weights::DEFAULT };
    let evaluators = [
        Strong::default(),
        Strong::from(weights(30, -40, 20, 10)),
        Strong::from(weights(-30, -40, -20, 10)),
        Strong::from(weights(0, 7, 0, -5)),
        Strong::from(weights(5, 60, 90, -70)),
    ];
    let (mut explosions, mut doubles, mut full) = (0, 0, 0);
    for game in 0..3000_u32 {
        let temper = [Temper::Wild, Temper::Bombs, Temper::Lasting, Temper::Keeping][game as usize % 4];
        let (mut position, mut oracle) = (Position::default(), Oracle::start());
        let mut moves = String::new();
        let mut evaluator = evaluators[game as usize % evaluators.len()];
        agree(&position, &oracle, "");
        while oracle.result().is_none() && moves.len() < 200 {
            let number = choose(&oracle, temper, &mut rng);
            let action = Action::new(number).unwrap();
            let before = position;
            let undo = position.play(action);
            let mut back = position;
            back.undo(action, undo);
            assert_eq!((back, back.key()), (before, before.key()));
            oracle.play(number);
            moves.push_str(&action.to_string());
            agree(&position, &oracle, &moves);
            contract::check(&position, &mut evaluator);
            let read = parse_position(&oracle.text()).unwrap();
            assert_eq!((read, read.key()), (position, position.key()), "{moves}");
            explosions += u32::from(number == 7);
        }
        full += u32::from(oracle.cells.iter().flatten().all(|cell| *cell != 0));
        let both = [Side::First, Side::Second].map(|side| crate::board::line_starts(position.pieces(side)) != 0);
        doubles += u32::from(both == [true, true]);
    }
    // The rare cases have been met.
    assert!(explosions > 1000 && doubles > 5 && full > 5, "{explosions} {doubles} {full}");
}

#[test]
fn different_positions_have_different_keys() {
    let mut rng = Rng::with_seed(5);
    let mut keys = std::collections::HashMap::new();
    for _ in 0..2000 {
        let mut oracle = Oracle::start();
        let mut position = Position::default();
        for _ in 0..60 {
            if oracle.result().is_some() {
                break;
            }
            let number = choose(&oracle, Temper::Lasting, &mut rng);
            oracle.play(number);
            position.play(Action::new(number).unwrap());
            let identity = (oracle.cells, oracle.mover, oracle.round % 5);
            let known = keys.entry(position.key()).or_insert(identity);
            assert_eq!(*known, identity);
        }
    }
    assert!(keys.len() > 20_000, "{}", keys.len());
}
