//! Layouts of databases: the marks of our files, the settings that make a commit durable (WAL, `synchronous`), the steps
//! from version to version, and the copy of a file that is kept before its layout changes. `FILE.layout-N` holds
//! layout N. The way back does not need it; it is a net.

use super::{FileError, place};
use crate::pulse::Pulse;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest wait of a statement for others who hold the file, such as a session of `sqlite3`.
pub const BUSY: Duration = Duration::from_secs(30);
/// Pause between two attempts at what does not wait by itself.
const PAUSE: Duration = Duration::from_millis(5);
/// The cache of a connection: 512 KiB, in `SQLite`'s way to write that. With more, a server grows for hours as its
/// database does; the system keeps pages, too.
const CACHE: i64 = -512;
/// Pages after which the log goes into the file: 1 MiB of the usual ones, of which a server keeps a copy in memory.
const LOG: i64 = 256;

/// The layout of the files of one kind of database.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The name of the kind, for programs.
    pub kind: &'static str,
    /// `SQLite`'s application id, which marks a file as of this kind.
    pub application: i64,
    /// The owner of the database, for "this is not a database of …".
    pub owner: &'static str,
    /// The steps from each version to the next; their number is the current version.
    pub steps: &'static [Step],
}

/// A step from one version of a layout to the next, and back. A released step is never changed.
///
/// The way down loses nothing: what the version below has no place for stays in the file, in tables and columns
/// that it does not look at. So it can meet them again on its way up, after programs of the version below have
/// added, changed and deleted rows: it makes tables and indexes only where there are none, and puts right what
/// those programs could not know.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Columns for tables that are there: table, column, type. Programs of the version below add rows without
    /// them, so they may be null or have a default.
    pub columns: &'static [(&'static str, &'static str, &'static str)],
    /// Statements that lead up, once the columns are there.
    pub up: &'static str,
    /// Statements that take away what would keep a program of the version below from its work.
    pub down: &'static str,
}

impl Layout {
    /// The number of the current version.
    #[must_use]
    pub fn current(&self) -> i64 {
        i64::try_from(self.steps.len()).expect("a handful of versions")
    }

    /// Makes a connection ready to write: checks the file and brings its layout to this version, up or down.
    /// Several processes may do so at once.
    ///
    /// # Errors
    /// The file is not ours, newer, damaged or cannot be written; it has not been changed.
    pub fn prepare_for(&self, target: i64, connection: &mut Connection, path: &Path) -> Result<(), FileError> {
        let version = self.check(connection, path)?;
        let unusable = |error: rusqlite::Error| FileError::Open(path.to_path_buf(), error.to_string());
        ready(connection).map_err(unusable)?;
        if version == target {
            return Ok(());
        }
        if version > 0 {
            keep(connection, path, version)?;
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(unusable)?;
        // Another process may have done it meanwhile; from here on none can.
        let version = self.check(&transaction, path)?;
        if version == target {
            return Ok(());
        }
        self.lead(&transaction, version, target).map_err(unusable)?;
        transaction.commit().map_err(unusable)?;
        if version > 0 {
            // A change of all rows makes the log as large as the file.
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            log::warn!("{}: the layout of this database was {version} and is {target} now", path.display());
        }
        Ok(())
    }

    /// Leads from one version to another.
    fn lead(&self, connection: &Connection, version: i64, target: i64) -> rusqlite::Result<()> {
        let [from, to] = [version, target].map(|number| usize::try_from(number).unwrap_or(0));
        for step in &self.steps[from..to.max(from)] {
            for (table, column, of) in step.columns {
                if !connection.column_exists(None, *table, *column)? {
                    connection.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {column} {of}"))?;
                }
            }
            connection.execute_batch(step.up)?;
        }
        for step in self.steps[to.min(from)..from].iter().rev() {
            connection.execute_batch(step.down)?;
        }
        connection.pragma_update(None, "user_version", target)?;
        connection.pragma_update(None, "application_id", self.application)
    }

    /// Checks that the file is of this kind and of a version that is known; the number of the
    /// version, 0 for a new file.
    ///
    /// # Errors
    /// The file is not ours, newer, or cannot be read.
    pub fn check(&self, connection: &Connection, path: &Path) -> Result<i64, FileError> {
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => FileError::Foreign(path.to_path_buf(), self.owner),
            Some(ErrorCode::DatabaseCorrupt) => FileError::Damaged(path.to_path_buf(), error.to_string()),
            _ => FileError::Open(path.to_path_buf(), error.to_string()),
        };
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0)).map_err(failed)?;
        let version = number("user_version").map_err(failed)?;
        let ours = number("application_id").map_err(failed)? == self.application;
        if tables > 0 && !ours {
            return Err(FileError::Foreign(path.to_path_buf(), self.owner));
        }
        if version > self.current() {
            return Err(FileError::Newer(path.to_path_buf(), version, self.current()));
        }
        Ok(version.max(0))
    }
}

