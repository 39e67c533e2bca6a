//! The database: every table with who sits there and all choices.
//!
//! The code that opens and writes it is in [`crate::database`].

mod chairs;
mod lists;
mod names;
mod schema;
mod sweep;
mod tables;

use crate::database;
use crate::retention::{Keep, Keeper};
pub use boardbots_base::store::{FileError, StoreError, now};
pub use lists::{Sitter, Summary, Tally};
pub use names::{NotProtected, OwnedName, free};
use schema::{BY_FINISH, KIND, SECRET};
pub use schema::{LAYOUT, SECRET_BYTES};
use std::path::Path;
use std::thread::JoinHandle;
pub use tables::{Chair, Ending, LONGEST_CHOICE, StoredTable};

/// The way to the thread of the tables' database.
pub type Store = database::Store<Keeper>;

impl Store {
    /// Opens, or makes, a database, which no other server can open meanwhile, and its thread; with the
    /// secret that tokens are derived from. Without a path it lives in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>, keep: Keep) -> Result<(Self, [u8; SECRET_BYTES], JoinHandle<()>), StoreError> {
        let mut secret = [0; SECRET_BYTES];
        let opened = database::open(path, (&LAYOUT, "another server"), &SECRET, |connection, bytes| {
            secret = bytes;
            database::add_index(connection, BY_FINISH);
            names::look_again(connection);
            Keeper::open(connection, &KIND, keep, now())
        })?;
        let (store, thread) = Self::start("tables-store", opened)?;
        Ok((store, secret, thread))
    }
}
