//! All games of a match, some at a time.

use super::duel;
use super::opening::{self, Contested, Opening};
use super::plan::{Fixture, Plan};
use super::played::Played;
use super::seat::{Entrant, Seat};
use boardbots_game::parameters::Parameters;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Why a game was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplayed {
    /// Everything is to end, and this game would have taken long: it is as if it had never begun.
    Stopped,
    /// There can be none, and why.
    Failed(String),
}

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("it was stopped"),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unplayed {}

impl From<String> for Unplayed {
    fn from(why: String) -> Self {
        Self::Failed(why)
    }
}

impl From<&str> for Unplayed {
    fn from(why: &str) -> Self {
        Self::Failed(why.to_string())
    }
}

/// Who plays games.
pub trait Host: Sync {
    /// What one thread keeps from game to game.
    type Room;

    /// Takes what a thread needs.
    ///
    /// # Errors
    /// What it lacks.
    fn room(&self) -> Result<Self::Room, String>;

    /// Plays a game.
    ///
    /// # Errors
    /// Why there is none; what players do wrong is no error.
    fn play(&self, room: &mut Self::Room, fixture: &Fixture) -> Result<Played, Unplayed>;
}

/// Plays games for two.
pub struct Duels<'a, D> {
    plan: &'a Plan,
    entrants: Vec<Entrant>,
    game: PhantomData<fn() -> D>,
}

impl<'a, D: Contested> Duels<'a, D> {
    /// A host for the players of a plan.
    ///
    /// # Errors
    /// What is wrong with a player.
    pub fn new(plan: &'a Plan) -> Result<Self, String> {
        let entrants =
            plan.specs()?.iter().map(|spec| Entrant::new::<D>(spec, &plan.files)).collect::<Result<_, _>>()?;
        for (number, line) in (1..).zip(&plan.openings.lines) {
            let opening = Opening { options: Vec::new(), moves: line.clone() };
            opening::begin::<D>(&opening).map_err(|error| format!("opening {number}: {error}"))?;
        }
        Ok(Self { plan, entrants, game: PhantomData })
    }

    /// The same players with these constants, one set for each bot in the order of the plan; those of
    /// another game seat nobody.
    #[must_use]
    pub fn with(mut self, sets: &[Parameters]) -> Self {
        for (entrant, set) in self.entrants.iter_mut().zip(sets) {
            if let Entrant::Bot { parameters, .. } = entrant {
                parameters.clone_from(set);
            }
        }
        self
    }
}

impl<D: Contested> Host for Duels<'_, D> {
    /// A seat for each player, taken with its first game.
    type Room = Vec<Option<Seat<D>>>;

    fn room(&self) -> Result<Self::Room, String> {
        Ok(self.entrants.iter().map(|_| None).collect())
    }

    fn play(&self, room: &mut Self::Room, fixture: &Fixture) -> Result<Played, Unplayed> {
        for &player in &fixture.seats {
            let seat = room.get_mut(player).ok_or("no such player")?;
            if seat.is_none() {
                *seat = Some(Seat::take(&self.entrants[player], self.plan.pace)?);
            }
        }
        let [first, second] = fixture.seats[..] else { return Err("a game for two has two seats".into()) };
        let pair = room.get_disjoint_mut([first, second]).map_err(|_| "nobody plays himself")?;
        let [Some(first), Some(second)] = pair else { return Err("no such player".into()) };
        Ok(duel::play(self.plan, fixture, [first, second])?)
    }
}

/// Plays games on so many threads; `told` hears of each on this one, in the order in which they end,
/// and says whether to go on. Games that have begun come to their end, but for those that their host
/// stops itself.
///
/// # Errors
/// The first thing that keeps games from being played.
pub fn play<H: Host>(
    host: &H,
    todo: &[Fixture],
    threads: usize,
    stop: &AtomicBool,
    mut told: impl FnMut(Played) -> ControlFlow<()>,
) -> Result<(), String> {
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, games) = mpsc::channel();
    let work = |sender: mpsc::Sender<Result<Played, String>>| {
        let mut room = match host.room() {
            Ok(room) => room,
            Err(error) => return drop(sender.send(Err(error))),
        };
        while !stop.load(Relaxed) && !over.load(Relaxed) {
            let Some(fixture) = todo.get(next.fetch_add(1, Relaxed)) else { return };
            let played = match host.play(&mut room, fixture) {
                Err(Unplayed::Stopped) => return,
                Err(Unplayed::Failed(why)) => Err(why),
                Ok(played) => Ok(played),
            };
            let failed = played.is_err();
            if sender.send(played).is_err() || failed {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for number in 0..threads.clamp(1, todo.len().max(1)) {
            let sender = sender.clone();
            let started = thread::Builder::new().name(format!("games {number}")).spawn_scoped(scope, || work(sender));
            if let Err(error) = started {
                over.store(true, Relaxed);
                return Err(format!("no thread to play on: {error}"));
            }
        }
        drop(sender);
        let mut result = Ok(());
        for played in games {
            match played {
                Ok(played) if result.is_ok() => {
                    if told(played).is_break() {
                        over.store(true, Relaxed);
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    over.store(true, Relaxed);
                    result = result.and(Err(error));
                }
            }
        }
        result
    })
}
