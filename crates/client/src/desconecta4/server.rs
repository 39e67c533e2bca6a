//! Our player as the ninja whom the original's client plays against.

use super::game::{self, End, Played};
use super::nick::Nick;
use super::player::{Level, Player, Thinking};
use super::room::{Heard, Room};
use super::wire::{Fault, GLANCE, Limits, Patience, Wire, colour_digit};
use boardbots_base::invalid::Invalid;
use boardbots_game::two_player::side::Side;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// Pause after the system refused a connection, of which it may have too many.
const BREATH: Duration = Duration::from_millis(100);

/// The digits that a client sends for the opponent it wants. Whatever it sends, it plays against us.
const MODES: [u8; 2] = [b'0', b'1'];

/// A ninja and its house rules.
#[derive(Clone, Debug)]
pub struct Server {
    /// Our level: name and strength.
    pub level: &'static Level,
    /// Our search settings.
    pub thinking: Thinking,
    /// The colour that we play.
    pub ours: Side,
    /// Games to play; `None` for no end.
    pub games: Option<u32>,
    /// Connections that are served at a time, at least 1; others wait in line.
    pub at_once: usize,
    /// Time-outs and bounds.
    pub limits: Limits,
}

/// A game that was played with a client.
#[derive(Debug)]
pub struct Visit {
    /// The number of the game, from 1, in order of their beginnings.
    pub number: u32,
    /// The address of the client.
    pub address: SocketAddr,
    /// The name the ninja gives.
    pub client: Nick,
    /// The game.
    pub played: Played,
}

/// An error that keeps the server from starting.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The evaluation does not exist.
    #[error(transparent)]
    Evaluator(Invalid),
    /// The system refuses threads or options of the listener.
    #[error("the system does not let games be served: {0}")]
    System(io::Error),
}

/// The number of games that can still begin.
struct Quota {
    games: u32,
    taken: AtomicU32,
    begun: AtomicU32,
}

impl Quota {
    fn take(&self) -> bool {
        self.taken.fetch_update(Relaxed, Relaxed, |taken| (taken < self.games).then_some(taken + 1)).is_ok()
    }

    fn give_back(&self) {
        self.taken.fetch_sub(1, Relaxed);
    }

    fn begin(&self) -> u32 {
        self.begun.fetch_add(1, Relaxed) + 1
    }

    fn used_up(&self) -> bool {
        self.begun.load(Relaxed) >= self.games
    }
}

impl Server {
    /// Plays with every client that comes, until the wanted number of games has ended; or until
    /// the flag is raised and the games in play have ended. `ended` hears of every game.
    ///
    /// # Errors
    /// See [`ServerError`].
    pub fn run(
        &self,
        listener: &TcpListener,
        stop: &AtomicBool,
        ended: &(dyn Fn(Visit) + Sync),
    ) -> Result<(), ServerError> {
        // One look before threads are begun.
        Player::new(Thinking { threads: 1, ..self.thinking }).map_err(ServerError::Evaluator)?;
        // A listener that wakes up now and then sees the flag.
        socket2::SockRef::from(listener).set_read_timeout(Some(GLANCE)).map_err(ServerError::System)?;
        let quota = Quota { games: self.games.unwrap_or(u32::MAX), taken: AtomicU32::new(0), begun: AtomicU32::new(0) };
        let (room, places) = (Room::default(), self.at_once.max(1));
        // Every thread has a player of its own, and keeps it: a decision takes no memory.
        thread::scope(|scope| {
            for seat in 0..places {
                let work = || self.sit(&room, stop, &quota, ended);
                let begun = thread::Builder::new().name("ninja".into()).spawn_scoped(scope, work);
                match begun {
                    Ok(_) => {}
                    Err(error) if seat == 0 => return Err(ServerError::System(error)),
                    Err(error) => {
                        log::warn!("{seat} games can be played at once, no more: {error}");
                        break;
                    }
                }
            }
            while !stop.load(Relaxed) && !quota.used_up() {
                if let Some((stream, address)) = accept(listener) {
                    room.enter(stream, address);
                }
                room.make_room(places, Instant::now());
            }
            Ok(())
        })
    }

    /// One connection after another.
    fn sit(&self, room: &Room, stop: &AtomicBool, quota: &Quota, ended: &(dyn Fn(Visit) + Sync)) {
        // The evaluation is known to exist.
        let Ok(mut player) = Player::new(self.thinking) else { return };
        while !stop.load(Relaxed) && !quota.used_up() {
            if !quota.take() {
                // All that are wanted are about to begin, but one of them may come to nothing.
                thread::sleep(GLANCE);
                continue;
            }
            let Some((stream, address, heard)) = room.next(GLANCE) else {
                quota.give_back();
                continue;
            };
            match self.greet(stream, heard, stop) {
                Ok((wire, client)) => {
                    let number = quota.begin();
                    log::info!("game {number} begins: \"{client}\" from {address}, we are {}", self.ours.colour());
                    let played = game::play(wire, self.ours, &mut player);
                    let level = if let End::Fault(_) = played.end { log::Level::Warn } else { log::Level::Info };
                    log::log!(level, "game {number} ends after {} plies: {}", played.plies(), played.end);
                    ended(Visit { number, address, client, played });
                }
                Err(fault) => {
                    quota.give_back();
                    log::warn!("no game with {address}: {fault}");
                }
            }
            room.leave(address);
        }
    }

    /// The client's greeting and ours.
    fn greet(&self, stream: TcpStream, heard: Heard, stop: &AtomicBool) -> Result<(Wire, Nick), Fault> {
        let mut wire = Wire::new(stream, self.limits)?;
        wire.heard = heard;
        let (client, mode) = wire.receive_greeting(Patience::new(self.limits.greeting, Some(stop)))?;
        if !MODES.contains(&mode) {
            return Err(Fault::UnknownMode(mode));
        }
        wire.send_greeting(&self.level.nick(), colour_digit(self.ours.other()))?;
        Ok((wire, client))
    }
}

/// The next connection; `None` if there is none yet.
fn accept(listener: &TcpListener) -> Option<(TcpStream, SocketAddr)> {
    match listener.accept() {
        Ok(connection) => return Some(connection),
        // No player came.
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
        Err(error) => {
            log::warn!("a connection could not be taken: {error}");
            thread::sleep(BREATH);
        }
    }
    None
}
