//! Users: names, keys, ratings; and the memory of the thread that owns the database. All names are in it, so that
//! finding a free one never searches the database.

use super::{Stored, now};
use crate::retention::Keeper;
use crate::tokens::{self, hash};
use boardbots_base::names::{self, Taken};
use boardbots_base::store::readable;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::rating::START_RATING;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// The key that is never accepted.
const INVALID_KEY: &str = "invalid";

/// A user of the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Public id, 8 characters.
    pub id: String,
    /// Name, unique.
    pub name: String,
    /// Rating now.
    pub rating: i32,
}

impl User {
    /// The user of a row that begins with their id, name and rating.
    pub(super) fn of_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self { id: row.get(0)?, name: row.get(1)?, rating: row.get(2)? })
    }
}

/// The result of an attempt to register a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// The new user's id and their key, which is told only this once.
    Done(String, String),
    /// The name is taken.
    Taken,
    /// There are as many users as this arena takes.
    Full,
}

/// A line of the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// The user, or the house bot.
    pub user: User,
    /// Arena games that they played, those against house bots included.
    pub games: u32,
    /// Games among them in which they alone had the most gold.
    pub wins: u32,
    /// Seconds since 1970.
    pub last_seen: i64,
}

/// The user of a key, if it is known; and true if they are disabled.
pub(super) fn of_key(db: &Connection, book: &Book, key: &str) -> Stored<Option<(User, bool)>> {
    if key == INVALID_KEY {
        return Ok(None);
    }
    let hash = hash(&book.salt, key);
    let mut known = db.prepare("SELECT id, name, rating, state FROM users WHERE key_hash = ?1")?;
    Ok(known.query_row([&hash[..]], |row| Ok((User::of_row(row)?, row.get::<_, i64>(3)? != 0))).optional()?)
}

/// The user of a key of an open arena: one that is new gets a user named by it, unless there are
/// `most` already.
pub(super) fn make(db: &Connection, book: &mut Book, key: &str, most: usize) -> Stored<Option<User>> {
    let known = of_key(db, book, key)?.map(|(user, _)| user);
    if known.is_some() || key == INVALID_KEY || book.names.users >= most {
        return Ok(known);
    }
    let name = book.names.free(&names::from_key(key));
    let id = insert(db, book, &name, key)?;
    Ok(Some(User { id, name, rating: START_RATING }))
}

/// Makes a user with this name and a key of their own.
pub(super) fn register(db: &Connection, book: &mut Book, name: &str, most: usize) -> Stored<Registration> {
    if book.names.has(name) {
        return Ok(Registration::Taken);
    }
    if book.names.users >= most {
        return Ok(Registration::Full);
    }
    let key = tokens::token();
    let id = insert(db, book, name, &key)?;
    Ok(Registration::Done(id, key))
}

/// Everybody seen since a moment, best first, at most `most`.
pub(super) fn leaderboard(db: &Connection, since: i64, most: u32) -> Stored<Vec<Leader>> {
    let mut statement = db.prepare(
        "SELECT id, name, rating, games, wins, last_seen FROM users
         WHERE last_seen >= ?1 ORDER BY rating DESC, games DESC, name LIMIT ?2",
    )?;
    let leaders = statement.query_map(params![since, most], |row| {
        Ok(Leader { user: User::of_row(row)?, games: row.get(3)?, wins: row.get(4)?, last_seen: row.get(5)? })
    })?;
    Ok(readable(leaders, "users")?)
}

/// The row of a house bot among the users, which is made with its first game: its name serves as id, and as what no
/// key has as its hash. `None` if no house bot has this name.
pub(super) fn house(db: &Connection, name: &str, now: i64) -> rusqlite::Result<Option<String>> {
    if name.parse::<Kind>().is_err() {
        return Ok(None);
    }
    db.execute(
        "INSERT INTO users (id, name, key_hash, rating, created, last_seen) VALUES (?1, ?1, CAST(?1 AS BLOB), ?2, ?3, ?3)
         ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen",
        params![name, START_RATING, now],
    )?;
    Ok(Some(name.to_string()))
}

/// Makes a user of this name, which is free; their id.
pub(super) fn insert(db: &Connection, book: &mut Book, name: &str, key: &str) -> Stored<String> {
    let (id, now) = (tokens::id(), now());
    db.execute(
        "INSERT INTO users (id, name, key_hash, rating, created, last_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
        params![id, name, hash(&book.salt, key), START_RATING, now],
    )?;
    // If the transaction fails after all, the name stays out of use until the next start.
    book.names.add(name);
    Ok(id)
}

/// Bytes of the salt of a database.
const SALT: usize = 16;
/// Numbers that are tried behind a name that is taken, before letters by chance.
const NUMBERS: std::ops::RangeInclusive<u32> = 2..=9;
/// Characters by chance behind a name of which many begin alike.
const CHANCE: usize = 6;

