//! Positions of real games, reached by players that fight, mine, drink and crash.

use crate::board::{Board, Dir, HEROES};
use crate::bot::Player;
use crate::generator::{Parameters, generate_with};
use crate::kind::Kind;
use crate::rules::{Order, State};
use fastrand::Rng;

/// A board of this size, drawn by a seed.
pub fn board(size: u8, seed: u64) -> Board {
    let mut rng = Rng::with_seed(seed);
    let parameters = Parameters { size, wall_percent: 10 + rng.u8(0..=31), mine_percent: 3 + rng.u8(0..=6) };
    generate_with(parameters, &mut rng).expect("a map").board
}

/// The states of a game of miners who blunder now and then, whenever `hero` is to move.
/// In the games of even seeds another hero crashes on the way.
pub fn game(board: &Board, hero: usize, max_turns: i32, seed: u64) -> Vec<State> {
    let mut rng = Rng::with_seed(seed);
    let mut players: [Box<dyn Player>; HEROES] = std::array::from_fn(|_| Kind::Miner.player(0));
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(board, seat);
    }
    let length = u32::try_from(max_turns).expect("a length");
    let mut crash = seed.is_multiple_of(2).then(|| rng.u32(length / 8..length));
    let mut state = State::new(board, max_turns, false);
    let mut states = Vec::new();
    while !state.finished() {
        let mover = state.mover();
        if mover == hero {
            states.push(state);
        }
        let order = if state.heroes[mover].crashed {
            Order::Go(Dir::Stay)
        } else if crash.is_some_and(|turn| state.turn >= turn) && mover != hero {
            crash = None;
            Order::Crash
        } else if rng.u8(0..4) == 0 {
            Order::Go(Dir::ALL[rng.usize(0..5)])
        } else {
            Order::Go(players[mover].decide(&state, &|| false))
        };
        state.play(board, order);
    }
    states
}
