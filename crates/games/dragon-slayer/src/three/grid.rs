//! The solution for three players, small enough for boards: values at the nodes of a grid, with interpolation between
//! them.
//!
//! Below the goal the nodes are eight scores of each player. At the goal and above they are 28 gaps to the highest
//! score, odd and even ones separately, since points come in twos and a tie depends on that; for the first player of a
//! round only the values of ties are needed. Values at nodes are probabilities in one byte. They are fitted to the
//! whole solution (`fit.rs`), so that errors between nodes even out.
//!
//! Only the distance to the goal matters, so that the table of the printed rules serves lower goals, too.

use super::state::{Layout, SEATS, Shares, State, TOKENS};
use super::values::Values;
use crate::turn::CYCLES;
use crate::variant::Variant;
use arrayvec::ArrayVec;
use miniz_oxide::inflate;
use std::sync::LazyLock;

/// The scores of the nodes below the goal of the printed rules.
const SCORES: [u8; 8] = [0, 7, 14, 21, 27, 32, 36, 39];
/// The gaps of the nodes at the goal and above.
const GAPS: [u8; 28] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 22, 23, 26, 27, 34, 35, 50, 51];
/// The number of nodes of one mover below the goal.
const BELOW: usize = SCORES.len() * SCORES.len() * SCORES.len();
/// The number of nodes of one mover at the goal, for each seat with the highest score.
const ABOVE: usize = GAPS.len() * GAPS.len();
/// The number of nodes of one set of tokens.
pub(crate) const NODES: usize = SEATS * BELOW + (SEATS - 1) * SEATS * ABOVE + SEATS * GAPS.len();
/// The bytes of a table: the win probabilities of the first two seats at every node, for every set of tokens.
pub const LENGTH: usize = TOKENS as usize * NODES * 2;
/// The number for a probability of 1 in a table.
pub(super) const ONE: f64 = 255.0;

/// The table of [`Variant::STANDARD`], half as large in the program as in memory.
static TABLE: LazyLock<Box<[u8; LENGTH]>> = LazyLock::new(|| {
    let bytes = inflate::decompress_to_vec(include_bytes!(concat!(env!("OUT_DIR"), "/grid.z")));
    bytes.ok().and_then(|bytes| bytes.try_into().ok()).expect("the table is whole")
});

/// The place of a coordinate between two nodes.
#[derive(Clone, Copy)]
struct Between {
    low: u8,
    high: u8,
    /// Its distance from the lower node, as a part of that between the two, 0 to 1.
    share: f64,
}

/// The places of the coordinates from 0 between nodes, of the same parity or of any; the last node stands for all
/// coordinates beyond it.
const fn between<const N: usize>(nodes: &[u8], parity: bool) -> [Between; N] {
    let mut all = [Between { low: 0, high: 0, share: 0.0 }; N];
    let mut at = 0;
    while at < N {
        let (mut low, mut high, mut place) = (usize::MAX, usize::MAX, 0);
        while place < nodes.len() {
            let node = nodes[place] as usize;
            if !parity || node % 2 == at % 2 {
                if node <= at {
                    low = place;
                }
                if node >= at && high == usize::MAX {
                    high = place;
                }
            }
            place += 1;
        }
        if high == usize::MAX {
            high = low;
        }
        let (from, to) = (nodes[low], nodes[high]);
        let share = if to > from { (small(at) - from) as f64 / (to - from) as f64 } else { 0.0 };
        all[at] = Between { low: small(low), high: small(high), share };
        at += 1;
    }
    all
}

/// A number as a byte.
#[expect(clippy::cast_possible_truncation, reason = "nodes and coordinates are fewer than 256")]
const fn small(number: usize) -> u8 {
    number as u8
}

/// The places of the scores below the goal of the printed rules.
static BY_SCORE: [Between; Variant::STANDARD.goal as usize] = between(&SCORES, false);
/// The places of the gaps, up to that of a player who is out.
static BY_GAP: [Between; Layout::out(Variant::STANDARD, CYCLES) + 1] = between(&GAPS, true);

/// Nodes with their weights.
type Corners = ArrayVec<(usize, f64), 8>;

/// The source of a value.
pub(crate) enum Made {
    /// The game is over, so the value is known without the table.
    Known(Shares),
    /// The mean of these nodes among those of the tokens.
    Mean(Corners),
}

/// Values to play by.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    layout: Layout,
    table: &'static [u8; LENGTH],
}

impl Grid {
    /// Takes the memory for the table, of all grids at once.
    pub fn load() {
        LazyLock::force(&TABLE);
    }

    /// The values of a variant, if the table has them: all but the goal must be as printed, and the goal not higher.
    /// See [`Grid::load`].
    #[must_use]
    pub fn of(variant: Variant) -> Option<Self> {
        let near = Variant { goal: Variant::STANDARD.goal, ..variant } == Variant::STANDARD;
        (near && variant.goal <= Variant::STANDARD.goal)
            .then(|| Self { layout: Layout::new(variant, CYCLES), table: &TABLE })
    }

    /// The nodes from which a value is made.
    #[inline]
    pub(crate) fn made(&self, state: State) -> Made {
        let Self { layout, .. } = self;
        let State { mover, scores, .. } = state;
        if layout.open(scores) {
            let shift = usize::from(Variant::STANDARD.goal - layout.variant.goal);
            let axes = scores.map(|score| BY_SCORE[usize::from(score) + shift]);
            return Made::Mean(corners(&axes, mover * BELOW, SCORES.len()));
        }
        let behind = layout.behind(scores);
        let top = behind.iter().position(|gap| *gap == 0).unwrap_or(0);
        let gaps = [(top + 1) % SEATS, (top + 2) % SEATS].map(|seat| BY_GAP[behind[seat]]);
        if mover > 0 {
            let base = SEATS * BELOW + ((mover - 1) * SEATS + top) * ABOVE;
            return Made::Mean(corners(&gaps, base, GAPS.len()));
        }
        let Some(tied) = (top + 1..SEATS).find(|seat| behind[*seat] == 0) else {
            return Made::Known(layout.split(scores));
        };
        let rest = SEATS - top - tied;
        let base = SEATS * BELOW + (SEATS - 1) * SEATS * ABOVE + rest * GAPS.len();
        Made::Mean(corners(&[BY_GAP[behind[rest]]], base, GAPS.len()))
    }
}

/// The nodes around a point.
#[inline]
fn corners<const N: usize>(axes: &[Between; N], base: usize, side: usize) -> Corners {
    let mut corners: Corners = std::iter::once((0, 1.0)).collect();
    for Between { low, high, share } in axes {
        for at in 0..corners.len() {
            let (node, weight) = corners[at];
            corners[at] = (node * side + usize::from(*low), weight * (1.0 - share));
            if high > low {
                corners.push((node * side + usize::from(*high), weight * share));
            }
        }
    }
    for (node, _) in &mut corners {
        *node += base;
    }
    corners
}

impl Values for Grid {
    fn layout(&self) -> Layout {
        self.layout
    }

    #[inline]
    fn value(&self, state: State) -> Shares {
        let corners = match self.made(state) {
            Made::Known(shares) => return shares,
            Made::Mean(corners) => corners,
        };
        let base = usize::from(state.tokens) * NODES;
        let [mut first, mut second] = [0.0; 2];
        for (node, weight) in corners {
            first += weight * f64::from(self.table[2 * (base + node)]);
            second += weight * f64::from(self.table[2 * (base + node) + 1]);
        }
        let shares = [first / ONE, second / ONE];
        [shares[0], shares[1], (1.0 - shares[0] - shares[1]).max(0.0)]
    }
}
