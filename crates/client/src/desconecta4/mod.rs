//! Desconecta4-BOOM over the network, as the course's own program speaks it: our player as
//! its client, and as the ninja server that its client plays against.
//!
//! TCP, no framing, no message at the end. A text is a length byte (signed, so at most 127)
//! and its bytes; everything else is single ASCII digits. The client sends its nick and what
//! it wants to play against (`1` a ninja, `0` another machine); the server answers with its
//! own nick and the client's colour (`0` green, who begins, `1` blue). Then both send their
//! actions in turn, `0` to `7`, and each sees by the rules when the game is over.
//!
//! | file | holds |
//! |---|---|
//! | here | the player that chooses our actions, the ninja's levels, and one game, the same for both sides |
//! | [`wire`] | texts and digits in and out, with every limit; nicks |
//! | [`client`] | our player at another server, and the original's `game.conf` |
//! | [`server`] | our player as the server, and the places of clients |

pub mod client;
pub mod server;
pub mod wire;

use boardbots_base::invalid::InputError;
use boardbots_desconecta4::rules::{Action, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::bot::Bot;
use boardbots_game::two_player::player::{best, bot, names};
use boardbots_game::two_player::side::Side;
use boardbots_game::two_player::state::{Referee, joined};
use boardbots_search::alpha_beta::{Options, SearchLimits};
pub use client::{Client, ConnectError, GameConf, Mode};
pub use server::{Server, Visit};
use std::fmt;
use std::time::{Duration, Instant};
use wire::Wire;
pub use wire::{Nick, WireError, WireLimits};

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
    pub fn new(thinking: Thinking) -> Result<Self, InputError> {
        let options = Options { threads: thinking.threads, ..Options::default() };
        let bot = bot::<Position>(thinking.evaluation, options).ok_or_else(|| {
            let (asked, all) = (thinking.evaluation, names::<Position>().join(", "));
            InputError::new(format_args!("no evaluation {asked:?}; the evaluations are {all}"))
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
        let plies = SearchLimits::plies(self.thinking.depth);
        let limits = SearchLimits { time: Some(self.thinking.time_limit), ..plies };
        let outcome = self.bot.think(position, past, limits, &mut |_| ());
        let took = began.elapsed();
        self.slowest = self.slowest.max(took);
        let (ply, ms) = (position.ply(), took.as_millis());
        let (depth, value, nodes) = (outcome.depth, outcome.value, outcome.nodes);
        log::debug!("ply {ply}: depth {depth}, value {value}, {nodes} nodes, {ms} ms");
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

/// The end of a game.
#[derive(Debug)]
pub enum End {
    /// By the rules: who has won, `None` if the board is full.
    Decided(Option<Side>),
    /// Broken off after as many plies as were wanted.
    Plies,
    /// Something came between.
    Fault(WireError),
}

impl End {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match self {
            Self::Decided(winner) => *winner,
            Self::Plies | Self::Fault(_) => None,
        }
    }

    /// One word for programs: `line`, `full`, `plies`, or that of the fault.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Decided(Some(_)) => "line",
            Self::Decided(None) => "full",
            Self::Plies => "plies",
            Self::Fault(fault) => fault.word(),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(Some(winner)) => write!(out, "{} has a line", winner.other().colour()),
            Self::Decided(None) => out.write_str("the board is full"),
            Self::Plies => out.write_str("as many plies as were wanted"),
            Self::Fault(fault) => fault.fmt(out),
        }
    }
}

/// A game that was played, to its end or not.
#[derive(Debug)]
pub struct Played {
    /// The side that was ours.
    pub ours: Side,
    /// All actions that went over the wire, as digits.
    pub moves: String,
    /// Its end.
    pub end: End,
    /// Our longest decision.
    pub slowest: Duration,
}

impl Played {
    /// Plies played.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.moves.len()
    }
}

/// Plays a game whose greetings have been exchanged, and parts.
#[must_use]
pub fn play(mut wire: Wire, ours: Side, player: &mut Player) -> Played {
    player.forget();
    let mut game = Referee::new(Position::default());
    let end = loop {
        let position = game.position;
        if let Some(winner) = position.winner() {
            break End::Decided(winner);
        }
        if position.ply() >= wire.limits.plies {
            break End::Plies;
        }
        let exchanged = if position.mover() == ours {
            let action = player.choose(&position, &game.keys);
            wire.send_action(action).map(|()| action)
        } else {
            wire.receive_action(&position)
        };
        match exchanged {
            Ok(action) => {
                log::debug!("ply {}: {} plays {}", position.ply(), position.mover().colour(), action);
                game.play(action);
            }
            Err(fault) => break End::Fault(fault),
        }
    };
    if !matches!(end, End::Fault(_)) {
        wire.part();
    }
    let moves = joined::<Position>(&game.moves);
    Played { ours, moves, end, slowest: player.slowest }
}
