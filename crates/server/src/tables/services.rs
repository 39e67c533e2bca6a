//! What tables use of the server: the database, threads, the lobby.

use super::lobby::Lobby;
use super::store::Store;
use super::workers::Workers;

/// What tables use of the server.
pub struct Services {
    /// The database.
    pub store: Store,
    /// The threads on which bots think.
    pub thinkers: Workers,
    /// One thread for work of some milliseconds, so that connections do not wait.
    pub background: Workers,
    /// Learns of changes.
    pub lobby: Lobby,
}