/// Most bytes of a database that is copied: a larger one would keep a server from its start for minutes.
const MOST: u64 = 256 << 20;

/// Writes the copy, in place of an older one of this layout, if the disk has twice the room for it. The log names its
/// file, or the reason why there is none.
///
/// # Errors
/// [`FileError::Damaged`].
fn keep(connection: &Connection, path: &Path, layout: i64) -> Result<(), FileError> {
    let kept = place::beside(path, &format!(".layout-{layout}"));
    let part = place::beside(&kept, ".part");
    let done = write(connection, path, &part).and_then(|()| Ok(fs::rename(&part, &kept)?));
    if let Err(error) = done {
        // What a failure leaves would take room for nothing.
        let _ = fs::remove_file(&part);
        if let Some(rusqlite::Error::SqliteFailure(inner, _)) = error.downcast_ref()
            && inner.code == ErrorCode::DatabaseCorrupt
        {
            return Err(FileError::Damaged(path.to_path_buf(), error.to_string()));
        }
        log::warn!("{}: there is no copy of this database from before its layout changes: {error}", path.display());
        return Ok(());
    }
    log::info!("{}: a copy of this database, from before its layout changes", kept.display());
    Ok(())
}

/// Writes everything that is committed into a file of its own, which is on disk then.
fn write(connection: &Connection, path: &Path, part: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, u32>(0)).map(u64::from);
    let wanted = 2 * number("page_count")? * number("page_size")?;
    // Systemd waits for a server that is about to start: for both copy and change at 1 MB/s.
    Pulse::of_this_process().takes(Duration::from_secs(90 + wanted / 1_000_000));
    if wanted > 2 * MOST {
        return Err("it is larger than 256 MiB; `sqlite3 FILE \".backup COPY\"` makes one beside play".into());
    }
    let free = place::free(path)?;
    if free < wanted {
        return Err(format!("the disk has {free} bytes left, and {wanted} are asked for").into());
    }
    // One that was ended in the middle may have left a part.
    let _ = fs::remove_file(part);
    place::make_private(part)?;
    connection.execute("VACUUM INTO ?1", [part.to_str().ok_or("its name is no text")?])?;
    Ok(File::open(part)?.sync_all()?)
}

/// Changes to WAL mode. With a new file this needs the file for itself, and `SQLite` does not
/// wait for it if another process wants the same.
fn journal(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + BUSY;
    // `SQLite` answers before it commits the change: only the end of the statement says whether that fails.
    let change = || -> rusqlite::Result<()> {
        let mut statement = connection.prepare("PRAGMA journal_mode = WAL")?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
        Ok(())
    };
    loop {
        match change() {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until => {
                std::thread::sleep(PAUSE);
            }
            done => return done,
        }
    }
}

/// Sets what every connection that writes needs.
pub(super) fn ready(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", CACHE)?;
    journal(connection)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG)?;
    // Every commit is on disk before it is acknowledged.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// The beginnings of `SQLite`'s messages about rows whose values their table does not allow.
const ROW_FAULTS: [&str; 4] = ["NULL value in ", "NUMERIC value in ", "TEXT value in ", "CHECK constraint failed in "];

/// Reads all pages once: better to refuse a damaged database than to add to it.
pub(super) fn sound(connection: &Connection, path: &Path) -> Result<(), FileError> {
    let damaged = |verdict: String| FileError::Damaged(path.to_path_buf(), verdict);
    let verdict: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| damaged(error.to_string()))?;
    if verdict == "ok" {
        return Ok(());
    }
    // Trees of pages are checked before rows: where a row is the first fault, all trees are sound.
    if ROW_FAULTS.iter().any(|fault| verdict.starts_with(fault)) {
        log::warn!("{}: damaged rows are left out: {verdict}", path.display());
        return Ok(());
    }
    Err(damaged(verdict))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::file;

    #[test]
    fn a_connection_keeps_few_pages() {
        const STEPS: [Step; 1] = [Step { columns: &[], up: "CREATE TABLE t (x)", down: "" }];
        let layout = Layout { kind: "test", application: 1, owner: "tests", steps: &STEPS };
        let folder = tempfile::tempdir().expect("a folder");
        let connection = file::open(&folder.path().join("x.db"), &layout).expect("a new file");
        let kept: i64 = connection.pragma_query_value(None, "cache_size", |row| row.get(0)).expect("a number");
        assert_eq!(kept, CACHE);
    }
}
