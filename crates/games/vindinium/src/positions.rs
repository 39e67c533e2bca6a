//! The fixed positions of Vindinium: games on the named maps, looked at now and then.

use crate::board::{Board, Dir, HEROES};
use crate::bot::Player;
use crate::kind::Kind;
use crate::map::{self, Map};
use crate::rules::{NORMAL_TURNS, Order, State};
use fastrand::Rng;

/// The maps played on.
pub const MAPS: [&str; 6] = ["m1", "m2", "m3", "m4", "m5", "m6"];
/// Rounds after which a game is looked at: mines to take, beer to drink, others to fight.
const ROUNDS: [u32; 4] = [20, 90, 170, 260];
/// The players of the four heroes.
const PLAYERS: [Kind; HEROES] = [Kind::Miner, Kind::Hunter, Kind::Guard, Kind::Miner];
/// One in this number of moves is random, so that heroes meet in more than one way.
const BLUNDER: u8 = 6;

/// A game that stands still at some of its states.
pub struct Game {
    /// The board.
    pub board: Board,
    /// The states.
    pub states: Vec<State>,
}

/// One game on each map; the same on every machine.
#[must_use]
pub fn games() -> Vec<Game> {
    (0..).zip(MAPS).map(|(seed, name)| game(named(name), seed)).collect()
}

/// A named map.
///
/// # Panics
///
/// If `name` is none of [`MAPS`].
#[must_use]
pub fn named(name: &str) -> Map {
    let text = map::named(name).expect("one of MAPS");
    map::parse(text).expect("a test reads all named maps")
}

fn game(map: Map, seed: u64) -> Game {
    let hero = usize::try_from(seed % 4).expect("below 4");
    let mut rng = Rng::with_seed(seed);
    let mut players: [Box<dyn Player>; HEROES] = std::array::from_fn(|seat| PLAYERS[seat].player(0));
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(&map.board, seat);
    }
    let mut state = map.start(NORMAL_TURNS, false);
    let mut states = Vec::new();
    while states.len() < ROUNDS.len() && !state.finished() {
        let mover = state.mover();
        if mover == hero && ROUNDS.contains(&(state.turn / 4)) {
            states.push(state);
        }
        let dir = match rng.u8(0..BLUNDER) {
            0 => Dir::ALL[usize::from(rng.u8(0..5))],
            _ => players[mover].decide(&state, &|| false),
        };
        state.play(&map.board, Order::Go(dir));
    }
    Game { board: map.board, states }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_reaches_its_states() {
        let games = games();
        assert_eq!(games.len(), MAPS.len());
        for game in games {
            assert_eq!(game.states.len(), ROUNDS.len());
            let hero = game.states[0].mover();
            assert!(game.states.iter().all(|state| !state.finished() && state.mover() == hero));
        }
    }
}
