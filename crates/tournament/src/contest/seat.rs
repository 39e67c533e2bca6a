//! A player at a board for two: a bot in this process, or a program.

use super::opening::{Contested, Opening};
use super::plan::Pace;
use super::spec::{self, Spec, THREADS};
use crate::program::{Fault, Kind, Limits as ProgramLimits, Program};
use boardbots_base::process::command_line::CommandLine;
use boardbots_game::duel::Bot;
use boardbots_game::parameters::Parameters;
use boardbots_game::referee::Referee;
use boardbots_search::alpha_beta::{Limits, Options};
use boardbots_search::game::MAX_DEPTH;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Milliseconds that a player may be given for a move.
const MOVE_TIMES: std::ops::RangeInclusive<u32> = 1..=86_400_000;
/// KiB of a bot's table.
const TABLE: std::ops::RangeInclusive<usize> = 0..=256 * 1024;
/// What can be set for a bot.
const KEYS: [&str; 5] = ["depth", "movetime", "parameters", "table", "threads"];

/// How a player of a game for two plays; made once, checked before the first game.
#[derive(Clone, Debug)]
pub enum Entrant {
    /// A bot.
    Bot {
        /// Its judge.
        judge: String,
        /// Plies, if it is told.
        depth: Option<u8>,
        /// Milliseconds for a move, if it is told.
        movetime: Option<u32>,
        /// Threads and table.
        search: Options,
        /// The constants of the judge.
        parameters: Parameters,
    },
    /// A program.
    Program(CommandLine),
}

impl Entrant {
    /// What a player's words mean in this game; its constants come from these files.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn new<D: Contested>(spec: &Spec, files: &BTreeMap<String, String>) -> Result<Self, String> {
        match &spec.kind {
            spec::Kind::Command(command) => {
                command.parse().map(Self::Program).map_err(|error| format!("{spec}: {error}"))
            }
            spec::Kind::House { name, .. } => {
                if !D::JUDGES.contains(&name.as_str()) {
                    let judges = D::JUDGES.join(", ");
                    return Err(format!("{spec}: {} has no player \"{name}\"; there are {judges}", D::NAME));
                }
                spec.only(&KEYS)?;
                let usual = Options::default();
                let search = Options {
                    threads: spec.number("threads", THREADS)?.unwrap_or(1),
                    table_kib: spec.number("table", TABLE)?.unwrap_or(usual.table_kib),
                };
                let (depth, movetime) = (spec.number("depth", 1..=MAX_DEPTH)?, spec.number("movetime", MOVE_TIMES)?);
                let usual = D::parameters(name).ok_or_else(|| format!("{spec}: {} has no judge {name}", D::NAME))?;
                let parameters = spec.parameters(usual, files)?;
                Ok(Self::Bot { judge: name.clone(), depth, movetime, search, parameters })
            }
        }
    }
}

/// A player at the board.
pub enum Seat<D: Contested> {
    /// A bot.
    Bot {
        /// It.
        bot: Box<dyn Bot<D>>,
        /// Plies.
        depth: u8,
        /// Time for a move.
        time: Option<Duration>,
    },
    /// A program, while it runs.
    Program {
        /// Its command line.
        command: CommandLine,
        /// It, from its first game on.
        program: Option<Box<Program>>,
        /// What to send for a move.
        go: String,
    },
}

impl<D: Contested> Seat<D> {
    /// Takes a seat; programs start with their first game.
    ///
    /// # Errors
    /// The judge is none of the game's.
    pub fn take(entrant: &Entrant, pace: Pace) -> Result<Self, String> {
        let time = |movetime: u32| Duration::from_millis(movetime.into());
        match entrant {
            Entrant::Bot { judge, depth, movetime, search, parameters } => {
                let bot = D::bot_with(judge, parameters, *search)
                    .ok_or_else(|| format!("{} has no judge {judge}", D::NAME))?;
                let movetime = movetime.or(if depth.is_some() { None } else { pace.movetime });
                let usual = if movetime.is_some() { MAX_DEPTH } else { D::DEFAULT_DEPTH };
                let depth = depth.or(pace.depth).unwrap_or(usual);
                Ok(Self::Bot { bot, depth, time: movetime.map(time) })
            }
            Entrant::Program(command) => {
                let depth = pace.depth.map(|depth| format!(" depth {depth}"));
                let movetime = pace.movetime.map(|time| format!(" movetime {time}"));
                let go = [depth, movetime].into_iter().flatten().collect::<String>().trim_start().to_string();
                Ok(Self::Program { command: command.clone(), program: None, go })
            }
        }
    }

    /// Another game begins.
    ///
    /// # Errors
    /// What the program did wrong.
    pub fn new_game(&mut self, opening: &Opening) -> Result<(), Fault> {
        match self {
            Self::Bot { bot, .. } => {
                bot.forget();
                Ok(())
            }
            Self::Program { command, program, .. } => {
                if let Some(program) = program {
                    program.set(&opening.options)?;
                    return program.new_game();
                }
                let started = Program::start(command.clone(), opening.options.clone(), ProgramLimits::default())?;
                *program = Some(Box::new(started));
                Ok(())
            }
        }
    }

    /// The move for whoever's turn it is, as text, and how long it took.
    ///
    /// # Errors
    /// What the player did wrong; a program that did has ended.
    pub fn choose(&mut self, game: &Referee<D>, moves: &str, deadline: Duration) -> Result<(String, Duration), Fault> {
        match self {
            Self::Bot { bot, depth, time } => {
                let began = Instant::now();
                let until = time.map_or(deadline, |time| time.min(deadline));
                let stop = || began.elapsed() >= until;
                let outcome =
                    bot.think(game.position(), game.keys(), Limits { depth: *depth, stop: &stop }, &mut |_| ());
                let digit = outcome.best().map(|action| D::digit(action).to_string()).unwrap_or_default();
                Ok((digit, began.elapsed()))
            }
            Self::Program { program, go, .. } => {
                let Some(program) = program else { return Err(Fault::new(Kind::Died, "it was never started")) };
                let position = if moves.is_empty() { "startpos".into() } else { format!("startpos moves {moves}") };
                program.best_move(&position, go, deadline)
            }
        }
    }
}
