//! A small net beside the patterns: units that see every cell of a position at once.
//!
//! A unit sums a weight for the state of each cell and a bias, all in [`ONE`]s, and clips the sum to 0 to 1. What it adds
//! to the value is that times its output weight. Each phase and stage has biases and output weights of its own. All is
//! computed in integers, so the value is the same on every machine; a sum cannot overflow.

use super::patterns::{Layout, MAX_CELLS, Planes, STATES};

/// Units that are computed at a time.
pub const LANES: usize = 16;
/// A number for each unit of a group. Sums never exceed 16 bits, see [`MAX_INPUT`]; operations wrap because they are faster
/// than checked ones.
pub type Lanes = [i16; LANES];
/// The most units.
pub const MAX_UNITS: usize = 32;
/// The sum from which on a unit is wholly active.
pub const ONE: i16 = 256;
/// The largest weight of a cell and the largest bias, either way: all cells together stay below 2^15.
pub const MAX_INPUT: i16 = i16::MAX / (MAX_CELLS as i16 + 1);
/// Bits by which the sum of clipped sums times output weights is shifted down to a value.
pub const OUTPUT_BITS: u32 = 10;

/// The kinds of rows of weights.
const INPUT: &str = "input";
const BIAS: &str = "bias";
const OUTPUT: &str = "output";

/// The units of a network, in groups of [`LANES`]; there may be none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Groups of units.
    groups: usize,
    /// By cell, state and group.
    pub inputs: Vec<Lanes>,
    /// By phase, stage and group.
    pub biases: Vec<Lanes>,
    /// By phase, stage and group: a wholly active unit adds this, times [`ONE`], shifted down by [`OUTPUT_BITS`].
    pub outputs: Vec<Lanes>,
}

impl Hidden {
    /// This many units, a multiple of [`LANES`] up to [`MAX_UNITS`], with weights of 0.
    #[must_use]
    pub fn new(layout: Layout, units: usize) -> Self {
        debug_assert!(units.is_multiple_of(LANES) && units <= MAX_UNITS);
        let groups = units / LANES;
        let inputs = usize::from(MAX_CELLS) * STATES * groups;
        let sets = usize::from(layout.phases) * usize::from(layout.stages) * groups;
        Self {
            groups,
            inputs: vec![[0; LANES]; inputs],
            biases: vec![[0; LANES]; sets],
            outputs: vec![[0; LANES]; sets],
        }
    }

    /// The number of units.
    #[must_use]
    pub const fn units(&self) -> usize {
        self.groups * LANES
    }

