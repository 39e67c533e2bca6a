//! The state that all handlers share: the games, the tables, the database, the threads.

use super::archive::{Archive, ENDING};
use super::driver::{RECOVERY, drive};
use super::guesses::Guesses;
use super::new_table;
use super::options::Options;
use super::refusal::{Answer, TableError};
use super::services::{self, Config, ELSEWHERE, Services, TableLimits};
use super::store::{Guest, SECRET_BYTES, Store, StoredTable};
use super::table::Table;
use super::workers::{Urgency, Workers};
use crate::StartError;
use crate::cache::{Cache, PAUSE};
use crate::shares::{Claim, Holdings, Owner, Rank};
use crate::tokens::hash;
use crate::web::rate_limits::{Buckets, SeatRate};
use crate::web::{Metrics, ServeError};
use axum::body::Bytes;
use axum::extract::State;
use boardbots_base::invalid::InputError;
use boardbots_base::store::writer::Outage;
use boardbots_base::thread::lock;
use boardbots_game::game::Game;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Ended tables that lists show.
pub(super) const LISTED: usize = 50;
/// The time within which an address gets all tables back that it may make.
const MADE_WITHIN: Duration = Duration::from_hours(1);

/// The state as handlers take it.
pub type Shared = State<Arc<AppState>>;

/// The state that all handlers share.
pub struct AppState {
    /// Every bound.
    pub limits: TableLimits,
    /// The parts of the server that tables use.
    pub services: Arc<Services>,
    /// Places for tables that run.
    pub(super) places: Arc<Holdings>,
    /// Open seats that guests have taken where nobody has chosen yet.
    open_seats: Arc<Holdings>,
    /// Tables that have ended.
    pub archive: Archive,
    /// Games with pages of their own, as the lobby offers them: objects with `game`, `seats` and `page`.
    pub others: Vec<Value>,
    /// The time at which this process last looked for tables that nobody touches.
    pub(super) swept: Mutex<Option<Instant>>,
    games: Vec<&'static dyn Game>,
    pub(super) secret: [u8; SECRET_BYTES],
    pub(super) running: Mutex<BTreeMap<String, Arc<Table>>>,
    /// Tables that ran when the server ended and have not come back yet, and their places.
    pub(super) awaited: Mutex<Vec<(String, Option<Claim>)>>,
    pub(super) finished: Mutex<VecDeque<Value>>,
    /// Tables that addresses make.
    pub(super) makers: Buckets,
    /// The last QR codes as JSON, by their texts.
    pub codes: Mutex<VecDeque<(String, Bytes)>>,
    pub(super) opening: tokio::sync::Mutex<()>,
    /// The limits on tries of passphrases.
    pub(super) guesses: Guesses,
}

impl AppState {
    /// The state for these games, with the `others` that the lobby offers, and the threads that end some
    /// time after it does. It has no tables before [`resume`](Self::resume).
    ///
    /// # Errors
    /// The database cannot be used, or there are no threads.
    pub fn open(
        games: Vec<&'static dyn Game>,
        others: Vec<Value>,
        config: Config,
    ) -> Result<(Arc<Self>, Vec<JoinHandle<()>>), StartError> {
        let Config { db, think, thinkers, keep, limits } = config;
        let no_thread = |error: std::io::Error| ServeError::System("thread", error.to_string());
        let (store, secret, keeper) = Store::open(db.as_deref(), keep)?;
        let (archive, mut threads) = Archive::open().map_err(no_thread)?;
        let (thinkers, thinking) = Workers::start(thinkers, think).map_err(no_thread)?;
        let (background, writing) = Workers::start(1, think).map_err(no_thread)?;
        threads.extend(thinking.into_iter().chain(writing));
        threads.push(keeper);
        let of_address = limits.watching;
        let viewers = Holdings::new(limits.watchers, move |_| of_address, Rank::Idle);
        let lobby = Cache::new(Duration::MAX, PAUSE);
        let (choices, ended) = Default::default();
        let state = Self {
            services: Arc::new(Services { store, thinkers, background, viewers, lobby, choices, ended }),
            places: services::places(limits.tables, limits.running),
            open_seats: Holdings::new(usize::MAX, |_| usize::MAX, Rank::Idle),
            archive,
            others,
            swept: Mutex::default(),
            games,
            secret,
            running: Mutex::default(),
            awaited: Mutex::default(),
            finished: Mutex::default(),
            makers: Buckets::new(limits.made, MADE_WITHIN, limits.addresses),
            codes: Mutex::default(),
            opening: tokio::sync::Mutex::default(),
            guesses: Guesses::new(limits.names, limits.addresses),
            limits,
        };
        Ok((Arc::new(state), threads))
    }

    /// The number of tables that run, with those that have not come back yet.
    pub fn tables(&self) -> usize {
        lock(&self.running).len() + lock(&self.awaited).len()
    }

    /// Tells the numbers of the tables.
    pub fn metrics(&self, metrics: &mut Metrics) {
        self.services.metrics(metrics, self.tables());
    }

