//! The players that there are, each by its name.

use super::bot::{Bot, Options};
use super::eval::Weights;
use super::house::{Guard, Planner, Random, Simple, Steady, hunter, influence, miner};
use crate::bot::Player;
use boardbots_base::invalid::{InputError, nearest};
use boardbots_game::parameters::{Constants, Parameters};
use std::str::FromStr;

/// Rounds that the patient player looks ahead.
const PATIENT_DEPTH: u8 = 4;
/// Steps within which it looks at an opponent's every move.
const PATIENT_REACH: u8 = 2;
/// The weights of the patient player: the others' gold and its own danger count more, prey less.
const PATIENT: Weights = Weights {
    hold: 17,
    contested: 7,
    distance: 4,
    leader: 40,
    others: 10,
    plan: 38,
    life: 4,
    sight: 6,
    hunt: 8,
    danger: 24,
    fear: 37,
    refuge: 3,
    haste: 0,
    urge: 0,
    thirst: 0,
    surprise: 0,
    visited: 0,
    feud: 0,
    weak: 0,
};

/// The kinds of players that the program has, each by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any of the four steps, by chance: the training opponent of the original server.
    Random,
    /// The nearest mine it can afford, a tavern when life is low; never fights on purpose.
    Miner,
    /// Follows the nearest owner of mines that it outlives.
    Hunter,
    /// Keeps the mines around one tavern.
    Guard,
    /// Plans its harvest some rounds ahead.
    Planner,
    /// Follows an influence map.
    Influence,
    /// Alpha-beta over single turns.
    Steady,
    /// Best-reply search that keeps out of fights and looks at its place.
    Patient,
    /// Best-reply search: the program's own player.
    Default,
}

boardbots_base::words! { Kind::name:
    Random "random", Miner "miner", Hunter "hunter", Guard "guard",
    Planner "planner", Influence "influence", Steady "steady", Patient "patient", Default "default",
}

impl Kind {
    /// All kinds, from the weakest to the strongest.
    pub const BY_STRENGTH: [Self; 9] = [
        Self::Random,
        Self::Hunter,
        Self::Guard,
        Self::Miner,
        Self::Influence,
        Self::Planner,
        Self::Steady,
        Self::Patient,
        Self::Default,
    ];

    /// The opponents where nobody has asked for others.
    pub const USUAL: [Self; 3] = [Self::Miner, Self::Hunter, Self::Guard];

    /// The search settings of a player of this kind; `None` for a kind that does not search.
    #[must_use]
    pub fn options(self) -> Option<Options> {
        match self {
            Self::Patient => {
                let (depth, reach, weights) = (PATIENT_DEPTH, PATIENT_REACH, PATIENT);
                Some(Options { depth, reach, weights, ..Options::default() })
            }
            Self::Default => Some(Options::default()),
            _ => None,
        }
    }

    /// A player of this kind; `seed` decides all its random choices.
    #[must_use]
    pub fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Miner => Box::new(Simple::new(miner)),
            Self::Hunter => Box::new(Simple::new(hunter)),
            Self::Guard => Box::new(Guard::default()),
            Self::Planner => Box::new(Planner::default()),
            Self::Influence => Box::new(Simple::new(influence)),
            Self::Steady => Box::new(Steady::default()),
            Self::Patient | Self::Default => Box::new(Bot::new(self.options().unwrap_or_default())),
        }
    }

    /// The way of playing of this kind, in a few words.
    #[must_use]
    pub const fn character(self) -> &'static str {
        match self {
            Self::Random => "steps by chance, as the original's training opponents did",
            Self::Miner => "goes to the nearest mine, to a tavern when life is low; never looks for a fight",
            Self::Hunter => "follows the nearest owner of mines that it outlives",
            Self::Guard => "keeps the mines around one tavern",
            Self::Planner => "plans its harvest some rounds ahead",
            Self::Influence => "goes where mines, taverns and enemies attract it most",
            Self::Steady => "looks single turns ahead, as if all others were against it; hurries",
            Self::Patient => "searches, keeps out of fights and looks at its place",
            Self::Default => "searches; the program's own bot",
        }
    }

    /// The constants of this kind's evaluation, as they are by default; none at all of a kind
    /// that evaluates nothing.
    pub fn parameters(self) -> Parameters {
        match self {
            Self::Default => Weights::DEFAULT.parameters(),
            _ => Parameters::of(&[]),
        }
    }

    /// True if a decision takes long enough to be kept off a thread that serves others.
    #[must_use]
    pub const fn thinks(self) -> bool {
        matches!(self, Self::Planner | Self::Steady | Self::Patient | Self::Default)
    }
}

impl FromStr for Kind {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        // The words of released arenas, which clients may know.
        Self::named(text).ok_or_else(|| {
            let known = Self::ALL.map(Self::name);
            let near = nearest(text, known).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            InputError::new(format_args!("there is no bot {text:?}; the bots are {}{near}", known.join(", ")))
        })
    }
}
