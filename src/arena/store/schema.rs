//! The layout of the database, and what is checked before it is used.

use super::StoreError;
use crate::arena::secret;
use rusqlite::{Connection, ErrorCode, OptionalExtension};
use std::path::Path;

/// Marks a file as ours: "bots" in ASCII.
const APPLICATION: i64 = 0x626f_7473;
/// Bytes of the salt.
const SALT: usize = 16;

/// What leads from each layout to the next; the last one's number is the current layout.
/// Entries are never changed, only added.
const LAYOUTS: [&str; 1] = ["
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) WITHOUT ROWID;

    -- Keys are kept as salted SHA-256; games and wins count rated games.
    CREATE TABLE users (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        key_hash BLOB NOT NULL UNIQUE,
        rating INTEGER NOT NULL,
        games INTEGER NOT NULL DEFAULT 0,
        wins INTEGER NOT NULL DEFAULT 0,
        created INTEGER NOT NULL,
        last_seen INTEGER NOT NULL
    ) WITHOUT ROWID;

    -- Finished games. moves holds one byte for each single move: Stay 0, North 1, South 2,
    -- East 3, West 4, missed 99. status is 'turns' (the last turn was played) or 'crashed'.
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        started INTEGER NOT NULL,
        ended INTEGER NOT NULL,
        map TEXT NOT NULL,
        size INTEGER NOT NULL,
        mines INTEGER NOT NULL,
        max_turns INTEGER NOT NULL,
        turns INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        moves BLOB NOT NULL,
        status TEXT NOT NULL,
        bonus INTEGER NOT NULL
    );

    -- The four seats of each game. House bots have no user; rating is the one at the start,
    -- rating_change what the game made of it, if it was rated.
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (number),
        hero INTEGER NOT NULL,
        user TEXT REFERENCES users (id),
        name TEXT NOT NULL,
        rating INTEGER,
        rating_change INTEGER,
        gold INTEGER NOT NULL,
        place INTEGER NOT NULL,
        crashed INTEGER NOT NULL,
        PRIMARY KEY (game, hero)
    ) WITHOUT ROWID;

    CREATE INDEX users_by_rating ON users (rating DESC);
"];

/// Makes a connection ready: checks the file, brings its layout up to date, and gives back
/// its salt.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<Vec<u8>, StoreError> {
    let version = check(connection, path)?;
    sound(connection, path)?;
    let unusable = |error: rusqlite::Error| StoreError::Open(path.to_path_buf(), error.to_string());
    // Every commit is on disk before it is acknowledged.
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).map_err(unusable)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(unusable)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(unusable)?;
    let steps = &LAYOUTS[usize::try_from(version).unwrap_or(0)..];
    if !steps.is_empty() {
        let transaction = connection.transaction().map_err(unusable)?;
        for step in steps {
            transaction.execute_batch(step).map_err(unusable)?;
        }
        transaction.pragma_update(None, "user_version", current()).map_err(unusable)?;
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(unusable)?;
        transaction.commit().map_err(unusable)?;
    }
    let kept: Option<Vec<u8>> =
        connection.query_row("SELECT value FROM meta WHERE name = 'salt'", [], |row| row.get(0)).optional()?;
    if let Some(salt) = kept {
        return Ok(salt);
    }
    let mut salt = vec![0; SALT];
    secret::fill(&mut salt);
    connection.execute("INSERT INTO meta (name, value) VALUES ('salt', ?1)", [&salt]).map_err(unusable)?;
    Ok(salt)
}

/// The number of the current layout.
fn current() -> i64 {
    i64::try_from(LAYOUTS.len()).expect("a handful of layouts")
}

/// Checks that the file is ours and of a layout that this version knows; the number of the
/// layout, 0 for a new file.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign(path.to_path_buf()),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged(path.to_path_buf(), error.to_string()),
        _ => StoreError::Open(path.to_path_buf(), error.to_string()),
    };
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0)).map_err(failed)?;
    let version = number("user_version").map_err(failed)?;
    let ours = number("application_id").map_err(failed)? == APPLICATION;
    if tables > 0 && !ours {
        return Err(StoreError::Foreign(path.to_path_buf()));
    }
    if version > current() {
        return Err(StoreError::Newer(path.to_path_buf(), version, current()));
    }
    Ok(version.max(0))
}

/// Reads all pages once: better to refuse a damaged database than to add to it.
fn sound(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let damaged = |verdict: String| StoreError::Damaged(path.to_path_buf(), verdict);
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| damaged(error.to_string()))?;
    if verdict == "ok" { Ok(()) } else { Err(damaged(verdict)) }
}
