//! Our player as the ninja whom the original's client plays against, and the places at which clients play.
//!
//! A client that finds all places taken waits a moment for a game to end. Then it takes the place of another address
//! that has more: that of its client from which nothing has come for longest. So nobody holds all places by silence,
//! and an address that has no more than its share loses none.

use super::wire::{GLANCE, Heard, Nick, Patience, Wire, WireError, WireLimits, colour_digit};
use super::{End, Level, Played, Player, Thinking};
use boardbots_base::invalid::InputError;
use boardbots_base::thread::lock;
use boardbots_game::two_player::side::Side;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
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
    pub limits: WireLimits,
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
    /// There is no such evaluation, or the system refuses threads or options of the listener.
    pub fn run(
        &self,
        listener: &TcpListener,
        stop: &AtomicBool,
        ended: &(dyn Fn(Visit) + Sync),
    ) -> Result<(), InputError> {
        // One look before threads are begun.
        Player::new(Thinking { threads: 1, ..self.thinking })?;
        let refused =
            |error: io::Error| InputError::new(format_args!("the system does not let games be served: {error}"));
        // A listener that wakes up now and then sees the flag.
        socket2::SockRef::from(listener).set_read_timeout(Some(GLANCE)).map_err(refused)?;
        let quota = Quota { games: self.games.unwrap_or(u32::MAX), taken: AtomicU32::new(0), begun: AtomicU32::new(0) };
        let (room, places) = (Room::default(), self.at_once.max(1));
        // Every thread has a player of its own, and keeps it: a decision takes no memory.
        thread::scope(|scope| {
            for seat in 0..places {
                let work = || self.sit(&room, stop, &quota, ended);
                let begun = thread::Builder::new().name("ninja".into()).spawn_scoped(scope, work);
                match begun {
                    Ok(_) => {}
                    Err(error) if seat == 0 => return Err(refused(error)),
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
                    let played = super::play(wire, self.ours, &mut player);
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
    fn greet(&self, stream: TcpStream, heard: Heard, stop: &AtomicBool) -> Result<(Wire, Nick), WireError> {
        let mut wire = Wire::new(stream, self.limits)?;
        wire.heard = heard;
        let (client, mode) = wire.receive_greeting(Patience::new(self.limits.greeting, Some(stop)))?;
        if !MODES.contains(&mode) {
            return Err(WireError::UnknownMode(mode));
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

/// Time for which a client waits for a game to end before it takes a place.
const WAIT: Duration = Duration::from_secs(2);
/// Most clients that wait.
const LINE: usize = 64;

/// A client that waits, or has a place.
struct Client {
    address: SocketAddr,
    stream: TcpStream,
    heard: Heard,
    seated: bool,
}

impl Client {
    /// The network that counts as one, as a home has it: the address, of IPv6 its first 64 bits.
    fn network(&self) -> IpAddr {
        match self.address.ip().to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
            ip @ IpAddr::V4(_) => ip,
        }
    }

    fn silence(&self, now: Instant) -> Duration {
        now.saturating_duration_since(*lock(&self.heard))
    }
}

/// All places and the line.
#[derive(Default)]
pub struct Room {
    clients: Mutex<Vec<Client>>,
    news: Condvar,
}

/// The number of clients of a client's network that are seated, or wait.
fn held(clients: &[Client], of: &Client, seated: bool) -> usize {
    clients.iter().filter(|other| other.seated == seated && other.network() == of.network()).count()
}

impl Room {
    /// Adds a client to the line. If the line is full, the last client of the address that has most in it goes.
    pub fn enter(&self, stream: TcpStream, address: SocketAddr) {
        let mut clients = lock(&self.clients);
        clients.push(Client { address, stream, heard: Arc::new(Mutex::new(Instant::now())), seated: false });
        let waiting = |&at: &usize| !clients[at].seated;
        if (0..clients.len()).filter(waiting).count() > LINE
            && let Some(last) = (0..clients.len()).filter(waiting).max_by_key(|&at| held(&clients, &clients[at], false))
        {
            clients.remove(last);
        }
        self.news.notify_one();
    }

    /// The next client, who has a place until [`leave`](Self::leave): the first one of the address that has fewest;
    /// `None` if none comes in time.
    pub fn next(&self, time: Duration) -> Option<(TcpStream, SocketAddr, Heard)> {
        let mut clients = lock(&self.clients);
        if clients.iter().all(|client| client.seated) {
            clients = self.news.wait_timeout(clients, time).unwrap_or_else(PoisonError::into_inner).0;
        }
        let waiting = (0..clients.len()).filter(|&at| !clients[at].seated);
        let first = waiting.min_by_key(|&at| held(&clients, &clients[at], true))?;
        let Ok(stream) = clients[first].stream.try_clone() else {
            clients.remove(first);
            return None;
        };
        clients[first].seated = true;
        Some((stream, clients[first].address, Arc::clone(&clients[first].heard)))
    }

    /// A client leaves its place.
    pub fn leave(&self, address: SocketAddr) {
        lock(&self.clients).retain(|client| client.address != address);
    }

    /// Ends a connection if all these places are taken, and somebody has waited for long who has less than their share.
    pub fn make_room(&self, places: usize, now: Instant) {
        let mut clients = lock(&self.clients);
        let share = |client: &Client| held(&clients, client, true);
        let seated = (0..clients.len()).filter(|&at| clients[at].seated);
        let full = seated.clone().count() >= places;
        let most = seated.max_by_key(|&at| (share(&clients[at]), clients[at].silence(now)));
        let due =
            clients.iter().filter(|client| !client.seated && client.silence(now) >= WAIT).min_by_key(|&one| share(one));
        if let (true, Some(most), Some(next)) = (full, most, due)
            && share(&clients[most]) > share(next) + 1
        {
            log::info!("{} makes room for {}, whose address has fewer games", clients[most].address, next.address);
            // Its thread sees the end of the connection; if it is gone already, all the better.
            let _ = clients.remove(most).stream.shutdown(Shutdown::Both);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A client of this address, over a connection of this machine; the client's end comes first.
    fn client(address: &str) -> (TcpStream, TcpStream, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (theirs, listener.accept().unwrap().0, address.parse().unwrap())
    }

    fn seated(room: &Room) -> Vec<String> {
        let clients = lock(&room.clients);
        clients.iter().filter(|client| client.seated).map(|client| client.address.to_string()).collect()
    }

    #[test]
    fn who_waits_takes_the_place_of_the_silent_one_of_the_address_that_has_most() {
        let (room, now) = (Room::default(), Instant::now());
        let mut theirs = Vec::new();
        for (address, heard) in
            [("192.0.2.1:1", 5), ("[2001:db8::1]:2", 2), ("[2001:db8::2]:3", 1), ("[2001:db8::3]:4", 3)]
        {
            let (their, stream, address) = client(address);
            theirs.push(their);
            room.enter(stream, address);
            let seat = room.next(Duration::ZERO).expect("it waits");
            *seat.2.lock().unwrap() = now + Duration::from_secs(heard);
        }
        let later = now + Duration::from_mins(1);
        room.make_room(4, later);
        for address in ["[2001:db8::9]:5", "192.0.2.1:6", "192.0.2.9:7"] {
            let (their, stream, address) = client(address);
            theirs.push(their);
            room.enter(stream, address);
        }
        room.make_room(4, now);
        assert_eq!(seated(&room).len(), 4, "it has just come");
        for _ in 0..3 {
            room.make_room(4, later);
        }
        assert_eq!(seated(&room), ["192.0.2.1:1", "[2001:db8::1]:2", "[2001:db8::3]:4"], "one, the most silent");
        let mut byte = [0];
        assert_eq!(std::io::Read::read(&mut theirs[2], &mut byte).unwrap(), 0, "it is told");
        let (_, next, _) = room.next(Duration::ZERO).expect("they wait");
        assert_eq!(next.to_string(), "192.0.2.9:7", "the one of an address that has none");
        room.make_room(4, later);
        assert_eq!(seated(&room).len(), 4, "of two against one nothing is taken");
        room.leave(next);
        assert_eq!(seated(&room).len(), 3);
    }

    #[test]
    fn a_crowd_in_the_line_leaves_room_for_others() {
        let (room, mut theirs) = (Room::default(), Vec::new());
        for number in 0..200 {
            let (their, stream, address) =
                client(&if number == 100 { "192.0.2.2:1".into() } else { format!("192.0.2.1:{number}") });
            theirs.push(their);
            room.enter(stream, address);
        }
        let line: Vec<String> = lock(&room.clients).iter().map(|client| client.address.to_string()).collect();
        assert!(line.len() == LINE && line.iter().any(|address| address == "192.0.2.2:1"));
        assert_eq!(line[0], "192.0.2.1:0", "who came first is first");
    }
}
