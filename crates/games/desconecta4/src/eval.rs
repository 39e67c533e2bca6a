//! Evaluations: the strong one, and that of the course's own player, kept as a named opponent.
//!
//! Players who have to complete a line of their own lose, so each piece is a burden, and the number that matters to the
//! strong one is that of pieces they can get rid of: those in the row of the own bomb. A cell in which a piece would
//! complete an own line is closed to its owner, and so are the cells above it, until the other side fills it; more
//! lines run through the middle column than through any other. The weights come from games of the evaluation against
//! itself at eight plies (`boardbots tune`).
//!
//! The course's player looks at runs: own ones are bad, the other side's good, longer ones count more. A run that a
//! piece of the other side breaks still counts where an own piece lies on that piece, because an explosion can drop the
//! own one into the gap; the more so while the other side has a bomb to do it with. If the own bomb wins at once, that
//! is a victory.

use crate::board::{BOARD, Cells, DIRECTIONS, FLOOR, SIDE, closing, column, growing};
use crate::rules::{Action, Position};
use boardbots_game::constants;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Bounds, Ending, Evaluator, INFINITE, MAX_EVALUATION, Position as _};

constants! {
    /// The weights of the evaluation, in units of its own. Each counts for its own side and, with the opposite sign,
    /// for the other one.
    pub struct Weights {
        /// Worth of a piece to its side.
        piece "piece" = -50 in -200..=200 by 6;
        /// Worth of a piece that the own bomb would remove, the bomb among them.
        blast "blast" = 58 in -200..=200 by 6;
        /// Worth of an empty cell in which an own piece would complete a line.
        closed "closed" = -84 in -200..=200 by 6;
        /// Worth of a piece in the middle column, beside that of a piece.
        centre "centre" = -71 in -200..=200 by 6;
        /// What the player gives up of what he has to reach no position that the match has seen.
        repetition "repetition" = 150 in 0..=1000 by 30;
    }
}

/// Values positions by burdens and by the pieces that the bomb will clear away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strong {
    weights: Weights,
}

impl From<Weights> for Strong {
    fn from(weights: Weights) -> Self {
        Self { weights }
    }
}

impl Strong {
    /// The change of the value by a drop, for the side that makes it, apart from the closing cells that it makes.
    #[inline]
    fn change(&self, position: &Position, landing: Cells) -> i32 {
        let Weights { piece, blast, closed, centre, .. } = self.weights;
        let mover = position.mover();
        let blasts = if position.drops_bomb() {
            blasted(position.pieces(mover) | landing, landing)
        } else {
            i32::from(row_of(position.bomb(mover)) & landing != 0)
        };
        let takes = i32::from(position.closing(mover.other()) & landing != 0);
        let in_the_middle = i32::from(column(SIDE / 2) & landing != 0);
        piece + blast * blasts + closed * takes + centre * in_the_middle
    }

    /// The largest change of the value by some drops of a piece that make no closing cell.
    #[inline]
    fn best_of_drops(&self, position: &Position, drops: Cells) -> i32 {
        let Weights { piece, blast, closed, centre, .. } = self.weights;
        let mover = position.mover();
        let changes = [
            (row_of(position.bomb(mover)), blast),
            (position.closing(mover.other()), closed),
            (column(SIDE / 2), centre),
        ];
        // Eight kinds of drops, without branches: a processor cannot predict which kinds a position has.
        let mut best = -INFINITE;
        for kind in 0..1 << changes.len() {
            let (mut these, mut value) = (drops, piece);
            for (bit, (cells, change)) in changes.into_iter().enumerate() {
                let changed = kind >> bit & 1 == 1;
                these &= if changed { cells } else { !cells };
                value += i32::from(changed) * change;
            }
            best = best.max(value - (i32::from(these == 0) << 30));
        }
        best
    }