    /// The number of groups of units.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.groups
    }

    /// The weights of a cell's state.
    #[inline]
    fn input(&self, cell: u8, state: u8) -> &[Lanes] {
        &self.inputs[(usize::from(cell) * STATES + usize::from(state)) * self.groups..][..self.groups]
    }

    /// The sums of a position of this set, from scratch.
    pub fn sum(&self, cells: impl Iterator<Item = u8>, planes: &Planes, set: usize, sums: &mut [Lanes]) {
        sums.copy_from_slice(&self.biases[set * self.groups..][..self.groups]);
        for cell in cells {
            for (sum, weights) in sums.iter_mut().zip(self.input(cell, planes.state(cell))) {
                for (sum, weight) in sum.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
    }

    /// The sums after a change of a cell's state.
    #[inline]
    pub fn change(&self, cell: u8, before: u8, now: u8, sums: &mut [Lanes]) {
        let states = self.input(cell, before).iter().zip(self.input(cell, now));
        for (sum, (before, now)) in sums.iter_mut().zip(states) {
            for (sum, (before, now)) in sum.iter_mut().zip(before.iter().zip(now)) {
                *sum = sum.wrapping_add(now.wrapping_sub(*before));
            }
        }
    }

    /// The value of these sums.
    #[inline]
    #[must_use]
    pub fn value(&self, set: usize, sums: &[Lanes]) -> i32 {
        let mut value = 0;
        for (sums, outputs) in sums.iter().zip(&self.outputs[set * self.groups..][..self.groups]) {
            for (sum, output) in sums.iter().zip(outputs) {
                value += i32::from((*sum).clamp(0, ONE)) * i32::from(*output);
            }
        }
        value >> OUTPUT_BITS
    }

    /// The number of its weights.
    #[must_use]
    pub fn weights(&self, layout: Layout) -> usize {
        let rows = layout.cells().count() * STATES * self.groups + self.biases.len() + self.outputs.len();
        rows * LANES
    }

    /// All weights by rows of one for each unit: the kind of the row, its two numbers, its weights.
    pub fn rows(&self, layout: Layout) -> impl Iterator<Item = (&'static str, u8, u8, &[i16])> {
        let states = move |cell| (0..=u8::MAX).take(STATES).map(move |state| (cell, state));
        let inputs = layout.cells().flat_map(states).map(|(cell, state)| (INPUT, cell, state, self.input(cell, state)));
        let sets =
            move || (0..layout.phases).flat_map(move |phase| (0..layout.stages).map(move |stage| (phase, stage)));
        let of_sets = [(BIAS, &self.biases), (OUTPUT, &self.outputs)].into_iter().flat_map(move |(name, list)| {
            let row = move |set: usize| &list[set * self.groups..][..self.groups];
            sets().enumerate().map(move |(set, (phase, stage))| (name, phase, stage, row(set)))
        });
        inputs.chain(of_sets).map(|(name, first, second, row)| (name, first, second, row.as_flattened()))
    }

    /// Sets the weights of the row with this head, such as `input 3 7`; `None` if there is no such row, or if it does not
    /// have this many weights of this size.
    pub fn set_row(&mut self, layout: Layout, head: &str, weights: &[i16]) -> Option<()> {
        let mut words = head.split(' ');
        let (name, first, second) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let set = layout.set(&Planes { phase: first, stage: second, ..Planes::default() });
        let is_set = first < layout.phases && second < layout.stages;
        let (list, index, most) = match name {
            INPUT if layout.place(first).is_some() && usize::from(second) < STATES => {
                (&mut self.inputs, usize::from(first) * STATES + usize::from(second), MAX_INPUT)
            }
            BIAS if is_set => (&mut self.biases, set, MAX_INPUT),
            OUTPUT if is_set => (&mut self.outputs, set, i16::MAX),
            _ => return None,
        };
        let row = list[index * self.groups..][..self.groups].as_flattened_mut();
        let fits = weights.len() == row.len() && weights.iter().all(|weight| (-most..=most).contains(weight));
        if !fits || words.next().is_some() {
            return None;
        }
        row.copy_from_slice(weights);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout { boards: 1, rows: 8, columns: 8, stride: 8, phases: 2, stages: 2, images: 2 };

    fn planes(bits: [u64; 3]) -> Planes {
        Planes { bits, phase: 1, stage: 0 }
    }

    /// A unit as its definition says, in wide integers.
    fn plain(hidden: &Hidden, planes: &Planes) -> i32 {
        let set = LAYOUT.set(planes) * hidden.groups();
        let unit = |unit: usize| {
            let [group, lane] = [unit / LANES, unit % LANES];
            let input = |cell: u8| {
                let state = usize::from(cell) * STATES + usize::from(planes.state(cell));
                i64::from(hidden.inputs[state * hidden.groups() + group][lane])
            };
            let sum = LAYOUT.cells().map(input).sum::<i64>() + i64::from(hidden.biases[set + group][lane]);
            sum.clamp(0, ONE.into()) * i64::from(hidden.outputs[set + group][lane])
        };
        let value = (0..hidden.units()).map(unit).sum::<i64>() >> OUTPUT_BITS;
        i32::try_from(value).unwrap()
    }

    #[test]
    fn changes_sum_to_what_scratch_gives_and_nothing_overflows() {
        let mut rng = fastrand::Rng::with_seed(4);
        for (units, most, output) in [(16, 40, 2000), (32, 40, 2000), (32, MAX_INPUT, i16::MAX), (0, 1, 1)] {
            let mut hidden = Hidden::new(LAYOUT, units);
            let extreme = most == MAX_INPUT;
            let mut fill = |list: &mut Vec<Lanes>, most: i16| {
                list.as_flattened_mut().fill_with(|| if extreme { most } else { rng.i16(-most..=most) });
            };
            fill(&mut hidden.inputs, most);
            fill(&mut hidden.biases, most);
            fill(&mut hidden.outputs, output);
            let mut last = planes([0; 3]);
            let mut sums = vec![[0; LANES]; hidden.groups()];
            hidden.sum(LAYOUT.cells(), &last, LAYOUT.set(&last), &mut sums);
            let mut bits = fastrand::Rng::with_seed(units as u64);
            for _ in 0..200 {
                let next = planes([last.bits[0] ^ 1 << bits.u32(..64), bits.u64(..), last.bits[2] ^ bits.u64(..)]);
                for cell in LAYOUT.cells() {
                    hidden.change(cell, last.state(cell), next.state(cell), &mut sums);
                }
                let set = LAYOUT.set(&next);
                let mut scratch = vec![[0; LANES]; hidden.groups()];
                hidden.sum(LAYOUT.cells(), &next, set, &mut scratch);
                assert_eq!(sums, scratch);
                assert_eq!(hidden.value(set, &sums), plain(&hidden, &next));
                last = next;
            }
        }
    }
}
