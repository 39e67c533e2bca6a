//! Databases: what every one of ours needs.
//!
//! One `SQLite` file each, in WAL mode, so that readers are welcome at any time; a transaction
//! is on disk before its answer comes back. A file is only used if it is ours, of a layout that
//! this version knows, and sound; otherwise it stays as it is.
//!
//! | file | holds |
//! |---|---|
//! | [`error`] | errors in the use of databases |
//! | `copy` | copies of files before their layout changes |
//! | [`layout`] | marks of our files, and steps from version to version |
//! | [`mod@file`] | opening, to write or to read; the lock of an owner |
//! | [`place`] | places and permissions of databases that belong to a user |
//! | [`rows`] | rows that can be read, without those that are damaged |
//! | `writer` | the thread that owns a server's database (feature `writer`) |

mod copy;
pub mod error;
pub mod file;
pub mod layout;
pub mod place;
pub mod rows;
#[cfg(feature = "writer")]
pub mod writer;

pub use error::{FileError, StoreError};
pub use layout::{Layout, Step};
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
