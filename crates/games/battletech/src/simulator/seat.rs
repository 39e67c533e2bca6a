//! A player's place in a fight: it is shown a situation and answers.

use super::folder::{Folder, FolderError};
use super::runner::{Ending, Limits, run};
use crate::action::{Action, Phase};
use crate::battle::Battle;
use crate::player::weights::Weights;
use crate::player::{Player, Style};
use crate::situation::{Fault, Rule, Situation};
use boardbots_base::invalid::Invalid;
use boardbots_base::process::command_line::CommandLine;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fmt, fs, io};
use tempfile::TempDir;

/// How long the answers of a player took, and which did not come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Answers that were asked for.
    pub calls: u32,
    /// Time for all of them.
    pub total: Duration,
    /// The longest.
    pub slowest: Duration,
    /// Programs that were ended since their time was over.
    pub late: u32,
    /// Programs that were ended since they took too much memory.
    pub greedy: u32,
}

impl Clock {
    /// Adds what another clock says.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.total += other.total;
        self.slowest = self.slowest.max(other.slowest);
        self.late += other.late;
        self.greedy += other.greedy;
    }

    /// The mean time of an answer.
    #[must_use]
    pub fn mean(&self) -> Duration {
        self.total.checked_div(self.calls).unwrap_or_default()
    }
}

/// A seat: who thinks, what it sees, and its clock.
pub struct Seat {
    player: usize,
    mind: Mind,
    limits: Limits,
    /// The same memory for all that it is shown.
    seen: Option<Situation>,
    /// How long its answers took.
    pub clock: Clock,
}

enum Mind {
    Own(Box<Player>),
    Still,
    Command { program: CommandLine, folder: Folder, home: TempDir },
}

/// How an answer is asked for.
pub type Answer = Result<Action, Fault>;

impl Seat {
    /// A seat of this player for this contestant. A program gets a private folder, in which it
    /// may leave files from call to call; it goes with the seat.
    ///
    /// # Errors
    /// If there can be no such folder.
    pub fn new(contestant: &Contestant, player: usize, limits: Limits) -> io::Result<Self> {
        let mind = match contestant {
            Contestant::Own(style, weights) => Mind::Own(Box::new(Player::with(*style, *weights))),
            Contestant::Still => Mind::Still,
            Contestant::Command(program) => {
                let home = tempfile::Builder::new().prefix("boardbots-battletech-").tempdir()?;
                let folder = Folder::new(home.path(), player);
                Mind::Command { program: program.clone(), folder, home }
            }
        };
        Ok(Self { player, mind, limits, seen: None, clock: Clock::default() })
    }

    /// What the player answers in a phase; a fault if it answers nothing that can be read.
    ///
    /// # Errors
    /// If files for a program cannot be written; [`io::ErrorKind::Interrupted`] when `stop` is set.
    pub fn answer(&mut self, battle: &Battle, phase: Phase, stop: &AtomicBool) -> io::Result<Answer> {
        let seen = match &mut self.seen {
            Some(seen) => {
                battle.view_into(self.player, seen);
                &*seen
            }
            none => &*none.insert(battle.view(self.player)),
        };
        let start = Instant::now();
        let (answer, took) = match &mut self.mind {
            Mind::Own(player) => {
                // Never in a hurry: its answers are the same on every machine.
                let action = player.decide(seen, self.player, phase, &|| false);
                (Ok(action), start.elapsed())
            }
            Mind::Still => (Ok(Action::idle(phase)), start.elapsed()),
            Mind::Command { program, folder, home } => {
                if lay_out(folder, seen).is_err() {
                    // Something that the player left is in the way: it loses its notes.
                    clean(home.path())?;
                    lay_out(folder, seen).map_err(unwritten)?;
                }
                let arguments = [self.player.to_string(), phase.to_string()];
                let arguments = arguments.each_ref().map(String::as_str);
                match run(program, &arguments, &folder.path, self.limits, stop) {
                    Ok(call) => (self.clock.judge(folder, call.ending, phase), call.took),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                    Err(error) => return Err(unstarted(program, &error)),
                }
            }
        };
        self.clock.calls += 1;
        self.clock.total += took;
        self.clock.slowest = self.clock.slowest.max(took);
        Ok(answer)
    }
}

