//! A program that speaks the engine protocol, as a player of a match.

use super::conversation::Program;
use super::fault::{Fault, Kind, Limits};
use boardbots_base::invalid::Invalid;
use boardbots_base::process::CommandLine;
use boardbots_game::game::Terms;
use boardbots_game::player::{Begin, NoAnswer, Player, Think};
use boardbots_game::setup::Opening;
use boardbots_game::state::{Answer, GameState};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A program as a player. It starts with its first game, or to be ready for it.
pub struct ProgramPlayer {
    command: CommandLine,
    program: Option<Box<Program>>,
    /// The command that asks for a choice.
    go: String,
    limits: Limits,
    deadline: Duration,
}

impl ProgramPlayer {
    /// The program of a command line.
    #[must_use]
    pub fn new(command: CommandLine, terms: &Terms<'_>) -> Self {
        let depth = terms.depth.map(|depth| format!("depth {depth}"));
        let movetime = terms.movetime.map(|time| format!("movetime {time}"));
        let go = [depth, movetime].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Self { command, program: None, go, limits: Limits::of(terms), deadline: terms.deadline }
    }
}

impl From<Fault> for boardbots_game::state::Fault {
    fn from(fault: Fault) -> Self {
        Self::new(fault.kind.name(), fault.told())
    }
}

impl From<Fault> for NoAnswer {
    /// A program that has been started once can be started again: if not, it is the machine that lacks something.
    fn from(fault: Fault) -> Self {
        match fault.kind {
            Kind::Start => Self::Broken(Invalid::new(fault.detail)),
            _ => Self::Fault(fault.into()),
        }
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), NoAnswer> {
        let options = begin.opening.map(|Opening { options, .. }| options.clone()).unwrap_or_default();
        if let Some(program) = &mut self.program {
            return Ok(program.set(&options).and_then(|()| program.new_game())?);
        }
        let started = Program::start(self.command.clone(), options, self.limits)?;
        self.program = Some(Box::new(started));
        Ok(())
    }

    fn ready(&mut self, first: &Begin<'_>, _: &AtomicBool) -> Result<(), NoAnswer> {
        self.begin(first)
    }

    fn decide(&mut self, state: &dyn GameState, _: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        let none = || Fault::new(Kind::Died, "it was never started");
        let program = self.program.as_mut().ok_or_else(none)?;
        let moves = state.history();
        let position = if moves.is_empty() { "startpos".into() } else { format!("startpos moves {moves}") };
        let (text, _) = program.best_move(&position, &self.go, self.deadline)?;
        let illegal = |error| Fault::illegal(format!("after {moves}: {error}")).into();
        state.parse(&text).map(Answer::Choice).map_err(illegal)
    }
}
