//! The [`Game`] trait: names, options, bots, tables and matches of a game.

use crate::engine::SolvingEngine;
use crate::options::GameOption;
use crate::parameters::Parameters;
use crate::player::{Player, Stop};
use crate::setup::{Opening, Openings, Setup, Start};
use crate::spec::Spec;
use crate::state::GameState;
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

/// A bot that the lobby offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The bot as players are named everywhere, such as `GAME:strong,depth=8`.
    pub player: String,
    /// The name shown to people.
    pub name: String,
    /// Difficulty for people: 1 is very weak, 2 suits beginners, 5 is the strongest. The lobby sorts by it.
    pub strength: u8,
    /// Its way of playing, in a few words.
    pub character: String,
}

/// The protocol in which programs play a game in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Programs {
    /// In the protocol of `boardbots engine`.
    Engine,
    /// In a protocol of the game's own: [`Game::player`] takes programs.
    Own,
    /// Over HTTP, as clients of a server that the match starts.
    Clients,
    /// No programs, for this reason, which the player's error gives.
    None(&'static str),
}

/// A game's settings for the command line of matches.
#[derive(Clone, Copy, Debug)]
pub struct Matches {
    /// The supported options among those that not every game has: `depth`, `movetime`, `nodes`, `deadline`, `clock`, `openings`,
    /// `plies`, `sizes`, `turns`.
    pub options: &'static [&'static str],
    /// Options for the ground of a match, such as `map`, and how often each can be given; see [`Game::ground`].
    pub ground: &'static [(&'static str, usize)],
    /// The default number of choices of each player, or of turns, in games that end by this number.
    pub turns: u32,
    /// The largest value of `turns`.
    pub most_turns: u32,
    /// The bots and their options, in a line for the help.
    pub players: &'static str,
}

impl Matches {
    /// A match that needs nothing but players.
    pub const PLAIN: Self = Self { options: &[], ground: &[], turns: 300, most_turns: 1200, players: "" };

    /// True if an option has an effect.
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

    /// The numbers of seats that a table can have.
    fn seats(&self) -> RangeInclusive<usize>;

    /// True if the game is played at tables.
    fn has_tables(&self) -> bool {
        true
    }

    /// The bots that the lobby offers. The first one also chooses when a clock runs out, and gives hints where
    /// nothing [analyses](Game::analyst).
    fn offers(&self) -> Vec<Offer>;

    /// The options of a game at a table.
    fn options(&self) -> Vec<GameOption> {
        Vec::new()
    }

    /// True if choices can be taken back. Games with chance do not allow it.
    fn takes_back(&self) -> bool;

    /// True if people can see an evaluation for the first of two seats during a game.
    fn evaluates(&self) -> bool {
        false
    }

    /// True if [`Game::analyst`] returns an analyst. Calling this allocates nothing.
    fn is_analysed(&self) -> bool {
        false
    }

    /// The analyst that gives hints, evaluates, and analyses games that are over; `None` if the game has none.
    fn analyst(&self) -> Option<Box<dyn Analyst>> {
        None
    }

    /// The engine that proves exact results, in games for two.
    fn solving(&self) -> Option<Box<dyn SolvingEngine>> {
        None
    }

    /// A game at a table as it begins. It must be quick: at most some milliseconds.
    ///
    /// # Errors
    /// Fails if the setup is invalid.
    fn open(&self, setup: &Setup) -> Result<Box<dyn GameState>, InputError>;

    /// A bot, or a program in games with [`Programs::Own`].
    ///
    /// # Errors
    /// Fails if the specification is invalid, or does not fit the usage.
    fn player(&self, spec: &Spec, usage: Usage<'_>) -> Result<Box<dyn Player>, InputError>;

    /// Checks that [`Game::player`] would make this bot. Games whose bots take much memory check without making one.
    ///
    /// # Errors
    /// As [`Game::player`].
    fn check(&self, spec: &Spec, usage: Usage<'_>) -> Result<(), InputError> {
        self.player(spec, usage).map(drop)
    }

    /// The constants of a bot's evaluation, as they are by default; empty for a bot without any,
    /// `None` if there is no such bot.
    fn parameters(&self, _player: &str) -> Option<Parameters> {
        None
    }

    /// The game's settings for matches.
    fn matches(&self) -> Matches {
        Matches::PLAIN
    }

    /// Checks the values of the options of [`Matches::ground`] for consistency, before files are looked for.
    ///
    /// # Errors
    /// Fails if they are inconsistent, and says what would be right.
    fn check_ground(&self, _said: &[(&str, &str)]) -> Result<(), InputError> {
        Ok(())
    }

    /// The ground of a match, such as its map, in the game's own form, from the values of the options of
    /// [`Matches::ground`] in their order.
    ///
    /// # Errors
    /// Fails if a value is invalid or a file cannot be read.
    fn ground(&self, _said: &[(&str, &str)]) -> Result<Option<Value>, InputError> {
        Ok(None)
    }

    /// The number of players in a game of a match.
    fn players(&self) -> usize {
        *self.seats().start()
    }

    /// The number of players in a match on this ground, in the form of [`Game::ground`].
    fn players_on(&self, _ground: &Value) -> usize {
        self.players()
    }

    /// The protocol in which programs play the game in a match.
    fn programs(&self) -> Programs;

    /// The opening of a match's game; the same for the same seed.
    fn opening(&self, seed: u64, _openings: &Openings) -> Opening {
        Opening::of_seed(seed)
    }

    /// A match's game as it begins.
    ///
    /// # Errors
    /// Fails if the opening or the ground is invalid.
    fn start(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError>;

    /// The same game for people who watch it: it takes the same answers, and its events and views say as much as at a
    /// table.
    ///
    /// # Errors
    /// As [`Game::start`].
    fn watched(&self, start: &Start<'_>) -> Result<Box<dyn GameState>, InputError> {
        self.start(start)
    }

    /// The base seed of the players' random choices in the game of this seed; each player's own seed is derived from
    /// it.
    fn player_seed(&self, seed: u64) -> u64 {
        seed
    }

    /// The separator between two choices in a record; `None` if each choice is one character.
    fn separator(&self) -> Option<char> {
        None
    }

    /// True if a game can last so long that a stopped match does not wait for its end.
    fn is_long(&self) -> bool {
        false
    }

    /// The subject of the error for a record whose chance events do not follow from its seed, with its verb:
    /// "opening" or "dice are".
    fn chance(&self) -> &'static str {
        "opening"
    }
}

/// The purpose of a bot.
#[derive(Clone, Copy, Debug)]
pub enum Usage<'a> {
    /// A table of a server: the bot reads no files and takes one core for at most a second.
    Table,
    /// A match, a tuning, a measurement.
    Match(&'a Terms<'a>),
}

