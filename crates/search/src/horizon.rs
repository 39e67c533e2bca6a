//! One thread's part of an alpha-beta search: the last ply, and the end.

use super::moves::MoveList;
use super::ordering::Picker;
use super::position::{Bounds, Evaluator, INFINITE, Outlook, Position};
use super::worker::{Shared, Worker, winning_value};

impl<P: Position, J: Evaluator<P>> Worker<P, J> {
    /// The value of a position at the end of the search. Where an evaluation gives good bounds few positions come
    /// here, so that one copy of the code is enough.
    #[inline(never)]
    pub(super) fn leaf(&mut self, position: &P, ply: u8) -> i32 {
        self.nodes += 1;
        if let Some(ending) = position.ended() {
            return self.evaluator.ended(position, ending, ply);
        }
        self.evaluator.evaluate(position)
    }

    /// [`Self::search_null_window`] one ply before the end of the search, where most of the time goes.
    pub(super) fn frontier(&mut self, position: &mut P, ply: u8, beta: i32, shared: &Shared<'_>) -> i32 {
        self.nodes += 1;
        if let Some(ending) = position.ended() {
            return self.evaluator.ended(position, ending, ply);
        }
        if P::REPEATS
            && let Some(past) = shared.past
            && let Some(value) = past.value(position.key(), ply)
        {
            return value;
        }
        if let Outlook::Wins(_) = position.outlook() {
            return winning_value(ply);
        }
        let Bounds { floor, ceiling } = self.evaluator.bounds(position, beta);
        if floor >= beta {
            return floor;
        }
        if ceiling < beta {
            return ceiling;
        }
        let mut best = -INFINITE;
        let mut picker = Picker::among(position.moves());
        while let Some((action, index)) = picker.next(position, &self.ordering, ply) {
            let undo = position.play(action);
            let value = -self.leaf(position, ply + 1);
            position.undo(action, undo);
            if value > best {
                best = value;
                if value >= beta {
                    self.ordering.refuted(index, ply, 1);
                    break;
                }
            }
        }
        best
    }

    /// One turn of several plies before the end: the best that those moves bring at most that bring less than `beta`,
    /// and the others.
    pub(super) fn sift(&mut self, position: &P, beta: i32) -> (i32, P::Moves) {
        self.evaluator.survey(position);
        let (mut best, mut others) = (-INFINITE, P::Moves::empty());
        for action in position.moves() {
            let ceiling = self.evaluator.ceiling(position, action);
            if ceiling < beta {
                best = best.max(ceiling);
            } else {
                others.add(action);
            }
        }
        (best, others)
    }
}
