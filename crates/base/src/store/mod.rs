//! Databases: what every one of ours needs.
//!
//! One `SQLite` file each, in WAL mode, so that readers are welcome at any time; a transaction
//! is on disk before its answer comes back. A file is only used if it is ours, of a layout that
//! this version knows, and sound; otherwise it stays as it is.
//!
//! | file | holds |
//! |---|---|
//! | [`error`] | why a file cannot be used |
//! | `copy` | what is kept of a file before its layout changes |
//! | [`layout`] | what marks a file as ours, and what leads from one version to the next |
//! | [`mod@file`] | opening, to write or to read; the lock of an owner |
//! | [`place`] | where those are that belong to a user; who can read them all |
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
