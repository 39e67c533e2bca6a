//! One game, turn by turn.
//!
//! An answer can be lost after the server has played our order. Then nobody tells us the
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
//! finished, he missed a turn, the server does not know it (asked twice, as this might be a
//! damaged answer); or else the end of all patience.

use super::backoff::Backoff;
use super::error::SessionError;
use super::exchange::Exchange;
use super::limits::Limits;
use super::outcome::{Fault, Outcome};
use super::server::Server;
use super::session::Event;
use super::summary::{End, Summary};
use super::trouble::Trouble;
use super::wire::Interrupt;
use crate::games::vindinium::board::{Board, Dir, HEROES};
use crate::games::vindinium::notation::Seat;
use crate::games::vindinium::player::Player;
use crate::games::vindinium::reply::Reply;
use crate::games::vindinium::rules::{Order, State};
use crate::service::credentials::Key;
use std::thread::sleep;
use std::time::{Duration, Instant};
use ureq::http::Uri;

/// Most moves, and most gold of a hero, that are believed. No game comes near; from far
/// larger numbers a search could not compute on.
const MOST: u32 = 10_000_000;

/// Says if the numbers of a state cannot be true.
fn check(state: &State) -> Result<(), String> {
    let most = i32::try_from(MOST).expect("a constant in range");
    if state.turn > MOST || state.max_turns > most || state.heroes.iter().any(|hero| hero.gold > MOST) {
        return Err(format!("the answer has numbers that no game reaches: turn {} of {}", state.turn, state.max_turns));
    }
    Ok(())
}

/// What the first answer of a game says.
pub struct Opening {
    /// The server's name of the game.
    pub id: String,
    /// Where it can be watched.
    pub view_url: String,
    /// The board.
    pub board: Board,
    /// Index (0 to 3) of our hero.
    pub hero: usize,
    seats: [Seat; HEROES],
    play_at: Uri,
    state: State,
    received: Instant,
}

impl Opening {
    /// Reads the answer to a request for a game.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(reply: &Reply<'_>, received: Instant, server: &Server, key: &Key) -> Result<Self, String> {
        let board = reply.board().map_err(|error| error.to_string())?;
        let state = reply.state(&board).map_err(|error| error.to_string())?;
        check(&state)?;
        let hero = reply.hero();
        if !state.finished() && state.mover() != hero {
            return Err(format!("the first state is of turn {}, which is not ours", state.turn));
        }
        let play_at = server.play_address(&reply.play_url).and_then(|address| address.parse().ok());
        let play_at = play_at.ok_or("the answer has no address for moves")?;
        Ok(Self {
            id: key.redact(reply.game_id()),
            view_url: key.redact(&reply.view_url),
            board,
            hero,
            seats: reply.seats(),
            play_at,
            state,
            received,
        })
    }

    /// The state of this game that a later answer shows.
    fn next(&self, last: &State, reply: &Reply<'_>, key: &Key) -> Result<State, String> {
        let state = reply.state(&self.board).map_err(|error| error.to_string())?;
        check(&state)?;
        let ours = reply.hero() == self.hero && key.redact(reply.game_id()) == self.id;
        if !ours || state.max_turns != last.max_turns {
            return Err("the answer is about another game".into());
        }
        if state.turn <= last.turn {
            return Err(format!("the answer shows turn {} again", state.turn));
        }
        if !state.finished() && state.mover() != self.hero {
            return Err(format!("the answer shows turn {}, which is not ours", state.turn));
        }
        Ok(state)
    }
}

/// What a game needs of its session.
pub struct Seatbelt<'s> {
    /// The connection.
    pub exchange: &'s mut Exchange,
    /// Who chooses the moves.
    pub player: &'s mut dyn Player,
    /// What must not show.
    pub key: &'s Key,
    /// The limits.
    pub limits: &'s Limits,
    /// Time for a decision, from the arrival of a state.
    pub deadline: Duration,
    /// Whether the process is to stop.
    pub interrupt: &'s Interrupt,
    /// How long nothing has worked.
    pub trouble: &'s mut Trouble,
    /// Seed of the pauses.
    pub seed: u64,
}

/// A game in play.
pub struct Game<'s> {
    with: Seatbelt<'s>,
    opening: Opening,
    backoff: Backoff,
    /// The last state that the server told, and when.
    told: (State, Instant),
    /// The state in which the next order is chosen, and since when it is ours to choose.
    view: (State, Instant),
    /// Whether that state is only predicted.
    blind: bool,
    /// Whether the server has said, since the last state, that it is not our turn.
    not_yet: bool,
    slowest: Duration,
}

/// What came of an order.
enum Step {
    /// The next state.
    State,
    /// The order has arrived, as far as one can know, and its answer is lost.
    Predict,
    /// The game is over.
    Over(End),
}

/// What an answer to an order means here.
enum Verdict {
    /// The next state, which is kept in [`Game::told`].
    Told,
    NotYet,
    Over(End),
    /// It seems that the game is unknown; to be asked again.
    Doubt(String),
    Fault(Fault),
}

impl<'s> Game<'s> {
    /// A game whose first answer has just come.
    pub fn new(with: Seatbelt<'s>, opening: Opening) -> Self {
        let (from, to) = with.limits.game_pause;
        let backoff = Backoff::new(from, to, with.seed);
        let now = (opening.state, opening.received);
        Self { with, opening, backoff, told: now, view: now, blind: false, not_yet: false, slowest: Duration::ZERO }
    }

