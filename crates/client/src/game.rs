//! One game, turn by turn.
//!
//! An answer can be lost after the server has played our order. Then nothing tells us the
//! next state, and our next turn may begin any moment. What is done:
//!
//! 1. The same order goes out a second time, while the turn may still last. If the first did
//!    not arrive, this one is right; if the next turn has begun meanwhile, it is played
//!    there, and its answer is an exact state again.
//! 2. If the server says that it is not our turn, the first order had arrived. The state is
//!    predicted (our order, the others stay), an order is chosen in it, and offered at short
//!    intervals until the server takes it.
//! 3. If the second answer is lost as well, one of both orders has most likely arrived, and
//!    the order for the predicted state is offered in the same way, after growing pauses.
//!
//! So a hero whose orders get through at all does not miss a turn, and the game goes on with
//! an exact state as soon as one answer comes back. Only a definite answer ends a game: it is
//! finished, it missed a turn, the server does not know it (asked twice, as this might be a
//! damaged answer); or else the end of all patience.

use super::answer::{Classified, FirstAnswer, ServerError};
use super::event::{End, Event, SessionError, Summary};
use super::exchange::{Config, Exchange};
use super::limits::{Backoff, ClientLimits, Trouble};
use super::wire::Interrupt;
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::bot::Player;
use boardbots_vindinium::rules::{Order, State};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The parts of a session that its games use.
pub struct GameContext {
    /// The settings; the key must not show in any text.
    pub config: Config,
    /// The connection.
    pub exchange: Exchange,
    /// The player that chooses the moves.
    pub player: Box<dyn Player>,
    /// The interrupt, which tells if the process is to stop.
    pub interrupt: Interrupt,
    /// The failures since something last worked.
    pub trouble: Trouble,
    /// The chances of pauses.
    pub rng: fastrand::Rng,
}

/// A game in play.
pub struct Game<'s> {
    with: &'s mut GameContext,
    opening: FirstAnswer,
    backoff: Backoff,
    /// The last state that the server told, and when.
    told: (State, Instant),
    /// The state in which the next order is chosen, and since when it is ours to choose.
    view: (State, Instant),
    /// True if that state is only predicted.
    blind: bool,
    /// True if the server has said, since the last state, that it is not our turn.
    not_yet: bool,
    /// The time at which the server last put an answer off to a later time of its own choice.
    put_off: Option<Instant>,
    slowest: Duration,
}

/// The result of sending an order.
enum Step {
    /// The next state.
    State,
    /// The order has arrived, as far as one can know, and its answer is lost.
    Predict,
    /// The game is over.
    Over(End),
}

/// The meaning of an answer to an order.
enum Verdict {
    /// The next state, which is kept in [`Game::told`].
    Told,
    NotYet,
    Over(End),
    /// It seems that the game is unknown; to be asked again.
    Doubt(String),
    Fault(ServerError),
}

impl<'s> Game<'s> {
    /// A game whose first answer has just come.
    pub fn new(with: &'s mut GameContext, opening: FirstAnswer) -> Self {
        let (from, to) = with.config.limits.game_pause;
        let backoff = Backoff::new(from, to, with.rng.u64(..));
        let now = (opening.state, opening.received);
        let (blind, not_yet, put_off, slowest) = (false, false, None, Duration::ZERO);
        Self { with, opening, backoff, told: now, view: now, blind, not_yet, put_off, slowest }
    }

