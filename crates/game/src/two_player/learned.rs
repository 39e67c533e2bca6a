//! Positions valued by a network, and the networks that are part of the program, in the games' own folders.
//!
//! The positions at the end of a search differ in few cells from one to the next, and the network sums only what
//! changed: this takes a fifth of the time. The value is the same as from scratch.

use super::TwoPlayerGame;
use super::bot::Bot;
use crate::learned::hidden::{LANES, Lanes};
use crate::learned::network::{Network, UNIT};
use crate::learned::patterns::{Layout, Planes};
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
    /// The sums of their hidden units, one list after the other.
    sums: Vec<Lanes>,
}

/// A position with its value.
#[derive(Clone, Copy, Debug, Default)]
struct Valued {
    planes: Planes,
    /// By the patterns alone.
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
        let sets = usize::from(phases) * usize::from(stages);
        let (terms, groups) = (network.patterns.terms(), network.hidden.groups());
        let last = vec![Valued::default(); sets];
        let mut learned = Self { network, last, places: vec![0; sets * terms], sums: vec![[0; LANES]; sets * groups] };
        for phase in 0..phases {
            for stage in 0..stages {
                learned.value_from_scratch(Planes { phase, stage, ..Planes::default() });
            }
        }
        learned
    }

    /// The value of a position to the side to move.
    #[inline]
    pub fn value(&mut self, planes: Planes) -> i32 {
        let Network { patterns, weights, hidden, .. } = &*self.network;
        let set = patterns.layout.set(&planes);
        let last = &mut self.last[set];
        let mut changed = last.planes.changed(&planes);
        if changed.count_ones() > MANY {
            return self.value_from_scratch(planes);
        }
        let places = &mut self.places[set * patterns.terms()..][..patterns.terms()];
        let sums = &mut self.sums[set * hidden.groups()..][..hidden.groups()];
        while changed != 0 {
            let cell = changed.trailing_zeros().to_le_bytes()[0];
            changed &= changed - 1;
            let [before, now] = [&last.planes, &planes].map(|planes| planes.state(cell));
            hidden.change(cell, before, now, sums);
            let [before, now] = [before, now].map(u16::from);
            for (instance, shift) in patterns.touched(cell) {
                let place = &mut places[usize::from(*instance)];
                last.value -= i32::from(weights[usize::from(*place)]);
                *place = *place + (now << shift) - (before << shift);
                last.value += i32::from(weights[usize::from(*place)]);
            }
        }
        last.planes = planes;
        last.value + hidden.value(set, sums)
    }

    /// Sums all.
    #[inline(never)]
    fn value_from_scratch(&mut self, planes: Planes) -> i32 {
        let Network { patterns, weights, hidden, .. } = &*self.network;
        let set = patterns.layout.set(&planes);
        let places = &mut self.places[set * patterns.terms()..][..patterns.terms()];
        for (place, now) in places.iter_mut().zip(patterns.places(&planes)) {
            *place = narrow(now);
        }
        let sums = &mut self.sums[set * hidden.groups()..][..hidden.groups()];
        hidden.sum(patterns.layout.cells(), &planes, set, sums);
        let value = places.iter().map(|place| i32::from(weights[usize::from(*place)])).sum();
        self.last[set] = Valued { planes, value };
        value + hidden.value(set, sums)
    }
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
