//! The endgame: what a proof needs to know of Reversi.
//!
//! A score is the number of discs that the side to move has more than the other at the end. Moves that leave the other
//! side few replies come first ("fastest first"), and among them those into regions with an odd number of empty cells:
//! who moves first there moves last, too (Gunnar Andersson, "Writing an Othello program", 2000).

use super::rules::Position;
use boardbots_search::MoveList;
use boardbots_search::position::Position as _;
use boardbots_search::solve::{Score, ScoreRange, Solvable};

/// Empty cells below which positions are remembered apart.
const NEAR: u32 = 12;
/// Cells of a quarter of the board: the regions, roughly.
const QUARTERS: [u64; 4] = [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
/// The corners, which are turned no more.
const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Position {
    fn empty(&self) -> u64 {
        !(self.own | self.others)
    }
}

impl Solvable for Position {
    type Facts = ();

    /// All discs.
    fn worth(&self) -> Score {
        64
    }

    /// A score does not tell how many cells stay empty, nor how often a side passes.
    fn plies(&self, _: Score) -> Option<u8> {
        None
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        self.empty().count_ones() < NEAR
    }

    #[inline]
    fn look(&self) -> (ScoreRange, u64, ()) {
        let [own, others] = [self.own, self.others].map(|discs| discs.count_ones().to_le_bytes()[0].cast_signed());
        if self.open == 0 && self.ended().is_some() {
            return (ScoreRange::exactly(own - others), 0, ());
        }
        (ScoreRange { low: -64, high: 64 }, self.key(), ())
    }

    fn tries(&self, (): (), _: &mut ScoreRange) -> Self::Moves {
        let mut moves = self.moves();
        let mut scores = <Self::Moves as MoveList>::no_keys();
        let odd = QUARTERS.into_iter().filter(|quarter| (self.empty() & quarter).count_ones() % 2 == 1);
        let odd = odd.fold(0, |all, quarter| all | quarter);
        for (score, action) in scores.iter_mut().zip(&moves) {
            let mut next = *self;
            next.play(*action);
            let cell = action.bit();
            *score = 8 * (next.open.count_ones() + (next.open & CORNERS).count_ones())
                + if cell & CORNERS == 0 { 4 } else { 0 }
                + u32::from(cell & odd == 0);
        }
        // Few at a time.
        for sorted in 1..moves.len() {
            let mut at = sorted;
            while at > 0 && scores[at - 1] > scores[at] {
                scores.swap(at - 1, at);
                moves.swap(at - 1, at);
                at -= 1;
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Move;
    use boardbots_game::two_player::opening::positions;
    use boardbots_search::Options;
    use boardbots_search::solve::{SolveLimits, Solver};

    /// The discs more at the end by looking at everything.
    fn minimax(position: &Position) -> Score {
        if position.ended().is_some() {
            return position.look().0.low;
        }
        let worth = |action: Move| {
            let mut next = *position;
            next.play(action);
            -minimax(&next)
        };
        position.moves().into_iter().map(worth).max().expect("the game goes on")
    }

    #[test]
    fn endgames_are_worth_what_minimax_says() {
        let mut rng = fastrand::Rng::with_seed(8);
        let mut solver = Solver::new(Options::default());
        for number in 0..60 {
            let mut position = positions::<Position>()[15];
            while position.ended().is_none() && position.empty().count_ones() > 4 + number % 5 {
                let moves = position.moves();
                position.play(moves[rng.usize(..moves.len())]);
            }
            let found = solver.solve(&position, SolveLimits::default(), &mut |_| ());
            assert_eq!(found.score(), Some(minimax(&position)), "{position:?}");
            if let Some(best) = found.best {
                position.play(best);
                assert_eq!(found.score(), Some(-minimax(&position)));
            }
        }
    }
}
