//! The evaluation of positions.

use super::rules::{Position, SIDE, openings};
use boardbots_game::constants;
use boardbots_game::learned::patterns::{Layout, Planes};
use boardbots_game::parameters::Constants;
use boardbots_search::position::Evaluator;

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const TOP: u64 = 0xff;
const BOTTOM: u64 = TOP << 56;
const RIM: u64 = LEFT | RIGHT | TOP | BOTTOM;
const CORNERS: u64 = (LEFT | RIGHT) & (TOP | BOTTOM);

constants! {
    /// Weights of all that is counted, for the side to move less for the other side: at the start and at the end of a game;
    /// in between a part of both, by the number of discs. A thousand make a win e times as likely against a loss.
    pub struct Weights {
        /// A cell on which the side can place a disc, at the start.
        early_mobility "early-mobility" = 0 in -2000..=2000 by 20;
        /// A cell on which the side can place a disc, at the end.
        late_mobility "late-mobility" = 160 in -2000..=2000 by 20;
        /// A corner that the side can take, at the start.
        early_reach "early-reach" = 1400 in -5000..=5000 by 100;
        /// A corner that the side can take, at the end.
        late_reach "late-reach" = 650 in -5000..=5000 by 100;
        /// A corner that the side has, beside its stable disc, at the start.
        early_corner "early-corner" = 1600 in -5000..=5000 by 100;
        /// A corner that the side has, beside its stable disc, at the end.
        late_corner "late-corner" = 190 in -5000..=5000 by 100;
        /// A disc on the rim that can never be turned, at the start.
        early_stable "early-stable" = 260 in -2000..=2000 by 20;
        /// A disc on the rim that can never be turned, at the end.
        late_stable "late-stable" = 120 in -2000..=2000 by 20;
        /// A disc, at the start.
        early_disc "early-disc" = -40 in -2000..=2000 by 20;
        /// A disc, at the end.
        late_disc "late-disc" = -160 in -2000..=2000 by 20;
        /// A disc without an empty cell beside it, at the start.
        early_inner "early-inner" = -80 in -2000..=2000 by 20;
        /// A disc without an empty cell beside it, at the end.
        late_inner "late-inner" = 240 in -2000..=2000 by 20;
    }
}

/// Kinds of things that are counted, in the order of the weights.
const KINDS: usize = 6;

/// Counts moves, corners, stable discs, all discs, and those that are enclosed.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The worth of each kind, by the number of discs.
    weights: [[i32; KINDS]; 65],
}

impl From<Weights> for Counts {
    fn from(weights: Weights) -> Self {
        let values = weights.parameters().values;
        let mut all = [[0; KINDS]; 65];
        for (discs, weights) in (0..).zip(&mut all) {
            for (weight, pair) in weights.iter_mut().zip(values.chunks(2)) {
                *weight = pair[0] * (64 - discs) + pair[1] * discs;
            }
        }
        Self { weights: all }
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self::from(Weights::DEFAULT)
    }
}

impl Evaluator<Position> for Counts {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        let Position { own, others, open, .. } = *position;
        let discs = own | others;
        let weights = &self.weights[discs.count_ones() as usize];
        let mine = kinds(own, open, discs);
        let theirs = kinds(others, openings(others, own), discs);
        let count = |cells: u64| cells.count_ones().cast_signed();
        let sum = (0..KINDS).map(|kind| weights[kind] * (count(mine[kind]) - count(theirs[kind]))).sum::<i32>();
        sum / 64
    }
}

/// The cells of each kind of a side: with these discs of its own, of all, and openings.
#[inline]
fn kinds(own: u64, open: u64, discs: u64) -> [u64; KINDS] {
    [open, open & CORNERS, own & CORNERS, stable(own, discs), own, own & !around(!discs)]
}

/// The discs on the rim that can never be turned: those that reach to a corner without a gap, and those of full edges.
#[inline]
fn stable(own: u64, discs: u64) -> u64 {
    let full =
        [LEFT, RIGHT, TOP, BOTTOM].into_iter().filter(|edge| discs & edge == *edge).fold(0, |all, edge| all | edge);
    let (mut found, mut last) = (own & (CORNERS | full), 0);
    while found != last {
        last = found;
        found |= own & RIM & (found << 8 | found >> 8 | (found & !RIGHT) << 1 | (found & !LEFT) >> 1);
    }
    found
}

/// These cells and all their neighbours.
#[inline]
const fn around(cells: u64) -> u64 {
    let rows = cells | (cells & !RIGHT) << 1 | (cells & !LEFT) >> 1;
    rows | rows << 8 | rows >> 8
}

/// The cells of a position as learned patterns see them. The board lies on its side, which changes nothing: a column of
/// the layout is a row.
pub const LAYOUT: Layout =
    Layout { boards: 1, rows: SIDE, columns: SIDE, stride: SIDE, phases: 13, stages: 1, images: 8 };

/// The position as learned patterns see it, from the side to move: a cell has a disc of a side, or one or both or
/// neither can place one there. A phase has five discs more than the one before.
#[inline]
#[must_use]
pub fn seen(position: &Position) -> Planes {
    let Position { own, others, open, .. } = *position;
    let theirs = openings(others, own);
    let phase = (own | others).count_ones().saturating_sub(4).to_le_bytes()[0] / 5;
    Planes { bits: [own | theirs, others | theirs, open], phase, stage: 0 }
}
