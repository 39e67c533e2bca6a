//! The database of the games that were played in the terminal: how commands find it, and what games read and write there.

use super::store::Ledger;
use crate::exit::CliError;
use boardbots_base::input;
use boardbots_base::store::{FileError, place};
use boardbots_dragon_slayer::game::state::DragonState;
use boardbots_dragon_slayer::tally::User;
use boardbots_game::terminal::argument::Given;
use boardbots_game::terminal::session::Session;
use boardbots_ops::logging;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The name of the file in its default place.
const FILE: &str = "dragon-slayer.db";

/// The database of the games that were played here, as options name it.
#[derive(Debug, Default, clap::Args)]
pub struct Database {
    /// Database of the games [default: ~/.local/share/boardbots/dragon-slayer.db, or as XDG sets it]
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

impl Database {
    /// Opens it to read.
    ///
    /// # Errors
    /// As [`failure`]; there being none is one.
    pub fn open_to_read(&self) -> Result<Ledger, CliError> {
        self.path().and_then(|path| plain(&path).and_then(|()| Ledger::open_to_read(&path))).map_err(failure)
    }

    /// Opens it to write, and makes it if there is none: in the default place with its folder.
    ///
    /// # Errors
    /// As [`failure`].
    pub fn open(&self) -> Result<Ledger, CliError> {
        let ready = if self.database.is_some() { plain } else { place::make_folder };
        self.path().and_then(|path| ready(&path).and_then(|()| Ledger::open(&path))).map_err(failure)
    }

    fn path(&self) -> Result<PathBuf, FileError> {
        self.database.clone().map_or_else(|| place::of_user(FILE), Ok)
    }
}

/// Refuses a pipe, for whose writer the database would wait, and a device; there need not be a file yet.
fn plain(path: &Path) -> Result<(), FileError> {
    match input::plain(path, File::options().read(true)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(FileError::Open(path.into(), error.to_string())),
        _ => Ok(()),
    }
}

/// The error of a command that cannot use the database: [`Exit::Configuration`] if nothing says
/// where it is, otherwise [`Exit::Store`].
pub fn failure(error: FileError) -> CliError {
    match error {
        FileError::NoPlace => CliError::configuration(format!("{error}; name the file with --database")),
        FileError::Missing(_) => CliError::store(format!("{error}; it is made when a game has been played")),
        _ => CliError::store(error),
    }
    .about("database")
}

/// Keeps games in the database.
pub struct Keeper {
    ledger: Ledger,
    /// True if nothing that is known of the players counts: a game that can be played again must not depend on
    /// what happened since.
    forgets: bool,
}

impl Keeper {
    /// Opens the database that the options name; `None` if nothing is to be kept. Where they name none and the
    /// usual one cannot be used, stderr says so, and nothing is kept: a game can be played all the same.
    ///
    /// # Errors
    /// The database that the options name cannot be used.
    pub fn open(given: &Given) -> Result<Option<Self>, CliError> {
        if given.has("no-statistics") {
            return Ok(None);
        }
        let database = Database { database: given.path("database") };
        match database.open() {
            Ok(ledger) => Ok(Some(Self { ledger, forgets: given.has("seed") })),
            Err(failure) if database.database.is_some() => Err(failure),
            Err(failure) => {
                logging::tell(&format!("boardbots: no statistics are kept: {}\n", failure.message));
                Ok(None)
            }
        }
    }

    /// Tells a new game, which has not begun, what is known of its players.
    ///
    /// # Errors
    /// The statistics that are kept cannot be read.
    pub fn recall(&mut self, session: &mut Session) -> Result<(), CliError> {
        if self.forgets {
            return Ok(());
        }
        session.prepare(|state| {
            let table = state.of_mut().and_then(DragonState::table_mut);
            let guests = table.into_iter().flat_map(|table| &mut table.guests);
            for guest in guests.filter(|guest| guest.character.is_none()) {
                if let Ok(user) = guest.name.parse::<User>() {
                    guest.habits = self.ledger.habits(&user).map_err(failure)?;
                }
            }
            Ok(())
        })
    }

    /// Keeps a game, if it is over.
    ///
    /// # Errors
    /// It cannot be kept.
    pub fn keep(&mut self, session: &Session) -> Result<(), CliError> {
        let state = session.state().of::<DragonState>();
        let played = state.and_then(DragonState::played);
        played.map_or(Ok(()), |played| self.ledger.record(&played).map(drop).map_err(failure))
    }
}
