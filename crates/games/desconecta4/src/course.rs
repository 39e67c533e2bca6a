//! The evaluation of the course's own player, kept as a named opponent.
//!
//! It looks at runs: own ones are bad, the other side's good, longer ones count more. A run
//! that a piece of the other side breaks still counts where an own piece lies on that piece,
//! because an explosion can drop the own one into the gap; the more so while the other side
//! has a bomb to do it with. If the own bomb wins at once, that is a victory.

use super::board::{Cells, DIRECTIONS};
use super::rules::{Action, Position};
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Ending, Evaluator, MAX_EVALUATION, Position as _};

/// The worth of runs of two, three and four.
const RUNS: [u32; 3] = [1, 4, 16];
/// The worth of runs that an explosion would close, while there is a bomb for it.
const RUNS_UNDER_BOMB: [u32; 3] = [2, 8, 32];

/// Values positions by runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course;

impl Evaluator<Position> for Course {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let mover = position.mover();
        if position.allows(Action::BOOM) {
            let mut after = *position;
            after.play(Action::BOOM);
            if after.ended() == Some(Ending::Loss) {
                return MAX_EVALUATION;
            }
        }
        danger(position, mover.other()) - danger(position, mover)
    }
}

/// The worth of all runs of a side, which count against it.
fn danger(position: &Position, side: Side) -> i32 {
    let (own, others) = (position.pieces(side), position.pieces(side.other()));
    let closable = own | others & own >> 1;
    let worth = if position.bomb(side.other()) == 0 { RUNS } else { RUNS_UNDER_BOMB };
    let whole = weigh(own, RUNS);
    // Those that are whole as they are count once.
    whole + weigh(closable, worth) - weigh(own, worth)
}

fn weigh(cells: Cells, worth: [u32; 3]) -> i32 {
    let mut sum = 0;
    for step in DIRECTIONS {
        let mut runs = cells;
        for (length, worth) in (1..).zip(worth) {
            runs &= cells >> (step * length);
            sum += runs.count_ones() * worth;
        }
    }
    sum.cast_signed()
}
