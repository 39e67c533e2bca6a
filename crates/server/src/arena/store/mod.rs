//! The database: users with their ratings, and every finished game with its moves.
//!
//! One `SQLite` file in WAL mode, written by one thread; a transaction is on disk before its
//! answer comes back. Games are written once, when they end. A second arena on the same file
//! is kept out by an advisory lock on `FILE.lock`; readers are welcome.

mod export;
mod games;
mod names;
mod schema;
mod users;

use boardbots_base::store::file;
pub use boardbots_base::store::writer::Health;
use boardbots_base::store::writer::{Opened, Writer};
pub use boardbots_base::store::{FileError, StoreError, now};
pub use export::replay;
pub use games::{Ended, EndedSeat, GameKind, Summary};
use names::Names;
use schema::LAYOUT;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::thread::JoinHandle;
pub use users::{Leader, Registration, User};

/// What the thread of the database knows beside it.
pub struct Book {
    /// Mixed into every key before it is hashed; one of its own for every database.
    salt: Vec<u8>,
    /// The names of all users.
    names: Names,
}

/// A database that is open.
pub struct Database(Opened<Book>);

impl Database {
    /// Opens, or makes, the database of an arena, which nobody else can open meanwhile.
    /// Without a path it lives in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>) -> Result<Self, StoreError> {
        let (connection, lock) = match path {
            None => (file::open_in_memory(&LAYOUT)?, None),
            Some(path) => {
                let lock = file::lock(path, "another arena")?;
                (file::open(path, &LAYOUT)?, Some(lock))
            }
        };
        let salt = schema::salt(&connection, path.unwrap_or(Path::new("(in memory)")))?;
        schema::add_indexes(&connection);
        let names = Names::read(&connection)?;
        Ok(Self(Opened { connection, state: Book { salt, names }, path: path.map(Path::to_path_buf), lock }))
    }
}

/// The way to the database's thread.
#[derive(Clone)]
pub struct Store(Writer<Book>);

impl Deref for Store {
    type Target = Writer<Book>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Store {
    /// Gives a database its thread.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(Database(opened): Database) -> io::Result<(Self, JoinHandle<()>)> {
        let (writer, thread) = Writer::start("arena-store", opened)?;
        Ok((Self(writer), thread))
    }

    /// The user of a key, if it is known.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn user(&self, key: String) -> Result<Option<User>, StoreError> {
        self.0.read(move |db, book| users::of_key(db, book, &key)).await
    }

    /// The user of a key, made if it is unknown; `None` if there are as many as there can be.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn make_user(&self, key: String, most: usize) -> Result<Option<User>, StoreError> {
        self.0.write(move |db, book| users::make(db, book, &key, most)).await
    }

    /// Makes a user with this name and a key of his own.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn register(&self, name: String, most: usize) -> Result<Registration, StoreError> {
        self.0.write(move |db, book| users::register(db, book, &name, most)).await
    }

    /// Whether a name, or one that looks like it, belongs to a user or a house bot.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn knows_name(&self, name: String) -> Result<bool, StoreError> {
        self.0.read(move |_, book| Ok(book.names.has(&name))).await
    }

    /// Stores a game that has ended and rates its users by the ratings they have now. When this comes
    /// back it is on disk; as long as the database fails it is tried again.
    ///
    /// # Errors
    /// If no attempt can succeed, or the server ends before.
    pub async fn keep(&self, game: Ended) -> Result<Ended, StoreError> {
        let name = format!("{} game {}", game.kind, game.id);
        self.0.keep(name, move |db, _| games::save(db, game.clone())).await
    }

    /// The newest finished games, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recent(&self, most: u32) -> Result<Vec<Summary>, StoreError> {
        self.0.read(move |db, _| games::recent(db, most)).await
    }

    /// A finished game.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], [`StoreError::Row`] if its rows are damaged, or a failure of the database.
    pub async fn game(&self, id: String) -> Result<Ended, StoreError> {
        self.0.read(move |db, _| games::game(db, &id)).await.map_err(StoreError::of_rows)
    }

    /// Everybody seen since a moment (seconds since 1970), best first, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leaderboard(&self, since: i64, most: u32) -> Result<Vec<Leader>, StoreError> {
        self.0.read(move |db, _| users::leaderboard(db, since, most)).await
    }
}
