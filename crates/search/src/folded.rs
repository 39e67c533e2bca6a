//! A game of rounds as a game for two: the own player, and all opponents together.

use super::moves::MoveList;
use super::position::{Ending, Evaluator, INFINITE, Position};
use super::rounds::{Ply, Rounds};
use std::sync::Arc;

/// A position of it.
pub struct Folded<R: Rounds> {
    rounds: Arc<R>,
    position: R::Position,
    /// True if the own player has moved, and the opponents have not.
    halfway: bool,
}

impl<R: Rounds> Folded<R> {
    /// A position at the own player's turn.
    #[must_use]
    pub fn new(rounds: &Arc<R>, position: R::Position) -> Self {
        Self { rounds: Arc::clone(rounds), position, halfway: false }
    }

    /// True if there are several moves.
    pub(super) fn has_choice(&self) -> bool {
        self.moves().len() > 1
    }
}

impl<R: Rounds> Clone for Folded<R> {
    fn clone(&self) -> Self {
        Self { rounds: Arc::clone(&self.rounds), ..*self }
    }
}

impl<R: Rounds> Position for Folded<R> {
    type Move = Ply<R::Move, R::Reply>;
    type Moves = R::Plies;
    type Undo = R::Position;
    const INDICES: usize = R::MOVES + R::REPLIES;
    const STEP: u8 = 2;

    fn moves(&self) -> R::Plies {
        let mut plies = R::Plies::empty();
        if self.halfway {
            self.rounds.replies(&self.position, |reply| plies.add(Ply::Reply(reply)));
        } else {
            self.rounds.moves(&self.position, |own| plies.add(Ply::Own(own)));
        }
        plies
    }

    fn index(&self, action: Self::Move) -> usize {
        match action {
            Ply::Own(own) => self.rounds.move_index(&self.position, own),
            Ply::Reply(reply) => R::MOVES + self.rounds.reply_index(&self.position, reply),
        }
    }

    fn play(&mut self, action: Self::Move) -> R::Position {
        let before = self.position;
        match action {
            Ply::Own(own) => self.rounds.play(&mut self.position, own),
            Ply::Reply(reply) => self.rounds.answer(&mut self.position, reply),
        }
        self.halfway = !self.halfway;
        before
    }

    fn undo(&mut self, _: Self::Move, before: R::Position) {
        self.position = before;
        self.halfway = !self.halfway;
    }

    /// Nobody has won: [`Worth`] values the end.
    fn ended(&self) -> Option<Ending> {
        self.rounds.over(&self.position).then_some(Ending::Draw)
    }

    fn key(&self) -> u64 {
        let key = self.rounds.key(&self.position);
        if self.halfway { !key.rotate_left(32) } else { key }
    }

    fn is_whole(&self) -> bool {
        !self.halfway || self.rounds.over(&self.position)
    }
}

/// Values positions as the game of rounds does.
pub struct Worth<R: Rounds> {
    sketch: R::Sketch,
}

impl<R: Rounds> Default for Worth<R> {
    fn default() -> Self {
        Self { sketch: R::Sketch::default() }
    }
}

impl<R: Rounds> Clone for Worth<R> {
    fn clone(&self) -> Self {
        Self { sketch: self.sketch.clone() }
    }
}

impl<R: Rounds> Evaluator<Folded<R>> for Worth<R> {
    fn evaluate(&mut self, folded: &Folded<R>) -> i32 {
        let value = folded.rounds.value(&folded.position);
        if folded.halfway { -value } else { value }
    }

    fn ended(&mut self, folded: &Folded<R>, _: Ending, _: u8) -> i32 {
        self.evaluate(folded)
    }

    fn survey(&mut self, folded: &Folded<R>) {
        folded.rounds.sketch(&folded.position, &mut self.sketch);
    }

    fn ceiling(&mut self, folded: &Folded<R>, action: Ply<R::Move, R::Reply>) -> i32 {
        match action {
            Ply::Own(own) => folded.rounds.ceiling(&folded.position, &mut self.sketch, own),
            Ply::Reply(_) => INFINITE,
        }
    }
}
