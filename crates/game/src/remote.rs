//! Seats of players that are clients of a server.
//!
//! A match plays with such a client as with every other player, and a server of the game shows it the states and
//! takes its choices. The server implements this; the match starts the client, and judges how long it takes.

use crate::player::Begin;
use crate::state::{Choice, GameState};
use std::time::Instant;

/// A server with seats for clients.
pub trait ClientServer: Send + Sync {
    /// A seat for one client, until it is dropped.
    fn seat(&self) -> Box<dyn ClientSeat>;
}

/// A seat for one client, which plays game after game there.
pub trait ClientSeat: Send {
    /// The server's address for clients, such as `http://127.0.0.1:9000`.
    fn address(&self) -> &str;

    /// What the client proves itself with.
    fn key(&self) -> &str;

    /// A game begins; a client that has asked for one already has joined it.
    fn begin(&mut self, begin: &Begin<'_>);

    /// Whether the client has joined the game.
    fn has_joined(&self) -> bool;

    /// It is the client's turn in this state.
    fn show(&mut self, state: &dyn GameState);

    /// Waits for the client's choice; `None` if it has not come until then, or if the client has joined
    /// meanwhile.
    fn wait(&mut self, until: Instant) -> Option<Choice>;

    /// The game is over in this state.
    fn end(&mut self, state: &dyn GameState);
}
