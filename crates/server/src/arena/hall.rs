//! What all requests and games of an arena share.

use super::answer::Answer;
use super::cache::Lists;
use super::config::{Config, KeyPolicy, Limits};
use super::journal::Journal;
use super::lobby::Lobby;
use super::maps::Maps;
use super::parlour::Parlour;
use super::registry::Registry;
use super::store::{Store, StoreError, User};
use crate::tables;
use crate::web::allowance::Allowance;
use crate::web::places::{Place, Places};
use boardbots_vindinium::hero::Hero;
use std::net::IpAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Within what time an address gets all its new names back.
const NAMES_WITHIN: Duration = Duration::from_hours(1);

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
    /// The tables beside the arena.
    pub tables: Arc<tables::Hall>,
    /// Where players wait for others.
    pub lobby: Lobby,
    /// Seats of persons.
    pub parlour: Parlour,
    /// The games in memory.
    pub registry: Registry,
    /// The log.
    pub journal: Journal,
    /// Set when the arena ends: whoever thinks stops.
    pub ending: Arc<AtomicBool>,
    /// Heroes of each address in games that wait or run.
    pub places: Arc<Places>,
    /// Lists that browsers ask for all the time.
    pub lists: Lists,
    chance: Mutex<fastrand::Rng>,
    joins: Arc<Semaphore>,
    joins_of_address: Arc<Places>,
    names: Allowance,
    games: Arc<Semaphore>,
}

/// A place among those who wait for their first turn: of all, and of their address.
pub type JoinPermit = (OwnedSemaphorePermit, Place);

impl Hall {
    /// The hall of an arena that is told this, with the house bots of its filling.
    pub fn new(
        config: Config,
        (fill, maps): (Option<Filling>, Maps),
        seed: u64,
        store: Store,
        tables: Arc<tables::Hall>,
    ) -> Self {
        let limits = config.limits;
        Self {
            keys: config.keys,
            clock: Clock { limit: config.turn_limit, grace: config.first_turn_grace, floor: config.min_turn },
            fill,
            maps,
            store,
            tables,
            lobby: Lobby::default(),
            parlour: Parlour::new(config.share.seats(), config.person_limit),
            registry: Registry::new(limits.kept_games),
            journal: Journal::default(),
            ending: Arc::default(),
            places: Places::new(config.share.seats()),
            lists: Lists::default(),
            chance: Mutex::new(fastrand::Rng::with_seed(seed)),
            joins: Arc::new(Semaphore::new(limits.pending_joins)),
            joins_of_address: Places::new(config.share.joins()),
            names: Allowance::new(config.share.names(), NAMES_WITHIN, limits.http.addresses),
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
    /// [`Answer::Full`] or [`Answer::TooMany`]; [`Answer::Unstored`] as long as no game can be stored.
    pub fn join_permit(&self, guest: IpAddr) -> Result<JoinPermit, Answer> {
        self.stores()?;
        let own = self.joins_of_address.take(guest).ok_or(Answer::TooMany("Too many players are waiting"))?;
        let permit = Arc::clone(&self.joins).try_acquire_owned();
        Ok((permit.map_err(|_| Answer::Full("Too many players are waiting"))?, own))
    }

    /// Whether games can be stored.
    ///
    /// # Errors
    /// [`Answer::Unstored`].
    pub fn stores(&self) -> Result<(), Answer> {
        self.store.health().map_or(Ok(()), |why| Err(Answer::Unstored(why.to_string())))
    }

    /// A place for a hero of a player from this address.
    ///
    /// # Errors
    /// [`Answer::TooMany`].
    pub fn place(&self, guest: IpAddr) -> Result<Place, Answer> {
        self.places.take(guest).ok_or(Answer::TooMany("Too many heroes play"))
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
    /// [`Answer::KeyNotFound`], [`Answer::TooMany`] if too many new ones come from this address, or that the
    /// database fails.
    pub async fn user(&self, key: &str, guest: IpAddr) -> Result<User, Answer> {
        let known = self.store.user(key.to_string()).await.map_err(refused)?;
        if let Some(user) = known {
            return Ok(user);
        }
        if self.keys == KeyPolicy::Strict {
            return Err(Answer::KeyNotFound);
        }
        self.new_name(guest)?;
        let made = self.store.make_user(key.to_string(), self.limits.users).await.map_err(refused)?;
        made.ok_or(Answer::KeyNotFound)
    }

    /// Notes that an address makes a new name.
    ///
    /// # Errors
    /// [`Answer::TooMany`].
    pub fn new_name(&self, guest: IpAddr) -> Result<(), Answer> {
        let free = self.names.take(guest, 1, Instant::now());
        if free { Ok(()) } else { Err(Answer::TooMany("Too many new names")) }
    }
}

/// What somebody is told for whom the database failed; the operator is told, too.
pub fn refused(error: StoreError) -> Answer {
    match error {
        StoreError::Crowded => Answer::Full("The arena is busy"),
        StoreError::Gone => Answer::Full("The arena is closing"),
        StoreError::Commit(why) => Answer::Unstored(why),
        error => {
            report(&error);
            Answer::Broken
        }
    }
}

/// Tells the operator that the database failed.
pub fn report(error: &StoreError) {
    log::error!("{error}");
}
