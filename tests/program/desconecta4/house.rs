//! Our server for a test, and our client as tests use it.

use super::raw::LONG;
use boardbots_client::desconecta4::{
    Client, ConnectError, LEVELS, Mode, Played, Player, Server, Thinking, Visit, WireLimits,
};
use boardbots_game::two_player::side::Side;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The quickest player there is.
pub const QUICK: Thinking = Thinking { evaluation: "strong", depth: 1, time_limit: LONG, threads: 1 };
/// For what is to time out.
pub const SHORT: Duration = Duration::from_millis(100);

/// Limits that only end tests that hang.
pub fn patient() -> WireLimits {
    WireLimits { greeting: LONG, action: LONG, ..WireLimits::default() }
}

/// The quickest ninja, who lets the client begin.
pub fn ninja() -> Server {
    Server { level: &LEVELS[0], thinking: QUICK, ours: Side::Second, games: None, at_once: 2, limits: patient() }
}

/// A server in a thread; it ends with this.
pub struct House {
    pub address: SocketAddr,
    pub visits: Receiver<Visit>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl House {
    pub fn open(server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, visits) = channel();
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let sender = Mutex::new(sender);
            server
                .run(&listener, &flag, &|visit| {
                    // A test that has seen enough does not listen any more.
                    let _ = sender.lock().unwrap().send(visit);
                })
                .unwrap();
        });
        Self { address, visits, stop, thread: Some(thread) }
    }

    /// The next game that ends.
    pub fn visit(&self) -> Visit {
        self.visits.recv_timeout(LONG).expect("a game ends")
    }

    /// No more games; those in play go on.
    pub fn close(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits until the server has ended by itself.
    pub fn ended(&mut self) {
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.close();
        if let Some(thread) = self.thread.take() {
            let joined = thread.join();
            assert!(thread::panicking() || joined.is_ok(), "the server panicked");
        }
    }
}

/// Our client, connected.
pub fn client(address: SocketAddr, mode: Mode, limits: WireLimits) -> Result<Client, ConnectError> {
    let nick = "tester".parse().unwrap();
    Client::connect(&address.ip().to_string(), address.port(), (&nick, mode), limits, &AtomicBool::new(false))
}

/// A whole game of our client.
pub fn play(address: SocketAddr, thinking: Thinking, limits: WireLimits) -> Played {
    let mut player = Player::new(thinking).unwrap();
    client(address, Mode::Ninja, limits).unwrap().play(&mut player)
}
