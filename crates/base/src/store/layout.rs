//! What marks a file as ours, and what leads from one version of its layout to the next.

use super::FileError;
use rusqlite::{Connection, ErrorCode, TransactionBehavior};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a statement waits for others who hold the file, such as a session of `sqlite3`.
pub const BUSY: Duration = Duration::from_secs(30);
/// Pause between two attempts at what does not wait by itself.
const PAUSE: Duration = Duration::from_millis(5);
/// What a connection keeps of its file in memory: 512 KiB, in `SQLite`'s way to write that. With more, a
/// server grows for hours as its database does; the system keeps pages, too.
const CACHE: i64 = -512;

/// How the files of one kind of database are laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// `SQLite`'s application id, which marks a file as of this kind.
    pub application: i64,
    /// Whose database it is, for "this is not a database of …".
    pub owner: &'static str,
    /// Statements that lead from each version to the next; how many there are is the current
    /// version. They are never changed, only added to.
    pub steps: &'static [&'static str],
}

impl Layout {
    /// The number of the current version.
    fn current(&self) -> i64 {
        i64::try_from(self.steps.len()).expect("a handful of versions")
    }

    /// Makes a connection ready to write: checks the file and brings its layout up to date.
    /// Several processes may do so at once.
    ///
    /// # Errors
    /// The file is not ours, newer, damaged or cannot be written; it has not been changed.
    pub fn prepare(&self, connection: &mut Connection, path: &Path) -> Result<(), FileError> {
        let version = self.check(connection, path)?;
        let unusable = |error: rusqlite::Error| FileError::Open(path.to_path_buf(), error.to_string());
        connection.pragma_update(None, "cache_size", CACHE).map_err(unusable)?;
        sound(connection, path)?;
        journal(connection).map_err(unusable)?;
        // Every commit is on disk before it is acknowledged.
        connection.pragma_update(None, "synchronous", "FULL").map_err(unusable)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(unusable)?;
        if version == self.current() {
            return Ok(());
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(unusable)?;
        // Another process may have done it meanwhile; from here on none can.
        let version = self.check(&transaction, path)?;
        for step in &self.steps[usize::try_from(version).unwrap_or(0)..] {
            transaction.execute_batch(step).map_err(unusable)?;
        }
        transaction.pragma_update(None, "user_version", self.current()).map_err(unusable)?;
        transaction.pragma_update(None, "application_id", self.application).map_err(unusable)?;
        transaction.commit().map_err(unusable)
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

/// Changes to WAL mode. With a new file this needs the file for itself, and `SQLite` does not
/// wait for it if another process wants the same.
fn journal(connection: &Connection) -> rusqlite::Result<()> {
    let until = Instant::now() + BUSY;
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until => {
                std::thread::sleep(PAUSE);
            }
            done => return done,
        }
    }
}

/// How `SQLite` begins what it says of a row whose values its table does not allow.
const ROW_FAULTS: [&str; 4] = ["NULL value in ", "NUMERIC value in ", "TEXT value in ", "CHECK constraint failed in "];

/// Reads all pages once: better to refuse a damaged database than to add to it.
fn sound(connection: &Connection, path: &Path) -> Result<(), FileError> {
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
        let layout = Layout { application: 1, owner: "tests", steps: &["CREATE TABLE t (x)"] };
        let folder = tempfile::tempdir().expect("a folder");
        let connection = file::open(&folder.path().join("x.db"), &layout).expect("a new file");
        let kept: i64 = connection.pragma_query_value(None, "cache_size", |row| row.get(0)).expect("a number");
        assert_eq!(kept, CACHE);
    }
}