/// The data that the jobs of the database need beside it.
pub struct Book {
    /// Mixed into every key before it is hashed; every database has its own.
    pub(super) salt: [u8; SALT],
    /// The names of all users.
    pub(super) names: Names,
    pub(super) keeper: Keeper,
}

impl AsMut<Keeper> for Book {
    fn as_mut(&mut self) -> &mut Keeper {
        &mut self.keeper
    }
}

/// The names of all users and of the house bots, with all that look like them.
pub(super) struct Names {
    taken: Taken,
    pub(super) users: usize,
}

impl Names {
    /// All names of a database, but that of the user with this id.
    pub fn read(db: &Connection, but: &str) -> Stored<Self> {
        let mut names = db.prepare("SELECT name FROM users WHERE id <> ?1")?;
        let mut rows = names.query([but])?;
        let mut all = Self::of_house();
        while let Some(row) = rows.next()? {
            // A name that is not text cannot be imitated.
            let name = row.get::<_, String>(0).unwrap_or_default();
            all.users += usize::from(name.parse::<Kind>().is_err());
            all.taken.extend([name.as_str()]);
        }
        Ok(all)
    }

    /// The names of the house bots.
    fn of_house() -> Self {
        let mut taken = Taken::default();
        taken.extend(Kind::ALL.iter().map(|kind| kind.name()));
        Self { taken, users: 0 }
    }

    /// True if a name, or one that looks like it, belongs to a user or a house bot.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Adds the name of a new user.
    pub fn add(&mut self, name: &str) {
        self.taken.insert(name);
        self.users += 1;
    }

    /// A free name that begins like this one: itself, with a number, or with letters by chance. It takes
    /// as long for the first as for the hundred-thousandth of a stem.
    pub fn free(&self, name: &str) -> String {
        let numbered = NUMBERS.map(|number| names::numbered(name, &format!("-{number}")));
        let mut candidates = std::iter::once(name.to_string()).chain(numbered);
        candidates.find(|name| !self.has(name)).unwrap_or_else(|| {
            std::iter::repeat_with(|| names::numbered(name, &format!("-{}", tokens::random(CHANCE))))
                .find(|name| !self.has(name))
                .expect("there are more of these names than users")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::open;
    use super::*;
    use crate::retention::Keep;

    /// A database in memory, and what its thread would know.
    fn opened() -> (Connection, Book) {
        let opened = open(None, Keep::default()).unwrap();
        (opened.connection, opened.state)
    }

    #[test]
    fn open_keys_make_users_with_names_of_their_own() {
        let (db, mut book) = opened();
        let mut made = |key: &str| make(&db, &mut book, key, 6).unwrap();
        let first = made("abc").unwrap();
        assert_eq!((first.name.as_str(), first.rating, first.id.len()), ("abc", 1200, 8));
        assert_eq!(made("abc"), Some(first));
        assert_eq!(made("ab\u{7}c\n").unwrap().name, "abc-2");
        assert_eq!(made("random").unwrap().name, "random-2");
        let long = "Ä".repeat(30);
        assert_eq!(made(&long).unwrap().name, "Ä".repeat(20));
        assert_eq!(made(&"Ä".repeat(31)).unwrap().name, format!("{}-2", "Ä".repeat(18)));
        assert_eq!(made("\u{1}").unwrap().name, "player");
        assert_eq!(made("invalid"), None);
        assert_eq!(made("one too many"), None);
    }

    #[test]
    fn registered_keys_are_known() {
        let (db, mut book) = opened();
        assert_eq!(of_key(&db, &book, "abc").unwrap(), None);
        let Registration::Done(id, key) = register(&db, &mut book, "Ada", 10).unwrap() else {
            panic!("the name is free")
        };
        assert!(key.len() >= 25, "{key}: 36 to this power is more than 2 to the 128");
        let (user, _) = of_key(&db, &book, &key).unwrap().unwrap();
        assert_eq!((user.id, user.name.as_str()), (id, "Ada"));
        assert_eq!(register(&db, &mut book, "Ada", 10).unwrap(), Registration::Taken);
        assert_eq!(register(&db, &mut book, "miner", 10).unwrap(), Registration::Taken);
        assert_eq!(register(&db, &mut book, "Bob", 1).unwrap(), Registration::Full);
        let kept: Vec<u8> = db.query_row("SELECT key_hash FROM users", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, hash(&book.salt, &key));
    }

    #[test]
    fn a_stem_never_runs_out() {
        let mut names = Names::of_house();
        for count in 0..5_000 {
            let name = names.free("an arena's favourite");
            assert!(name.chars().count() <= 20 && !names.has(&name), "{name}");
            names.add(&name);
            assert_eq!(names.users, count + 1);
        }
        assert!(names.has("an arena's favouri-2") && names.has("miner") && names.has("M\u{456}ner"));
    }
}
