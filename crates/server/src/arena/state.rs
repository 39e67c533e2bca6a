//! The state that all handlers and games of the arena share.

use super::config::{Config, KeyPolicy};
use super::game_log::GameLog;
use super::maps::Maps;
use super::players::WaitingGame;
use super::protocol::{Answer, CLOSING};
use super::registry::{FRESH, Registry};
use super::seat::SeatRegistry;
use super::store::{Store, User};
use crate::admin::{Account, Accounts, AdminKey, Answer as Administered, Change, Course};
use crate::cache::{Cache, PAUSE};
use crate::shares::{Claim, FullError, Holdings, Owner, Rank};
use crate::web::rate_limits::Buckets;
use crate::{tables, web};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use boardbots_base::thread::lock;
use boardbots_vindinium::commons::Commons;
use boardbots_vindinium::hero::Hero;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The time after which an address can make all its new names again.
const NAMES_WITHIN: Duration = Duration::from_hours(1);

/// The text that refuses a key whose user is disabled.
const DISABLED: &str = "This key is disabled; ask the host of the arena";

/// KiB that a game takes, apart from what bots measure on its board.
const GAME: usize = 32;

/// The time after which a waiting game is filled, and the house bots that fill it.
pub type Filling = (Duration, [Hero; 3]);

/// The arena, as handlers of requests get it.
pub type Shared = State<Arc<AppState>>;
/// A variable part of a path, or the reason why it is no text.
pub type PathPart<T = String> = Result<Path<T>, PathRejection>;

/// The state that all handlers and games of the arena share.
pub struct AppState {
    /// The arena's settings.
    pub config: Config,
    /// The bounds of HTTP.
    pub http: web::HttpLimits,
    /// The time after which a waiting game is filled, and its house bots; `None` to wait for players.
    pub fill: Option<Filling>,
    /// The maps by name.
    pub maps: Maps,
    /// The database.
    pub store: Store,
    /// The key of the administration, if there is one.
    pub admin: Option<AdminKey>,
    /// The tables beside the arena.
    pub tables: Arc<tables::AppState>,
    /// The arena games that wait for players, oldest first: one at most, unless owners are kept apart.
    pub waiting: Mutex<Vec<WaitingGame>>,
    /// Seats of persons.
    pub seats: SeatRegistry,
    /// The games in memory.
    pub registry: Registry,
    /// The searchers and boards that house bots share.
    pub commons: Arc<Commons>,
    /// The log.
    pub log: Arc<GameLog>,
    /// Users as JSON, by how many days ago they were seen at the latest.
    pub leaders: Cache<u32>,
    heroes: Arc<Holdings>,
    chance: Mutex<fastrand::Rng>,
    joins: Arc<Holdings>,
    names: Buckets,
    games: Arc<Holdings>,
    closes: AtomicBool,
    /// Games that have ended since the start.
    pub finished: web::Counter,
    /// Turns that were missed since the start.
    pub missed: web::Counter,
}

impl AppState {
    /// The state of an arena without games.
    pub fn new(
        config: Config,
        http: web::HttpLimits,
        (fill, maps): (Option<Filling>, Maps),
        seed: u64,
        (store, admin): (Store, Option<AdminKey>),
        tables: Arc<tables::AppState>,
    ) -> Self {
        let limits = &config.limits;
        let commons = Commons::new(tables.services.thinkers.count());
        let (of_address, joining) = (limits.seats, limits.joins);
        // Each has a connection that is kept for it, whatever those want who have no key.
        let heroes = http.connections / 2;
        Self {
            fill,
            maps,
            store,
            admin,
            tables,
            waiting: Mutex::default(),
            seats: SeatRegistry::new(config.person_limit),
            registry: Registry::new(limits.kept_games),
            commons,
            log: Arc::default(),
            leaders: Cache::new(FRESH, PAUSE),
            heroes: Holdings::new(heroes, move |_| of_address, Rank::Idle),
            chance: Mutex::new(fastrand::Rng::with_seed(seed)),
            joins: Holdings::new(limits.pending_joins, move |_| joining, Rank::Idle),
            names: Buckets::new(limits.names, NAMES_WITHIN, http.addresses),
            closes: AtomicBool::new(false),
            finished: web::Counter::default(),
            missed: web::Counter::default(),
            games: Holdings::new(limits.running_games * GAME, |_| usize::MAX, Rank::Idle),
            http,
            config,
        }
    }

    /// The seed of the next game; all its chances come from it.
    pub fn game_seed(&self) -> u64 {
        lock(&self.chance).u64(..)
    }

    /// A place among the joins that wait for their first turn.
    ///
    /// # Errors
    /// [`Answer::TooMany`] or [`Answer::Full`]; [`Answer::Unstored`] as long as no game can be stored.
    pub fn join_permit(&self, guest: IpAddr) -> Result<Claim, Answer> {
        self.may_begin()?;
        place(&self.joins, Owner::at(guest), "Too many players are waiting")
    }

