//! The copy of a file that is kept before its layout changes: `FILE.layout-N` holds layout N. The way back does
//! not need it; it is a net.

use super::{FileError, place};
use crate::pulse::Pulse;
use rusqlite::{Connection, ErrorCode};
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

/// Most bytes of a database that is copied: a larger one would keep a server from its start for minutes.
const MOST: u64 = 256 << 20;

/// Writes the copy, in place of an older one of this layout, if the disk has twice the room for it. The log names its
/// file, or the reason why there is none.
///
/// # Errors
/// [`FileError::Damaged`].
pub(super) fn keep(connection: &Connection, path: &Path, layout: i64) -> Result<(), FileError> {
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
