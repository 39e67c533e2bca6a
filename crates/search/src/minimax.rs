//! Plain negamax without pruning, table or move ordering, to test searches against, and counts of positions.

use super::position::{Evaluator, INFINITE, Position};
use super::repetition::repetition_value;

/// The value of a position `depth` plies deep, and the first of the best moves.
///
/// The time is proportional to [`perft`].
///
/// ```
/// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
/// use tic_tac_toe::{Even, TicTacToe}; // the game on the first page
/// use boardbots_search::{ends_in, minimax::minimax};
/// let mut position = TicTacToe { own: 0o020, other: 0o002 }; // the middle, and the square above it
/// let (value, best) = minimax(&mut position, &mut Even, 6);
/// assert_eq!((ends_in(value), best), (Some(5), Some(0)));
/// ```
pub fn minimax<P: Position>(position: &mut P, evaluator: &mut impl Evaluator<P>, depth: u8) -> (i32, Option<P::Move>) {
    minimax_after(position, &[], evaluator, depth)
}

/// The same in a game that has had the positions with the keys `past`. One of them that comes again before the end of
/// the search is a repetition ([`Evaluator::contempt`]).
pub fn minimax_after<P: Position>(
    position: &mut P,
    past: &[u64],
    evaluator: &mut impl Evaluator<P>,
    depth: u8,
) -> (i32, Option<P::Move>) {
    let past = evaluator
        .contempt()
        .filter(|_| P::REPEATS && position.ended().is_none())
        .map(|contempt| Past { keys: past, worth: evaluator.evaluate(position) - contempt });
    below(position, past, evaluator, depth, 0)
}

/// The positions of the game so far, and the worth of a repetition to the player at the root.
#[derive(Clone, Copy)]
struct Past<'a> {
    keys: &'a [u64],
    worth: i32,
}

fn below<P: Position>(
    position: &mut P,
    past: Option<Past<'_>>,
    evaluator: &mut impl Evaluator<P>,
    depth: u8,
    ply: u8,
) -> (i32, Option<P::Move>) {
    if let Some(ending) = position.ended() {
        return (evaluator.ended(position, ending, ply), None);
    }
    if depth == 0 {
        return (evaluator.evaluate(position), None);
    }
    if ply > 0
        && let Some(past) = past
        && let Some(value) = repetition_value(past.keys, position.key(), past.worth, ply)
    {
        return (value, None);
    }
    let mut best = (-INFINITE, None);
    for action in position.moves() {
        let undo = position.play(action);
        let value = -below(position, past, evaluator, depth - 1, ply + 1).0;
        position.undo(action, undo);
        if value > best.0 {
            best = (value, Some(action));
        }
    }
    best
}

/// The number of positions exactly `depth` plies away, and the number of positions at most as far away in which the
/// game has ended.
///
/// Every position is visited and asked whether the game has ended; such a position has no successors.
///
/// ```
/// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
/// use tic_tac_toe::TicTacToe; // the game on the first page
/// use boardbots_search::minimax::perft;
/// // The fifth move is the first one that can win.
/// assert_eq!(perft(&mut TicTacToe::default(), 5), (9 * 8 * 7 * 6 * 5, 1440));
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u8) -> (u64, u64) {
    if position.ended().is_some() {
        return (u64::from(depth == 0), 1);
    }
    if depth == 0 {
        return (1, 0);
    }
    let mut sum = (0, 0);
    for action in position.moves() {
        let undo = position.play(action);
        // Most positions are the last ones: they are asked here.
        let (leaves, ended) = match depth {
            1 => (1, u64::from(position.ended().is_some())),
            _ => perft(position, depth - 1),
        };
        position.undo(action, undo);
        sum.0 += leaves;
        sum.1 += ended;
    }
    sum
}

/// The number of positions of the smallest tree `depth` plies deep that proves the value of `position`. The time is
/// proportional to the number of positions half as deep.
///
/// To know the value of a position `d` plies deep, a search must look at least at one reply to every
/// move of one side, and at all replies to one move of the other: with `P(i)` positions `i` plies away,
/// at `P(⌈i/2⌉) + P(⌊i/2⌋) − 1` of them on every level `i` (Knuth and Moore, "An analysis of alpha-beta
/// pruning", Artificial Intelligence 6(4), 1975; for `P(i) = bⁱ` exactly their theorem).
///
/// ```
/// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
/// use tic_tac_toe::TicTacToe; // the game on the first page
/// use boardbots_search::minimax::minimal_nodes;
/// // With 9 and then 8 moves the levels have 1, 9, 9 + 9 - 1 and 72 + 9 - 1 positions.
/// assert_eq!(minimal_nodes(&TicTacToe::default(), 3), 1 + 9 + 17 + 80);
/// ```
#[must_use]
pub fn minimal_nodes<P: Position>(position: &P, depth: u8) -> u64 {
    let mut position = position.clone();
    let wide: Vec<u64> = (0..=depth.div_ceil(2)).map(|level| perft(&mut position, level).0).collect();
    let at = |half: u8| wide[usize::from(half)];
    (0..=depth).map(|level| (at(level.div_ceil(2)) + at(level / 2)).saturating_sub(1)).sum()
}
