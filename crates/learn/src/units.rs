//! The hidden units of a net, which learn together with the patterns beside them, by back-propagation.
//!
//! As for patterns, each weight has its own rate. Weights stay in the range that integers of the finished net have.

use boardbots_game::learned::hidden::{Hidden, LANES, MAX_INPUT, ONE, OUTPUT_BITS};
use boardbots_game::learned::network::UNIT;
use boardbots_game::learned::patterns::{Layout, MAX_CELLS, Planes, STATES};
use fastrand::Rng;

/// A number for each unit of a group.
type Lanes = [f32; LANES];
/// The seed of the first weights.
const SEED: u64 = 1;
/// The initial squares of gradients.
const BEGIN: f32 = 0.1;
/// The part of an active range that sums of the first weights cover.
const SPREAD: f32 = 0.7;
/// The largest output weight at the beginning, either way.
const OUTPUT: f32 = 0.25;

/// Weights with the sums of their squared gradients, by which each has a rate of its own.
#[derive(Clone, Debug, Default)]
struct Adaptive {
    weights: Vec<Lanes>,
    squares: Vec<Lanes>,
}

impl Adaptive {
    fn new(weights: Vec<Lanes>) -> Self {
        let squares = vec![[BEGIN; LANES]; weights.len()];
        Self { weights, squares }
    }

    /// Moves a group of weights against their gradients, no farther from 0 than `most`.
    #[inline]
    fn step(&mut self, at: usize, gradients: &Lanes, rate: f32, most: f32) {
        let (weights, squares) = (&mut self.weights[at], &mut self.squares[at]);
        for lane in 0..LANES {
            squares[lane] += gradients[lane] * gradients[lane];
            weights[lane] -= rate * gradients[lane] / squares[lane].sqrt();
            weights[lane] = weights[lane].clamp(-most, most);
        }
    }

    fn settle(&mut self, kept: f32) {
        self.squares.as_flattened_mut().iter_mut().for_each(|squares| *squares = BEGIN.max(*squares * kept));
    }
}

/// Hidden units that learn. Sums are in units in which the active range is 0 to 1.
#[derive(Clone, Debug)]
pub struct Units {
    layout: Layout,
    cells: Vec<u8>,
    groups: usize,
    inputs: Adaptive,
    biases: Adaptive,
    outputs: Adaptive,
    /// The sums of the present sample.
    sums: Vec<Lanes>,
    /// The inputs of the present sample, by their first groups.
    active: Vec<usize>,
    /// The image of the present sample that is learned from; the next one is seen in the next.
    image: u8,
}

impl Units {
    /// This many units with small random weights.
    #[must_use]
    pub fn new(layout: Layout, units: usize) -> Self {
        let cells: Vec<u8> = layout.cells().collect();
        let (groups, mut rng) = (units / LANES, Rng::with_seed(SEED));
        let mut random = |groups: usize, most: f32| -> Vec<Lanes> {
            let group = |_| [(); LANES].map(|()| most * (2.0 * rng.f32() - 1.0));
            (0..groups).map(group).collect()
        };
        let sets = usize::from(layout.phases) * usize::from(layout.stages);
        #[allow(clippy::cast_precision_loss)]
        let spread = SPREAD / (cells.len() as f32).sqrt();
        let inputs = random(usize::from(MAX_CELLS) * STATES * groups, spread);
        // All sets begin alike.
        let outputs = random(groups, OUTPUT).repeat(sets);
        Self {
            layout,
            cells,
            groups,
            inputs: Adaptive::new(inputs),
            biases: Adaptive::new(vec![[0.5; LANES]; sets * groups]),
            outputs: Adaptive::new(outputs),
            sums: vec![[0.0; LANES]; groups],
            active: Vec::with_capacity(MAX_CELLS.into()),
            image: 0,
        }
    }

