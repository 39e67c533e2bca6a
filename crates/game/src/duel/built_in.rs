//! Evaluations that were learned and are part of the program, in the games' own folders.

use super::{Bot, Duel};
use crate::learned::patterns::Network;
use boardbots_search::alpha_beta::Options;
use std::sync::Arc;
#[cfg(feature = "learned")]
use std::sync::{Mutex, PoisonError};

/// The name of such an evaluation.
pub const NAME: &str = "learned";

/// The evaluations written by hand, of all evaluations of a game.
pub(super) const fn written(all: &'static [&'static str], is_learned: bool) -> &'static [&'static str] {
    if is_learned { all.split_at(1).1 } else { all }
}

/// What was read, by game: all players of a game share one.
#[cfg(feature = "learned")]
static READ: Mutex<Vec<(&str, Arc<Network>)>> = Mutex::new(Vec::new());

/// What a game's evaluation of this name has learned; `None` if it was written by hand.
///
/// # Panics
/// The text in the game's folder is damaged.
#[cfg(feature = "learned")]
#[must_use]
pub fn network<D: Duel>(evaluation: &str) -> Option<Arc<Network>> {
    let text = D::LEARNED.filter(|_| evaluation == NAME)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = read.iter().find(|(game, _)| *game == D::NAME) {
        return Some(Arc::clone(network));
    }
    let layout = D::LAYOUT.expect("a game with a learned evaluation has a layout");
    let network = crate::learned::text::read(text, D::NAME, &layout);
    let network = Arc::new(network.unwrap_or_else(|error| panic!("{NAME} of {}{error}", D::NAME)));
    read.push((D::NAME, Arc::clone(&network)));
    Some(network)
}

/// What a game's evaluation of this name has learned: this program has none.
#[cfg(not(feature = "learned"))]
#[must_use]
pub fn network<D: Duel>(_evaluation: &str) -> Option<Arc<Network>> {
    None
}

/// A bot with a learned evaluation; `None` if this program has none.
#[cfg(feature = "learned")]
#[must_use]
pub fn bot<D: Duel>(network: Arc<Network>, options: Options) -> Option<Box<dyn Bot<D>>> {
    use crate::learned::evaluator::Learned;
    use boardbots_search::alpha_beta::Searcher;
    Some(Box::new(Searcher::new(Learned::new(network), options)))
}

/// A bot with a learned evaluation: this program has none.
#[cfg(not(feature = "learned"))]
#[must_use]
pub fn bot<D: Duel>(_network: Arc<Network>, _options: Options) -> Option<Box<dyn Bot<D>>> {
    None
}
