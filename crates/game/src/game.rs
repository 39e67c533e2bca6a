//! What there is to say about a game.

use crate::judgement::{Chance, Judge};
use crate::options::GameOption;
use crate::parameters::Parameters;
use crate::player::Player;
use crate::setup::{Opening, Openings, Setup, Start};
use crate::spec::Spec;
use crate::state::GameState;
use crate::usage::Usage;
use boardbots_base::invalid::Invalid;
use serde_json::Value;
use std::ops::RangeInclusive;

/// A bot that the lobby offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The bot as players are named everywhere, such as `GAME:strong,depth=8`.
    pub player: String,
    /// What people see.
    pub name: String,
    /// How hard it is to beat: 1 is very weak, 2 suits beginners, 5 is the strongest. The lobby sorts by it.
    pub strength: u8,
}

/// How a match plays a game against programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// In the protocol of `boardbots engine`.
    Engine,
    /// In a protocol of the game's own: [`Game::player`] takes programs.
    Own,
    /// Over HTTP, as clients of a server that the match starts.
    Clients,
    /// Not at all; why, for the player's error.
    None(&'static str),
}

/// What the command line of matches needs to know of a game.
#[derive(Clone, Copy, Debug)]
pub struct Matches {
    /// Which of the options that not every game knows have an effect: `depth`, `movetime`, `deadline`,
    /// `openings`, `plies`, `sizes`, `turns`.
    pub options: &'static [&'static str],
    /// Options that say what it is played on and with, such as `map`, and how often each can be given;
    /// see [`Game::ground`].
    pub ground: &'static [(&'static str, usize)],
    /// Choices of each player, or turns, by default; in games that end by their number.
    pub turns: u32,
    /// The most of these.
    pub most_turns: u32,
    /// Which bots there are and what can be set for them, in a line for the help.
    pub players: &'static str,
}

impl Matches {
    /// A match that needs nothing but players.
    pub const PLAIN: Self = Self { options: &[], ground: &[], turns: 300, most_turns: 1200, players: "" };

    /// Whether an option has an effect.
    #[must_use]
    pub fn knows(&self, option: &str) -> bool {
        self.options.contains(&option) || self.ground.iter().any(|(name, _)| *name == option)
    }
}

/// A game.
pub trait Game: Send + Sync {
    /// The name on the command line, in addresses and in databases: lower case with dashes.
    fn name(&self) -> &'static str;

    /// How many seats a table can have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// Whether it is played at tables.
    fn has_tables(&self) -> bool {
        true
    }

    /// The bots that the lobby offers. The first one also chooses when a clock runs out, gives hints
    /// and evaluates.
    fn offers(&self) -> Vec<Offer>;

    /// The options of a game at a table.
    fn options(&self) -> Vec<GameOption> {
        Vec::new()
    }

    /// Whether choices can be taken back: only where nothing is left to chance.
    fn takes_back(&self) -> bool;

    /// Whether [`Player::evaluate`] of the first offer has something to say.
    fn evaluates(&self) -> bool;

    /// Whether [`Game::judge`] has something to give: to ask this takes no memory.
    fn is_judged(&self) -> bool {
        false
    }

    /// What judges the choices of a game that is over; `None` if nothing can.
    fn judge(&self) -> Option<Box<dyn Judge>> {
        None
    }

    /// What every choice is worth to the seat that has to choose, in the game's order, where that is known
    /// exactly; otherwise nothing.
    fn chances(&self, _state: &dyn GameState) -> Vec<Chance> {
        Vec::new()
    }

    /// A game at a table as it begins. It must be quick: at most some milliseconds.
    ///
    /// # Errors
    /// What is wrong with the setup.
    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, Invalid>;

    /// A bot, or a program in games with [`Programs::Own`].
    ///
    /// # Errors
    /// What is wrong with it, or that it does not fit the usage.
    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, Invalid>;

    /// Whether [`Game::player`] would make this bot. Games whose bots take memory do not make one
    /// for it.
    ///
    /// # Errors
    /// As [`Game::player`].
    fn check(&self, spec: &Spec, usage: Usage<'_>) -> Result<(), Invalid> {
        self.player(spec, usage).map(drop)
    }

    /// The constants of a bot's evaluation, as they are by default; empty for a bot without any,
    /// `None` if there is no such bot.
    fn parameters(&self, _player: &str) -> Option<Parameters> {
        None
    }

    /// What a match of it is like.
    fn matches(&self) -> Matches {
        Matches::PLAIN
    }

    /// Whether what was said under the options of [`Matches::ground`] makes sense in itself, before files
    /// are looked for.
    ///
    /// # Errors
    /// What does not, and what would.
    fn check_ground(&self, _said: &[(&str, &str)]) -> Result<(), Invalid> {
        Ok(())
    }

    /// What a match is played on and with, in the game's own form: what was said under the options of
    /// [`Matches::ground`], in their order.
    ///
    /// # Errors
    /// What is wrong with it, or which file cannot be read.
    fn ground(&self, _said: &[(&str, &str)]) -> Result<Option<Value>, Invalid> {
        Ok(None)
    }

    /// How many play in a match.
    fn players(&self) -> usize {
        *self.seats().start()
    }

    /// How a match plays it against programs.
    fn programs(&self) -> Programs;

    /// The opening of a match's game; the same for the same seed.
    fn opening(&self, seed: u64, _openings: &Openings) -> Opening {
        Opening::of_seed(seed)
    }

    /// A match's game as it begins.
    ///
    /// # Errors
    /// What is wrong with its opening or its ground.
    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, Invalid>;

    /// The seed of a player's chances in the game of this seed, before it is made different from those of
    /// the other players.
    fn player_seed(&self, seed: u64) -> u64 {
        seed
    }

    /// What stands between two choices in a record; nothing if each is a character.
    fn separator(&self) -> Option<char> {
        None
    }

    /// Whether a game can last too long for a stopped match to wait for its end.
    fn is_long(&self) -> bool {
        false
    }

    /// What a record says of the chance of a game, for the error that it says something else.
    fn chance(&self) -> &'static str {
        "opening"
    }
}