    /// The logarithmic odds that they add.
    pub fn expect(&mut self, planes: &Planes) -> f64 {
        let set = self.layout.set(planes) * self.groups;
        self.sums.copy_from_slice(&self.biases.weights[set..][..self.groups]);
        let (layout, image) = (self.layout, self.image);
        let input = |cell: &u8| {
            (usize::from(layout.image(*cell, image)) * STATES + usize::from(planes.state(*cell))) * self.groups
        };
        self.active.clear();
        self.active.extend(self.cells.iter().map(input));
        for at in &self.active {
            for (sums, weights) in self.sums.iter_mut().zip(&self.inputs.weights[*at..]) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += weight;
                }
            }
        }
        let mut odds = 0.0;
        for (sums, outputs) in self.sums.iter().zip(&self.outputs.weights[set..]) {
            for (sum, output) in sums.iter().zip(outputs) {
                odds += f64::from(sum.clamp(0.0, 1.0) * output);
            }
        }
        odds
    }

    /// Learns from the sample that was expected last: the derivative of its loss by the odds.
    pub fn learn(&mut self, planes: &Planes, error: f32, rate: f32) {
        let set = self.layout.set(planes) * self.groups;
        let most = f32::from(MAX_INPUT) / f32::from(ONE);
        for group in 0..self.groups {
            let sums = self.sums[group];
            let outputs = self.outputs.weights[set + group];
            let mut inner = [0.0; LANES];
            let mut outer = [0.0; LANES];
            for lane in 0..LANES {
                outer[lane] = error * sums[lane].clamp(0.0, 1.0);
                let gradient = error * outputs[lane];
                let is_clipped = sums[lane] <= 0.0 || sums[lane] >= 1.0;
                inner[lane] = if is_clipped { 0.0 } else { gradient };
            }
            self.outputs.step(set + group, &outer, rate, f32::from(i16::MAX) / output_scale());
            self.biases.step(set + group, &inner, rate, most);
            for at in &self.active {
                self.inputs.step(at + group, &inner, rate, most);
            }
        }
        self.image = (self.image + 1) % self.layout.images;
    }

    /// A generation is over: keeps this part of the squares of gradients.
    pub fn settle(&mut self, kept: f32) {
        for adaptive in [&mut self.inputs, &mut self.biases, &mut self.outputs] {
            adaptive.settle(kept);
        }
    }

    /// The bits of all weights, to be compared.
    pub fn bits(&self) -> impl Iterator<Item = u8> + '_ {
        let all = [&self.inputs, &self.biases, &self.outputs].into_iter();
        all.flat_map(|adaptive| adaptive.weights.as_flattened()).flat_map(|weight| weight.to_bits().to_le_bytes())
    }

    /// The units as searches use them.
    #[must_use]
    pub fn hidden(&self) -> Hidden {
        let mut hidden = Hidden::new(self.layout, self.groups * LANES);
        let one = f32::from(ONE);
        for cell in self.cells.iter().map(|cell| usize::from(*cell)) {
            let range = cell * STATES * self.groups..(cell + 1) * STATES * self.groups;
            let learned = self.inputs.weights[range.clone()].iter().zip(&self.inputs.squares[range.clone()]);
            for (to, (from, squares)) in hidden.inputs[range].iter_mut().zip(learned) {
                // Weights of states that do not occur are those of the beginning.
                if squares.iter().any(|squares| *squares > BEGIN) {
                    *to = from.map(|weight| rounded(weight * one));
                }
            }
        }
        for (to, from) in hidden.biases.iter_mut().zip(&self.biases.weights) {
            *to = from.map(|weight| rounded(weight * one));
        }
        for (to, from) in hidden.outputs.iter_mut().zip(&self.outputs.weights) {
            *to = from.map(|weight| rounded(weight * output_scale()));
        }
        hidden
    }
}

/// An output weight of 1 as an integer.
fn output_scale() -> f32 {
    #[allow(clippy::cast_precision_loss)]
    let unit = (UNIT << OUTPUT_BITS) as f32;
    unit / f32::from(ONE)
}

fn rounded(weight: f32) -> i16 {
    #[allow(clippy::cast_possible_truncation)]
    let rounded = weight.round() as i16;
    rounded
}

#[cfg(test)]
mod tests {
    use super::super::regression::sigmoid;
    use super::*;

    const LAYOUT: Layout = Layout { boards: 1, rows: 2, columns: 3, stride: 3, phases: 2, stages: 1, images: 2 };

    /// Whether two cells that are each other's images show the same, which no sum over single cells can tell.
    #[test]
    fn what_no_cell_tells_alone_is_found() {
        let (mut units, mut rng) = (Units::new(LAYOUT, 16), Rng::with_seed(3));
        let mut sample = || {
            let planes = Planes { bits: [rng.u64(..) & 0b1_1011_0011, 0, 0], phase: rng.u8(..2), stage: 0 };
            (planes, if planes.state(0) == planes.state(6) { 0.9 } else { 0.2 })
        };
        for _ in 0..40_000 {
            let (planes, target) = sample();
            #[allow(clippy::cast_possible_truncation)]
            let error = (sigmoid(units.expect(&planes)) - target) as f32;
            units.learn(&planes, error, 0.05);
        }
        units.settle(0.9);
        let hidden = units.hidden();
        for _ in 0..100 {
            let (planes, target) = sample();
            let found = sigmoid(units.expect(&planes));
            assert!((found - target).abs() < 0.05, "{found} is not {target}");
            let mut sums = [[0; LANES]];
            hidden.sum(LAYOUT.cells(), &planes, planes.phase.into(), &mut sums);
            let value = f64::from(hidden.value(planes.phase.into(), &sums)) / f64::from(UNIT);
            assert!((sigmoid(value) - found).abs() < 0.02, "the integers say {value}");
        }
        assert!(hidden.inputs[7 * STATES].iter().any(|weight| *weight != 0), "a state that occurs");
        assert_eq!(hidden.inputs[7 * STATES + 2], [0; LANES], "a state that does not occur");
    }
}