impl Clock {
    /// What a program that ended so has answered.
    fn judge(&mut self, folder: &Folder, ending: Ending, phase: Phase) -> Answer {
        let form = |message: String| Err(Fault::new(Rule::Form, message));
        match ending {
            // How it exits says nothing: the simulator looks at the file only.
            Ending::Exited(code) => folder.read_action(phase).or_else(|error| {
                let died = match code {
                    Some(0) => String::new(),
                    Some(code) => format!("; it ended with code {code}"),
                    None => "; it was ended by a signal".to_string(),
                };
                form(format!("{error}{died}"))
            }),
            Ending::TooLong => {
                self.late += 1;
                form("it took too long and was ended".to_string())
            }
            Ending::TooMuchMemory => {
                self.greedy += 1;
                form("it took too much memory and was ended".to_string())
            }
        }
    }
}

/// Puts everything before the player.
fn lay_out(folder: &Folder, seen: &Situation) -> Result<(), FolderError> {
    folder.write(seen)?;
    folder.clear_action()
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

/// The reason why a program cannot be started, and the remedy.
fn unstarted(program: &CommandLine, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{program}: {error}{}", program.remedy(error).unwrap_or_default()))
}

fn unwritten(error: FolderError) -> io::Error {
    match error {
        FolderError::Io(name, error) => io::Error::new(error.kind(), format!("{name}: {error}")),
        other => io::Error::other(other.to_string()),
    }
}

/// A player of a fight, as options name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// `strong`, `course` or `camper`: thinks within this process, and weighs by these numbers.
    Own(Style, Weights),
    /// `still`: does nothing at all, which is what the simulator does for a player that fails.
    Still,
    /// `cmd:…`: a program that reads and writes the simulator's files.
    Command(CommandLine),
}

impl Contestant {
    /// The one who plays a mech; the last one of them all takes the mechs that are left.
    #[must_use]
    pub fn of(all: &[Self], mech: usize) -> &Self {
        all.get(mech).or(all.last()).unwrap_or(&Self::Still)
    }

    /// The same player with these weights; programs have their own.
    #[must_use]
    pub fn with(self, weights: Weights) -> Self {
        if let Self::Own(style, _) = self { Self::Own(style, weights) } else { self }
    }

    /// Starts a program once, for nothing, and ends it.
    ///
    /// # Errors
    /// The system cannot start it, and what helps.
    pub fn try_start(&self) -> io::Result<()> {
        let Self::Command(program) = self else { return Ok(()) };
        let (home, limits) = (TempDir::new()?, Limits { wall: Duration::ZERO, ..Limits::COURSE });
        let started = run(program, &[], home.path(), limits, &AtomicBool::new(false));
        started.map(drop).map_err(|error| unstarted(program, &error))
    }

    /// Whether it is a process of its own.
    #[must_use]
    pub const fn is_program(&self) -> bool {
        matches!(self, Self::Command(_))
    }
}

impl FromStr for Contestant {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        if text == "still" {
            return Ok(Self::Still);
        }
        if let Some(command) = text.strip_prefix("cmd:") {
            return command.parse().map(Self::Command).map_err(Invalid::new);
        }
        let names = Style::ALL.into_iter().map(Style::word).chain(["still", "cmd:COMMAND"]);
        Style::named(text)
            .map(|style| Self::Own(style, Weights::DEFAULT))
            .ok_or_else(|| Invalid::unknown("bot", text, names))
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(style, _) => style.fmt(f),
            Self::Still => f.write_str("still"),
            Self::Command(program) => write!(f, "cmd:{program}"),
        }
    }
}
