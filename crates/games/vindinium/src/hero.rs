//! Players of Vindinium in this program, named as players are everywhere: in matches, and as house bots of the arena.

use crate::bot::{Bot, Options, Player};
use crate::commons::Commons;
use crate::commons::borrower::Borrower;
use crate::eval::Weights;
use crate::kind::Kind;
use boardbots_base::invalid::InputError;
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_game::spec::{self, Spec, THREADS};
use boardbots_search::position::MAX_DEPTH;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The name of the game on the command line.
pub const NAME: &str = "vindinium";

/// The options of the searching player.
const KEYS: [&str; 3] = ["depth", "parameters", "threads"];

/// A player, checked, of whom any number can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hero {
    /// One that searches.
    Searching(Options),
    /// Another.
    Plain(Kind),
}

impl Hero {
    /// The player of these words; its constants come from these files. One that does not say it looks
    /// ahead by this number of plies, if there is a number.
    ///
    /// # Errors
    /// An unknown or wrong word, with a text that helps.
    pub fn new(spec: &Spec, depth: Option<u8>, files: &BTreeMap<String, String>) -> Result<Self, InputError> {
        let spec::Kind::House { game, name, .. } = &spec.kind else {
            return Err(
                format!("{spec}: programs play Vindinium over HTTP, against an arena; see boardbots arena").into()
            );
        };
        if game != NAME {
            return Err(format!("{spec} does not play {NAME}").into());
        }
        let kind: Kind = name.parse().map_err(|error| format!("{spec}: {error}"))?;
        if kind != Kind::Default {
            spec.only(&[])?;
            return Ok(Self::Plain(kind));
        }
        if spec.option("movetime").is_some() {
            return Err(format!("{spec}: players of Vindinium look ahead by plies, not by time; say depth=").into());
        }
        spec.only(&KEYS)?;
        let usual = Options::default();
        Ok(Self::Searching(Options {
            depth: spec.number("depth", 1..=MAX_DEPTH)?.or(depth).unwrap_or(usual.depth),
            threads: spec.number("threads", THREADS)?.unwrap_or(usual.threads),
            weights: Weights::of(&spec.parameters(kind.parameters(), files)?).unwrap_or(usual.weights),
            ..usual
        }))
    }

    /// The same player with these constants. Constants of another game change nothing, nor do any for a player that has
    /// none.
    #[must_use]
    pub fn with(self, set: &Parameters) -> Self {
        match (self, Weights::of(set)) {
            (Self::Searching(options), Some(weights)) => Self::Searching(Options { weights, ..options }),
            _ => self,
        }
    }

    /// The player; `seed` decides all its random choices.
    #[must_use]
    pub fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Self::Searching(options) => Box::new(Bot::new(options)),
            Self::Plain(kind) => kind.player(seed),
        }
    }

    /// The player, which decides with what is in the commons if it searches.
    #[must_use]
    pub fn sharing(self, seed: u64, commons: &Arc<Commons>) -> Box<dyn Player> {
        match self {
            Self::Searching(options) => Box::new(Borrower::new(Arc::clone(commons), options, None)),
            Self::Plain(kind) => kind.player(seed),
        }
    }

    /// The kind of player.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Searching(_) => Kind::Default,
            Self::Plain(kind) => kind,
        }
    }
}

impl From<Kind> for Hero {
    fn from(kind: Kind) -> Self {
        if kind == Kind::Default { Self::Searching(Options::default()) } else { Self::Plain(kind) }
    }
}