    /// Checks that games can begin.
    ///
    /// # Errors
    /// [`Answer::Full`] if the arena closes, and as [`Self::can_store`].
    pub fn may_begin(&self) -> Result<(), Answer> {
        if self.closes.load(Relaxed) { Err(Answer::Full(CLOSING)) } else { self.can_store() }
    }

    /// Checks that games can be stored.
    ///
    /// # Errors
    /// [`Answer::Unstored`].
    pub fn can_store(&self) -> Result<(), Answer> {
        self.store.outage().map_or(Ok(()), |why| Err(Answer::Unstored(why.to_string())))
    }

    /// A place for a hero of a player, or for a person's seat.
    ///
    /// # Errors
    /// [`Answer::TooMany`] or [`Answer::Full`].
    pub fn hero(&self, player: Owner) -> Result<Claim, Answer> {
        place(&self.heroes, player, "Too many heroes play")
    }

    /// A place among the running games, for the player who opens it. A game for which it has chosen `bots` that search
    /// for moves on a board of this size takes the places of several.
    ///
    /// # Errors
    /// [`Answer::Full`].
    pub fn game_place(&self, player: Owner, size: usize, bots: &[Hero]) -> Result<Claim, Answer> {
        let searches = bots.iter().any(|bot| matches!(bot, Hero::Searching(_)));
        // Distances between each two places on it, and lists of what is near.
        let measures = if searches { size.pow(4) / 512 } else { 0 };
        let units = (GAME + measures).min(self.config.limits.running_games * GAME);
        self.games.claim(player, units).map_err(|_| Answer::Full("Too many games are running"))
    }

    /// Begins no further game, and sends those away who wait for one. Returns the number of games that still run.
    pub fn close(&self) -> usize {
        self.closes.store(true, Relaxed);
        drop(std::mem::take(&mut *lock(&self.waiting)));
        self.registry.running().len()
    }

    /// The number of games that run or wait for players.
    pub fn games(&self) -> usize {
        self.games.things()
    }

    /// Tells the numbers of the arena and of the tables beside it.
    pub fn metrics(&self, metrics: &mut web::Metrics) {
        let waiting: usize = lock(&self.waiting).iter().map(|game| game.players.len()).sum();
        let help = "Games that run.";
        metrics.gauge("boardbots_arena_games_running", help).sample(&[], self.registry.running().len());
        metrics.gauge("boardbots_arena_players_waiting", "Players who wait for a game.").sample(&[], waiting);
        let help = "Games that have ended since the start and are stored.";
        metrics.counter("boardbots_arena_games_finished_total", help).sample(&[], &self.finished);
        let help = "Turns that players missed since the start.";
        metrics.counter("boardbots_arena_turns_missed_total", help).sample(&[], &self.missed);
        self.tables.metrics(metrics);
        let stores = [("arena", self.store.outage()), ("tables", self.tables.outage())];
        metrics.stores(&stores.map(|(store, outage)| (store, outage.is_none())));
    }

    /// The user of a key.
    ///
    /// # Errors
    /// [`Answer::KeyNotFound`], [`Answer::Refused`] if they are disabled, [`Answer::TooMany`] if too many new ones come from this address, or that the
    /// database fails.
    pub async fn user(&self, key: &str, guest: IpAddr) -> Result<User, Answer> {
        match self.store.user(key.to_string()).await? {
            Some((_, true)) => return Err(Answer::Refused(DISABLED.into())),
            Some((user, false)) => return Ok(user),
            None => {}
        }
        if self.config.keys == KeyPolicy::Strict {
            return Err(Answer::KeyNotFound);
        }
        self.new_name(guest)?;
        self.store.make_user(key.to_string(), self.config.limits.users).await?.ok_or(Answer::KeyNotFound)
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

/// Users as the administration changes them; what pages list is made anew after each change.
impl Accounts for AppState {
    fn admin_key(&self) -> Option<&AdminKey> {
        self.admin.as_ref()
    }

    async fn accounts(&self) -> Administered<Vec<Account>> {
        Ok(self.store.accounts().await?)
    }

    async fn add(&self, names: Vec<String>) -> Administered<Vec<String>> {
        let made = self.store.add(names, self.config.limits.users).await?;
        self.leaders.changed();
        made
    }

    async fn change(&self, name: String, change: Change) -> Administered<Option<String>> {
        let changed = self.store.change(name, change).await?;
        self.leaders.changed();
        self.registry.list.changed();
        changed
    }

    async fn course(&self) -> Administered<Course> {
        Ok(self.store.course().await?)
    }

    async fn set_course(&self, course: Course) -> Administered<()> {
        Ok(self.store.set_course(course).await?)
    }
}

/// A place of a kind; what is said if there is none.
fn place(all: &Arc<Holdings>, player: Owner, full: &'static str) -> Result<Claim, Answer> {
    all.claim(player, 1).map_err(|why| match why {
        FullError::Address => Answer::TooMany(full),
        FullError::All => Answer::Full(full),
    })
}
