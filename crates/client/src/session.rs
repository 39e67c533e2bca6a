//! One game after another.

use super::backoff::{Backoff, Rate};
use super::event::{Event, SessionError};
use super::exchange::{Exchange, Mode};
use super::game::{Game, GameContext};
use super::limits::Limits;
use super::opening::Opening;
use super::outcome::{Fault, Outcome};
use super::server::Server;
use super::summary::End;
use super::trouble::Trouble;
use super::wire::Interrupt;
use boardbots_base::credentials::Key;
use boardbots_base::pulse::Pulse;
use boardbots_vindinium::player::Player;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A game of fewer own turns is a short one: a session plays so many of them at once, and then one in this time.
const SHORT: (u32, u32, Duration) = (10, 50, Duration::from_millis(200));

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct Config {
    /// The server.
    pub server: Server,
    /// The key to it.
    pub key: Key,
    /// The kind of games.
    pub mode: Mode,
    /// The number of games; without end if `None`. Games that vanish do not count.
    pub games: Option<u32>,
    /// The time for which nothing may work before the session gives up; for ever if `None`.
    pub give_up: Option<Duration>,
    /// Time for a decision, from the arrival of the state.
    pub deadline: Duration,
    /// Timeouts, sizes and pauses.
    pub limits: Limits,
    /// Decides the jitter of pauses.
    pub seed: u64,
    /// Gets signs of life from the loop that plays and waits.
    pub pulse: Pulse,
}

/// The result of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played to an end, lost ones included.
    pub games: u32,
    /// Games in which no hero had more gold, by the last state seen.
    pub first: u32,
    /// Games lost by time-out.
    pub timed_out: u32,
    /// Games that vanished: restarts of the server, long outages.
    pub vanished: u32,
    /// True if the session ended because it was asked to stop.
    pub stopped: bool,
}

/// The client of one server: joins games, plays them, and comes back after every failure.
pub struct Session {
    config: Config,
    player: Box<dyn Player>,
    interrupt: Interrupt,
    exchange: Exchange,
    trouble: Trouble,
    backoff: Backoff,
    short: Rate,
    rng: fastrand::Rng,
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
        Self {
            exchange: Exchange::new(&config.server, &config.key, &config.mode, &config.limits, interrupt.clone()),
            trouble: Trouble::new(config.server.to_string(), config.give_up),
            backoff: Backoff::new(from, to, config.seed),
            short: Rate::new(SHORT.1, SHORT.2),
            rng: fastrand::Rng::with_seed(config.seed),
            welcome: false,
            config,
            player,
            interrupt,
        }
    }

    /// Plays until the games are played, or until it is asked to stop.
    ///
    /// # Errors
    /// See [`SessionError`].
    pub fn run(mut self, events: &mut dyn FnMut(Event<'_>)) -> Result<Tally, SessionError> {
        let mut tally = Tally::default();
        while self.config.games != Some(tally.games) {
            let Some(opening) = self.join(events)? else {
                tally.stopped = true;
                break;
            };
            let Opening { id, view_url, board, hero, seats, .. } = &opening;
            events(Event::Began { id, view_url, board, hero: *hero, seats });
            let with = GameContext {
                exchange: &mut self.exchange,
                player: &mut *self.player,
                key: &self.config.key,
                limits: &self.config.limits,
                deadline: self.config.deadline,
                interrupt: &self.interrupt,
                trouble: &mut self.trouble,
                seed: self.rng.u64(..),
            };
            // The first state is the opening's; each further one answers a turn of ours.
            let mut states = 0;
            let played = Game::new(with, opening).play(&mut |event| {
                states += u32::from(matches!(event, Event::State { .. }));
                events(event);
            });
            self.player.end();
            let summary = played?;
            events(Event::Ended(&summary));
            if summary.end == End::Vanished {
                tally.vanished += 1;
            } else {
                tally.games += 1;
                tally.timed_out += u32::from(summary.end == End::TimedOut);
                tally.first += u32::from(summary.place == 1);
            }
            let is_over = self.config.games == Some(tally.games);
            let pause = if summary.end == End::Vanished || states < 2 {
                // Whatever it says it is, a game without a turn is a failure.
                self.backoff.pause()
            } else {
                self.backoff.reset();
                if states <= SHORT.0 { self.short.one(Instant::now()) } else { Duration::ZERO }
            };
            self.interrupt.sleep(if is_over { Duration::ZERO } else { pause });
        }
        Ok(tally)
    }

    /// Joins a game and waits for its first turn; `None` if the session is to stop.
    fn join(&mut self, events: &mut dyn FnMut(Event<'_>)) -> Result<Option<Opening>, SessionError> {
        let mut rejected = false;
        loop {
            if self.interrupt.stopping() {
                return Ok(None);
            }
            events(Event::Joining);
            let began = Instant::now();
            let answer = self.exchange.join();
            let Config { server, key, limits, .. } = &self.config;
            let mut asked = None;
            let problem = match answer.outcome {
                Outcome::State(reply) => match Opening::read(&reply, answer.received, server, key) {
                    Ok(opening) => {
                        self.trouble.worked();
                        self.welcome = true;
                        return Ok(Some(opening));
                    }
                    Err(problem) => key.redact(&problem),
                },
                Outcome::Left => return Ok(None),
                Outcome::KeyRejected => {
                    // A key that was good until now is asked for a second time, as this might
                    // be a damaged request.
                    if !self.welcome || rejected {
                        return Err(SessionError::KeyRejected { server: server.to_string() });
                    }
                    rejected = true;
                    "the server rejects the key that it knew".into()
                }
                Outcome::Refused(status, text) => refused(&self.config, self.welcome, status, text)?,
                // A server that has shown a good one before will have it renewed.
                Outcome::Fault(Fault::Untrusted { why, by_clock }) if !self.welcome => {
                    return Err(SessionError::Untrusted { server: server.to_string(), why, by_clock });
                }
                Outcome::Fault(fault) => {
                    asked = fault.retry_after();
                    key.redact(&fault.to_string())
                }
                Outcome::NotFound(_) | Outcome::NotYourTurn | Outcome::TimedOut | Outcome::Finished => {
                    "the server answers with something that belongs into a game".into()
                }
            };
            let pause = self.backoff.pause().max(asked.unwrap_or_default().min(limits.retry_after));
            let pause = self.trouble.failed(began, &problem, pause)?;
            events(Event::Refused(&problem));
            self.interrupt.sleep(pause);
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
