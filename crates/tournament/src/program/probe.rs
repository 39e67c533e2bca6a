//! An examination of a program that speaks the engine protocol: everything that goes wrong in matches, one thing at a
//! time, with what to change. `checks` holds the checks.

use super::conversation::{Manner, Program};
use super::fault::{Kind, ProgramFault, ProgramLimits};
use super::player::{legal, position};
use super::running::{Running, SilenceError};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_base::process::CommandLine;
use boardbots_game::game::{Game, Matches};
use boardbots_game::setup::{Openings, Start};
use boardbots_game::spec::Dialect;
use boardbots_game::state::GameState;
use std::time::{Duration, Instant};

mod checks;

/// The time for an answer that needs no thought.
const SOON: Duration = Duration::from_secs(5);
/// The time for a move that the program is told to take.
const MOVE: Duration = Duration::from_millis(200);
/// The time beyond that which counts as late.
const SLACK: Duration = Duration::from_secs(2);
/// Most characters of a line of the program in a report.
const SHOWN: usize = 120;

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The subject.
    pub name: &'static str,
    /// The failure; `None` if it was passed.
    pub problem: Option<String>,
    /// The change that mends it.
    pub remedy: &'static str,
}

/// The failure of a check, in words.
type Found<T = ()> = Result<T, String>;

/// The subject of an examination.
pub struct Probe<'a> {
    /// The program.
    pub command: CommandLine,
    /// Its dialect; `None` to find it out.
    pub dialect: Option<Dialect>,
    /// The game.
    pub game: &'a dyn Game,
}

impl Probe<'_> {
    /// Examines it, and reports each check as it is done. Returns false if it makes no moves: all that follows would fail
    /// for the same reason.
    pub fn examine(&self, report: &mut dyn FnMut(&Check)) -> bool {
        let mut tell = |name, found: Found, remedy| report(&Check { name, problem: found.err(), remedy });
        let remedy =
            "answer ugi with id name …, then ugiok, each on a line of its own, within ten seconds; flush stdout";
        let known = match self.greet() {
            Ok(known) => known,
            Err(fault) => {
                tell("the greeting", Err(fault.to_string()), remedy);
                return false;
            }
        };
        tell("the greeting", Ok(()), remedy);
        for (name, check, remedy) in checks::CHECKS {
            let found = Talk::start(self, &known).and_then(check);
            let is_end = found.is_err() && *name == checks::FIRST;
            tell(name, found, remedy);
            if is_end {
                return false;
            }
        }
        true
    }

    /// The program behind its greeting, which has ended again.
    fn greet(&self) -> Result<Program, ProgramFault> {
        let manner = Manner { dialect: self.dialect, ..Manner::default() };
        let mut program = Program::start(self.command.clone(), manner, ProgramLimits::default())?;
        if program.name.is_empty() {
            return Err(ProgramFault::new(Kind::Refusal, "it has no name: there was no line id name …"));
        }
        program.end();
        Ok(program)
    }

    /// A game at its start.
    fn start(&self) -> Found<Position> {
        self.opened(0, 0)
    }

    /// A game after random choices, as an opening has them.
    fn opened(&self, seed: u64, plies: u8) -> Found<Position> {
        let Matches { turns, .. } = self.game.matches();
        let opening = self.game.opening(seed, &Openings { plies, ..Openings::default() });
        let start = Start { opening: &opening, turns, ground: None };
        let state = self.game.start(&start).map_err(|error: InputError| error.to_string())?;
        Ok(Position { state, options: opening.options })
    }
}

/// A position with the options that a program is told before it.
struct Position {
    state: Box<dyn GameState>,
    options: Vec<(String, String)>,
}

/// A program in the middle of a conversation.
struct Talk<'a> {
    probe: &'a Probe<'a>,
    /// The program behind its greeting, which has shown its dialect and its wishes.
    known: &'a Program,
    running: Running,
    /// Lines that were no protocol.
    garbage: Vec<String>,
}

impl<'a> Talk<'a> {
    /// Starts it, and says hello.
    fn start(probe: &'a Probe<'_>, known: &'a Program) -> Found<Self> {
        let running = Running::start(&probe.command, &ProgramLimits::default()).map_err(|fault| fault.to_string())?;
        let mut talk = Self { probe, known, running, garbage: Vec::new() };
        let (hello, done) = if known.dialect() == Dialect::Ugi { ("ugi", "ugiok") } else { ("uci", "uciok") };
        talk.say(hello);
        talk.hear(done, ProgramLimits::default().start)?;
        Ok(talk)
    }

    fn say(&mut self, line: &str) {
        self.running.listen();
        self.running.say(&[line]);
    }

    /// Waits until it has read all that was said.
    fn synchronize(&mut self) -> Found {
        self.say("isready");
        self.hear("readyok", SOON).map(drop)
    }

    /// The rest of the next line that begins with this word.
    fn hear(&mut self, wanted: &str, time: Duration) -> Found<String> {
        let until = Instant::now() + time;
        loop {
            let line = match self.running.next_line(until) {
                Ok(line) => line.map(|line| line.trim().to_string()),
                Err(SilenceError::Late) => return Err(format!("no {wanted} within {time:?}")),
                Err(SilenceError::Over) => {
                    let how = self.running.ending(&ProgramLimits::default());
                    return Err(format!("{how} before {wanted}"));
                }
                Err(SilenceError::Flood) => return Err(format!("it printed without end before {wanted}")),
            };
            let Some(line) = line else {
                self.garbage.push("a line that is no text".into());
                continue;
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                word if word == wanted => return Ok(rest.trim().to_string()),
                "" | "info" | "id" | "option" | "setoption" | "ugiok" | "uciok" | "readyok" | "bestmove"
                | "response" => {}
                _ => self.garbage.push(printable(&line, SHOWN)),
            }
        }
    }

    /// Shows it a position.
    fn place(&mut self, Position { state, options }: &Position) {
        let state = state.as_ref();
        for (name, value) in options {
            self.say(&format!("setoption name {name} value {value}"));
        }
        let separator = if self.known.dialect() == Dialect::Compact { Some(' ') } else { self.probe.game.separator() };
        self.say(&format!("position {}", position(state, separator, false)));
        if self.known.wants_positions {
            self.say(&format!("legal {}", legal(state)));
        }
    }

    /// Asks for a move in a position, which has to be legal.
    fn ask(&mut self, position: &Position, go: &str, time: Duration) -> Found<String> {
        self.place(position);
        self.say(go);
        self.best(position, time)
    }

    /// Asks for a move in the usual time.
    fn go(&mut self, position: &Position) -> Found<String> {
        self.ask(position, &go(), MOVE + SLACK)
    }

    fn best(&mut self, Position { state, .. }: &Position, time: Duration) -> Found<String> {
        let answer = self.hear("bestmove", time)?;
        let text = answer.split(" ponder ").next().unwrap_or_default();
        let choice = state.parse(text).or_else(|error| state.parse(&text.replace('_', " ")).map_err(|_| error));
        let shown = || printable(&position(state.as_ref(), self.probe.game.separator(), false), SHOWN);
        choice.map_err(|error| format!("bestmove {}, after {}: {error}", printable(text, SHOWN), shown()))?;
        Ok(text.to_string())
    }
}

/// The usual question.
fn go() -> String {
    format!("go movetime {}", MOVE.as_millis())
}
