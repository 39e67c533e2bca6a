//! An opponent that looks single turns ahead, as strong public programs do.

use super::eyes::{Eyes, projected};
use crate::board::{Board, Dir};
use crate::bot::Player;
use crate::rules::{Order, State, others};
use crate::terrain::Atlas;

/// Single turns that it looks ahead.
const TURNS: u8 = 9;
/// Steps within which it looks at what another hero can do; those farther away stand still.
const NEAR: u8 = 3;
/// Own turns for which a mine counts.
const HOLD: u32 = 40;

/// Alpha-beta over single turns, all others against it: its own value minus the sum of the others', in which each step
/// of delay costs gold.
#[derive(Default)]
pub struct Steady {
    eyes: Option<Eyes>,
}

impl Player for Steady {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.eyes = Some(Eyes::of(board, hero, Atlas::of(board)));
    }

    fn decide(&mut self, state: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        let Some(eyes) = &self.eyes else { return Dir::Stay };
        let (mut best, mut most) = (Dir::Stay, -i32::MAX);
        for dir in eyes.orders(state) {
            let value = search(eyes, &after(eyes, state, dir), TURNS - 1, most, i32::MAX);
            if value > most {
                (best, most) = (dir, value);
            }
        }
        best
    }
}

/// The value of a state between these bounds, some single turns ahead.
fn search(eyes: &Eyes, state: &State, turns: u8, mut least: i32, mut most: i32) -> i32 {
    if turns == 0 || state.finished() {
        return value(eyes, state);
    }
    let mover = state.mover();
    let place = |hero: usize| state.heroes[hero].pos;
    if mover != eyes.hero && (state.heroes[mover].crashed || eyes.steps(place(mover), place(eyes.hero)) > NEAR) {
        return search(eyes, &after(eyes, state, Dir::Stay), turns - 1, least, most);
    }
    for dir in eyes.orders(state) {
        let value = search(eyes, &after(eyes, state, dir), turns - 1, least, most);
        if mover == eyes.hero {
            least = least.max(value);
        } else {
            most = most.min(value);
        }
        if least >= most {
            break;
        }
    }
    if mover == eyes.hero { least } else { most }
}

/// The state after an order.
fn after(eyes: &Eyes, state: &State, dir: Dir) -> State {
    let mut next = *state;
    next.play(&eyes.board, Order::Go(dir));
    next
}

/// The own worth minus the sum of the others'.
fn value(eyes: &Eyes, state: &State) -> i32 {
    worth(eyes, state, eyes.hero) - others(eyes.hero).map(|other| worth(eyes, state, other)).sum::<i32>()
}

/// The worth of a hero, in tenths of a gold piece: gold, mines for as long as they count, the way to the next goal, and
/// life.
fn worth(eyes: &Eyes, state: &State, hero: usize) -> i32 {
    let way = if hero == eyes.hero { eyes.way(state) } else { 0 };
    10 * (projected(state, hero, HOLD) - way) + 3 * i32::from(state.heroes[hero].life)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::generate;

    /// The value without bounds.
    fn minimax(eyes: &Eyes, state: &State, turns: u8) -> i32 {
        if turns == 0 || state.finished() {
            return value(eyes, state);
        }
        let (own, mover) = (&state.heroes[eyes.hero], &state.heroes[state.mover()]);
        let still = state.mover() != eyes.hero && (mover.crashed || eyes.steps(mover.pos, own.pos) > NEAR);
        let orders = eyes.orders(state).filter(|&dir| !still || dir == Dir::Stay);
        let values = orders.map(|dir| minimax(eyes, &after(eyes, state, dir), turns - 1));
        if state.mover() == eyes.hero { values.max() } else { values.min() }.expect("an order")
    }

    #[test]
    fn bounds_change_no_value() {
        for seed in 0..6 {
            let board = generate(&mut fastrand::Rng::with_seed(seed)).expect("a map").board;
            let hero = usize::try_from(seed % 4).expect("small");
            let eyes = Eyes::of(&board, hero, Atlas::of(&board));
            let mut state = State::new(&board, 300, false);
            let mut rng = fastrand::Rng::with_seed(seed);
            while !state.finished() {
                let found = search(&eyes, &state, 5, -i32::MAX, i32::MAX);
                assert_eq!(found, minimax(&eyes, &state, 5), "seed {seed}: {state:?}");
                state.play(&board, Order::Go(Dir::AROUND[usize::from(rng.u8(0..4))]));
            }
        }
    }
}