    /// A game by its name.
    pub fn game(&self, name: &str) -> Option<&'static dyn Game> {
        self.games.iter().copied().find(|game| game.name() == name)
    }

    /// Makes a table, unless it was made before under the same claim; what its maker is told.
    ///
    /// # Errors
    /// A part of the request that is wrong, or a limit that is reached.
    pub async fn create(self: &Arc<Self>, said: &Map<String, Value>, maker: IpAddr) -> Answer<Value> {
        let claim = new_table::claim(said)?;
        self.can_store()?;
        let maker = Owner::at(maker);
        let game = new_table::text(said, "game").and_then(|name| self.game(name)).ok_or(TableError::Unknown("game"))?;
        let _alone = self.opening.lock().await;
        if let Some(id) = self.services.store.claimed(hash(&[], claim)).await? {
            let table = self.find(&id, maker).await?;
            return Ok(new_table::answer(&self.secret, &id, &table.chairs(), claim));
        }
        let mut kept = new_table::kept(game, said, &self.secret)?;
        self.note_owners(&mut kept.chairs, &said["seats"]).await?;
        let table = self.add(game, kept, maker).await?;
        Ok(new_table::answer(&self.secret, &table.id, &table.chairs(), claim))
    }

    /// Keeps a new table, if there is room for it, and lets it run.
    pub(super) async fn add(
        self: &Arc<Self>,
        game: &'static dyn Game,
        mut kept: StoredTable,
        maker: Owner,
    ) -> Answer<Arc<Table>> {
        let place = services::place(&self.places, &self.makers, maker)?;
        kept.maker = Some(maker.addr);
        let first = kept.clone();
        let open = move |stop: &(dyn Fn() -> bool + Sync)| Table::of_kept(game, first, maker, stop);
        let table = self.services.background.ask((Urgency::People, maker), open).found().await.ok_or(ENDING)??;
        self.services.store.add(kept).await?;
        let table = Arc::new(table);
        self.offer_seats(&table);
        self.seat(Arc::clone(&table), Some(place));
        self.services.lobby.changed();
        log::info!("table {} made: {}", table.id, game.name());
        Ok(table)
    }

    fn offer_seats(&self, table: &Table) {
        table.offer_seats(|seat| new_table::invitation_to_all(&self.secret, &table.id, seat));
    }

    /// The outage of the database, if there is one at the moment.
    pub fn outage(&self) -> Outage {
        self.services.store.outage()
    }

    /// Checks that tables and choices can be stored.
    ///
    /// # Errors
    /// [`TableError::Unstored`].
    pub(super) fn can_store(&self) -> Answer<()> {
        self.outage().map_or(Ok(()), |why| Err(TableError::Unstored(why.to_string())))
    }

    /// The rate limit of the seat that this token proves, at a table that is at hand.
    pub fn rate(&self, id: &str, token: &str) -> Option<Answer<Arc<SeatRate>>> {
        Some(self.known(id)?.rate(token))
    }

    /// Lets a table run, in its place.
    fn seat(self: &Arc<Self>, table: Arc<Table>, place: Option<Claim>) {
        lock(&self.running).insert(table.id.clone(), Arc::clone(&table));
        table.take_place(place.map(Arc::new));
        let app = Arc::clone(self);
        tokio::spawn(async move {
            tokio::select! {
                () = drive(&app.services, &table) => {}
                () = table.evicted() => {
                    log::info!("table {} makes room", table.id);
                    while table.close(&app.services).await.is_err_and(|refusal| refusal.passes()) {
                        tokio::time::sleep(RECOVERY).await;
                    }
                }
            }
            table.take_place(None);
            app.retire(&table);
        });
    }

    /// A table that has ended runs no more.
    pub fn retire(&self, table: &Arc<Table>) {
        // A match of many games is no news.
        let level = if table.shows() { log::Level::Debug } else { log::Level::Info };
        let how = if table.was_played_out() { "ended" } else { "abandoned" };
        log::log!(level, "table {} {how} after {} choices: {}", table.id, table.n(), table.game.name());
        if table.was_played_out() {
            let mut finished = lock(&self.finished);
            finished.push_front(table.summary());
            finished.truncate(LISTED);
        }
        self.archive.add(table);
        self.services.ended.count();
        lock(&self.running).remove(&table.id);
        self.services.lobby.changed();
    }

    /// A function that ends all thinking and looking back when it is called.
    pub fn ending(&self) -> impl FnOnce() + Send + use<> {
        let all = [&self.services.thinkers, &self.services.background, &self.archive.reader].map(Workers::clone);
        let store = self.services.store.ending();
        move || {
            all.iter().for_each(Workers::end);
            store();
        }
    }

    /// A table that is at hand.
    fn known(&self, id: &str) -> Option<Arc<Table>> {
        let running = lock(&self.running).get(id).cloned();
        running.or_else(|| self.archive.known(id))
    }

    /// A table by its id: one that runs, or one that has ended. It is waited for if it has to be
    /// played again first, which is done for a guest.
    ///
    /// # Errors
    /// There is none, it cannot be played again, or the database fails.
    pub async fn find(self: &Arc<Self>, id: &str, guest: Owner) -> Answer<Arc<Table>> {
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        let awaited = lock(&self.awaited).iter().any(|(other, _)| other == id);
        // Who wants one that runs does not wait for those that have ended.
        let _alone = if awaited {
            (Some(self.archive.recovering().await), None)
        } else {
            (None, Some(self.archive.turn(guest).await))
        };
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        let found = self.take(id, if awaited { Urgency::People } else { Urgency::Bots }).await;
        if awaited && !found.as_ref().is_err_and(TableError::passes) {
            lock(&self.awaited).retain(|(other, _)| other != id);
        }
        if let Err(TableError::Aside(why)) = &found
            && self.archive.set_aside(id, why)
        {
            log::error!("table {id} is set aside: {why}; it stays in the database for a version that can");
        }
        found
    }

    /// A table that is not at hand.
    async fn take(self: &Arc<Self>, id: &str, urgency: Urgency) -> Answer<Arc<Table>> {
        if let Some(why) = self.archive.why_aside(id) {
            return Err(TableError::Aside(why));
        }
        let kept = self.services.store.table(id).await?.ok_or(TableError::Unknown("table"))?;
        if kept.reduced {
            return Err(TableError::Reduced);
        }
        let aside =
            |why: &dyn fmt::Display| InputError::new(format_args!("this version cannot play this table again: {why}"));
        let runs = kept.ended.is_none();
        if runs && !lock(&self.awaited).iter().any(|(other, _)| other == id) {
            // It was set aside, or it has been made this very moment.
            return lock(&self.running)
                .get(id)
                .cloned()
                .ok_or_else(|| TableError::Aside(aside(&"see the server's log")));
        }
        let game = self
            .game(&kept.game)
            .or_else(|| Self::game_shown(&kept))
            .ok_or_else(|| TableError::Aside(aside(&format_args!("there is no game {:?}", kept.game))))?;
        let maker = Owner::at(kept.maker.unwrap_or(ELSEWHERE));
        let again =
            move |stop: &(dyn Fn() -> bool + Sync)| Table::of_kept(game, kept, maker, stop).map_err(|why| aside(&why));
        let table = self.archive.again((urgency, maker), again).await?;
        if runs {
            self.offer_seats(&table);
            let place =
                lock(&self.awaited).iter_mut().find(|(other, _)| other == id).and_then(|(_, place)| place.take());
            self.seat(Arc::clone(&table), place);
            self.services.lobby.changed();
        } else {
            self.recall_rematch(&table).await?;
            self.archive.put(&table);
        }
        Ok(table)
    }

    /// A person comes with an invitation under a name, with its key if it is protected: their seat and their token, the
    /// same for the same claim.
    ///
    /// # Errors
    /// See [`Table::join`] and [`owner_of`](Self::owner_of).
    pub async fn join(
        &self,
        table: &Arc<Table>,
        invitation: &str,
        (name, key, program): (&str, Option<&str>, bool),
        claim: &str,
        guest: Owner,
    ) -> Answer<Value> {
        let token = new_table::token_of_guest(&self.secret, invitation, claim);
        let owner = self.owner_of(name, key).await?;
        // Who shares an address with the maker comes from the same class.
        let open = table.offers(invitation) && guest.addr != table.maker.addr;
        let free = || lock(&self.running).values().map(|table| table.open_seats()).sum::<usize>();
        let held = open.then(|| services::open_seat(&self.open_seats, guest, free())).transpose()?;
        let guest = Guest { name: name.to_string(), owner, program };
        let seat = table.join(&self.services, invitation, &guest, &token).await?;
        if let Some(held) = held {
            // The last one is gone: whoever has most gives one back to the next person.
            if free() == 0 {
                self.open_seats.relieve(services::OPEN);
            }
            let (table, services) = (Arc::clone(table), Arc::clone(&self.services));
            let proof = hash(&[], &token);
            tokio::spawn(async move { table.hold(&services, seat, proof, held).await });
        }
        Ok(json!({ "seat": seat, "token": token }))
    }

    /// The games that the lobby offers, with their bots and options.
    pub fn offers(&self) -> Value {
        let games = self.games.iter().map(|game| {
            let bots = game.offers();
            let seats = game.seats();
            json!({
                "game": game.name(),
                "seats": [seats.start(), seats.end()],
                "options": Options::offered(*game),
                "undo": game.takes_back(),
                "hint": !bots.is_empty(),
                "evaluation": game.evaluates(),
                "analysis": game.is_analysed(),
                "bots": bots.iter().map(|bot| json!({ "player": bot.player, "name": bot.name, "strength": bot.strength })).collect::<Value>(),
            })
        });
        json!({ "games": games.collect::<Value>(), "arena": !self.others.is_empty(), "others": self.others })
    }
}
