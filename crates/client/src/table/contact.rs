//! The contact with a server, through everything that networks and servers do.

use super::wire::{Failure, TableServer};
use crate::SessionError;
use crate::limits::{Backoff, ClientLimits, Trouble};
use crate::server::Server;
use crate::wire::Interrupt;
use boardbots_base::invalid::InputError;
use boardbots_base::pulse::Pulse;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// An error that ends a visit.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Nothing worked for too long.
    #[error(transparent)]
    GaveUp(#[from] SessionError),
    /// The name belongs to somebody whose key was not shown.
    #[error("{0}; give its key with --key-file")]
    Protected(String),
    /// The server has nothing to play for this key: the key is unknown, or its player plays no more.
    #[error("{0}")]
    Barred(String),
    /// The seat is not there or cannot be had, the player cannot play, or the file of the seat cannot be written.
    #[error(transparent)]
    NoSeat(#[from] InputError),
    /// The process is to stop. The seat is kept.
    #[error("stopped")]
    Stopped,
}

/// A server that is asked until it answers.
pub struct Contact {
    server: TableServer,
    interrupt: Interrupt,
    backoff: Backoff,
    trouble: Trouble,
}

impl Contact {
    /// The server at an address, which is given up if nothing works for so long. Nothing is sent yet.
    pub fn new(server: Server, give_up: Option<Duration>, stop: Arc<AtomicBool>, pulse: Pulse) -> Self {
        let (interrupt, limits) = (Interrupt::new(stop, pulse), &ClientLimits::default());
        let trouble = Trouble::new(server.to_string(), give_up);
        let (from, to) = limits.lobby_pause;
        let backoff = Backoff::new(from, to, fastrand::u64(..));
        Self { server: TableServer::new(server, limits, interrupt.clone()), interrupt, backoff, trouble }
    }

    /// Lets a request wait for something that may take long, such as a game: the watchdog is fed meanwhile.
    pub fn in_lobby(&self, waits: bool) {
        self.interrupt.set_in_lobby(waits);
    }

    /// Asks until the server answers.
    ///
    /// # Errors
    /// See [`PlayError`]; the refusals of the server are in the second part.
    pub fn insist<T>(
        &mut self,
        mut ask: impl FnMut(&TableServer) -> Result<T, Failure>,
    ) -> Result<Result<T, Failure>, PlayError> {
        loop {
            let began = Instant::now();
            let (why, wait) = match ask(&self.server) {
                Err(Failure::Passing(why, wait)) => (why, wait),
                Err(Failure::Stopped) => return Err(PlayError::Stopped),
                answered => {
                    self.trouble.worked();
                    self.backoff.reset();
                    return Ok(answered);
                }
            };
            let pause = self.backoff.pause().max(wait.unwrap_or_default());
            let pause = self.trouble.failed(began, &why, pause)?;
            self.pause(pause)?;
        }
    }

    /// Lets time pass, until the process is to stop.
    ///
    /// # Errors
    /// [`PlayError::Stopped`].
    pub fn pause(&self, time: Duration) -> Result<(), PlayError> {
        self.interrupt.sleep(time);
        if self.interrupt.stopping() { Err(PlayError::Stopped) } else { Ok(()) }
    }
}
