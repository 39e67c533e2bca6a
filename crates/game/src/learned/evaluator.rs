//! Positions valued by a network.
//!
//! The positions at the end of a search differ in few cells from one to the next, and the network sums only what
//! changed: this takes a fifth of the time. The value is the same as from scratch.

use super::layout::Planes;
use super::network::{Network, UNIT};
use crate::duel::Duel;
use boardbots_search::game::{Evaluator, Outlook};
use std::sync::Arc;

/// Changed cells from which all is summed anew.
const MANY: u32 = 16;
/// The value of a position in which the side to move wins at once: beyond what patterns say of any.
const WON: i32 = 16 * UNIT;
/// What a player gives up of what he has to reach no position that the match has seen.
const CONTEMPT: i32 = UNIT * 3 / 8;

/// Values positions by a network.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network>,
    /// The position valued last.
    planes: Planes,
    /// Where the weights stand that make up its value.
    places: Vec<u32>,
    /// Its value.
    value: i32,
}

impl Learned {
    /// An evaluation with these weights. It takes all the memory that it will need.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let mut learned = Self { planes: Planes::default(), places: Vec::new(), value: 0, network };
        learned.places.reserve_exact(learned.network.patterns.terms());
        learned.begin(Planes::default());
        learned
    }

    /// Sums all.
    #[inline(never)]
    fn begin(&mut self, planes: Planes) {
        self.planes = planes;
        self.places.clear();
        let places = self.network.patterns.places(&planes);
        self.places.extend(places.map(|place| u32::try_from(place).expect("there are few weights")));
        self.value = self.places.iter().map(|place| i32::from(self.network.weights[*place as usize])).sum();
    }

    /// The value of a position to the side to move.
    #[inline]
    pub fn value(&mut self, planes: Planes) -> i32 {
        let mut changed = self.planes.changed(&planes);
        let same_weights = self.planes.phase == planes.phase && self.planes.stage == planes.stage;
        if !same_weights || changed.count_ones() > MANY {
            self.begin(planes);
            return self.value;
        }
        let Network { patterns, weights, .. } = &*self.network;
        while changed != 0 {
            let cell = changed.trailing_zeros().to_le_bytes()[0];
            changed &= changed - 1;
            let [before, now] = [&self.planes, &planes].map(|planes| u32::from(planes.state(cell)));
            for (instance, shift) in patterns.touched(cell) {
                let place = &mut self.places[usize::from(*instance)];
                self.value -= i32::from(weights[*place as usize]);
                *place = *place + (now << shift) - (before << shift);
                self.value += i32::from(weights[*place as usize]);
            }
        }
        self.planes = planes;
        self.value
    }
}

impl<D: Duel> Evaluator<D> for Learned {
    #[inline]
    fn evaluate(&mut self, position: &D) -> i32 {
        if let Outlook::Wins(_) = position.outlook() {
            return WON;
        }
        self.value(position.planes())
    }

    fn contempt(&self) -> Option<i32> {
        D::REPEATS.then_some(CONTEMPT)
    }
}
