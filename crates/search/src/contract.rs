//! Checks for tests of a game and its evaluation: do they keep what [`Position`] and [`Evaluator`] promise?

use super::position::{Bounds, Ending, Evaluator, INFINITE, Position, Threat, WIN, ending_value};
use std::fmt::Debug;

/// Checks in one position everything that a search relies on: indices of moves, moves taken back, candidates, the
/// threat, and the bounds of the evaluation.
///
/// ```
/// # mod tic_tac_toe { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tic_tac_toe/tic_tac_toe.rs")); }
/// use tic_tac_toe::{Even, TicTacToe}; // the game on the first page
/// boardbots_search::contract::check(&TicTacToe::default(), &mut Even);
/// ```
///
/// # Panics
///
/// If a promise is broken. The message says which one.
pub fn check<P: Position + Debug>(position: &P, evaluator: &mut impl Evaluator<P>) {
    let mut position = position.clone();
    if position.ended().is_some() {
        return;
    }
    check_moves(&mut position);
    check_outlook(&mut position);
    check_bounds(&mut position, evaluator);
}

fn check_moves<P: Position + Debug>(position: &mut P) {
    let (moves, key) = (position.moves(), position.key());
    assert!(!moves.is_empty(), "{position:?} has not ended and has no moves");
    let mut known = vec![None; P::INDICES];
    for action in moves.iter().copied() {
        let index = position.index(action);
        assert_eq!(known[index].replace(action), None, "two moves have the index {index}: {position:?}");
        let undo = position.play(action);
        position.undo(action, undo);
        assert_eq!(position.key(), key, "{action:?} cannot be taken back: {position:?}");
    }
    for (index, action) in known.into_iter().enumerate() {
        assert_eq!(position.with_index(index), action, "the move of index {index}: {position:?}");
    }
}

fn check_candidates<P: Position + Debug>(position: &mut P) {
    let (moves, candidates) = (position.moves(), position.candidates());
    assert!(!candidates.is_empty(), "no move is a candidate: {position:?}");
    let mut in_order = moves.iter();
    for candidate in candidates.iter() {
        assert!(in_order.any(|action| action == candidate), "{candidate:?} is no move, or not in order: {position:?}");
    }
    let fates: Vec<Fate> = moves.iter().map(|action| fate(position, *action)).collect();
    let worst = if P::REPEATS || fates.contains(&Fate::Lost) { Fate::Lost } else { Fate::Answered };
    for (action, fate) in moves.into_iter().zip(fates) {
        let is_candidate = candidates.contains(&action);
        assert!(is_candidate || fate == worst, "{action:?} may be better than others: {position:?}");
    }
}

/// The consequence of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It loses at once.
    Lost,
    /// It wins at once, or draws.
    Ended,
    /// The other player can win at once.
    Answered,
    /// The game goes on.
    Open,
}

fn fate<P: Position>(position: &mut P, action: P::Move) -> Fate {
    let undo = position.play(action);
    let fate = match position.ended() {
        Some(Ending::Win) => Fate::Lost,
        Some(_) => Fate::Ended,
        None if position.moves().into_iter().any(|reply| wins(position, reply)) => Fate::Answered,
        None => Fate::Open,
    };
    position.undo(action, undo);
    fate
}

fn check_outlook<P: Position + Debug>(position: &mut P) {
    match position.threat() {
        Threat::None => check_candidates(position),
        Threat::Wins(action) => assert!(wins(position, action), "{action:?} wins: {position:?}"),
        Threat::Forced(forced) => {
            assert!(!P::REPEATS, "any move may lead to a draw by repetition, {forced:?} is not forced: {position:?}");
            for action in position.moves() {
                let fate = fate(position, action);
                assert!(
                    !matches!(fate, Fate::Lost | Fate::Ended),
                    "{action:?} ends the game, {forced:?} is not forced: {position:?}"
                );
                assert!(fate == Fate::Answered || action == forced, "{action:?} has no answer: {position:?}");
            }
        }
    }
}

/// True if a move ends the game and wins.
fn wins<P: Position>(position: &mut P, action: P::Move) -> bool {
    let undo = position.play(action);
    let ended = position.ended();
    position.undo(action, undo);
    ended == Some(Ending::Loss)
}

fn check_bounds<P: Position + Debug>(position: &mut P, evaluator: &mut impl Evaluator<P>) {
    // A search does not ask then.
    if matches!(position.threat(), Threat::Wins(_)) {
        return;
    }
    let mut best = -INFINITE;
    for action in position.moves() {
        let undo = position.play(action);
        let value = position.ended().map_or_else(|| evaluator.evaluate(position), |ending| ending_value(ending, 1));
        position.undo(action, undo);
        best = best.max(-value);
    }
    for beta in [1 - WIN, best - 1, best, best + 1, best + 20, WIN, INFINITE] {
        let Bounds { floor, ceiling } = evaluator.bounds(position, beta);
        assert!(floor <= best, "the best move brings {best}, not {floor} or more: {position:?}");
        assert!(best <= ceiling, "the best move brings {best}, not {ceiling} or less: {position:?}");
    }
}
