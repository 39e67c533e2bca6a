//! Positions valued by a network, and the networks that are part of the program, in the games' own folders.
//!
//! The positions at the end of a search differ in few cells from one to the next, and the network sums only what
//! changed: this takes a fifth of the time. The value is the same as from scratch.

use super::TwoPlayerGame;
use super::bot::Bot;
use crate::learned::patterns::{Layout, Network, Planes, UNIT};
use crate::learned::text;
use boardbots_search::alpha_beta::{Options, Searcher};
use boardbots_search::position::{Evaluator, Threat};
use miniz_oxide::inflate;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of an evaluation that was learned and is part of the program.
pub const NAME: &str = "learned";

/// Changed cells from which all is summed anew.
const MANY: u32 = 16;
/// The value of a position in which the side to move wins at once: beyond what patterns say of any.
const WON: i32 = 16 * UNIT;
/// The part of their advantage that players give up to reach no position that the game has seen.
const CONTEMPT: i32 = UNIT * 3 / 8;

/// Values positions by a network.
#[derive(Clone, Debug)]
pub struct Learned {
    network: Arc<Network>,
    /// The position valued last in each phase and stage, for weights depend on both.
    last: Vec<Valued>,
    /// The indices of the weights that add up to their values, one list after the other.
    places: Vec<u16>,
}

/// A position with its value.
#[derive(Clone, Copy, Debug, Default)]
struct Valued {
    planes: Planes,
    value: i32,
}

impl Learned {
    /// An evaluation with these weights. It takes all the memory that it will need.
    ///
    /// # Panics
    /// Never: a network has few weights.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let Layout { phases, stages, .. } = network.patterns.layout;
        let mut learned = Self { network, last: Vec::new(), places: Vec::new() };
        for phase in 0..phases {
            for stage in 0..stages {
                let planes = Planes { phase, stage, ..Planes::default() };
                learned.last.push(Valued { planes, value: learned.network.value(&planes) });
                learned.places.extend(learned.network.patterns.places(&planes).map(narrow));
            }
        }
        learned
    }

    /// The value of a position to the side to move.
    #[inline]
    pub fn value(&mut self, planes: Planes) -> i32 {
        let Network { patterns, weights, .. } = &*self.network;
        let at = usize::from(planes.phase) * usize::from(patterns.layout.stages) + usize::from(planes.stage);
        let last = &mut self.last[at];
        let places = &mut self.places[at * patterns.terms()..][..patterns.terms()];
        let mut changed = last.planes.changed(&planes);
        if changed.count_ones() > MANY {
            last.value = from_scratch(&self.network, &planes, places);
            last.planes = planes;
            return last.value;
        }
        while changed != 0 {
            let cell = changed.trailing_zeros().to_le_bytes()[0];
            changed &= changed - 1;
            let [before, now] = [&last.planes, &planes].map(|planes| u16::from(planes.state(cell)));
            for (instance, shift) in patterns.touched(cell) {
                let place = &mut places[usize::from(*instance)];
                last.value -= i32::from(weights[usize::from(*place)]);
                *place = *place + (now << shift) - (before << shift);
                last.value += i32::from(weights[usize::from(*place)]);
            }
        }
        last.planes = planes;
        last.value
    }
}

/// Sums all.
#[inline(never)]
fn from_scratch(network: &Network, planes: &Planes, places: &mut [u16]) -> i32 {
    for (place, now) in places.iter_mut().zip(network.patterns.places(planes)) {
        *place = narrow(now);
    }
    places.iter().map(|place| i32::from(network.weights[usize::from(*place)])).sum()
}

/// The place of a weight.
#[inline]
fn narrow(place: usize) -> u16 {
    u16::try_from(place).expect("there are few weights")
}

impl<G: TwoPlayerGame> Evaluator<G> for Learned {
    #[inline]
    fn evaluate(&mut self, position: &G) -> i32 {
        if let Threat::Wins(_) = position.threat() {
            return WON;
        }
        self.value(position.planes())
    }

    fn contempt(&self) -> Option<i32> {
        G::REPEATS.then_some(CONTEMPT)
    }
}

/// The networks that were read, by game: all players of a game share one.
static READ: Mutex<Vec<(&str, Arc<Network>)>> = Mutex::new(Vec::new());

/// The network of a game's evaluation of this name; `None` if it was written by hand, or if this program has none.
///
/// # Panics
/// The text in the game's folder is damaged.
#[must_use]
pub fn network<G: TwoPlayerGame>(evaluation: &str) -> Option<Arc<Network>> {
    let packed = G::LEARNED.filter(|_| evaluation == NAME)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = read.iter().find(|(game, _)| *game == G::NAME) {
        return Some(Arc::clone(network));
    }
    let layout = G::LAYOUT.expect("a game with a learned evaluation has a layout");
    let words = inflate::decompress_to_vec(packed).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let network = text::read(&words.unwrap_or_default(), G::NAME, &layout);
    let network = Arc::new(network.unwrap_or_else(|error| panic!("{NAME} of {}{error}", G::NAME)));
    read.push((G::NAME, Arc::clone(&network)));
    Some(network)
}

/// A bot with a network.
#[must_use]
pub fn bot<G: TwoPlayerGame>(network: Arc<Network>, options: Options) -> Box<dyn Bot<G>> {
    Box::new(Searcher::new(Learned::new(network), options))
}
