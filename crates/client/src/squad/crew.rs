//! A thread for each session, and what all of them come to.
//!
//! A thread mostly waits for its socket: its stack costs what it has touched of it. Sessions share nothing but what
//! their players do, so what a server says to one harms no other.

use crate::event::{Event, SessionError};
use crate::session::{Config, Session, Tally};
use crate::status::{Several, Status};
use boardbots_base::pulse::Pulse;
use boardbots_base::thread::spawn;
use boardbots_vindinium::player::Player;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;

/// The prefix of the name of a session's thread; the bot's name follows.
pub const THREAD: &str = "bot ";
/// Stack of such a thread: a search and a handshake take a fifth of it.
const STACK: usize = 512 * 1024;
/// Time between two looks at the sessions.
const LOOK: Duration = Duration::from_secs(1);

/// One of many bots.
pub struct Member {
    /// Its name here.
    pub name: String,
    /// The settings of its session; its pulse is replaced.
    pub config: Config,
    /// The player that chooses its moves.
    pub player: Box<dyn Player>,
}

/// Hears what the sessions do.
pub trait Witness: Send + Sync {
    /// Something happens in the session of a bot, on its own thread.
    fn event(&self, bot: &str, event: &Event<'_>);

    /// The session of a bot has ended; `finite` says whether it was to play a number of games.
    fn ended(&self, bot: &str, finite: bool, outcome: &Result<Tally, SessionError>);

    /// Now and then, on the thread that began; with the own turns that servers have answered.
    fn look(&self, turns: u64);
}

/// The data that the threads share.
struct Shared {
    statuses: Mutex<Vec<Status>>,
    stop: Arc<AtomicBool>,
    witness: Arc<dyn Witness>,
    /// The thread that waits for the end.
    owner: Thread,
}

/// Runs the sessions of all members until the last one ends. Each is told to end by `stop`, as [`Session::new`] says.
/// Returns the number of sessions that were ended by a defect, where that does not end the process.
#[must_use]
#[inline(never)]
pub fn run(members: Vec<Member>, stop: &Arc<AtomicBool>, pulse: &Pulse, witness: &Arc<dyn Witness>) -> usize {
    let statuses = members.iter().map(|member| Status::new(&member.config.server.to_string())).collect();
    let (stop, witness) = (Arc::clone(stop), Arc::clone(witness));
    let shared = Arc::new(Shared { statuses: Mutex::new(statuses), stop, witness, owner: thread::current() });
    let mut running: Vec<(Arc<AtomicBool>, JoinHandle<()>)> = Vec::with_capacity(members.len());
    for (number, mut member) in members.into_iter().enumerate() {
        let (part, alive) = pulse.part();
        member.config.pulse = part;
        let (name, of) = (member.name.clone(), Arc::clone(&shared));
        match spawn(format!("{THREAD}{name}"), STACK, Box::new(move || of.play(number, member))) {
            Ok(thread) => running.push((alive, thread)),
            Err(error) => shared.ended(number, &name, false, &Err(SessionError::NoThread(error.to_string()))),
        }
    }
    let mut defects = 0;
    while !running.is_empty() {
        let alive: Vec<&AtomicBool> = running.iter().map(|(alive, _)| &**alive).collect();
        let turns = {
            let statuses = shared.statuses();
            let all = Several(&statuses);
            pulse.status_of(&alive, &all);
            all.turns()
        };
        shared.witness.look(turns);
        thread::park_timeout(LOOK);
        while let Some(at) = running.iter().position(|(_, thread)| thread.is_finished()) {
            defects += usize::from(running.swap_remove(at).1.join().is_err());
        }
    }
    defects
}

impl Shared {
    /// The whole session of a member.
    fn play(&self, number: usize, Member { name, config, player }: Member) {
        let finite = config.games.is_some();
        let outcome = Session::new(config, player, Arc::clone(&self.stop)).run(&mut |event| {
            self.statuses()[number].hear(&event, self.stop.load(Ordering::Relaxed));
            self.witness.event(&name, &event);
        });
        self.ended(number, &name, finite, &outcome);
        self.owner.unpark();
    }

    fn ended(&self, number: usize, name: &str, finite: bool, outcome: &Result<Tally, SessionError>) {
        self.statuses()[number].end();
        self.witness.ended(name, finite, outcome);
    }

    fn statuses(&self) -> MutexGuard<'_, Vec<Status>> {
        // Nothing in between can leave a status half-changed.
        self.statuses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
