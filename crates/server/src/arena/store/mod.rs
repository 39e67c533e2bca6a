//! The database: users with their ratings, and every finished game with its moves; its layout and its salt.
//!
//! Games are written once, when they end. How a database is opened and written is in [`crate::database`].

mod accounts;
mod games;
mod users;

use crate::database::{self, Secret};
use crate::retention::{Keep, Keeper, Kind};
use boardbots_base::store::writer::Opened;
pub use boardbots_base::store::{FileError, StoreError, Stored, now};
use boardbots_base::store::{Layout, Step};
pub(super) use games::game;
pub use games::{Ended, EndedSeat, GameKind, Summary};
use std::path::Path;
use std::thread::JoinHandle;
use users::Names;
pub use users::{Book, Leader, Registration, User};

/// The way to the thread of an arena's database.
pub type Store = database::Store<Book>;

/// Opens, or makes, the database of an arena; without a path it lives in memory.
fn open(path: Option<&Path>, keep: Keep) -> Stored<Opened<Book>> {
    database::open(path, (&LAYOUT, "another arena"), &SECRET, |db, salt| {
        database::add_index(db, BY_PLACE);
        let keeper = Keeper::open(db, &KIND, keep, now())?;
        Ok(Book { salt, names: Names::read(db, "")?, keeper })
    })
}

impl Store {
    /// Opens, or makes, the database of an arena, which no other server can open meanwhile, and its thread.
    /// Without a path it lives in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>, keep: Keep) -> Stored<(Self, JoinHandle<()>)> {
        Self::start("arena-store", open(path, keep)?)
    }

    /// The user of a key, if it is known; and true if they are disabled.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn user(&self, key: String) -> Stored<Option<(User, bool)>> {
        self.read(move |db, book| users::of_key(db, book, &key)).await
    }

    /// The user of a key, made if it is unknown; `None` if there are as many as there can be.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn make_user(&self, key: String, most: usize) -> Stored<Option<User>> {
        self.write(move |db, book| users::make(db, book, &key, most)).await
    }

    /// Makes a user with this name and a key of their own.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn register(&self, name: String, most: usize) -> Stored<Registration> {
        self.write(move |db, book| users::register(db, book, &name, most)).await
    }

    /// True if a name, or one that looks like it, belongs to a user or a house bot.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn knows_name(&self, name: String) -> Stored<bool> {
        self.read(move |_, book| Ok(book.names.has(&name))).await
    }

    /// Stores a game that has ended, for an owner, and rates its users by the ratings they have now. When this comes
    /// back it is on disk; as long as the database fails it is tried again.
    ///
    /// # Errors
    /// If no attempt can succeed, or the server ends before.
    pub async fn save(&self, game: Ended, owner: String) -> Stored<Ended> {
        let name = format!("{} game {}", game.kind, game.id);
        self.keep(name, move |db, book| games::save(db, &mut book.keeper, game.clone(), &owner)).await
    }

    /// The newest finished games, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn recent(&self, most: u32) -> Stored<Vec<Summary>> {
        self.read(move |db, _| games::recent(db, most)).await
    }

    /// A finished game.
    ///
    /// # Errors
    /// [`StoreError::NoGame`], [`StoreError::NoReplay`], [`StoreError::Row`] if its rows are damaged, or a failure of the
    /// database.
    pub async fn game(&self, id: String) -> Stored<Ended> {
        self.read(move |db, _| games::game(db, &id)).await.map_err(StoreError::of_rows)
    }

    /// Everybody seen since a moment (seconds since 1970), best first, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leaderboard(&self, since: i64, most: u32) -> Stored<Vec<Leader>> {
        self.read(move |db, _| users::leaderboard(db, since, most)).await
    }
}

/// The salt of the keys: with another one no key would be known.
const SECRET: Secret = Secret { name: "salt", what: "salt of its keys", table: "users" };

/// The layout; its files are marked by "bots" in ASCII.
pub const LAYOUT: Layout = Layout { kind: "arena", application: 0x626f_7473, owner: "an arena", steps: &STEPS };

const STEPS: [Step; 3] = [
    Step { columns: &[], up: include_str!("layout_1.sql"), down: "" },
    // Retention. 0.1.1 does not look at it; the games that it stores are nobody's.
    Step {
        columns: &[],
        up: concat!(include_str!("../../retention/schema.sql"), include_str!("layout_2.sql")),
        down: "INSERT OR REPLACE INTO meta SELECT 'keep_last', coalesce(max(number), 0) FROM games;",
    },
    // Users who are disabled (1) or removed (2). Earlier versions let the disabled ones play.
    Step { columns: &[("users", "state", "INTEGER NOT NULL DEFAULT 0")], up: "", down: "" },
];

/// The retention of games: their age, their size, and the statements that shorten or delete one. A game without its
/// replay has no moves.
const KIND: Kind = Kind {
    things: "games",
    newest: "SELECT CAST(ended AS INTEGER) FROM games ORDER BY number DESC LIMIT 1",
    weigh: "SELECT CASE WHEN kind = 'training' THEN 0 WHEN length(moves) = 0 THEN 2 ELSE 1 END,
                500 + octet_length(map) + length(moves), CAST(ended AS INTEGER) FROM games WHERE number = ?1",
    tally: &[],
    strip: &["UPDATE games SET map = '', moves = x'' WHERE number = ?1"],
    delete: &["DELETE FROM seats WHERE game = ?1", "DELETE FROM games WHERE number = ?1"],
};

/// The index that makes the leaderboard fast.
const BY_PLACE: &str = "CREATE INDEX IF NOT EXISTS users_by_place ON users (rating DESC, games DESC, name)";
