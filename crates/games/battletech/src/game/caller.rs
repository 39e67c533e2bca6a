//! Players: bots of this program, and in matches programs that are called as the simulator calls them.

use super::fight::Fight;
use super::record;
use super::{NAME, STILL};
use crate::action::{Action, Phase};
use crate::player::weights::Weights;
use crate::player::{Player, Style};
use crate::simulator::folder::{Folder, FolderError};
use crate::situation::{Rule, Situation};
use boardbots_base::invalid::InputError;
use boardbots_base::process::CommandLine;
use boardbots_base::process::call::{Call, Ending, ProcessLimits};
use boardbots_game::player::{self, Begin, DecisionError, Think};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::{Answer, Fault, GameState};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{fs, io};
use tempfile::TempDir;

/// The mind that decides for a mech.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mind {
    /// A bot of this style that weighs by these numbers.
    Own(Style, Weights),
    /// Nothing: what the simulator does for a player that fails.
    Still,
    /// A program that reads and writes the simulator's files, and what a call of it may take.
    Program(CommandLine, ProcessLimits),
}

/// The style of the bot of this name; `None` if it does nothing at all.
///
/// # Errors
/// There is no such bot.
pub fn style(spec: &Spec) -> Result<Option<Style>, InputError> {
    let name = match &spec.kind {
        Kind::House { game, name, .. } if game == NAME => name,
        _ => return Err(format!("{spec} does not play BattleTech; use battletech:strong, :course or :still").into()),
    };
    if name == STILL {
        return Ok(None);
    }
    let names = Style::ALL.into_iter().map(Style::word).chain([STILL]);
    Style::named(name).map(Some).ok_or_else(|| InputError::unknown("bot", name, names).at(spec))
}

/// A player in a fight. At a table it remembers what the table remembers for its seat.
pub struct Caller {
    mind: Mind,
    seat: usize,
    phase: Option<Phase>,
    /// The bot, which remembers the fight.
    bot: Option<Box<Player>>,
    /// The private folder of a program, in which it may leave files from call to call of a fight.
    home: Option<(Folder, TempDir)>,
    /// The same memory for all that it is shown.
    seen: Option<Situation>,
    text: String,
}

impl Caller {
    /// A player that thinks so.
    pub const fn new(mind: Mind) -> Self {
        Self { mind, seat: 0, phase: None, bot: None, home: None, seen: None, text: String::new() }
    }
}

impl player::Player for Caller {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        // A player remembers a fight, and fights do not depend on each other.
        *self = Self { seat: begin.seat, ..Self::new(self.mind.clone()) };
        match &self.mind {
            Mind::Own(style, weights) => self.bot = Some(Box::new(Player::with(*style, *weights))),
            Mind::Still => {}
            Mind::Program(..) => {
                let home = tempfile::Builder::new().prefix("boardbots-battletech-").tempdir();
                let home = home.map_err(|error| broken(&error))?;
                self.home = Some((Folder::new(home.path(), self.seat), home));
            }
        }
        Ok(())
    }

    fn ready(&mut self, _: &Begin<'_>, _: &AtomicBool) -> Result<(), DecisionError> {
        let Mind::Program(program, limits) = &self.mind else { return Ok(()) };
        let home = TempDir::new().map_err(|error| broken(&error))?;
        let limits = ProcessLimits { wall: Duration::ZERO, ..*limits };
        let started = Call::of(program, &[], home.path(), limits, &AtomicBool::new(false));
        started.map(drop).map_err(|error| unstarted(program, &error))
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let Fight { battle, table, .. } = state.of().ok_or_else(Fault::unfit)?;
        let (seat, phase) = battle.due().ok_or_else(Fault::unfit)?;
        self.phase = Some(phase);
        if let (Mind::Own(style, weights), Some(table)) = (&self.mind, table) {
            let mut bot = Player::with(*style, *weights);
            bot.memory.clone_from(&table.memories[seat]);
            self.text = record::write(&bot.decide(&battle.view(seat), seat, phase, think.stop));
            return Ok(Answer::Text(&self.text));
        }
        let seen = match &mut self.seen {
            Some(seen) => {
                battle.view_into(self.seat, seen);
                &*seen
            }
            none => &*none.insert(battle.view(self.seat)),
        };
        let action = match (&self.mind, &mut self.bot, &self.home) {
            // Never in a hurry: its answers are the same on every machine.
            (Mind::Own(..), Some(bot), _) => bot.decide(seen, self.seat, phase, &|| false),
            (Mind::Still, ..) => Action::idle(phase),
            (Mind::Program(program, limits), _, Some((folder, _))) => {
                call(program, folder, *limits, seen, (self.seat, phase), think.quit)?
            }
            _ => return Err(Fault::unfit().into()),
        };
        self.text = record::write(&action);
        Ok(Answer::Text(&self.text))
    }

    fn note(&self) -> Value {
        json!({ "phase": self.phase })
    }
}

/// Lays the files before a program, runs it, and reads what it answers.
fn call(
    program: &CommandLine,
    folder: &Folder,
    limits: ProcessLimits,
    seen: &Situation,
    (seat, phase): (usize, Phase),
    stop: &AtomicBool,
) -> Result<Action, DecisionError> {
    let lay_out = || folder.write(seen).and_then(|()| folder.clear_action());
    if lay_out().is_err() {
        // Something that the player left is in the way: it loses its notes.
        clean(&folder.path).map_err(|error| broken(&error))?;
        lay_out().map_err(unwritten)?;
    }
    let arguments = [seat.to_string(), phase.to_string()];
    let call = Call::of(program, &arguments.each_ref().map(String::as_str), &folder.path, limits, stop);
    let form = |detail: String| Fault::new(Rule::Form.word(), detail);
    match call.map_err(|error| unstarted(program, &error))?.ending {
        // How it exits says nothing: the simulator looks at the file only.
        Ending::Exited(code) => folder.read_action(phase).map_err(|error| {
            form(match code {
                Some(0) => error.to_string(),
                Some(code) => format!("{error}; it ended with code {code}"),
                None => format!("{error}; it was ended by a signal"),
            })
            .into()
        }),
        Ending::TooLong => Err(Fault::new("late", "it took too long and was ended").into()),
        Ending::TooMuchMemory => Err(Fault::new("memory", "it took too much memory and was ended").into()),
    }
}

/// Empties a folder.
fn clean(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A failure of the machine.
fn broken(error: &io::Error) -> DecisionError {
    match error.kind() {
        io::ErrorKind::Interrupted => DecisionError::Stopped,
        _ => DecisionError::Broken(InputError::new(error)),
    }
}

/// A program that cannot be started, and the remedy.
fn unstarted(program: &CommandLine, error: &io::Error) -> DecisionError {
    let remedy = program.remedy(error).unwrap_or_default();
    broken(&io::Error::new(error.kind(), format!("{program}: {error}{remedy}")))
}

fn unwritten(error: FolderError) -> DecisionError {
    match error {
        FolderError::Io(name, error) => broken(&io::Error::new(error.kind(), format!("{name}: {error}"))),
        other => DecisionError::Broken(InputError::new(other)),
    }
}