    /// Plays it to its end.
    ///
    /// # Errors
    /// [`SessionError::GaveUp`] if nothing worked for too long.
    pub fn play(mut self, events: &mut dyn FnMut(Event<'_>)) -> Result<Summary, SessionError> {
        self.with.player.begin(&self.opening.board, self.opening.hero);
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
        let Opening { id, view_url, board, hero, seats, .. } = &self.opening;
        let summary = Summary::of(id, view_url, board, seats, *hero, &self.told.0);
        Summary { end, slowest: self.slowest, ..summary }
    }

    fn decide(&mut self) -> Dir {
        let (state, since) = &self.view;
        if state.finished() {
            // As far as one can predict. The server knows better and will say so.
            return Dir::Stay;
        }
        let time = if self.blind { self.with.deadline.min(self.with.limits.blind) } else { self.with.deadline };
        let until = *since + time;
        let began = Instant::now();
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
            let problem = match self.offer(dir) {
                Verdict::Told => {
                    self.with.trouble.worked();
                    self.view = self.told;
                    (self.blind, self.not_yet) = (false, false);
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
                    sleep(self.with.limits.not_yet);
                    continue;
                }
                Verdict::Doubt(problem) => {
                    doubts += 1;
                    if doubts > 1 {
                        self.with.trouble.worked();
                        log::warn!("game {}: {problem}", self.opening.id);
                        return Ok(Step::Over(End::Vanished));
                    }
                    problem
                }
                Verdict::Fault(fault) => {
                    lost += u32::from(!fault.undelivered());
                    self.with.key.redact(&fault.to_string())
                }
            };
            let pause = self.pause();
            let problem = format!("game {}: {problem}", self.opening.id);
            let pause = self.with.trouble.failed(began, &problem, pause)?;
            if self.hopeless() {
                return Ok(Step::Over(End::Vanished));
            }
            sleep(pause);
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
            Outcome::State(reply) => match self.opening.next(&self.told.0, &reply, self.with.key) {
                Ok(state) => {
                    self.told = (state, answer.received);
                    Verdict::Told
                }
                Err(problem) => Verdict::Fault(Fault::Malformed(problem)),
            },
            Outcome::NotYourTurn => Verdict::NotYet,
            Outcome::TimedOut => Verdict::Over(End::TimedOut),
            Outcome::Finished => {
                // The last state went to an answer that was lost. If turns of ours were still
                // to come, the game ended without us: the hero had crashed.
                let state = &self.view.0;
                let due = i64::from(state.turn) + 4 >= i64::from(state.max_turns);
                Verdict::Over(if due { End::Finished } else { End::TimedOut })
            }
            Outcome::NotFound(text) => Verdict::Doubt(self.with.key.redact(text)),
            Outcome::Refused(status, text) => Verdict::Doubt(format!(
                "the server refuses the move (status {status}: {:?})",
                self.with.key.redact(text)
            )),
            Outcome::KeyRejected => Verdict::Doubt("the server rejects the key of a move".into()),
            Outcome::Fault(fault) => Verdict::Fault(fault),
            // A game is never broken off; this would be as good as a lost answer.
            Outcome::Left => Verdict::Fault(Fault::Lost("broken off".into())),
        }
    }

    /// What is left of the server's time for this turn.
    fn turn_left(&self) -> Duration {
        self.with.limits.turn.saturating_sub(self.view.1.elapsed())
    }

    /// The next pause: while the turn lasts, short enough for several attempts in it.
    fn pause(&mut self) -> Duration {
        let (pause, left) = (self.backoff.pause(), self.turn_left());
        let (shortest, _) = self.with.limits.game_pause;
        if left.is_zero() { pause } else { pause.min(left / 3).max(shortest) }
    }

    /// Whether nothing is to be expected of this game any more.
    fn hopeless(&self) -> bool {
        let silent = self.told.1.elapsed();
        silent > self.with.limits.patience || (self.with.interrupt.stopping() && silent > self.with.limits.parting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::vindinium::map;
    use crate::games::vindinium::notation::Game as Shown;

    /// What is said of an answer that shows this state of `m1` to the player of `hero`.
    fn opening(hero: usize, change: impl FnOnce(&mut State)) -> Result<Opening, String> {
        let map = map::parse(map::named("m1").unwrap()).unwrap();
        let mut state = map.start(1200, false);
        change(&mut state);
        let seats = std::array::from_fn(|_| Seat { name: "x".into(), user_id: None, rating: None });
        let shown = Shown { id: "abcd0123", board: &map.board, state: &state, seats: &seats };
        let json = shown.reply_json(hero, "t0kn", "elsewhere:1");
        let reply = Reply::parse(json.as_bytes()).unwrap();
        let key = Key::from_bytes(b"s3cr3t99").unwrap();
        Opening::read(&reply, Instant::now(), &"http://h/v".parse().unwrap(), &key)
    }

    #[test]
    fn first_answers() {
        let opened = opening(0, |_| {}).unwrap();
        assert_eq!((opened.id.as_str(), opened.hero), ("abcd0123", 0));
        assert_eq!(opened.play_at, "http://h/v/api/abcd0123/t0kn/play");
        assert!(opening(2, |state| state.turn = 2).is_ok());
        for (hero, turn) in [(1, 0), (0, 1), (3, 4)] {
            let problem = opening(hero, |state| state.turn = turn).err().expect("not our turn");
            assert!(problem.contains("not ours"), "{problem}");
        }
    }

    #[test]
    fn numbers_that_no_game_reaches() {
        for change in [
            (|state: &mut State| state.turn = 4 * MOST) as fn(&mut State),
            |state| state.max_turns = i32::MAX,
            |state| state.heroes[3].gold = u32::MAX,
        ] {
            assert!(opening(0, change).err().expect("refused").contains("no game reaches"));
        }
        assert!(opening(0, |state| state.max_turns = -4).is_ok());
    }
}
