//! A learned evaluation: patterns with their weights, and a net beside them.

use super::hidden::{Hidden, LANES, MAX_UNITS};
use super::patterns::{MAX_WEIGHTS, Patterns, Planes};
use boardbots_base::invalid::InputError;

/// The unit of values: values are log odds of a win against a loss, and this much multiplies the odds by e.
pub const UNIT: i32 = 256;

/// A learned evaluation: patterns with their weights, and a net beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The game's name.
    pub game: String,
    /// The patterns that it recognizes.
    pub patterns: Patterns,
    /// A weight for each configuration of each pattern, in [`UNIT`]s.
    pub weights: Vec<i16>,
    /// The net beside them.
    pub hidden: Hidden,
}

impl Network {
    /// One that knows nothing: every position is worth 0.
    #[must_use]
    pub fn new(game: &str, patterns: Patterns) -> Self {
        let weights = vec![0; patterns.weights];
        Self { game: game.to_string(), patterns, weights, hidden: Hidden::default() }
    }

    /// The network with this many hidden units, all of which have weights of 0.
    ///
    /// # Errors
    /// All weights together are too many.
    pub fn with_units(self, units: usize) -> Result<Self, InputError> {
        let hidden = Hidden::new(self.patterns.layout, units);
        self.with_net(hidden)
    }

    /// The network with this net.
    ///
    /// # Errors
    /// All weights together are too many.
    pub fn with_net(self, hidden: Hidden) -> Result<Self, InputError> {
        let network = Self { hidden, ..self };
        if network.size() > MAX_WEIGHTS {
            return Err(InputError::new(format_args!("patterns and net have more than {MAX_WEIGHTS} weights")));
        }
        Ok(network)
    }

    /// The number of all weights.
    #[must_use]
    pub fn size(&self) -> usize {
        self.weights.len() + self.hidden.weights(self.patterns.layout)
    }

    /// The value of a position to the side to move, from scratch.
    #[must_use]
    pub fn value(&self, planes: &Planes) -> i32 {
        let Self { patterns, weights, hidden, .. } = self;
        let (set, mut sums) = (patterns.layout.set(planes), [[0; LANES]; MAX_UNITS / LANES]);
        let sums = &mut sums[..hidden.groups()];
        hidden.sum(patterns.layout.cells(), planes, set, sums);
        patterns.places(planes).map(|place| i32::from(weights[place])).sum::<i32>() + hidden.value(set, sums)
    }
}

#[cfg(test)]
mod tests {
    use super::super::hidden::ONE;
    use super::super::patterns::Layout;
    use super::*;

    const LAYOUT: Layout = Layout { boards: 1, rows: 8, columns: 8, stride: 8, phases: 1, stages: 1, images: 1 };

    /// Patterns of single cells, and as many of two as there is room for.
    fn network(pairs: usize) -> Network {
        let single = LAYOUT.cells().map(|cell| [cell].into_iter().collect());
        let pair = |number: usize| {
            let [first, second] = [number / 8, number % 8 + 8 * (number / 64 + 1)];
            [first % 64, second % 64].map(|cell| u8::try_from(cell).unwrap()).into_iter().collect()
        };
        let groups = single.chain((0..pairs).map(pair));
        Network::new("a-game", Patterns::new(LAYOUT, groups).unwrap())
    }

    #[test]
    fn patterns_and_net_add_up() {
        let mut network = network(0).with_units(16).unwrap();
        let planes = Planes { bits: [1, 0, 0], ..Planes::default() };
        network.weights[1] = 40;
        assert_eq!(network.value(&planes), 40);
        network.hidden.inputs[1].fill(ONE / 2);
        network.hidden.outputs[0].fill(1 << 4);
        assert_eq!(network.value(&planes), 40 + ((16 * 16 * i32::from(ONE) / 2) >> 10));
        assert_eq!(network.value(&Planes::default()), 0);
    }

    #[test]
    fn there_is_an_end_to_its_size() {
        for (pairs, units, due) in [(0, 32, Some(512 + 512 * 32 + 64)), (247, 32, Some(32_768)), (248, 32, None)] {
            let size = network(pairs).with_units(units).map(|network| network.size());
            assert_eq!(size.as_ref().ok().copied(), due, "{pairs}");
            assert!(size.is_ok_and(|size| size <= MAX_WEIGHTS) || due.is_none());
        }
    }
}
