//! What all requests and games of an arena share.

use super::answer::Answer;
use super::config::{Config, KeyPolicy, Limits};
use super::lobby::Lobby;
use super::maps::Maps;
use super::parlour::Parlour;
use super::registry::Registry;
use super::store::{Store, StoreError, User};
use crate::matches::hero::Hero;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The clock of a hero.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// How long an answer can take.
    pub limit: Duration,
    /// What the first can take beyond that.
    pub grace: Duration,
    /// How long after the turn began a move is played at the earliest.
    pub floor: Duration,
}

/// When and with whom a waiting game is filled.
pub type Filling = (Duration, [Hero; 3]);

/// The shared part of an arena.
pub struct Hall {
    /// Every bound.
    pub limits: Limits,
    /// Which keys are accepted.
    pub keys: KeyPolicy,
    /// The clock of every game.
    pub clock: Clock,
    /// When and with whom a waiting game is filled.
    pub fill: Option<Filling>,
    /// The maps by name.
    pub maps: Maps,
    /// The database.
    pub store: Store,
    /// Where players wait for others.
    pub lobby: Lobby,
    /// Seats of persons.
    pub parlour: Parlour,
    /// The games in memory.
    pub registry: Registry,
    /// Set when the arena ends: whoever thinks stops.
    pub ending: Arc<AtomicBool>,
    chance: Mutex<fastrand::Rng>,
    joins: Arc<Semaphore>,
    games: Arc<Semaphore>,
}

impl Hall {
    /// The hall of an arena that is told this, with the house bots of its filling.
    pub fn new(config: Config, fill: Option<Filling>, seed: u64, maps: Maps, store: Store) -> Self {
        let limits = config.limits;
        Self {
            keys: config.keys,
            clock: Clock { limit: config.turn_limit, grace: config.first_turn_grace, floor: config.min_turn },
            fill,
            maps,
            store,
            lobby: Lobby::default(),
            parlour: Parlour::new(limits.seats, config.person_limit),
            registry: Registry::new(limits.kept_games),
            ending: Arc::default(),
            chance: Mutex::new(fastrand::Rng::with_seed(seed)),
            joins: Arc::new(Semaphore::new(limits.pending_joins)),
            games: Arc::new(Semaphore::new(limits.running_games)),
            limits,
        }
    }

    /// The seed of the next game; all its chances come from it.
    pub fn game_seed(&self) -> u64 {
        self.chance.lock().expect("nobody panics while holding it").u64(..)
    }

    /// A place among those who wait for their first turn.
    ///
    /// # Errors
    /// [`Answer::Full`].
    pub fn join_permit(&self) -> Result<OwnedSemaphorePermit, Answer> {
        Arc::clone(&self.joins).try_acquire_owned().map_err(|_| Answer::Full("Too many players are waiting"))
    }

    /// A place among the running games.
    ///
    /// # Errors
    /// [`Answer::Full`].
    pub fn game_permit(&self) -> Result<OwnedSemaphorePermit, Answer> {
        Arc::clone(&self.games).try_acquire_owned().map_err(|_| Answer::Full("Too many games are running"))
    }

    /// How many games run or wait for players.
    pub fn games(&self) -> usize {
        self.limits.running_games - self.games.available_permits()
    }

    /// The user of a key.
    ///
    /// # Errors
    /// [`Answer::KeyNotFound`], or [`Answer::Broken`] if the database fails.
    pub async fn user(&self, key: &str) -> Result<User, Answer> {
        match self.store.user(key.to_string(), self.keys, self.limits.users).await {
            Ok(user) => user.ok_or(Answer::KeyNotFound),
            Err(error) => {
                report(&error);
                Err(Answer::Broken)
            }
        }
    }
}

/// Tells the operator that the database failed.
pub fn report(error: &StoreError) {
    log::error!("{error}");
}
