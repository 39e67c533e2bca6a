//! What there is to say about a game.

use crate::options::GameOption;
use crate::parameters::Parameters;
use crate::player::{Player, Stop};
use crate::setup::{Opening, Openings, Setup, Start};
use crate::spec::Spec;
use crate::state::GameState;
use boardbots_base::invalid::Invalid;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A bot that the lobby offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The bot as players are named everywhere, such as `GAME:strong,depth=8`.
    pub player: String,
    /// What people see.
    pub name: String,
    /// How hard it is to beat: 1 is very weak, 2 suits beginners, 5 is the strongest. The lobby sorts by it.
    pub strength: u8,
    /// Its way of playing, in a few words.
    pub character: String,
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

    /// The name for people where its [pages](crate::listed::Listed::PAGES) have no text `game.NAME`.
    fn title(&self) -> &'static str {
        self.name()
    }

    /// The rules in a sentence or two, in English, where its pages have no text `rules.NAME`; empty if there are none.
    fn rules(&self) -> &'static str {
        ""
    }

    /// How many seats a table can have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// Whether it is played at tables.
    fn has_tables(&self) -> bool {
        true
    }

    /// The bots that the lobby offers. The first one also chooses when a clock runs out, and gives hints where
    /// nothing [judges](Game::judge).
    fn offers(&self) -> Vec<Offer>;

    /// The options of a game at a table.
    fn options(&self) -> Vec<GameOption> {
        Vec::new()
    }

    /// Whether choices can be taken back: only where nothing is left to chance.
    fn takes_back(&self) -> bool;

    /// True if people can see during a game how it stands for the first of two seats.
    fn evaluates(&self) -> bool {
        false
    }

    /// Whether [`Game::judge`] has something to give: to ask this takes no memory.
    fn is_judged(&self) -> bool {
        false
    }

    /// The judge that gives hints, evaluates, and analyses games that are over; `None` if the game has none.
    fn judge(&self) -> Option<Box<dyn Judge>> {
        None
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

/// What a bot is made for.
#[derive(Clone, Copy, Debug)]
pub enum Usage<'a> {
    /// A table of a server: the bot reads no files and takes one core for at most a second.
    Table,
    /// A match, a tuning, a measurement.
    Match(&'a Terms<'a>),
}

/// What a match gives to its players, unless they say it themselves.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Plies or rounds to search.
    pub depth: Option<u8>,
    /// Milliseconds for a choice.
    pub movetime: Option<u32>,
    /// Time after which a choice counts as not made.
    pub deadline: Duration,
    /// Time for a program until it is ready.
    pub start: Duration,
    /// Memory for data that each process of a program may have, in bytes.
    pub memory: Option<u64>,
    /// Texts of files that players name, by these names.
    pub files: &'a BTreeMap<String, String>,
    /// Constants instead of those that the player has.
    pub parameters: Option<&'a Parameters>,
}

/// Terms without any demand.
static NO_FILES: BTreeMap<String, String> = BTreeMap::new();

impl Default for Terms<'_> {
    fn default() -> Self {
        let (deadline, start) = (Duration::MAX, Duration::MAX);
        Self { depth: None, movetime: None, deadline, start, memory: None, files: &NO_FILES, parameters: None }
    }
}

/// The worth of a game to the seat that has to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// -1000 lost, 1000 won.
    pub value: i16,
    /// In how many plies it is won for certain, or lost if negative; 0 for a certain draw. `None` if that is out of
    /// reach.
    pub ends: Option<i16>,
}

impl Worth {
    /// A worth that is not certain.
    #[must_use]
    pub const fn about(value: i16) -> Self {
        Self { value, ends: None }
    }

    /// By how much it is better than another. Unless both are certain, values from `decided` on are all the same; but
    /// a certain loss is worse than what looks good.
    #[must_use]
    pub fn lead(self, other: Self, decided: i16) -> i16 {
        let throws_away = self.value >= GOOD && other.ends.is_some_and(|plies| plies < 0);
        let decided = if throws_away || self.ends.and(other.ends).is_some() { i16::MAX } else { decided };
        let [one, other] = [self, other].map(|worth| worth.value.clamp(-decided, decided));
        one - other
    }

    /// It, or the other if that is less.
    #[must_use]
    pub const fn at_most(self, other: Self) -> Self {
        if self.value <= other.value { self } else { other }
    }
}

/// A judge's verdict on a state, and on a choice there.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The best choice, in the text that people use.
    pub best: String,
    /// The worth of the game with it.
    pub value: Worth,
    /// The same with the choice that was made, or with the best one; never more.
    pub made: Worth,
    /// By how much that choice is surely worse.
    pub lost: i16,
    /// The worth of every choice, where it is known exactly.
    pub chances: Vec<Chance>,
    /// Facts for a person who asked for a hint, as an object of the game's own shape.
    pub note: Value,
    /// The same in a few words; empty if there are none.
    pub why: String,
}

/// A choice that is worse than the best one by this much is a mistake.
pub const MISTAKE: i32 = 200;
/// From so much on a game looks good. Of random positions whose results were out of a prover's reach, none of 19 that
/// looked so good was lost, and 21 of 29 that looked worse than even were.
const GOOD: i16 = 150;
/// The same for a blunder.
const BLUNDER: i32 = 300;

/// What a bad choice is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It loses a tenth of the way from a sure loss to a sure win, or more.
    Mistake,
    /// It loses 15 hundredths of that way, or more.
    Blunder,
}

boardbots_base::words! { Mark::name: Mistake "mistake", Blunder "blunder" }

impl Judgement {
    /// What the choice is called, if it was a bad one.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        match i32::from(self.lost) {
            BLUNDER.. => Some(Mark::Blunder),
            MISTAKE.. => Some(Mark::Mistake),
            _ => None,
        }
    }
}

/// What a choice is worth in a game that knows it exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The choice, in the text that people use.
    pub choice: String,
    /// The probability that the seat that has to choose wins with it, 0 to 1.
    pub win: f64,
}

/// The one voice of a game: it gives hints, evaluates, and analyses games that are over.
pub trait Judge: Send {
    /// The best choice of a state, and the worth of a choice there, in the text that people use, if one is
    /// given; `None` if there is nothing to say, or if it was stopped. The same each time.
    fn judge(&mut self, state: &dyn GameState, choice: Option<&str>, stop: Stop<'_>) -> Option<Judgement>;
}
