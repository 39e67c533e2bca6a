//! Best-reply search as its definition says: no pruning, no table, no order.

use arrayvec::ArrayVec;
use boardbots_search::best_reply::Rounds;

/// The value at the own player's turn, `depth` rounds deep.
pub fn minimax<G: Rounds>(game: &G, position: &G::Position, depth: u8) -> i32 {
    if depth == 0 || game.over(position) {
        return game.value(position);
    }
    let mut moves = ArrayVec::new();
    game.moves(position, &mut moves);
    moves.into_iter().map(|own| after_move(game, &game.play(position, own), depth)).max().expect("a move")
}

/// The worst that the opponents can do after an own move.
pub fn after_move<G: Rounds>(game: &G, position: &G::Position, depth: u8) -> i32 {
    if game.over(position) {
        return game.value(position);
    }
    let mut replies = ArrayVec::new();
    game.replies(position, &mut replies);
    replies.into_iter().map(|reply| minimax(game, &game.answer(position, reply), depth - 1)).min().expect("a reply")
}
