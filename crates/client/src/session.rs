//! One game after another; and many sessions in one process, each on a thread of its own.
//!
//! A thread mostly waits for its socket: its stack costs what it has touched of it. Sessions share nothing but what their
//! players do, so what a server says to one harms no other.

use super::answer::{Classified, FirstAnswer, ServerError};
use super::event::{End, Event, SessionError, Tally};
use super::exchange::{Config, Exchange};
use super::game::{Game, GameContext};
use super::limits::{Backoff, Rate, Trouble};
use super::status::{Several, Status};
use super::wire::Interrupt;
use boardbots_base::pulse::Pulse;
use boardbots_base::thread::{lock, spawn};
use boardbots_vindinium::bot::Player;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle, Thread};
use std::time::{Duration, Instant};

/// A game of fewer own turns is a short one: a session plays so many of them at once, and then one in this time.
const SHORT: (u32, u32, Duration) = (10, 50, Duration::from_millis(200));

/// The client of one server: joins games, plays them, and comes back after every failure.
pub struct Session {
    with: GameContext,
    backoff: Backoff,
    short: Rate,
    /// True once this server has given a game. Before that, a refusal in the protocol's own words is our mistake and
    /// ends the session; afterwards it is the server's trouble.
    welcome: bool,
}

impl Session {
    /// A session in which `player` chooses the moves. Raising `stop` ends it after the game
    /// in play; at once if there is none, even if a seat has been taken in a lobby: the wait
    /// for opponents has no bound. That seat will miss its first turn.
    #[must_use]
    pub fn new(config: Config, player: Box<dyn Player>, stop: Arc<AtomicBool>) -> Self {
        let interrupt = Interrupt::new(stop, config.pulse.clone());
        let (from, to) = config.limits.lobby_pause;
        let backoff = Backoff::new(from, to, config.seed);
        let with = GameContext {
            exchange: Exchange::new(&config, interrupt.clone()),
            trouble: Trouble::new(config.server.to_string(), config.give_up),
            rng: fastrand::Rng::with_seed(config.seed),
            config,
            player,
            interrupt,
        };
        Self { with, backoff, short: Rate::new(SHORT.1, SHORT.2), welcome: false }
    }

    /// Plays until the games are played, or until it is asked to stop.
    ///
    /// # Errors
    /// See [`SessionError`].
    pub fn run(mut self, events: &mut dyn FnMut(Event<'_>)) -> Result<Tally, SessionError> {
        let mut tally = Tally::default();
        while self.with.config.games != Some(tally.games) {
            let Some(opening) = self.join(events)? else {
                tally.stopped = true;
                break;
            };
            let FirstAnswer { id, view_url, board, hero, seats, .. } = &opening;
            events(Event::Began { id, view_url, board, hero: *hero, seats });
            // The first state is the opening's; each further one answers a turn of ours.
            let mut states = 0;
            let played = Game::new(&mut self.with, opening).play(&mut |event| {
                states += u32::from(matches!(event, Event::State { .. }));
                events(event);
            });
            self.with.player.end();
            let summary = played?;
            events(Event::Ended(&summary));
            tally.add(&summary);
            let is_over = self.with.config.games == Some(tally.games);
            let pause = if summary.end == End::Vanished || states < 2 {
                // Whatever it says it is, a game without a turn is a failure.
                self.backoff.pause()
            } else {
                self.backoff.reset();
                if states <= SHORT.0 { self.short.one(Instant::now()) } else { Duration::ZERO }
            };
            self.with.interrupt.sleep(if is_over { Duration::ZERO } else { pause });
        }
        Ok(tally)
    }

    /// Joins a game and waits for its first turn; `None` if the session is to stop.
    fn join(&mut self, events: &mut dyn FnMut(Event<'_>)) -> Result<Option<FirstAnswer>, SessionError> {
        let mut rejected = false;
        loop {
            if self.with.interrupt.stopping() {
                return Ok(None);
            }
            events(Event::Joining);
            let began = Instant::now();
            let answer = self.with.exchange.join();
            let Config { server, key, limits, .. } = &self.with.config;
            let mut asked = None;
            let problem = match answer.outcome {
                Classified::State(reply) => match FirstAnswer::read(&reply, answer.received, server, key) {
                    Ok(opening) => {
                        self.with.trouble.worked();
                        self.welcome = true;
                        return Ok(Some(opening));
                    }
                    Err(problem) => key.redact(&problem),
                },
                Classified::Left => return Ok(None),
                Classified::KeyRejected => {
                    // A key that was good until now is asked for a second time, as this might
                    // be a damaged request.
                    if !self.welcome || rejected {
                        return Err(SessionError::KeyRejected { server: server.to_string() });
                    }
                    rejected = true;
                    "the server rejects the key that it knew".into()
                }
                Classified::Refused(status, text) => refused(&self.with.config, self.welcome, status, text)?,
                // A server that has shown a good one before will have it renewed.
                Classified::Fault(ServerError::Untrusted { why, by_clock }) if !self.welcome => {
                    return Err(SessionError::Untrusted { server: server.to_string(), why, by_clock });
                }
                Classified::Fault(fault) => {
                    asked = fault.retry_after();
                    key.redact(&fault.to_string())
                }
                Classified::NotFound(_) | Classified::NotYourTurn | Classified::TimedOut | Classified::Finished => {
                    "the server answers with something that belongs into a game".into()
                }
            };
            let pause = self.backoff.pause().max(asked.unwrap_or_default().min(limits.retry_after));
            let pause = self.with.trouble.failed(began, &problem, pause)?;
            events(Event::Refused(&problem));
            self.with.interrupt.sleep(pause);
        }
    }
}

/// The problem of a refused request for a game; an error if no game was ever given.
fn refused(config: &Config, welcome: bool, status: u16, text: &str) -> Result<String, SessionError> {
    let text = config.key.redact(text);
    if welcome {
        return Ok(format!("the server gives no game any more (status {status}: {text:?})"));
    }
    Err(SessionError::Refused { server: config.server.to_string(), status, text })
}

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
pub fn run_all(members: Vec<Member>, stop: &Arc<AtomicBool>, pulse: &Pulse, witness: &Arc<dyn Witness>) -> usize {
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
            let statuses = lock(&shared.statuses);
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
            lock(&self.statuses)[number].hear(&event, self.stop.load(Ordering::Relaxed));
            self.witness.event(&name, &event);
        });
        self.ended(number, &name, finite, &outcome);
        self.owner.unpark();
    }

    fn ended(&self, number: usize, name: &str, finite: bool, outcome: &Result<Tally, SessionError>) {
        lock(&self.statuses)[number].end();
        self.witness.ended(name, finite, outcome);
    }
}
