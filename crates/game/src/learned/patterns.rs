//! Groups of cells, and the places of their weights.

use super::layout::{Layout, MAX_CELLS, Planes, STATES};
use arrayvec::ArrayVec;
use boardbots_base::invalid::Invalid;

/// The most cells of a pattern.
pub const MAX_LENGTH: usize = 4;
/// The most weights: 64 KiB.
pub const MAX_WEIGHTS: usize = 32 * 1024;
/// Bits of a state.
const BITS: u32 = STATES.ilog2();

/// Cells of a pattern, the one with the lowest digit first.
pub type Group = ArrayVec<u8, MAX_LENGTH>;

/// A group of cells that is valued as a whole: a weight for all that they can show. Single cells have such weights
/// for each phase, larger groups for each stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The cells, all different.
    pub cells: Group,
}

impl Pattern {
    /// The number of configurations of a group of cells.
    fn size(&self) -> usize {
        1 << (BITS as usize * self.cells.len())
    }

    /// The number of its weights.
    #[must_use]
    pub fn weights(&self, layout: &Layout) -> usize {
        self.size() * usize::from(if self.cells.len() == 1 { layout.phases } else { layout.stages })
    }
}

/// A pattern as it stands on the board: as it is, or mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Instance {
    cells: Group,
    /// The index of the first weight of its pattern.
    start: usize,
}

/// The patterns of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    /// The layout that they refer to.
    pub layout: Layout,
    /// All of them.
    pub all: Vec<Pattern>,
    instances: Vec<Instance>,
    /// The instances that each cell is part of, with the cell's place in them in bits.
    touched: Vec<(u16, u8)>,
    /// The index in `touched` of each cell's first entry; the entries of a cell end at the first entry of the next.
    ranges: [u16; MAX_CELLS as usize + 1],
    /// The number of weights.
    pub weights: usize,
}

impl Patterns {
    /// These groups of cells.
    ///
    /// # Errors
    /// Fails for a group that is empty, repeats a cell or leaves the board, or if there are too many weights.
    pub fn new(layout: Layout, groups: impl IntoIterator<Item = Group>) -> Result<Self, Invalid> {
        let (mut all, mut instances, mut weights) = (Vec::new(), Vec::new(), 0);
        for cells in groups {
            let is_group = !cells.is_empty()
                && cells.iter().all(|cell| layout.place(*cell).is_some())
                && (1..cells.len()).all(|at| !cells[..at].contains(&cells[at]));
            if !is_group {
                return Err(Invalid::new(format_args!("{cells:?} are not one to {MAX_LENGTH} different cells")));
            }
            let pattern = Pattern { cells };
            instances.push(Instance { cells: pattern.cells.clone(), start: weights });
            let mirrored: Group = pattern.cells.iter().map(|cell| layout.mirror(*cell)).collect();
            if layout.mirrored && mirrored != pattern.cells {
                instances.push(Instance { cells: mirrored, start: weights });
            }
            weights += pattern.weights(&layout);
            if weights > MAX_WEIGHTS {
                return Err(Invalid::new(format_args!("the patterns have more than {MAX_WEIGHTS} weights")));
            }
            all.push(pattern);
        }
        let (mut touched, mut ranges) = (Vec::new(), [0; MAX_CELLS as usize + 1]);
        let narrow = |number: usize| u16::try_from(number).expect("there are few, since weights are");
        for cell in 0..MAX_CELLS {
            for (number, instance) in instances.iter().enumerate() {
                let place = instance.cells.iter().zip((0..).step_by(BITS as usize)).find(|(other, _)| **other == cell);
                touched.extend(place.map(|(_, shift)| (narrow(number), shift)));
            }
            ranges[usize::from(cell) + 1] = narrow(touched.len());
        }
        Ok(Self { layout, all, instances, touched, ranges, weights })
    }

    /// The number of weights that add up to a value.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.instances.len()
    }

    /// The indices of the weights that add up to the value of a position, one of each instance.
    #[inline]
    pub fn places<'a>(&'a self, planes: &'a Planes) -> impl Iterator<Item = usize> + 'a {
        self.instances.iter().map(|Instance { cells, start }| {
            let shown = cells.iter().rev().fold(0, |shown, cell| shown << BITS | usize::from(planes.state(*cell)));
            let time = if cells.len() == 1 { planes.phase } else { planes.stage };
            start + (usize::from(time) << (BITS as usize * cells.len())) + shown
        })
    }

    /// The instances that a cell is part of, with its place in them in bits.
    #[inline]
    #[must_use]
    pub fn touched(&self, cell: u8) -> &[(u16, u8)] {
        let [from, to] = [cell, cell + 1].map(|cell| usize::from(self.ranges[usize::from(cell)]));
        &self.touched[from..to]
    }
}

/// The unit of values: values are log odds of a win against a loss, and this much multiplies the odds by e.
pub const UNIT: i32 = 256;

/// A learned evaluation: patterns and their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The game's name.
    pub game: String,
    /// The patterns that it recognizes.
    pub patterns: Patterns,
    /// A weight for each configuration of each pattern, in [`UNIT`]s.
    pub weights: Vec<i16>,
}

impl Network {
    /// One that knows nothing: every position is worth 0.
    #[must_use]
    pub fn new(game: &str, patterns: Patterns) -> Self {
        let weights = vec![0; patterns.weights];
        Self { game: game.to_string(), patterns, weights }
    }

    /// The value of a position to the side to move, from scratch.
    #[must_use]
    pub fn value(&self, planes: &Planes) -> i32 {
        self.patterns.places(planes).map(|place| i32::from(self.weights[place])).sum()
    }
}
