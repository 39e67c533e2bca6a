//! From positions and targets to weights: logistic regression by stochastic gradient descent, with a rate for
//! each weight that falls with what it has moved so far (Duchi, Hazan and Singer, "Adaptive subgradient methods for
//! online learning and stochastic optimization", JMLR 12, 2011).
//!
//! All is computed in one order, with operations that are the same on every machine.

use super::units::Units;
use boardbots_game::learned::network::{Network, UNIT};
use boardbots_game::learned::patterns::{Patterns, Planes};
use std::f64::consts::{LN_2, LOG2_E};

/// The initial value of the squares of gradients, so that the first steps are not the largest.
const BEGIN: f32 = 1.0;
/// A generation takes one part in this number, and in the generations before it, off these squares. So the rate falls
/// with the root of the number of generations, and what was learned early is still outweighed: at a steady rate,
/// weights went on wandering, and what had been the best evaluation was lost again.
const MEMORY: u16 = 10;
/// The pull of weights towards 0, against gradients of at most 1: rare configurations shall count little. From the
/// same 30,000 games of Desconecta4-BOOM, in another order, evaluations with a hundredth of this were 9 to 115 Elo
/// stronger than the one written by hand, at equal depth, and with this one 128 to 163.
const DECAY: f32 = 1e-2;

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// As patterns see it.
    pub planes: Planes,
    /// The probability that the side to move wins.
    pub target: f32,
}

/// Weights that learn.
#[derive(Clone, Debug)]
pub struct Regression {
    patterns: Patterns,
    rate: f32,
    /// In logarithmic odds.
    weights: Vec<f32>,
    /// The gradients so far, squared and summed.
    squares: Vec<f32>,
    /// Generations so far.
    generations: u16,
    /// The weights of the present sample.
    places: Vec<usize>,
    /// The net beside the patterns.
    units: Units,
}

impl Regression {
    /// Weights of 0 for the patterns of a network, and small ones for its net.
    #[must_use]
    pub fn new(Network { patterns, hidden, .. }: Network, rate: f32) -> Self {
        let (weights, squares) = (vec![0.0; patterns.weights], vec![BEGIN; patterns.weights]);
        let places = Vec::with_capacity(patterns.terms());
        let units = Units::new(patterns.layout, hidden.units());
        Self { patterns, rate, weights, squares, generations: 0, places, units }
    }

    /// The probability that the side to move wins, by the weights so far.
    #[must_use]
    pub fn expects(&mut self, planes: &Planes) -> f64 {
        let odds: f64 = self.patterns.places(planes).map(|place| f64::from(self.weights[place])).sum();
        sigmoid(odds + self.units.expect(planes))
    }

    /// Learns from a sample.
    pub fn learn(&mut self, sample: &Sample) {
        self.places.clear();
        self.places.extend(self.patterns.places(&sample.planes));
        let odds: f64 = self.places.iter().map(|place| f64::from(self.weights[*place])).sum();
        #[allow(clippy::cast_possible_truncation)]
        let error = sigmoid(odds + self.units.expect(&sample.planes)) as f32 - sample.target;
        self.units.learn(&sample.planes, error, self.rate);
        for place in &self.places {
            let (weight, squares) = (&mut self.weights[*place], &mut self.squares[*place]);
            let gradient = error + DECAY * *weight;
            *squares += gradient * gradient;
            *weight -= self.rate * gradient / squares.sqrt();
        }
    }

    /// A generation is over.
    pub fn settle(&mut self) {
        let kept = 1.0 - 1.0 / f32::from(MEMORY.saturating_add(self.generations));
        self.generations = self.generations.saturating_add(1);
        self.squares.iter_mut().for_each(|squares| *squares = BEGIN.max(*squares * kept));
        self.units.settle(kept);
    }

