//! What all requests share: the games, the tables, the database, the thinkers.

use super::age::Age;
use super::archive::{Archive, ENDING};
use super::config::{Keeping, Limits};
use super::driver::{RECOVERY, drive};
use super::error::TablesError;
use super::lobby;
use super::opening;
use super::refusal::Refusal;
use super::store::{Database, Health, Store, now};
use super::table::Table;
use super::thinkers::{Thinkers, Urgency};
use super::token::{SECRET, hash};
use crate::web::allowance::Allowance;
use crate::web::guests::Credit;
use crate::web::network::network;
use boardbots_game::game::Game;
use boardbots_game::spec::Spec;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// Ended tables that lists show.
const LISTED: usize = 50;
/// Within what time an address gets all tables back that it may make.
const MADE_WITHIN: Duration = Duration::from_hours(1);
/// How often tables are looked for that nobody has touched for very long.
const SWEEP: Duration = Duration::from_hours(1);

/// What all requests share.
pub struct Hall {
    /// Every bound.
    pub limits: Limits,
    /// Whether an arena is served beside the tables.
    pub arena: bool,
    /// The database.
    pub store: Store,
    /// Who thinks.
    pub thinkers: Thinkers,
    /// Who does what takes some milliseconds, so that connections do not wait.
    pub clerk: Thinkers,
    /// Places for those who look at the lobby.
    pub visitors: Arc<Semaphore>,
    /// What has been.
    pub archive: Archive,
    /// How old tables are.
    age: Age,
    pub(super) games: Vec<&'static dyn Game>,
    secret: [u8; SECRET],
    running: Mutex<BTreeMap<String, Arc<Table>>>,
    /// Tables that ran when the server ended and have not come back yet.
    awaited: Mutex<Vec<String>>,
    pub(super) finished: Mutex<VecDeque<Value>>,
    /// Tables that addresses make.
    pub(super) makers: Allowance,
    opening: tokio::sync::Mutex<()>,
    news: watch::Sender<()>,
    /// What the lobby shows, until something changes.
    pub(super) lobby: Mutex<Option<Arc<str>>>,
}

impl Hall {
    /// A hall for these games, maybe beside an arena, and the threads that end some time after its end. It has no tables
    /// before [`resume`](Self::resume).
    ///
    /// # Errors
    /// The database cannot be used, or there are no threads.
    pub fn open(
        games: Vec<&'static dyn Game>,
        arena: bool,
        keeping: Keeping,
    ) -> Result<(Arc<Self>, Vec<JoinHandle<()>>), TablesError> {
        let Keeping { db, think, thinkers, limits } = keeping;
        let no_thread = |error: std::io::Error| TablesError::System("thread", error.to_string());
        let database = Database::open(db.as_deref())?;
        let secret = database.secret;
        let (store, keeper) = Store::start(database).map_err(no_thread)?;
        let (archive, mut threads) = Archive::open().map_err(no_thread)?;
        let (thinkers, thinking) = Thinkers::start(thinkers, think).map_err(no_thread)?;
        let (clerk, writing) = Thinkers::start(1, think).map_err(no_thread)?;
        threads.extend(thinking.into_iter().chain(writing));
        threads.push(keeper);
        let makers = Allowance::new(limits.made, MADE_WITHIN, limits.addresses);
        let hall = Self {
            visitors: Arc::new(Semaphore::new(limits.visitors)),
            limits,
            arena,
            store,
            thinkers,
            clerk,
            archive,
            age: Age::default(),
            games,
            secret,
            running: Mutex::default(),
            awaited: Mutex::default(),
            finished: Mutex::default(),
            makers,
            opening: tokio::sync::Mutex::default(),
            news: watch::Sender::new(()),
            lobby: Mutex::default(),
        };
        Ok((Arc::new(hall), threads))
    }

