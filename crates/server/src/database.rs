//! The databases of a server: opening one, the secret it holds, and the way to its thread.
//!
//! Each is one `SQLite` file in WAL mode, written by one thread. Everything that waits is done in one
//! transaction and answered when that is on disk: thirty tables cost about as many writes to the card as
//! one. A lock on the file keeps a second server out; readers are welcome.

use crate::retention::Keeper;
use crate::tokens;
use boardbots_base::store::writer::{Opened, Writer};
use boardbots_base::store::{FileError, Layout, StoreError, Stored, file, now};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};
use std::ops::Deref;
use std::path::Path;
use std::sync::Weak;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Pause between two rounds of retention when there is nothing to do.
const IDLE: Duration = Duration::from_secs(10);
/// Pause between two rounds of retention when there is something to do, and its share of a round with its commit.
const BUSY: (Duration, u32) = (Duration::from_millis(50), 10);

/// The random bytes that a database keeps in its table `meta`.
pub struct Secret {
    /// Their name there.
    pub name: &'static str,
    /// Their description, for errors.
    pub what: &'static str,
    /// The table whose rows are worth nothing without them.
    pub table: &'static str,
}

/// Opens or makes a database, and locks it; without a path it lives in memory. `holder` names another
/// server that may have it. `state` makes what the jobs need beside the database.
///
/// # Errors
/// Everything that [`FileError`] says about opening, and what `state` says.
pub fn open<S, const N: usize>(
    path: Option<&Path>,
    (layout, holder): (&Layout, &'static str),
    secret: &Secret,
    state: impl FnOnce(&Connection, [u8; N]) -> Stored<S>,
) -> Stored<Opened<S>> {
    let (connection, lock) = match path {
        None => (file::open_in_memory(layout)?, None),
        Some(path) => {
            let lock = file::lock(path, holder)?;
            (file::open_for(layout.current(), path, layout, !file::is_large(path))?, Some(lock))
        }
    };
    let bytes = secret.read(&connection, path.unwrap_or(Path::new("(in memory)")))?;
    let state = state(&connection, bytes)?;
    Ok(Opened { connection, state, path: path.map(Path::to_path_buf), lock })
}

/// Adds an index that makes a list fast. Earlier versions do not miss it, so it is no step of the layout; without it
/// everything works, only slower.
pub fn add_index(connection: &Connection, index: &str) {
    if let Err(error) = connection.execute_batch(index) {
        log::warn!("a list of the database is slow: {error}");
    }
}

impl Secret {
    /// Reads the bytes; makes them if the database has none and no row needs them yet.
    fn read<const N: usize>(&self, connection: &Connection, path: &Path) -> Stored<[u8; N]> {
        let Self { name, what, table } = self;
        let damaged = |why: &str| StoreError::from(FileError::Damaged(path.to_path_buf(), format!("the {what} {why}")));
        let kept: Option<Value> =
            connection.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0)).optional()?;
        match kept {
            Some(Value::Blob(bytes)) => return bytes.try_into().map_err(|_| damaged("has another length")),
            Some(_) => return Err(damaged("is no blob")),
            None if connection.prepare(&format!("SELECT 1 FROM {table}"))?.exists([])? => {
                return Err(damaged("is missing"));
            }
            None => {}
        }
        let mut bytes = [0; N];
        tokens::fill(&mut bytes);
        connection
            .execute("INSERT INTO meta (name, value) VALUES (?1, ?2)", (name, &bytes[..]))
            .map_err(|error| FileError::Open(path.to_path_buf(), error.to_string()))?;
        Ok(bytes)
    }
}

/// The way to a database's thread. What each kind of database does is in `impl Store<…>` of its protocol.
pub struct Store<S: 'static>(Writer<S>);

impl<S: Send + 'static> Store<S> {
    /// Gives a database its thread, which has this name.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(name: &str, opened: Opened<S>) -> Stored<(Self, JoinHandle<()>)> {
        let path = opened.path.clone().unwrap_or_else(|| "(in memory)".into());
        let started = Writer::start(name, opened);
        let (writer, thread) = started.map_err(|error| FileError::Open(path, format!("no thread: {error}")))?;
        Ok((Self(writer), thread))
    }
}

impl<S: AsMut<Keeper> + Send + 'static> Store<S> {
    /// Keeps a database within its limits, beside play: in rounds, between which others get ten times as long. Each
    /// time that things of before were counted, `counted` is called.
    pub async fn tend<A>(app: Weak<A>, store: impl Fn(&A) -> &Self + Send, counted: impl Fn(&A) + Send) {
        while let Some(app) = app.upgrade() {
            let began = Instant::now();
            // While nothing can be stored, nothing is deleted either.
            let more = store(&app).write(|db, state| state.as_mut().round(db, now())).await.unwrap_or(false);
            if more {
                counted(&app);
            }
            drop(app);
            tokio::time::sleep(if more { BUSY.0.max(began.elapsed() * BUSY.1) } else { IDLE }).await;
        }
    }
}

impl<S> Deref for Store<S> {
    type Target = Writer<S>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
