//! Users: names, keys, ratings.

use super::{Database, StoreError, now};
use crate::arena::config::KeyPolicy;
use crate::arena::secret;
use crate::games::vindinium::kind::Kind;
use crate::games::vindinium::rating::START_RATING;
use crate::web::secret::hash;
use rusqlite::{OptionalExtension, params};

/// Longest name, in characters.
pub const MAX_NAME: usize = 20;
/// The key that is never accepted.
const INVALID_KEY: &str = "invalid";

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Public id, 8 characters.
    pub id: String,
    /// Name, unique.
    pub name: String,
    /// Rating now.
    pub rating: i32,
}

/// How an attempt to register a name ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registration {
    /// The new user's id and his key, which is told only this once.
    Done(String, String),
    /// Somebody else has the name.
    Taken,
    /// There are as many users as this arena takes.
    Full,
}

/// A line of the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leader {
    /// The user.
    pub user: User,
    /// Arena games he played, those against house bots included.
    pub games: u32,
    /// Those of them in which he alone had the most gold.
    pub wins: u32,
    /// Seconds since 1970.
    pub last_seen: i64,
}

impl Database {
    /// The user of a key. An open arena makes one for an unknown key, named by it, unless
    /// there are `most` already.
    pub(super) fn user_of(&mut self, key: &str, policy: KeyPolicy, most: u32) -> Result<Option<User>, StoreError> {
        if policy == KeyPolicy::Open && key == INVALID_KEY {
            return Ok(None);
        }
        let hash = hash(&self.salt, key);
        let known = self
            .connection
            .prepare("SELECT id, name, rating FROM users WHERE key_hash = ?1")?
            .query_row([&hash[..]], |row| Ok(User { id: row.get(0)?, name: row.get(1)?, rating: row.get(2)? }))
            .optional()?;
        if known.is_some() || policy == KeyPolicy::Strict || self.count_users()? >= most {
            return Ok(known);
        }
        let name = self.free_name(key)?;
        let id = self.insert_user(&name, &hash)?;
        Ok(Some(User { id, name, rating: START_RATING }))
    }

    /// Makes a user with this name and a key of his own.
    ///
    /// # Errors
    /// If the database fails.
    pub fn register(&mut self, name: &str, most: u32) -> Result<Registration, StoreError> {
        if self.taken(name)? {
            return Ok(Registration::Taken);
        }
        if self.count_users()? >= most {
            return Ok(Registration::Full);
        }
        let key = secret::key();
        let hash = hash(&self.salt, &key);
        let id = self.insert_user(name, &hash)?;
        Ok(Registration::Done(id, key))
    }

    /// Everybody seen since a moment (seconds since 1970), best first, at most `most`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn leaderboard(&mut self, since: i64, most: u32) -> Result<Vec<Leader>, StoreError> {
        let mut statement = self.connection.prepare(
            "SELECT id, name, rating, games, wins, last_seen FROM users
             WHERE last_seen >= ?1 ORDER BY rating DESC, games DESC, name LIMIT ?2",
        )?;
        let leaders = statement.query_map(params![since, most], |row| {
            let user = User { id: row.get(0)?, name: row.get(1)?, rating: row.get(2)? };
            Ok(Leader { user, games: row.get(3)?, wins: row.get(4)?, last_seen: row.get(5)? })
        })?;
        Ok(leaders.collect::<Result<_, _>>()?)
    }

    fn insert_user(&mut self, name: &str, hash: &[u8]) -> Result<String, StoreError> {
        let (id, now) = (secret::user_id(), now());
        self.connection.execute(
            "INSERT INTO users (id, name, key_hash, rating, created, last_seen) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
            params![id, name, hash, START_RATING, now],
        )?;
        Ok(id)
    }

    fn count_users(&self) -> Result<u32, StoreError> {
        Ok(self.connection.prepare("SELECT count(*) FROM users")?.query_row([], |row| row.get(0))?)
    }

    /// Whether a name belongs to a user or a house bot.
    fn taken(&self, name: &str) -> Result<bool, StoreError> {
        if name.parse::<Kind>().is_ok() {
            return Ok(true);
        }
        Ok(self.connection.prepare("SELECT 1 FROM users WHERE name = ?1")?.exists([name])?)
    }

    /// A free name made from a key.
    fn free_name(&self, key: &str) -> Result<String, StoreError> {
        let printable: String = key.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        let name = match printable.trim() {
            "" => "player",
            name => name,
        };
        let mut candidate = name.to_string();
        let mut number = 1;
        while self.taken(&candidate)? {
            number += 1;
            let suffix = format!("-{number}");
            candidate = name.chars().take(MAX_NAME - suffix.len()).chain(suffix.chars()).collect();
        }
        Ok(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(database: &mut Database, key: &str) -> Option<User> {
        database.user_of(key, KeyPolicy::Open, 6).unwrap()
    }

    #[test]
    fn open_keys_make_users_with_names_of_their_own() {
        let mut database = Database::open(None).unwrap();
        let first = open(&mut database, "abc").unwrap();
        assert_eq!((first.name.as_str(), first.rating, first.id.len()), ("abc", 1200, 8));
        assert_eq!(open(&mut database, "abc"), Some(first));
        assert_eq!(open(&mut database, "ab\u{7}c\n").unwrap().name, "abc-2");
        assert_eq!(open(&mut database, "random").unwrap().name, "random-2");
        let long = "Ä".repeat(30);
        assert_eq!(open(&mut database, &long).unwrap().name, "Ä".repeat(20));
        assert_eq!(open(&mut database, &"Ä".repeat(31)).unwrap().name, format!("{}-2", "Ä".repeat(18)));
        assert_eq!(open(&mut database, "\u{1}").unwrap().name, "player");
        assert_eq!(open(&mut database, "invalid"), None);
        assert_eq!(open(&mut database, "one too many"), None);
    }

    #[test]
    fn strict_arenas_know_registered_keys_only() {
        let mut database = Database::open(None).unwrap();
        assert_eq!(database.user_of("abc", KeyPolicy::Strict, 10).unwrap(), None);
        let Registration::Done(id, key) = database.register("Ada", 10).unwrap() else { panic!("the name is free") };
        let user = database.user_of(&key, KeyPolicy::Strict, 10).unwrap().unwrap();
        assert_eq!((user.id, user.name.as_str()), (id, "Ada"));
        assert_eq!(database.register("Ada", 10).unwrap(), Registration::Taken);
        assert_eq!(database.register("miner", 10).unwrap(), Registration::Taken);
        assert_eq!(database.register("Bob", 1).unwrap(), Registration::Full);
        let kept: Vec<u8> = database.connection.query_row("SELECT key_hash FROM users", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, hash(&database.salt, &key));
    }
}
