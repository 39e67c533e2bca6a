//! The strong evaluation.
//!
//! Who has to play into his own fourth loses, so each piece is a burden, and what matters is
//! how many of them one can get rid of: those in the row of the own bomb. A cell in which a
//! piece would complete an own line is closed to its owner, and so is what lies above it,
//! until the other side fills it; more lines run through the middle column than through
//! any other. The weights come from games of the evaluation against itself at eight plies (`boardbots tune`).

use super::board::{BOARD, Cells, FLOOR, SIDE, column, growing};
use super::rules::{Action, Position};
use boardbots_game::constants;
use boardbots_search::game::{Bounds, Evaluator, INFINITE};

constants! {
    /// What the evaluation counts, in units of its own; what it looks at counts for its side and,
    /// the other way, for the other one.
    pub struct Weights {
        /// Worth of a piece to its side.
        piece "piece" = -50 in -200..=200 by 6;
        /// Worth of a piece that the own bomb would remove, the bomb among them.
        blast "blast" = 58 in -200..=200 by 6;
        /// Worth of an empty cell in which an own piece would complete a line.
        closed "closed" = -84 in -200..=200 by 6;
        /// Worth of a piece in the middle column, beside that of a piece.
        centre "centre" = -71 in -200..=200 by 6;
        /// What the player gives up at most to reach a position that the match has not seen.
        repetition "repetition" = 249 in 0..=1000 by 30;
    }
}

/// Values positions by burdens and by what the bomb will clear away.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strong {
    weights: Weights,
    /// Of the last position that was asked for its bounds.
    survey: Survey,
}

/// What the drops of a position have in common.
#[derive(Clone, Copy, Debug, Default)]
struct Survey {
    /// The value of the position to the side to move.
    value: i32,
    /// Cells in which a drop loses nothing and makes no closing cell: what it changes is known.
    calm: Cells,
    /// The value after the best of them.
    best: i32,
}

impl Strong {
    /// An evaluation with these weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Self {
        Self { weights, survey: Survey { value: 0, calm: 0, best: 0 } }
    }

    /// The value, to the side that moves, after a drop into an empty cell that makes no closing cell.
    #[inline]
    fn after_calm(&self, position: &Position, landing: Cells) -> i32 {
        let Weights { piece, blast, closed, centre, .. } = self.weights;
        let mover = position.mover();
        let blasts = if position.drops_bomb() {
            blasted(position.pieces(mover) | landing, landing)
        } else {
            i32::from(row_of(position.bomb(mover)) & landing != 0)
        };
        let takes = i32::from(position.closing(mover.other()) & landing != 0);
        let in_the_middle = i32::from(column(SIDE / 2) & landing != 0);
        self.survey.value + piece + blast * blasts + closed * takes + centre * in_the_middle
    }

    /// The value after the best of some drops of a piece that make no closing cell.
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
            let (mut these, mut value) = (drops, self.survey.value + piece);
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
            best = best.max(self.after_calm(position, rest & rest.wrapping_neg()));
            rest &= rest - 1;
        }
        best
    }
}

impl Evaluator<Position> for Strong {
    fn repetition_cost(&self) -> i32 {
        self.weights.repetition
    }

    /// A drop loses at once, or what it changes is known but for the closing cells that it makes.
    #[inline]
    fn bounds(&mut self, position: &Position, beta: i32) -> Bounds {
        let Weights { blast, closed, centre, .. } = self.weights;
        self.survey = Survey { value: self.evaluate(position), calm: 0, best: -INFINITE };
        if position.is_nearly_full() {
            return Bounds::NONE;
        }
        let (mover, has_bomb) = (position.mover(), position.allows(Action::BOOM));
        // A bomb that is dropped counts for all pieces beside it, itself among them.
        let most = if position.drops_bomb() { SIDE.into() } else { i32::from(has_bomb) };
        let gain = (most * blast).max(0) + closed.max(0) + centre.max(0);
        let ceiling = if has_bomb || closed > 0 { INFINITE } else { self.survey.value + self.weights.piece + gain };
        if ceiling < beta {
            return Bounds { floor: -INFINITE, ceiling };
        }
        let growing = growing(position.pieces(mover), BOARD & !position.occupied());
        let calm = position.landings() & !position.closing(mover) & !growing;
        self.survey.calm = calm;
        self.survey.best =
            if position.drops_bomb() { self.best_of_bombs(position, calm) } else { self.best_of_drops(position, calm) };
        Bounds { floor: self.survey.best, ceiling }
    }

    #[inline]
    fn ceiling(&mut self, position: &Position, action: Action) -> i32 {
        let landing = position.landing(action.number());
        if action == Action::BOOM || position.is_nearly_full() {
            INFINITE
        } else if self.survey.calm & landing != 0 {
            self.survey.best
        } else if self.weights.closed > 0 {
            INFINITE
        } else {
            self.after_calm(position, landing)
        }
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

/// How many bits each pattern of a column has.
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
fn row_of(bomb: Cells) -> Cells {
    if bomb == 0 { 0 } else { FLOOR << (bomb.trailing_zeros() % 8) }
}

/// How many pieces go with a bomb.
#[inline]
fn blasted(pieces: Cells, bomb: Cells) -> i32 {
    if bomb == 0 {
        return 0;
    }
    let row = bomb.trailing_zeros() % 8;
    let hit = pieces >> row & FLOOR;
    // The product gathers one bit of every byte in the highest one.
    i32::from(hit.wrapping_mul(0x0101_0101_0101_0101).to_be_bytes()[0])
}