/// The time of a program that counts for a choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// Wall time, without the time for which the machine kept the program from computing.
    #[default]
    Wall,
    /// Processor time of the program and all that it starts.
    Cpu,
}

boardbots_base::words! { Clock::word: Wall "wall", Cpu "cpu" }

/// Limits and resources that a match gives to players that do not set their own.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Plies or rounds to search.
    pub depth: Option<u8>,
    /// Milliseconds for a choice.
    pub movetime: Option<u32>,
    /// Positions to look at for a choice.
    pub nodes: Option<u64>,
    /// Time after which a choice counts as not made.
    pub deadline: Duration,
    /// Time for a program until it is ready.
    pub start: Duration,
    /// Memory for data of each process of a program, in bytes.
    pub memory: Option<u64>,
    /// The time of a program that counts.
    pub clock: Clock,
    /// Texts of files that players name, by these names.
    pub files: &'a BTreeMap<String, String>,
    /// Constants that replace the player's own.
    pub parameters: Option<&'a Parameters>,
}

/// The files of terms that name none.
static NO_FILES: BTreeMap<String, String> = BTreeMap::new();

impl Default for Terms<'_> {
    fn default() -> Self {
        let (deadline, start) = (Duration::MAX, Duration::MAX);
        Self {
            depth: None,
            movetime: None,
            nodes: None,
            deadline,
            start,
            memory: None,
            clock: Clock::Wall,
            files: &NO_FILES,
            parameters: None,
        }
    }
}

/// The worth of a game to the seat that has to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// -1000 lost, 1000 won.
    pub value: i16,
    /// Plies until a certain win, or a certain loss if negative; 0 for a certain draw. `None` if the result is not
    /// certain.
    pub ends: Option<i16>,
}

impl Worth {
    /// A worth that is not certain.
    #[must_use]
    pub const fn about(value: i16) -> Self {
        Self { value, ends: None }
    }

    /// The lead over another worth. Unless both are certain, values of at least `decided` count as equal; but a
    /// certain loss is worse than a good value.
    #[must_use]
    pub fn lead(self, other: Self, decided: i16) -> i16 {
        let throws_away = self.value >= GOOD && other.ends.is_some_and(|plies| plies < 0);
        let decided = if throws_away || self.ends.and(other.ends).is_some() { i16::MAX } else { decided };
        let [one, other] = [self, other].map(|worth| worth.value.clamp(-decided, decided));
        one - other
    }
}

/// An analyst's verdict on a state, and on a choice there.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best choice, in the text that people use.
    pub best: String,
    /// The worth of the game with it.
    pub value: Worth,
    /// The same with the choice that was made, or with the best one; never more.
    pub made: Worth,
    /// The amount by which that choice is certainly worse.
    pub lost: i16,
    /// The worth of every choice, in games that know it exactly.
    pub chances: Vec<Chance>,
    /// Facts for a person who asked for a hint, as an object of the game's own shape.
    pub note: Value,
    /// The same in a few words; empty if there are none.
    pub why: String,
}

/// The loss in worth from which a choice is a mistake.
pub const MISTAKE: i32 = 200;
/// The worth from which a game looks good. Of random positions whose results were out of a prover's reach, none of 19
/// that looked so good was lost, and 21 of 29 that looked worse than even were.
const GOOD: i16 = 150;
/// The loss in worth from which a choice is a blunder.
const BLUNDER: i32 = 300;

/// The classification of a bad choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It loses a tenth of the way from a sure loss to a sure win, or more.
    Mistake,
    /// It loses 15 hundredths of that way, or more.
    Blunder,
}

boardbots_base::words! { Mark::name: Mistake "mistake", Blunder "blunder" }

impl Analysis {
    /// The mark of the choice; `None` unless it was a bad one.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        match i32::from(self.lost) {
            BLUNDER.. => Some(Mark::Blunder),
            MISTAKE.. => Some(Mark::Mistake),
            _ => None,
        }
    }
}

/// A choice with its exact probability of winning.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The choice, in the text that people use.
    pub choice: String,
    /// The probability that the seat that has to choose wins with it, 0 to 1.
    pub win: f64,
}

/// A game's source of hints, evaluations, and analyses of finished games.
pub trait Analyst: Send {
    /// The best choice of a state, and the worth of a choice there, in the text that people use, if one is
    /// given; `None` if there is nothing to say, or if it was stopped. The same each time.
    fn analyse(&mut self, state: &dyn GameState, choice: Option<&str>, stop: Stop<'_>) -> Option<Analysis>;
}
