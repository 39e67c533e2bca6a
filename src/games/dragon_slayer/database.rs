//! The database of the games that were played here, as commands ask for it.

use super::store::Ledger;
use crate::exit::Failure;
use boardbots_base::input;
use boardbots_base::store::{FileError, place};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Where the games are kept.
#[derive(Debug, Default, clap::Args)]
pub struct Database {
    /// Database of the games [default: ~/.local/share/boardbots/dragon-slayer.db, or as XDG sets it]
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

impl Database {
    /// The database in this file, or in the default place.
    pub const fn at(database: Option<PathBuf>) -> Self {
        Self { database }
    }

    /// Whether the options name it.
    pub const fn named(&self) -> bool {
        self.database.is_some()
    }

    /// Opens it to read.
    ///
    /// # Errors
    /// As [`failure`]; there being none is one.
    pub fn open_to_read(&self) -> Result<Ledger, Failure> {
        self.path().and_then(|path| plain(&path).and_then(|()| Ledger::open_to_read(&path))).map_err(failure)
    }

    /// Opens it to write, and makes it if there is none: in the default place with its folder.
    ///
    /// # Errors
    /// As [`failure`].
    pub fn open(&self) -> Result<Ledger, Failure> {
        let ready = if self.named() { plain } else { place::make_folder };
        self.path().and_then(|path| ready(&path).and_then(|()| Ledger::open(&path))).map_err(failure)
    }

    fn path(&self) -> Result<PathBuf, FileError> {
        self.database.clone().map_or_else(Ledger::default_path, Ok)
    }
}

/// Refuses a pipe, for whose writer the database would wait, and a device; there need not be a file yet.
fn plain(path: &Path) -> Result<(), FileError> {
    match input::plain(path, File::options().read(true)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(FileError::Open(path.into(), error.to_string())),
        _ => Ok(()),
    }
}

/// How a command ends that cannot use the database: [`Exit::Configuration`] if nothing says
/// where it is, otherwise [`Exit::Store`].
pub fn failure(error: FileError) -> Failure {
    match error {
        FileError::NoPlace => Failure::configuration(format!("{error}; name the file with --database")),
        FileError::Missing(_) => Failure::store(format!("{error}; it is made when a game has been played")),
        _ => Failure::store(error),
    }
    .about("database")
}