    /// Plays it to its end.
    ///
    /// # Errors
    /// [`SessionError::GaveUp`] if nothing worked for too long.
    pub fn play(mut self, events: &mut dyn FnMut(Event<'_>)) -> Result<Summary, SessionError> {
        self.with.player.begin(&self.opening.board, self.opening.hero);
        let names = self.opening.seats.each_ref().map(|seat| &*seat.name);
        if let Some(team) = self.with.player.meet(names) {
            let captain = self.with.config.key.redact(names[team.captain()]);
            log::debug!("game {}: plays in a team for {captain}", self.opening.id);
        }
        loop {
            if !self.blind {
                let (state, hero) = (&self.told.0, self.opening.hero);
                events(Event::State { state, hero });
                if state.finished() {
                    let crashed = state.heroes[hero].crashed;
                    return Ok(self.summary(if crashed { End::TimedOut } else { End::Finished }));
                }
            }
            let dir = self.decide();
            match self.submit(dir)? {
                Step::State => {}
                Step::Predict => self.predict(dir),
                Step::Over(end) => return Ok(self.summary(end)),
            }
        }
    }

    fn summary(&self, end: End) -> Summary {
        let FirstAnswer { id, view_url, board, hero, seats, .. } = &self.opening;
        let summary = Summary::of(id, view_url, board, seats, *hero, &self.told.0);
        Summary { end, slowest: self.slowest, ..summary }
    }

    fn decide(&mut self) -> Dir {
        let (state, since) = &self.view;
        if state.finished() {
            // As far as one can predict. The server knows better and will say so.
            return Dir::Stay;
        }
        let time = if self.blind {
            self.with.config.deadline.min(self.with.config.limits.blind)
        } else {
            self.with.config.deadline
        };
        let until = *since + time;
        let began = Instant::now();
        self.with.player.due(until);
        let dir = self.with.player.decide(state, &|| Instant::now() >= until);
        let took = began.elapsed();
        self.slowest = self.slowest.max(took);
        if log::log_enabled!(log::Level::Debug) {
            let hero = &state.heroes[self.opening.hero];
            log::debug!(
                "game {} turn {}{}: {dir} with life {}, gold {}, mines {}, in {} ms",
                self.opening.id,
                state.turn,
                if self.blind { " (predicted)" } else { "" },
                hero.life,
                hero.gold,
                hero.mines,
                took.as_millis()
            );
        }
        dir
    }

    /// Our order is played, the others stay: where the next turn probably begins.
    fn predict(&mut self, dir: Dir) {
        let (state, since) = &mut self.view;
        for order in [dir, Dir::Stay, Dir::Stay, Dir::Stay] {
            state.play(&self.opening.board, Order::Go(order));
        }
        *since = Instant::now();
        self.blind = true;
    }

    /// Sends an order until something is known of it.
    fn submit(&mut self, dir: Dir) -> Result<Step, SessionError> {
        let (mut lost, mut doubts) = (0, 0);
        self.backoff.reset();
        loop {
            self.with.interrupt.beat();
            let began = Instant::now();
            let mut asked = None;
            let problem = match self.offer(dir) {
                Verdict::Told => {
                    self.with.trouble.worked();
                    self.view = self.told;
                    (self.blind, self.not_yet, self.put_off) = (false, false, None);
                    return Ok(Step::State);
                }
                Verdict::Over(end) => {
                    self.with.trouble.worked();
                    return Ok(Step::Over(end));
                }
                Verdict::NotYet => {
                    self.with.trouble.worked();
                    let news = !std::mem::replace(&mut self.not_yet, true);
                    if lost > 0 && news {
                        return Ok(Step::Predict);
                    }
                    if self.hopeless() {
                        return Ok(Step::Over(End::Vanished));
                    }
                    sleep(self.with.config.limits.not_yet);
                    continue;
                }
                Verdict::Doubt(problem) => {
                    doubts += 1;
                    if doubts > 1 {
                        self.with.trouble.worked();
                        self.with.trouble.tell(log::Level::Warn, &format!("game {}: {problem}", self.opening.id));
                        return Ok(Step::Over(End::Vanished));
                    }
                    problem
                }
                Verdict::Fault(fault) => {
                    lost += u32::from(!fault.undelivered());
                    asked = fault.retry_after();
                    self.put_off = asked.map(|_| Instant::now()).or(self.put_off);
                    self.with.config.key.redact(&fault.to_string())
                }
            };
            let pause = self.pause(asked);
            let problem = format!("game {}: {problem}", self.opening.id);
            let pause = self.with.trouble.failed(began, &problem, pause)?;
            if self.hopeless() {
                return Ok(Step::Over(End::Vanished));
            }
            self.with.interrupt.sleep_in_game(pause);
            if lost > 1 {
                return Ok(Step::Predict);
            }
        }
    }

    /// Sends an order once.
    fn offer(&mut self, dir: Dir) -> Verdict {
        let time = self.turn_left();
        let answer = self.with.exchange.play(&self.opening.play_at, dir, time);
        match answer.outcome {
            Classified::State(reply) => match self.opening.next(&self.told.0, &reply, &self.with.config.key) {
                Ok(state) => {
                    self.told = (state, answer.received);
                    Verdict::Told
                }
                Err(problem) => Verdict::Fault(ServerError::Malformed(problem.into())),
            },
            Classified::NotYourTurn => Verdict::NotYet,
            Classified::TimedOut => Verdict::Over(End::TimedOut),
            Classified::Finished => {
                // The last state went to an answer that was lost. If turns of ours were still
                // to come, the game ended without us: the hero had crashed.
                let state = &self.view.0;
                let due = i64::from(state.turn) + 4 >= i64::from(state.max_turns);
                Verdict::Over(if due { End::Finished } else { End::TimedOut })
            }
            Classified::NotFound(text) => Verdict::Doubt(self.with.config.key.redact(text)),
            Classified::Refused(status, text) => Verdict::Doubt(format!(
                "the server refuses the move (status {status}: {:?})",
                self.with.config.key.redact(text)
            )),
            Classified::KeyRejected => Verdict::Doubt("the server rejects the key of a move".into()),
            Classified::Fault(fault) => Verdict::Fault(fault),
            // A game is never broken off; this would be as good as a lost answer.
            Classified::Left => Verdict::Fault(ServerError::Lost("broken off".into())),
        }
    }

    /// The rest of the server's time for this turn.
    fn turn_left(&self) -> Duration {
        self.with.config.limits.turn.saturating_sub(self.view.1.elapsed())
    }

    /// The next pause. While the turn lasts it is short enough for several attempts in it, whatever
    /// the server asks for: a missed turn costs the whole game.
    fn pause(&mut self, asked: Option<Duration>) -> Duration {
        let ClientLimits { game_pause: (shortest, _), retry_after, .. } = self.with.config.limits;
        let pause = self.backoff.pause().max(asked.unwrap_or_default().min(retry_after));
        let left = self.turn_left();
        if left.is_zero() { pause } else { pause.min(left / 3).max(shortest) }
    }

    /// True if nothing is to be expected of this game any more.
    fn hopeless(&self) -> bool {
        let ClientLimits { patience, parting, put_off, .. } = self.with.config.limits;
        let silent = self.told.1.elapsed();
        // A server that names the time to ask again still has the game.
        let unheard = self.put_off.map_or(silent, |at| at.elapsed());
        silent > put_off || unheard > patience || (self.with.interrupt.stopping() && silent > parting)
    }
}
