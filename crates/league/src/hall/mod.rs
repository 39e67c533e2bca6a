//! The hall of a league: threads that take the next game, play it, and count it.
//!
//! | file | holds |
//! |---|---|
//! | here | what all threads share: the league, seats of programs, players |
//! | `games` | the games: taken, played, stored, counted |
//!
//! A game is in the database before its first move, and counts when its end is there. One that a stop or a crash breaks
//! off is played again from its seed. The threads have the lowest priority, so tables and the arena go first.

mod games;

use crate::league::League;
use crate::remote::{ClientChair, RemoteSeat};
use crate::settings::Settings;
use crate::store::{self, Fixture, Origin, Version};
use crate::sync::{self, Roster};
use boardbots_base::store::{Stored, now};
use boardbots_base::thread::lock;
use boardbots_server::admin::AdminKey;
use boardbots_server::arena::ClientSeats;
use boardbots_server::cache::{Cache, PAUSE};
use boardbots_server::tables;
use boardbots_server::tokens;
use boardbots_server::web::HttpLimits;
use boardbots_server::web::rate_limits::{Buckets, SeatRate};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// Niceness of the threads: those that serve and think for tables have more than ten times as much of a busy core.
const NICE: i32 = 19;
/// The time for which lists stand if nothing changes but who is there.
const FRESH: Duration = Duration::from_secs(5);
/// Games of a version that follow each other without a pause.
const EAGER: u64 = 20;
/// Games of a version with which the pause grows by its own length, and the factor up to which it does.
const SLOWER: u64 = 200;
const SLOWEST: u32 = 12;
/// Pause where there is no game to play, or the database does not work.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

/// A game that goes on, as lists show it.
pub struct Live {
    /// The time at which it began, in seconds since 1970.
    pub begun: i64,
    /// The table at which it can be watched.
    pub table: Option<String>,
}

/// A league that is being played.
pub struct Hall {
    /// The settings.
    pub settings: Settings,
    /// The tables that show the games, whose database is the league's, too.
    pub tables: Arc<tables::AppState>,
    /// The key of the administration, if there is one.
    pub admin: Option<AdminKey>,
    /// The state between games.
    pub league: Mutex<League>,
    /// Games that go on.
    pub live: Mutex<BTreeMap<i64, Live>>,
    /// Texts that many ask for.
    pub texts: Cache<String>,
    /// New names of addresses.
    pub names: Buckets,
    /// Seats of clients over HTTP, in games that have such a protocol.
    pub clients: Option<Arc<ClientSeats>>,
    /// Seats of programs that join, by version.
    seats: Mutex<BTreeMap<i64, Arc<RemoteSeat>>>,
    /// Seats of clients, by version.
    client_seats: Mutex<BTreeMap<i64, ClientChair>>,
    /// Games of before that are played again.
    unfinished: Mutex<VecDeque<Fixture>>,
    /// Versions with faults in their last games: their number, and the time until which they wait.
    held: Mutex<BTreeMap<i64, (u32, Instant)>>,
    /// One thread looks for a game at a time.
    scheduling: Mutex<()>,
    /// One thread rates at a time.
    rating: Mutex<()>,
    /// Players and versions, for those who must not wait for the league.
    roster: Mutex<Arc<Roster>>,
    /// One change of the players at a time.
    changing: tokio::sync::Mutex<()>,
    /// True while there may be a change in the database that is not taken over: whoever asked for it may go away.
    pub torn: AtomicBool,
    /// Rate limits of players who play from elsewhere.
    rates: Mutex<BTreeMap<i64, Arc<SeatRate>>>,
    /// Somebody has come.
    news: Condvar,
    /// Games that have ended since the start: those that count, void ones, and the faults in them.
    pub ended: (AtomicU64, AtomicU64, AtomicU64),
    /// Set at the end.
    pub stop: AtomicBool,
    runtime: Handle,
}

impl Hall {
    /// A hall without games yet.
    pub fn new(
        settings: Settings,
        tables: Arc<tables::AppState>,
        admin: Option<AdminKey>,
        (league, unfinished): (League, Vec<Fixture>),
        (names, clients, runtime): (Buckets, Option<Arc<ClientSeats>>, Handle),
    ) -> Self {
        let roster = Mutex::new(Arc::new((league.players.clone(), league.versions.clone())));
        Self {
            settings,
            tables,
            admin,
            league: Mutex::new(league),
            live: Mutex::default(),
            texts: Cache::new(FRESH, PAUSE),
            names,
            clients,
            seats: Mutex::default(),
            client_seats: Mutex::default(),
            unfinished: Mutex::new(unfinished.into()),
            held: Mutex::default(),
            scheduling: Mutex::default(),
            rating: Mutex::default(),
            roster,
            changing: tokio::sync::Mutex::default(),
            torn: AtomicBool::new(false),
            rates: Mutex::default(),
            news: Condvar::new(),
            ended: Default::default(),
            stop: AtomicBool::new(false),
            runtime,
        }
    }

