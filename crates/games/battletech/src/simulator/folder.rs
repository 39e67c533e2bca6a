//! The folder in which the simulator and a player leave files for each other.
//!
//! Names are found in any capitals, as the simulator's own system finds them, the manual's first.
//! Nothing but plain files is read, and no more of them than the largest game takes: what lies in
//! the folder of a player is the work of a stranger.

use crate::action::{Action, Phase};
use crate::notation::files::{File, Parts, write};
use crate::notation::lines::Lines;
use crate::notation::{NotationError, Parsed, action, definition, map, mechs, settings, turn};
use crate::situation::Situation;
use boardbots_base::{atomic_file, input};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Most bytes of a file of the simulator: the largest map takes two thirds of it.
const MAX_BYTES: u64 = 2 << 20;
/// Most bytes of an action: many times the longest.
const MAX_ACTION_BYTES: u64 = 64 << 10;

/// The reason why a folder cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is no such file; holds its name.
    #[error("{0}: there is no such file")]
    Missing(String),
    /// The file, or the folder, cannot be read or written.
    #[error("{0}: {1}")]
    Io(String, io::Error),
    /// It is something else than a plain file, such as a folder, a pipe or, for an action, a link.
    #[error("{0}: not a plain file")]
    NotPlain(String),
    /// It says something else than it should.
    #[error(transparent)]
    Notation(NotationError),
    /// The situation has no player with this number, or does not hold what only that player knows.
    #[error("player {0} is not in this situation")]
    NoPlayer(usize),
}

/// The folder of a player.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The path.
    pub path: PathBuf,
    player: usize,
}

impl Folder {
    /// The folder of this player, which must be there before anything is read or written.
    pub fn new(path: impl Into<PathBuf>, player: usize) -> Self {
        Self { path: path.into(), player }
    }

    /// Reads all that the player is given, leniently: what no decision needs may be anything. How far
    /// mechs moved in this turn the files do not say: it is 0.
    ///
    /// # Errors
    ///
    /// The first file that is missing, cannot be read, or is not what it should be.
    pub fn read(&self) -> Result<Situation, FolderError> {
        let listing = self.listing()?;
        let player = self.player;
        let conditions = self.part(&listing, File::Mechs, |lines| mechs::parse(lines, player))?;
        let definition = |mech| self.part(&listing, File::Definition(mech), definition::parse);
        let parts = Parts {
            map: self.part(&listing, File::Map, map::parse)?,
            settings: self.part(&listing, File::Settings, settings::parse)?,
            initiative: self.part(&listing, File::Initiative, turn::parse_order)?,
            modes: self.part(&listing, File::Modes, turn::parse_modes)?,
            definitions: (0..conditions.len()).map(definition).collect::<Result<_, _>>()?,
            conditions,
        };
        parts.assemble(player).map_err(FolderError::Notation)
    }

    /// Reads one of the files.
    fn part<T>(
        &self,
        listing: &[String],
        file: File,
        parse: impl Fn(Lines<'_>) -> Parsed<T>,
    ) -> Result<T, FolderError> {
        let name = file.name(self.player);
        let found = found(listing, &name).ok_or_else(|| FolderError::Missing(name.clone()))?;
        let bytes = plain(&self.path.join(found), &name, MAX_BYTES, true)?;
        parse(Lines::lenient(&name, &bytes)).map_err(FolderError::Notation)
    }

    /// Writes all that the player is given. Files of the same names in other capitals are removed;
    /// a link in place of a file is removed, too, not followed.
    ///
    /// # Errors
    ///
    /// The file that cannot be written, or a situation without this player.
    pub fn write(&self, situation: &Situation) -> Result<(), FolderError> {
        let listing = self.listing()?;
        for file in File::given(situation.mechs.len()) {
            let name = file.name(self.player);
            let bytes = write(situation, self.player, file).ok_or(FolderError::NoPlayer(self.player))?;
            self.remove(&listing, &name)?;
            let path = self.path.join(&name);
            let created = fs::OpenOptions::new().write(true).create_new(true).open(path);
            created.and_then(|mut file| file.write_all(&bytes)).map_err(|error| FolderError::Io(name, error))?;
        }
        Ok(())
    }

    /// Reads what the player answered to a phase.
    ///
    /// # Errors
    ///
    /// A file that is missing, cannot be read, or is not what the phase asks for.
    pub fn read_action(&self, phase: Phase) -> Result<Action, FolderError> {
        let name = File::Action.name(self.player);
        let listing = self.listing()?;
        let found = found(&listing, &name).ok_or_else(|| FolderError::Missing(name.clone()))?;
        let bytes = plain(&self.path.join(found), found, MAX_ACTION_BYTES, false)?;
        action::read(found, &bytes, phase).map_err(FolderError::Notation)
    }

    /// Writes what the player answers: the whole file, or none.
    ///
    /// # Errors
    ///
    /// What the file system says.
    pub fn write_action(&self, action: &Action) -> Result<(), FolderError> {
        let name = File::Action.name(self.player);
        atomic_file::replace(&self.path.join(&name), &action::write(action))
            .map_err(|error| FolderError::Io(name, error))
    }

    /// Removes what the player answered before, in any capitals.
    ///
    /// # Errors
    ///
    /// What the file system says.
    pub fn clear_action(&self) -> Result<(), FolderError> {
        self.remove(&self.listing()?, &File::Action.name(self.player))
    }

    fn remove(&self, listing: &[String], name: &str) -> Result<(), FolderError> {
        for other in listing.iter().filter(|other| other.eq_ignore_ascii_case(name)) {
            fs::remove_file(self.path.join(other)).map_err(|error| FolderError::Io(other.clone(), error))?;
        }
        Ok(())
    }

    /// The names in the folder, sorted; those that are not UTF-8 are skipped.
    fn listing(&self) -> Result<Vec<String>, FolderError> {
        let wrong = |error| FolderError::Io(self.path.display().to_string(), error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(wrong)? {
            let name = entry.map_err(wrong)?.file_name().into_string();
            names.extend(name.ok().filter(|name| name.to_ascii_lowercase().ends_with(".sbt")));
        }
        names.sort_unstable();
        Ok(names)
    }
}

/// The name as it stands in a folder: spelt so, or else in other capitals.
fn found<'a>(listing: &'a [String], name: &str) -> Option<&'a String> {
    let exact = listing.iter().find(|other| *other == name);
    exact.or_else(|| listing.iter().find(|other| other.eq_ignore_ascii_case(name)))
}

/// The bytes of a plain file, to which a link may lead.
fn plain(path: &Path, name: &str, most: u64, link: bool) -> Result<Vec<u8>, FolderError> {
    let wrong = |error| FolderError::Io(name.to_string(), error);
    let about = if link { path.metadata() } else { path.symlink_metadata() }.map_err(wrong)?;
    if !about.is_file() {
        return Err(FolderError::NotPlain(name.to_string()));
    }
    input::read(path, most).map_err(wrong)
}
