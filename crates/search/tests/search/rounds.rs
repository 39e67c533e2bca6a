//! Best-reply search as its definition says: no pruning, no table, no order.

use boardbots_search::best_reply::{Ply, Rounds};

/// All own moves of a position.
pub fn moves<R: Rounds>(game: &R, position: &R::Position) -> Vec<R::Move> {
    let mut moves = Vec::new();
    game.moves(position, |own| moves.push(own));
    moves
}

/// All replies to an own move.
pub fn replies<R: Rounds>(game: &R, position: &R::Position) -> Vec<R::Reply> {
    let mut replies = Vec::new();
    game.replies(position, |reply| replies.push(reply));
    replies
}

/// The position after an own move.
pub fn played<R: Rounds>(game: &R, position: &R::Position, own: R::Move) -> R::Position {
    let mut after = *position;
    game.play(&mut after, own);
    after
}

/// The position after a reply.
pub fn answered<R: Rounds>(game: &R, position: &R::Position, reply: R::Reply) -> R::Position {
    let mut after = *position;
    game.answer(&mut after, reply);
    after
}

/// The value at the own player's turn, `depth` rounds deep.
pub fn minimax<R: Rounds>(game: &R, position: &R::Position, depth: u8) -> i32 {
    if depth == 0 || game.over(position) {
        return game.value(position);
    }
    moves(game, position).into_iter().map(|own| of_move(game, position, own, depth)).max().expect("a move")
}

/// The value of an own move, its price taken off.
pub fn of_move<R: Rounds>(game: &R, position: &R::Position, own: R::Move, depth: u8) -> i32 {
    after_move(game, &played(game, position, own), depth) - game.price(position, Ply::Own(own))
}

/// The worst that the opponents can do after an own move.
pub fn after_move<R: Rounds>(game: &R, position: &R::Position, depth: u8) -> i32 {
    if game.over(position) {
        return game.value(position);
    }
    let after =
        |reply| minimax(game, &answered(game, position, reply), depth - 1) - game.price(position, Ply::Reply(reply));
    replies(game, position).into_iter().map(after).min().expect("a reply")
}

/// The first of the best moves.
pub fn first_best<R: Rounds>(game: &R, position: &R::Position, depth: u8) -> R::Move {
    let value = minimax(game, position, depth);
    let is_best = |own: &R::Move| of_move(game, position, *own, depth) == value;
    moves(game, position).into_iter().find(is_best).expect("a best move")
}
