//! Programs as players of a match: one that speaks the engine protocol, and a client of a server of the game.

use super::conversation::{Manner, Program};
use super::fault::{Kind, ProgramFault, ProgramLimits, how};
use super::running::{Running, SilenceError};
use boardbots_base::invalid::InputError;
use boardbots_base::process::CommandLine;
use boardbots_game::game::Terms;
use boardbots_game::player::{Begin, ClientSeat, ClientServer, DecisionError, Info, Player, Think};
use boardbots_game::setup::Opening;
use boardbots_game::spec::Dialect;
use boardbots_game::state::{Answer, GameState, Seat, split};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// A program as a player. It starts with its first game, or to be ready for it.
pub struct ProgramPlayer {
    command: CommandLine,
    dialect: Option<Dialect>,
    /// The sign between two moves of a record; `None` if each is a character.
    separator: Option<char>,
    program: Option<Box<Program>>,
    /// The command that asks for a choice.
    go: String,
    limits: ProgramLimits,
    deadline: Duration,
}

impl ProgramPlayer {
    /// The program of a command line, in a game whose records have this sign between two moves.
    #[must_use]
    pub fn new(command: CommandLine, dialect: Option<Dialect>, separator: Option<char>, terms: &Terms<'_>) -> Self {
        let depth = terms.depth.map(|depth| format!("depth {depth}"));
        let movetime = terms.movetime.map(|time| format!("movetime {time}"));
        let nodes = terms.nodes.map(|nodes| format!("nodes {nodes}"));
        let go = [depth, movetime, nodes].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let limits = ProgramLimits::of(terms);
        Self { command, dialect, separator, program: None, go, limits, deadline: terms.deadline }
    }
}

impl From<ProgramFault> for boardbots_game::state::Fault {
    fn from(fault: ProgramFault) -> Self {
        Self::new(fault.kind.name(), fault.told())
    }
}

impl From<ProgramFault> for DecisionError {
    /// A program that has been started once can be started again: if not, it is the machine that lacks something.
    fn from(fault: ProgramFault) -> Self {
        match fault.kind {
            Kind::Start => Self::Broken(InputError::new(fault.detail)),
            _ => Self::Fault(fault.into()),
        }
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        let options = begin.opening.map(|Opening { options, .. }| options.clone()).unwrap_or_default();
        if let Some(program) = &mut self.program {
            return Ok(program.set(&options).and_then(|()| program.new_game())?);
        }
        let variant = begin.state.spelled().map(|spelled| spelled.variant);
        let manner = Manner { dialect: self.dialect, options, variant };
        let started = Program::start(self.command.clone(), manner, self.limits)?;
        self.program = Some(Box::new(started));
        Ok(())
    }

    fn ready(&mut self, first: &Begin<'_>, _: &AtomicBool) -> Result<(), DecisionError> {
        self.begin(first)
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let none = || ProgramFault::new(Kind::Died, "it was never started");
        let program = self.program.as_mut().ok_or_else(none)?;
        let compact = program.dialect() == Dialect::Compact;
        let separator = if compact { Some(' ') } else { self.separator };
        let position = position(state, separator, program.plays_variant);
        let legal = if program.wants_positions { legal(state) } else { String::new() };
        let (text, _) = program.best_move(&position, &legal, &self.go, self.deadline)?;
        if let Some(report) = think.report {
            program.numbers.iter().for_each(|(key, number)| report(Info::Number { key, number: *number }));
        }
        let illegal = |error| ProgramFault::new(Kind::Illegal, format!("after {position}: {error}")).into();
        let choice = state.parse(&text).or_else(|error| state.parse(&text.replace('_', " ")).map_err(|_| error));
        choice.map(Answer::Choice).map_err(illegal)
    }
}

/// The position, in the words behind `position`: with all moves so far, of which each is a character in texts without a
/// separator, or, if they are not known, as it is. A variant of chess has a notation of its own.
#[must_use]
pub fn position(state: &dyn GameState, separator: Option<char>, variant: bool) -> String {
    let (spelled, history) = (state.spelled().filter(|_| variant), state.history());
    let (moves, fen, separator) = match spelled {
        Some(spelled) => (history.map(|_| spelled.moves), Some(spelled.fen), Some(' ')),
        None => (history, state.position(), separator),
    };
    match moves {
        None => format!("fen {}", fen.unwrap_or_default()),
        Some(moves) if moves.is_empty() => "startpos".into(),
        Some(moves) => split(&moves, separator).fold("startpos moves".to_string(), |line, action| line + " " + action),
    }
}

/// The position and all its legal moves, in the words behind `legal`. A space within a move is written `_`.
#[must_use]
pub fn legal(state: &dyn GameState) -> String {
    let position = state.position().map_or_else(String::new, |text| format!("fen {text} "));
    let moves = state.all_legal().into_iter().filter_map(|choice| state.text(Answer::Choice(choice)));
    moves.fold(position + "moves", |line, action| line + " " + &action.replace(' ', "_"))
}

/// The interval between checks for the end of the client and for output.
const LOOK: Duration = Duration::from_millis(20);
/// The longest time of such a check.
const GLANCE: Duration = Duration::from_millis(1);
/// The placeholder in a command for the server's address.
const SERVER: &str = "{server}";
/// The placeholder in a command for the player's key.
const KEY: &str = "{key}";

/// The server at which clients play, if this build has one.
pub type ServerOfClients = Option<Arc<dyn ClientServer>>;

