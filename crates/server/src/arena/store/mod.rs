//! The database: users with their ratings, and every finished game with its moves.
//!
//! Games are written once, when they end. How a database is opened and written is in [`crate::database`].

mod book;
mod export;
mod games;
mod names;
mod schema;
mod users;

use crate::database;
use crate::retention::{Keep, Keeper};
use boardbots_base::store::writer::Opened;
pub use boardbots_base::store::{FileError, StoreError, now};
use book::Book;
pub use export::replay;
pub use games::{Ended, EndedSeat, GameKind, Summary};
use names::Names;
pub use schema::LAYOUT;
use schema::{BY_PLACE, KIND, SECRET};
use std::path::Path;
use std::thread::JoinHandle;
pub use users::{Leader, Registration, User};

/// The way to the thread of an arena's database.
pub type Store = database::Store<Book>;

/// Opens, or makes, the database of an arena; without a path it lives in memory.
fn open(path: Option<&Path>, keep: Keep) -> Result<Opened<Book>, StoreError> {
    database::open(path, (&LAYOUT, "another arena"), &SECRET, |db, salt| {
        database::add_index(db, BY_PLACE);
        let keeper = Keeper::open(db, &KIND, keep, now())?;
        Ok(Book { salt, names: Names::read(db)?, keeper })
    })
}

impl Store {
    /// Opens, or makes, the database of an arena, which no other server can open meanwhile, and its thread.
    /// Without a path it lives in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>, keep: Keep) -> Result<(Self, JoinHandle<()>), StoreError> {
        Self::start("arena-store", open(path, keep)?)
    }

    /// The user of a key, if it is known.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn user(&self, key: String) -> Result<Option<User>, StoreError> {
        self.read(move |db, book| users::of_key(db, book, &key)).await
    }

    /// The user of a key, made if it is unknown; `None` if there are as many as there can be.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn make_user(&self, key: String, most: usize) -> Result<Option<User>, StoreError> {
        self.write(move |db, book| users::make(db, book, &key, most)).await
    }

    /// Makes a user with this name and a key of their own.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn register(&self, name: String, most: usize) -> Result<Registration, StoreError> {
        self.write(move |db, book| users::register(db, book, &name, most)).await
    }

    /// True if a name, or one that looks like it, belongs to a user or a house bot.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn knows_name(&self, name: String) -> Result<bool, StoreError> {
        self.read(move |_, book| Ok(book.names.has(&name))).await
    }

    /// Stores a game that has ended, for an owner, and rates its users by the ratings they have now. When this comes
    /// back it is on disk; as long as the database fails it is tried again.
    ///
    /// # Errors
    /// If no attempt can succeed, or the server ends before.
    pub async fn save(&self, game: Ended, owner: String) -> Result<Ended, StoreError> {
        let name = format!("{} game {}", game.kind, game.id);
        self.keep(name, move |db, book| games::save(db, &mut book.keeper, game.clone(), &owner)).await
    }

    /// The newest finished games, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recent(&self, most: u32) -> Result<Vec<Summary>, StoreError> {
        self.read(move |db, _| games::recent(db, most)).await
    }

    /// A finished game.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], [`StoreError::NoReplay`], [`StoreError::Row`] if its rows are damaged, or a failure of the
    /// database.
    pub async fn game(&self, id: String) -> Result<Ended, StoreError> {
        self.read(move |db, _| games::game(db, &id)).await.map_err(StoreError::of_rows)
    }

    /// Everybody seen since a moment (seconds since 1970), best first, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leaderboard(&self, since: i64, most: u32) -> Result<Vec<Leader>, StoreError> {
        self.read(move |db, _| users::leaderboard(db, since, most)).await
    }
}
