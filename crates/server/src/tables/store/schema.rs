//! The layout of the database, and its secret.

use super::StoreError;
use crate::tables::token::SECRET;
use boardbots_base::store::{FileError, Layout};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};
use std::path::Path;

/// The layout; its files are marked by "tabl" in ASCII.
pub(super) const LAYOUT: Layout = Layout { application: 0x7461_626c, owner: "tables", steps: &STEPS };

const STEPS: [&str; 1] = ["
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) WITHOUT ROWID;

    -- options is a JSON object. All chances of a match come from seed. ended is null as long as
    -- the table runs; reason is null if it was closed without an end. claim is the SHA-256 of what
    -- its maker made up.
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        seed INTEGER NOT NULL,
        claim BLOB NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        ended INTEGER,
        reason TEXT,
        taken_back INTEGER NOT NULL DEFAULT 0
    );

    -- kind is 'human', 'bot' or 'invited'; player is a bot's. token and invitation are SHA-256.
    -- place and won are known at the end.
    CREATE TABLE chairs (
        number INTEGER NOT NULL REFERENCES tables (number),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        player TEXT,
        name TEXT NOT NULL,
        token BLOB,
        invitation BLOB,
        place INTEGER,
        won INTEGER,
        PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;

    -- Every choice, from n = 1. made_by is 'seat', 'clock' or 'undo'.
    CREATE TABLE steps (
        number INTEGER NOT NULL REFERENCES tables (number),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        made_by TEXT NOT NULL,
        choice TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (number, n)
    ) WITHOUT ROWID;

    CREATE INDEX tables_by_end ON tables (ended);
"];

/// The secret of a database, made if it has none and no table yet.
pub(super) fn secret(connection: &Connection, path: &Path) -> Result<[u8; SECRET], StoreError> {
    let damaged = |why: &str| StoreError::from(FileError::Damaged(path.to_path_buf(), why.into()));
    let kept: Option<Value> =
        connection.query_row("SELECT value FROM meta WHERE name = 'secret'", [], |row| row.get(0)).optional()?;
    match kept {
        Some(Value::Blob(secret)) => {
            return secret.try_into().map_err(|_| damaged("the secret of its tokens has another length"));
        }
        Some(_) => return Err(damaged("the secret of its tokens is none")),
        None => {}
    }
    // With another secret nobody who asks again would be told his token.
    if connection.prepare("SELECT 1 FROM tables")?.exists([])? {
        return Err(damaged("the secret of its tokens is missing"));
    }
    let failed = |error: String| FileError::Open(path.to_path_buf(), error);
    let mut secret = [0; SECRET];
    getrandom::fill(&mut secret).map_err(|error| failed(error.to_string()))?;
    connection
        .execute("INSERT INTO meta (name, value) VALUES ('secret', ?1)", [&secret[..]])
        .map_err(|error| failed(error.to_string()))?;
    Ok(secret)
}