/// A client as a player. It is started when a game begins and none runs, so that one that ends after each game
/// is as good as one that plays on.
pub struct ClientPlayer {
    command: CommandLine,
    server: ServerOfClients,
    seat: Option<Box<dyn ClientSeat>>,
    running: Option<Running>,
    /// True if the running client was started for the present game.
    fresh: bool,
    limits: ProgramLimits,
    deadline: Duration,
}

impl ClientPlayer {
    /// The client of a command line.
    ///
    /// # Errors
    /// Fails if the command has no placeholder for the server's address or for the key.
    pub fn new(command: CommandLine, terms: &Terms<'_>, server: ServerOfClients) -> Result<Self, InputError> {
        for (place, meaning) in [(SERVER, "the address of the server"), (KEY, "the key of the player")] {
            if !command.arguments.iter().any(|word| word.contains(place)) {
                return Err(format!("the command needs {place} where {meaning} goes").into());
            }
        }
        let (deadline, limits) = (terms.deadline, ProgramLimits::of(terms));
        Ok(Self { command, server, seat: None, running: None, fresh: false, limits, deadline })
    }

    /// Starts the client for its seat.
    fn start(&mut self) -> Result<(), DecisionError> {
        let Some(seat) = &self.seat else { return Err(InputError::from("a client without a seat").into()) };
        let mut command = self.command.clone();
        for word in &mut command.arguments {
            *word = word.replace(SERVER, seat.address()).replace(KEY, seat.key());
        }
        let running = Running::start(&command, &self.limits)?;
        (self.running, self.fresh) = (Some(running), true);
        Ok(())
    }

    /// The reason why the client will not answer any more, if there is one. Reads its output.
    fn look(&mut self) -> Option<SilenceError> {
        let running = self.running.as_mut()?;
        let until = Instant::now() + GLANCE;
        let silence = loop {
            if let Err(silence) = running.next_line(until) {
                break silence;
            }
        };
        match silence {
            SilenceError::Late => None,
            // It speaks over HTTP: its stdout may be closed, or a file.
            SilenceError::Over if !running.family.has_ended() => running.drain().then_some(SilenceError::Flood),
            silence => Some(silence),
        }
    }

    /// The client has ended.
    fn died(&mut self) -> DecisionError {
        let status = self.running.as_mut().and_then(|running| running.family.end());
        let how = status.map_or_else(|| "it ended".to_string(), |status| how(status, &self.limits));
        self.fault(Kind::Died, format!("{how} before its move"))
    }

    /// Looks after the client while its choice, or its coming, is waited for since `asked`.
    fn watch(&mut self, asked: Instant, joined: Option<Instant>, stop: &AtomicBool) -> Result<(), DecisionError> {
        if stop.load(Relaxed) {
            return Err(DecisionError::Stopped);
        }
        match (joined, self.look()) {
            (_, Some(SilenceError::Flood)) => {
                let most = self.limits.flood;
                Err(self.fault(Kind::Flood, format!("more than {most} bytes before a move")))
            }
            // It ended after the game before, just when this one began.
            (None, Some(_)) if !self.fresh => {
                self.running = None;
                self.start()
            }
            (_, Some(_)) => Err(self.died()),
            (None, None) if asked.elapsed() >= self.limits.start => {
                let limit = self.limits.start;
                Err(self.fault(Kind::SlowStart, format!("it did not join within {limit:?}")))
            }
            (Some(joined), None) if joined.elapsed() >= self.deadline => {
                let limit = self.deadline;
                Err(self.fault(Kind::Hang, format!("no move within {limit:?}")))
            }
            (_, None) => Ok(()),
        }
    }

    /// Ends the client for a fault.
    fn fault(&mut self, kind: Kind, detail: String) -> DecisionError {
        let stderr = self.running.take().map_or_else(String::new, Running::end);
        DecisionError::Fault(ProgramFault { kind, detail, stderr }.into())
    }
}

impl Player for ClientPlayer {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        if self.seat.is_none() {
            let server =
                self.server.as_ref().ok_or_else(|| InputError::from("this build has no server for clients"))?;
            self.seat = Some(server.seat());
        }
        if self.look().is_some() {
            self.running = None;
        }
        self.fresh = false;
        if let Some(seat) = &mut self.seat {
            seat.begin(begin);
        }
        if self.running.is_none() { self.start() } else { Ok(()) }
    }

    fn ready(&mut self, first: &Begin<'_>, stop: &AtomicBool) -> Result<(), DecisionError> {
        self.begin(first)?;
        let asked = Instant::now();
        while let Some(seat) = self.seat.as_mut().filter(|seat| !seat.has_joined()) {
            seat.wait(Instant::now() + LOOK);
            self.watch(asked, None, stop)?;
        }
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let asked = Instant::now();
        if let Some(seat) = &mut self.seat {
            seat.show(state);
        }
        if let Some(running) = &mut self.running {
            running.listen();
        }
        let mut joined = None;
        loop {
            let Some(seat) = &mut self.seat else { return Err(InputError::from("a client without a seat").into()) };
            if joined.is_none() && seat.has_joined() {
                joined = Some(Instant::now());
            }
            if let Some(choice) = seat.wait(Instant::now() + LOOK) {
                return Ok(Answer::Choice(choice));
            }
            self.watch(asked, joined, think.quit)?;
        }
    }

    fn observe(&mut self, state: &dyn GameState, _: Seat) {
        if state.turn().is_none()
            && let Some(seat) = &mut self.seat
        {
            seat.end(state);
        }
    }
}