    /// Goes on with all tables that ran when the server ended, on this event loop and one after
    /// another: whoever wants one of them waits for it alone. So long they are counted, and stand in
    /// no list.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn resume(self: &Arc<Self>) -> Result<(), TablesError> {
        self.sweep().await?;
        let ids = self.store.running().await?;
        let count = ids.len();
        *self.awaited() = ids;
        let finished = self.store.finished(LISTED).await?;
        *self.finished.lock().expect(UNHARMED) = finished.iter().map(lobby::summary).collect();
        let (hall, mut health) = (Arc::downgrade(self), self.store.watch());
        tokio::spawn(async move {
            // The lobby says why nothing can be stored.
            while health.changed().await.is_ok() {
                let Some(hall) = hall.upgrade() else { return };
                hall.changed();
            }
        });
        let hall = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(hall) = hall.upgrade() {
                let Some(id) = hall.awaited().first().cloned() else { break };
                // All others are no longer awaited then.
                if let Err(Refusal::Broken | Refusal::Unstored(_) | Refusal::Full(_) | Refusal::Ending) =
                    hall.find(&id).await
                {
                    hall.postpone();
                    tokio::time::sleep(RECOVERY).await;
                }
            }
            if count > 0 {
                log::info!("tables that ran have come back: {count}");
            }
            loop {
                tokio::time::sleep(SWEEP).await;
                let Some(hall) = hall.upgrade() else { return };
                if let Err(error) = hall.sweep().await {
                    log::error!("tables: {error}");
                }
            }
        });
        Ok(())
    }

    /// Closes tables that nobody has touched for very long. Nobody chooses meanwhile, and none comes
    /// back: no table goes on that the database says has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sweep(&self) -> Result<(), super::store::StoreError> {
        let _alone = self.archive.alone(Urgency::People).await;
        let tables: Vec<Arc<Table>> = self.running().values().cloned().collect();
        let mut turns = Vec::with_capacity(tables.len());
        for table in &tables {
            turns.push(table.turn().await);
        }
        for id in self.age.sweep(&self.store, self.limits.untouched).await? {
            log::info!(
                "table {id} is closed: nobody has touched it for {} days",
                self.limits.untouched.as_secs() / 86_400
            );
            if let Some(table) = tables.iter().find(|table| table.id == id) {
                table.closed(self, now());
            }
        }
        Ok(())
    }

    pub(super) fn running(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Table>>> {
        self.running.lock().expect(UNHARMED)
    }

    fn awaited(&self) -> MutexGuard<'_, Vec<String>> {
        self.awaited.lock().expect(UNHARMED)
    }

    /// The next of the tables that have not come back yet goes first.
    fn postpone(&self) {
        let mut awaited = self.awaited();
        if !awaited.is_empty() {
            awaited.rotate_left(1);
        }
    }

    /// How many tables run, with those that have not come back yet.
    pub fn tables(&self) -> usize {
        self.running().len() + self.awaited().len()
    }

    /// A game by its name.
    pub fn game(&self, name: &str) -> Option<&'static dyn Game> {
        self.games.iter().copied().find(|game| game.name() == name)
    }

    /// Makes a table, unless it was made before under the same claim; what its maker is told.
    ///
    /// # Errors
    /// What is wrong with it, or which limit is reached.
    pub async fn create(self: &Arc<Self>, said: &Map<String, Value>, maker: IpAddr) -> Result<Value, Refusal> {
        let claim = opening::claim(said)?;
        self.stores()?;
        let maker = network(maker);
        let game = opening::text(said, "game").and_then(|name| self.game(name)).ok_or(Refusal::Unknown("game"))?;
        let _alone = self.opening.lock().await;
        if let Some(id) = self.store.claimed(hash(claim)).await? {
            let table = self.find(&id).await?;
            return Ok(opening::answer(&self.secret, &id, &table.chairs(), claim));
        }
        let kept = opening::kept(game, said, &self.secret)?;
        self.make_room(maker).await?;
        let chairs = kept.chairs.clone();
        let (first, watchers) = (kept.clone(), self.limits.watchers);
        let open = move |stop: &(dyn Fn() -> bool + Sync)| Table::of_kept(game, first, watchers, Some(maker), stop);
        let table = self.clerk.ask(Urgency::People, open).found().await.ok_or(ENDING)?.map_err(Refusal::Bad)?;
        self.store.add(kept).await?;
        let answer = opening::answer(&self.secret, &table.id, &chairs, claim);
        self.seat(Arc::new(table));
        self.changed();
        Ok(answer)
    }

    /// Why nothing can be stored at the moment.
    pub fn health(&self) -> Health {
        self.store.health()
    }

    /// Whether tables and choices can be stored.
    ///
    /// # Errors
    /// [`Refusal::Unstored`].
    fn stores(&self) -> Result<(), Refusal> {
        self.health().map_or(Ok(()), |why| Err(Refusal::Unstored(why.to_string())))
    }

    /// What the owner of a seat may ask who sends this token, at a table that is at hand.
    pub fn credit(&self, id: &str, token: &str) -> Option<Result<Arc<Credit>, Refusal>> {
        Some(self.known(id)?.credit(token))
    }

    /// Lets a table run.
    fn seat(self: &Arc<Self>, table: Arc<Table>) {
        self.running().insert(table.id.clone(), Arc::clone(&table));
        tokio::spawn(drive(Arc::clone(self), table));
    }

    /// A table that has ended runs no more.
    pub fn retire(&self, table: &Arc<Table>) {
        if table.was_played_out() {
            let mut finished = self.finished.lock().expect(UNHARMED);
            finished.push_front(table.summary());
            finished.truncate(LISTED);
        }
        self.archive.add(table);
        self.running().remove(&table.id);
        self.changed();
    }

    /// What ends all thinking and looking back when it is called.
    pub fn ending(&self) -> impl FnOnce() + Send + use<> {
        let all = [&self.thinkers, &self.clerk, self.archive.reader()].map(Thinkers::clone);
        let store = self.store.ending();
        move || {
            all.iter().for_each(Thinkers::end);
            store();
        }
    }

    /// A table that is at hand.
    fn known(&self, id: &str) -> Option<Arc<Table>> {
        let running = self.running().get(id).cloned();
        running.or_else(|| self.archive.known(id))
    }

    /// A table by its id: one that runs, or one that has ended. It is waited for if it has to be
    /// played again first.
    ///
    /// # Errors
    /// There is none, it cannot be played again, or the database fails.
    pub async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Table>, Refusal> {
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        let awaited = self.awaited().iter().any(|other| other == id);
        let urgency = if awaited { Urgency::People } else { Urgency::Bots };
        let _alone = self.archive.alone(urgency).await;
        if let Some(table) = self.known(id) {
            return Ok(table);
        }
        let found = self.take(id, urgency).await;
        if awaited && !matches!(found, Err(Refusal::Broken | Refusal::Unstored(_) | Refusal::Full(_) | Refusal::Ending))
        {
            self.awaited().retain(|other| other != id);
        }
        if let Err(Refusal::Aside(why)) = &found
            && self.archive.set_aside(id, why)
        {
            log::error!("table {id} is set aside: {why}; it stays in the database for a version that can");
        }
        found
    }

    /// A table that is not at hand.
    async fn take(self: &Arc<Self>, id: &str, urgency: Urgency) -> Result<Arc<Table>, Refusal> {
        if let Some(why) = self.archive.why_aside(id) {
            return Err(Refusal::Aside(why));
        }
        let kept = self.store.table(id).await?.ok_or(Refusal::Unknown("table"))?;
        let aside = |error| format!("this version cannot play this table again: {error}");
        let runs = kept.ended.is_none();
        if runs && !self.awaited().iter().any(|other| other == id) {
            // It was set aside, or it has been made this very moment.
            return self.running().get(id).cloned().ok_or_else(|| Refusal::Aside(aside("see the server's log".into())));
        }
        let game =
            self.game(&kept.game).ok_or_else(|| Refusal::Aside(aside(format!("there is no game {:?}", kept.game))))?;
        let watchers = self.limits.watchers;
        let again =
            move |stop: &(dyn Fn() -> bool + Sync)| Table::of_kept(game, kept, watchers, None, stop).map_err(aside);
        let table = self.archive.again(urgency, again).await?;
        if runs {
            self.seat(Arc::clone(&table));
            self.changed();
        } else {
            self.archive.put(&table);
        }
        Ok(table)
    }

    /// Somebody comes with an invitation: his seat and his token, the same for the same claim.
    ///
    /// # Errors
    /// See [`Table::join`].
    pub async fn join(&self, table: &Table, invitation: &str, name: &str, claim: &str) -> Result<Value, Refusal> {
        let token = opening::token_of_guest(&self.secret, invitation, claim);
        let seat = table.join(self, invitation, name, &token).await?;
        Ok(json!({ "seat": seat, "token": token }))
    }

    /// The usual bot of a game.
    pub fn usual(game: &dyn Game) -> Option<Spec> {
        game.offers().first()?.player.parse().ok()
    }

    /// Something in the lobby has changed.
    pub fn changed(&self) {
        *self.lobby.lock().expect(UNHARMED) = None;
        self.news.send_replace(());
    }

    /// Says when something in the lobby changes.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }
}

/// Of all locks here.
pub(super) const UNHARMED: &str = "nobody panics while holding it";
