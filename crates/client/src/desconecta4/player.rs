//! The player that chooses our actions, and the ninja's levels.

use super::nick::Nick;
use boardbots_base::invalid::Invalid;
use boardbots_desconecta4::rules::{Action, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::bot::Bot;
use boardbots_game::two_player::player::{best, bot, names};
use boardbots_search::alpha_beta::{Limits, Options};
use std::time::{Duration, Instant};

/// The strength of a ninja.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1, 2 or 3.
    pub number: u8,
    /// The port on which the original's program looks for the ninja of this level.
    pub port: u16,
    /// The evaluation.
    pub evaluation: &'static str,
    /// Depth of the search in plies.
    pub depth: u8,
    /// The name the player gives.
    pub nick: &'static str,
}

/// The ninjas, from easy to strong.
pub const LEVELS: [Level; 3] = [
    Level { number: 1, port: 5127, evaluation: "course", depth: 2, nick: "boardbots-1" },
    Level { number: 2, port: 5128, evaluation: "course", depth: 6, nick: "boardbots-2" },
    Level { number: 3, port: 5129, evaluation: best::<Position>(), depth: Position::DEPTH, nick: "boardbots-3" },
];

impl Level {
    /// The level with this number.
    #[must_use]
    pub fn new(number: u8) -> Option<&'static Self> {
        LEVELS.iter().find(|level| level.number == number)
    }

    /// The name as it goes over the wire.
    #[must_use]
    pub fn nick(&self) -> Nick {
        Nick::new(self.nick.as_bytes()).expect("the names of the table are short")
    }
}

/// The search settings of our player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// One of the evaluations of the game.
    pub evaluation: &'static str,
    /// Plies of a search, 1 to 64: the depth decides, so that the same game gives the same
    /// action on every machine.
    pub depth: u8,
    /// The time limit behind the depth: when it has passed, the best action of the plies that were searched completely
    /// is played.
    pub time_limit: Duration,
    /// Threads of a search, at least 1.
    pub threads: usize,
}

/// Chooses our actions.
pub struct Player {
    bot: Box<dyn Bot<Position>>,
    thinking: Thinking,
    /// The longest decision of this game.
    pub slowest: Duration,
}

impl Player {
    /// Takes the memory that the game will need. The thread that calls this is the one to
    /// choose actions on.
    ///
    /// # Errors
    /// There is no evaluation of this name.
    pub fn new(thinking: Thinking) -> Result<Self, Invalid> {
        let options = Options { threads: thinking.threads, ..Options::default() };
        let bot = bot::<Position>(thinking.evaluation, options).ok_or_else(|| {
            let (asked, all) = (thinking.evaluation, names::<Position>().join(", "));
            Invalid::new(format_args!("no evaluation {asked:?}; the evaluations are {all}"))
        })?;
        Ok(Self { bot, thinking, slowest: Duration::ZERO })
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        self.bot.forget();
        self.slowest = Duration::ZERO;
    }

    /// The best action of a position in which the game goes on, after positions with the keys
    /// `past`.
    pub fn choose(&mut self, position: &Position, past: &[u64]) -> Action {
        let began = Instant::now();
        let limit = self.thinking.time_limit;
        let limits = Limits { stop: &|| began.elapsed() >= limit, ..Limits::plies(self.thinking.depth) };
        let outcome = self.bot.think(position, past, limits, &mut |_| ());
        let took = began.elapsed();
        self.slowest = self.slowest.max(took);
        log::debug!(
            "ply {}: depth {}, value {}, {} nodes, {} ms",
            position.ply(),
            outcome.depth,
            outcome.value,
            outcome.nodes,
            took.as_millis()
        );
        outcome.best().expect("the first iteration is never interrupted and the game goes on")
    }
}

impl Thinking {
    /// The thinking of a ninja.
    #[must_use]
    pub const fn of(level: &Level, threads: usize, time_limit: Duration) -> Self {
        Self { evaluation: level.evaluation, depth: level.depth, time_limit, threads }
    }
}