    /// Changes the database, and takes over its players.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn change<T: Send + 'static>(
        &self,
        change: impl FnOnce(&rusqlite::Connection) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let job = move |db: &rusqlite::Connection, _: &mut _| Ok((change(db)?, sync::roster(db)?));
        // One after another: nobody takes over what was before a later change.
        let _alone = self.changing.lock().await;
        self.torn.store(true, Relaxed);
        let changed = self.tables.services.store.write(job).await;
        self.torn.store(false, Relaxed);
        let (done, roster) = changed?;
        *lock(&self.roster) = Arc::new(roster.clone());
        lock(&self.league).take(roster);
        self.changed();
        Ok(done)
    }

    /// Notes that something has changed that people look at, or wait for.
    pub fn changed(&self) {
        self.texts.changed();
        self.news.notify_all();
    }

    /// The players and versions now.
    pub fn roster(&self) -> Arc<Roster> {
        Arc::clone(&lock(&self.roster))
    }

    /// The number of the season, and when it began.
    pub fn season(&self) -> (i64, i64) {
        lock(&self.league).season
    }

    /// The rate limit of a player who plays from elsewhere.
    pub fn rate(&self, player: i64) -> Arc<SeatRate> {
        let limited = || SeatRate::limited(&HttpLimits::default(), player.unsigned_abs());
        Arc::clone(lock(&self.rates).entry(player).or_insert_with(limited))
    }

    /// Looks for a game again, since a program may have come.
    pub fn wake(&self) {
        self.news.notify_all();
    }

    /// The seat of a version of a program that joins.
    pub fn seat(&self, version: i64) -> Arc<RemoteSeat> {
        Arc::clone(lock(&self.seats).entry(version).or_default())
    }

    /// True if a version is run here, or its program is there.
    #[must_use]
    pub fn is_there(&self, version: &Version) -> bool {
        let remote = || lock(&self.seats).get(&version.number).is_some_and(|seat| seat.is_there());
        version.spec.is_some() || remote() || self.client_waits(version.number)
    }

    fn client_waits(&self, version: i64) -> bool {
        let seat = lock(&self.client_seats).get(&version).cloned();
        // It is held in a game.
        seat.is_some_and(|seat| seat.try_lock().map_or(true, |seat| seat.waits()))
    }

    /// Makes seats for the clients of all versions that play with a key.
    pub fn seat_clients(&self) {
        let Some(clients) = &self.clients else { return };
        let roster = self.roster();
        let mut seats = lock(&self.client_seats);
        for version in &roster.1 {
            let key = roster.0.iter().find(|player| player.number == version.player).and_then(|player| player.key);
            if let (Some(key), store::Stage::Current, None) = (key, version.stage, &version.spec) {
                seats.entry(version.number).or_insert_with(|| Arc::new(Mutex::new(clients.seat_of(key))));
            }
        }
    }

    /// Ends the requests of a player whose key is not good any more. Who has the next one goes on with the same game.
    pub fn unseat(&self, player: i64) {
        let roster = self.roster();
        let of = |number: &i64| roster.1.iter().any(|version| version.number == *number && version.player == player);
        lock(&self.client_seats).retain(|number, _| !of(number));
        for (_, seat) in lock(&self.seats).iter().filter(|(number, _)| of(number)) {
            seat.dismiss();
        }
    }

    /// Brings the players of a file of settings, or of the folder, into the league.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn bring(&self, origin: Origin, wanted: Vec<crate::settings::Wanted>, kept: Vec<String>) -> Stored<()> {
        let tests = self.settings.rules.tests;
        let bring = move |db: &rusqlite::Connection| sync::bring(db, origin, (&wanted, &kept), tests, now());
        let (_, refused) = self.change(bring).await?;
        for why in refused {
            log::warn!("{why}; give it another name");
        }
        Ok(())
    }

    /// The key of an invitation to register, which is kept in the database.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn invitation(&self, renew: bool) -> Stored<String> {
        let job = move |db: &rusqlite::Connection, _: &mut _| {
            let sql = "SELECT CAST(value AS TEXT) FROM meta WHERE name = 'league_invitation'";
            let known = db.query_row(sql, [], |row| row.get::<_, String>(0)).ok().filter(|_| !renew);
            if let Some(known) = known {
                return Ok(known);
            }
            let made = tokens::random(12);
            db.execute(
                "INSERT OR REPLACE INTO meta (name, value) VALUES ('league_invitation', ?1)",
                [made.as_bytes()],
            )?;
            Ok(made)
        };
        self.tables.services.store.write(job).await
    }

    /// True in a game whose programs speak a protocol of its own over HTTP.
    #[must_use]
    pub const fn has_clients(&self) -> bool {
        self.clients.is_some()
    }
}