    /// The same of drops of a bomb.
    fn best_of_bombs(&self, position: &Position, drops: Cells) -> i32 {
        let (mut best, mut rest) = (-INFINITE, drops);
        while rest != 0 {
            best = best.max(self.change(position, rest & rest.wrapping_neg()));
            rest &= rest - 1;
        }
        best
    }
}

impl Evaluator<Position> for Strong {
    fn contempt(&self) -> Option<i32> {
        Some(self.weights.repetition)
    }

    /// A drop loses at once, or what it changes is known without making it.
    #[inline]
    fn bounds(&mut self, position: &Position, beta: i32) -> Bounds {
        if position.is_nearly_full() {
            return Bounds::NONE;
        }
        let (mover, empty) = (position.mover(), BOARD & !position.occupied());
        let (pieces, closed) = (position.pieces(mover), position.closing(mover));
        let (value, drops) = (self.evaluate(position), position.landings() & !closed);
        let mut growing = drops & growing(pieces, empty);
        let calm = drops & !growing;
        let change =
            if position.drops_bomb() { self.best_of_bombs(position, calm) } else { self.best_of_drops(position, calm) };
        let mut best = value + change;
        if best >= beta {
            return Bounds { floor: best, ceiling: INFINITE };
        }
        while growing != 0 {
            let landing = growing & growing.wrapping_neg();
            growing &= growing - 1;
            let without = value + self.change(position, landing);
            // A closing cell usually is a burden: then this is the most.
            if without > best || self.weights.closed > 0 {
                let made = (closing(pieces | landing) & !closed & empty & !landing).count_ones().cast_signed();
                best = best.max(without + self.weights.closed * made);
            }
        }
        if best >= beta {
            return Bounds { floor: best, ceiling: INFINITE };
        }
        if position.allows(Action::BOOM) {
            let mut after = *position;
            after.play(Action::BOOM);
            if after.ended().is_some() {
                return Bounds { floor: best, ceiling: INFINITE };
            }
            best = best.max(-self.evaluate(&after));
        }
        Bounds { floor: best, ceiling: best.max(-MAX_EVALUATION) }
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let Weights { piece, blast, closed, centre, .. } = self.weights;
        let mover = position.mover();
        let sides = [mover, mover.other()];
        let empty = BOARD & !position.occupied();
        let pieces = sides.map(|side| i32::from(position.count(side)));
        let blasts = sides.map(|side| blasted(position.pieces(side), position.bomb(side)));
        let closing = sides.map(|side| (position.closing(side) & empty).count_ones().cast_signed());
        let middle = sides.map(|side| {
            let column = position.pieces(side).to_le_bytes()[3] & 0x7f;
            i32::from(COLUMN_COUNTS[usize::from(column)])
        });
        let lead = |counts: [i32; 2]| counts[0] - counts[1];
        piece * lead(pieces) + blast * lead(blasts) + closed * lead(closing) + centre * lead(middle)
    }
}

/// The number of bits of each pattern of a column.
const COLUMN_COUNTS: [u8; 128] = {
    let mut table = [0_u8; 128];
    let mut pattern = 0;
    while pattern < table.len() {
        // The same without its lowest bit, and that bit.
        table[pattern] = table[pattern / 2] + if pattern % 2 == 1 { 1 } else { 0 };
        pattern += 1;
    }
    table
};

/// The row of a bomb; no cells if there is none.
#[inline]
#[must_use]
pub fn row_of(bomb: Cells) -> Cells {
    if bomb == 0 { 0 } else { FLOOR << (bomb.trailing_zeros() % 8) }
}

/// The number of pieces that go with a bomb.
#[inline]
fn blasted(pieces: Cells, bomb: Cells) -> i32 {
    let row = bomb.trailing_zeros() % 8;
    let hit = pieces >> row & (FLOOR * Cells::from(bomb != 0));
    // The product gathers one bit of every byte in the highest one.
    i32::from(hit.wrapping_mul(0x0101_0101_0101_0101).to_be_bytes()[0])
}

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
