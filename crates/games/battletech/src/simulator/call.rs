//! One call of our own player, as the simulator makes it for each phase: files in, an action out.

use super::folder::{Folder, FolderError};
use crate::action::{Action, Phase};
use crate::player::memory::Memory;
use crate::player::{Player, Style};
use boardbots_base::{atomic_file, input};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

/// After this long the best action so far is played, whatever the simulator's own limit.
const PATIENCE: Duration = Duration::from_secs(2);
/// Most bytes of what is remembered: many times the longest.
const MAX_MEMORY: u64 = 4096;

/// The reason why a call failed. Except where no file could be written at all, an action is
/// there all the same.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The files cannot be read: the phase is passed without doing anything.
    #[error("{0}; the phase is passed without an action")]
    Unread(FolderError),
    /// The action cannot be written.
    #[error("the action cannot be written: {0}")]
    Unwritten(FolderError),
    /// The action is written; what is to be remembered is not.
    #[error("{0}: {1}; the action is written, but how far mechs moved will only be estimated")]
    Forgotten(PathBuf, io::Error),
}

/// Plays a phase: reads the folder, writes the action, remembers.
///
/// What a player that does nothing would write is there before anything is read, so that neither
/// unreadable files nor the end of the process leave the simulator without an action.
///
/// # Errors
/// See [`CallError`].
pub fn call(path: &Path, player: usize, phase: Phase, style: Style) -> Result<(), CallError> {
    let folder = Folder::new(path, player);
    folder.write_action(&Action::idle(phase)).map_err(CallError::Unwritten)?;
    let situation = folder.read().map_err(CallError::Unread)?;
    let begun = Instant::now();
    let limit = &situation.settings;
    let seconds = u64::try_from(limit.seconds).ok().filter(|_| limit.time_limit);
    // A fifth of what the simulator grants is left for a slow board to start and to write.
    let patience = seconds.map_or(PATIENCE, |seconds| PATIENCE.min(Duration::from_millis(seconds * 800)));
    let kept = path.join(format!(".boardbotsJ{player}"));
    let mut mind = Player::new(style);
    let before = remembered(&kept);
    mind.memory.clone_from(&before);
    let action = mind.decide(&situation, player, phase, &|| begun.elapsed() >= patience);
    folder.write_action(&action).map_err(CallError::Unwritten)?;
    if mind.memory != before {
        let text = mind.memory.to_text();
        return atomic_file::replace(&kept, text.as_bytes()).map_err(|error| CallError::Forgotten(kept, error));
    }
    Ok(())
}

/// The memory in a file; an empty one if the file is missing, too long, or is something else.
fn remembered(path: &Path) -> Memory {
    input::text(path, MAX_MEMORY).map_or_else(|_| Memory::default(), |text| Memory::from_text(&text))
}

/// The folder that a call is about: the current one, or that of the program if only there is
/// anything for the player.
///
/// # Errors
/// If the current folder is unknown.
pub fn folder_of(player: usize) -> io::Result<PathBuf> {
    let current = std::env::current_dir()?;
    let own = std::env::current_exe().ok().and_then(|exe| exe.parent().map(Path::to_path_buf));
    let holds = |path: &Path| {
        let wanted = format!("mechsj{player}.sbt");
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| entry.file_name().to_string_lossy().eq_ignore_ascii_case(&wanted))
    };
    Ok(own.filter(|own| !holds(&current) && holds(own)).unwrap_or(current))
}