    /// The bits of all weights, to be compared.
    pub fn bits(&self) -> impl Iterator<Item = u8> + '_ {
        self.weights.iter().flat_map(|weight| weight.to_bits().to_le_bytes()).chain(self.units.bits())
    }

    /// The network with the weights so far, as searches use it.
    #[must_use]
    pub fn network(&self, game: &str) -> Network {
        let mut network = Network::new(game, self.patterns.clone());
        let most = f64::from(i16::MAX);
        for (rounded, weight) in network.weights.iter_mut().zip(&self.weights) {
            #[allow(clippy::cast_possible_truncation)]
            let nearest = (f64::from(*weight) * f64::from(UNIT)).round().clamp(-most, most) as i16;
            *rounded = nearest;
        }
        network.hidden = self.units.hidden();
        network
    }
}

/// Values beyond this are as good as certain.
const FAR: f64 = 30.0;
/// Terms of the series: enough for all digits.
const TERMS: u32 = 14;

/// `e` to the power of a number from `-FAR` to 0.
fn exponential(power: f64) -> f64 {
    // A power of two, and a rest between -½ and ½ of its logarithm, for which the series is short.
    let twos = (power * LOG2_E).round();
    let rest = power - twos * LN_2;
    let series = (1..=TERMS).rev().fold(1.0, |sum, term| 1.0 + sum * rest / f64::from(term));
    (0..=64).take_while(|halved| f64::from(*halved) < -twos).fold(series, |value, _| value / 2.0)
}

/// The probability of these logarithmic odds.
#[must_use]
pub fn sigmoid(odds: f64) -> f64 {
    let small = exponential(-odds.abs().min(FAR));
    (if odds < 0.0 { small } else { 1.0 }) / (1.0 + small)
}

/// The probability that the side wins to which a position has this value.
#[must_use]
pub fn probability(value: i32) -> f64 {
    sigmoid(f64::from(value) / f64::from(UNIT))
}

#[cfg(test)]
mod tests {
    use super::super::shapes;
    use super::*;
    use boardbots_game::learned::patterns::Layout;

    const LAYOUT: Layout = Layout { boards: 1, rows: 3, columns: 3, stride: 3, phases: 1, stages: 1, images: 2 };

    /// A win is likely if the cell in the middle has its third state.
    #[test]
    fn what_decides_is_found() {
        let mut regression =
            Regression::new(Network::new("a-game", shapes::patterns("cells,rows2", LAYOUT).unwrap()), 0.1);
        let mut rng = fastrand::Rng::with_seed(3);
        let mut sample = || {
            let bits = [rng.u64(..512), rng.u64(..512), 0];
            let planes = Planes { bits, ..Planes::default() };
            Sample { planes, target: if planes.state(4) == 2 { 0.9 } else { 0.3 } }
        };
        for _ in 0..20_000 {
            regression.learn(&sample());
        }
        regression.settle();
        let network = regression.network("a-game");
        for _ in 0..100 {
            let Sample { planes, target } = sample();
            let found = regression.expects(&planes);
            assert!((found - f64::from(target)).abs() < 0.03, "{found} is not {target}");
            let value = f64::from(network.value(&planes)) / f64::from(UNIT);
            assert!((sigmoid(value) - found).abs() < 0.02, "the rounded network says {value}");
        }
    }

    #[test]
    fn it_is_the_logistic_function() {
        for odds in (-400..=400).map(|number| f64::from(number) / 10.0) {
            let due = 1.0 / (1.0 + (-odds.clamp(-FAR, FAR)).exp());
            assert!((sigmoid(odds) - due).abs() < 1e-14 * due.max(1e-3), "{odds}: {} is not {due}", sigmoid(odds));
        }
        assert_eq!((sigmoid(0.0).to_bits(), probability(0).to_bits()), (0.5_f64.to_bits(), 0.5_f64.to_bits()));
        assert_eq!(sigmoid(1.0).to_bits(), 0x3fe7_64d4_f5d5_a2bd, "the same bits everywhere");
    }
}
