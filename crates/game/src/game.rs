//! What a game has to be so that it can be played at a table.
//!
//! A [`Match`] is deterministic: the same setup and the same choices lead to the same match.
//! That is what makes a table survive a restart: only its setup and its choices are kept.

use crate::spec::Spec;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// A place at a table, from 0.
pub type Seat = usize;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody in front of a screen.
    Person,
    /// A bot, as players are named everywhere; of this game, checked by [`Game::bot`].
    Bot(Spec),
}

/// What a match begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game's options, checked and complete; see [`Game::options`].
    pub options: Map<String, Value>,
    /// All chances of the match come from this, and nobody is told it.
    pub seed: u64,
    /// Who plays, by seats.
    pub players: Vec<Player>,
    /// Their names, by seats, as they are shown; a seat that nobody has taken yet has an empty one.
    pub names: Vec<String>,
}

/// A bot that the lobby offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The bot as players are named everywhere, such as `desconecta4:strong,depth=8`.
    pub player: String,
    /// What the table calls it.
    pub name: String,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won: several if they share it, nobody if it was drawn.
    pub winners: Vec<Seat>,
    /// The place of each seat, from 1; equal places are shared.
    pub places: Vec<u8>,
    /// Why it ended, as a key of the pages' texts, such as `duel.repetition`.
    pub reason: &'static str,
}

/// What a bot found.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it would choose.
    pub choice: String,
    /// What can be told to somebody who may have a hint; the game's own, an object. `value`, if
    /// there is one, says how good the match is for whom it is about: -1000 lost, 1000 won.
    pub note: Value,
}

/// A game that can be played at tables.
pub trait Game: Send + Sync {
    /// The name in addresses and in the database, such as `dragon-slayer`.
    fn name(&self) -> &'static str;
    /// How many can sit.
    fn seats(&self) -> RangeInclusive<usize>;
    /// The bots that the lobby offers, the usual one first: it also chooses when a clock runs out,
    /// gives hints, and evaluates.
    fn bots(&self) -> Vec<Offer>;
    /// The options that the lobby offers: an array of objects with `key`, `kind` (`number` with
    /// `min`, `max`; `choice` with `values`; `flag`) and `default`.
    fn options(&self) -> Value;
    /// Whether choices can be taken back: only where nothing is left to chance.
    fn takes_back(&self) -> bool;
    /// Whether [`Match::evaluate`] has something to say.
    fn evaluates(&self) -> bool;
    /// Whether this bot can sit at a table of this game.
    ///
    /// # Errors
    /// What is wrong with it, as a line.
    fn bot(&self, spec: &Spec) -> Result<(), String>;
    /// The match as it begins. It must be quick: at most some milliseconds.
    ///
    /// # Errors
    /// What is wrong with the setup, as a line.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Match>, String>;
}

/// A match.
pub trait Match: Send {
    /// Who has to choose; nobody when it is over.
    fn asked(&self) -> Option<Seat>;
    /// All that this seat, or somebody who only watches, may know: an object, the game's own.
    fn view(&self, viewer: Option<Seat>) -> Value;
    /// What whoever is asked can choose: an array of objects, each with its text as `choice`;
    /// where choices have too many parts to be listed, objects that say how such texts are made. They
    /// do not depend on names: it is asked for once, also if somebody sits down after that.
    fn choices(&self) -> Value;
    /// Plays a choice of whoever is asked, and all that follows without a choice. Returns what
    /// has happened, each an object with `kind`, the game's own; everybody may know it.
    ///
    /// # Errors
    /// Why the choice is none; then nothing has changed.
    fn play(&mut self, choice: &str) -> Result<Vec<Value>, String>;
    /// How many of the choices made last nobody but who made them may know yet: declared, but not
    /// revealed. Their texts are kept back until this says less; what [`play`](Match::play) has
    /// returned for them tells nothing of them.
    fn veiled(&self) -> usize {
        0
    }
    /// Whether a choice of this match, with this text, is still known to nobody but who made it,
    /// though others have been made and revealed since.
    fn secret(&self, _choice: &str) -> bool {
        false
    }
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// Another match that is the same, to think about elsewhere.
    fn copy(&self) -> Box<dyn Match>;
    /// What this bot would choose for whoever is asked. It looks at `stop` often (every few
    /// milliseconds) and, once that says so, comes back with the best choice so far. It is called on a
    /// [`copy`](Match::copy), on another thread.
    fn think(&mut self, bot: &Spec, stop: &(dyn Fn() -> bool + Sync)) -> Option<Thought>;
    /// How good the match is for the first seat, -1000 to 1000, if the game can say; called as
    /// [`think`](Match::think) is.
    fn evaluate(&mut self, stop: &(dyn Fn() -> bool + Sync)) -> Option<i16>;
}
