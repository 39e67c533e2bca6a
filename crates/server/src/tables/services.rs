//! What tables use of the server: the database, threads, the lobby.

use super::store::Store;
use super::workers::Workers;
use crate::cache::Cache;
use crate::shares::Holdings;
use std::sync::Arc;

/// What tables use of the server.
pub struct Services {
    /// The database.
    pub store: Store,
    /// The threads on which bots think.
    pub thinkers: Workers,
    /// One thread for work of some milliseconds, so that connections do not wait.
    pub background: Workers,
    /// Streams of those who only look on, at tables and in the lobby.
    pub viewers: Arc<Holdings>,
    /// What the lobby shows, as an event.
    pub lobby: Cache,
}
