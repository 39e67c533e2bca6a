//! What an arena is started from, and all addresses that it answers.

use super::config::Config;
use super::error::ArenaError;
use super::hall::Hall;
use super::maps::Maps;
use super::store::{Database, Store};
use super::{api, journal, lists, pages, price, register, seats};
use crate::tables::{self, Keeping};
use crate::web::server::Beat;
use crate::web::{self, Door, ServeError, Server, Service, secret};
use axum::Router;
use axum::routing::{get, post};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

/// Threads for house bots that think.
const THINKERS: usize = 2;
/// What connections over the limit are told.
const FULL: &str = "Vindinium - There are too many connections, try again soon";

/// A running arena. It ends when this is dropped.
pub struct Arena {
    server: Server,
    /// The database's, and those of the tables.
    threads: Vec<JoinHandle<()>>,
}

impl Arena {
    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.server.addr()
    }

    /// Ends it: answers under way go out, finished games are kept, running games are lost.
    /// Returns when everything has ended.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.server.stop();
        // The serving thread took the last hold of the databases with it.
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a thread of the arena has panicked");
            }
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts an arena on threads of its own; returns once it listens.
///
/// # Errors
/// Why it cannot: see [`ArenaError`].
pub fn start(config: Config) -> Result<Arena, ArenaError> {
    config.check()?;
    let filling = config.fill.as_ref().map(|fill| fill.heroes().map(|heroes| (fill.after, heroes)));
    let filling = filling.transpose().map_err(ArenaError::Fill)?;
    let maps = Maps::load(config.maps.as_deref())?;
    let door = Door::open("arena", config.listen, THINKERS)?;
    let mut random = [0; 8];
    secret::fill(&mut random);
    let seed = config.seed.unwrap_or(u64::from_ne_bytes(random));
    let database = Database::open(config.db.as_deref())?;
    let (store, keeper) = Store::start(database).map_err(|error| ServeError::System("thread", error.to_string()))?;
    let store_end = store.ending();
    let http = web::Limits { address_connections: config.share.connections(), ..config.limits.http.clone() };
    let (limits, pulse) = (http, config.pulse.clone());
    let keeping = Keeping { db: config.db.as_deref().map(beside), ..Keeping::default() }.shared_by(config.share);
    let (tables, mut threads) = tables::Hall::open(boardbots_catalog::at_tables(), true, keeping)?;
    threads.push(keeper);
    door.handle().block_on(tables.resume())?;
    let tables_end = tables.ending();
    let hall = Arc::new(Hall::new(config, (filling, maps), seed, store, Arc::clone(&tables)));
    let prices = price::prices(&hall);
    door.handle().spawn(journal::keep(Arc::downgrade(&hall)));
    let router = router(&hall).merge(tables::routes(tables));
    let ending = Arc::clone(&hall.ending);
    let beat = pulse.is_heard().then(|| -> Beat {
        Box::new(move |guests| {
            pulse.status(format_args!("{} games run or wait for players, {guests} connections", hall.games()));
        })
    });
    let ending = Box::new(move || {
        ending.store(true, Ordering::Relaxed);
        tables_end();
        store_end();
    });
    let server = door.serve(Service { router, limits, full: FULL, prices, beat, ending })?;
    Ok(Arena { server, threads })
}

/// The tables' database beside the arena's: `X.tables.db` beside `X.db`.
fn beside(db: &Path) -> PathBuf {
    db.with_extension("tables.db")
}

/// All addresses that the arena answers.
fn router(hall: &Arc<Hall>) -> Router {
    Router::new()
        .route("/", get(pages::index))
        .route("/assets/{file}", get(pages::file))
        .route("/{game}", get(pages::game))
        .route("/health", get(lists::health))
        .route("/games.json", get(lists::games))
        .route("/leaderboard.json", get(lists::leaderboard))
        .route("/events/{game}", get(lists::events))
        .route("/now-playing", get(lists::now_playing))
        .route("/register", get(register::form).post(register::register))
        .route("/api/training", post(api::training))
        .route("/api/arena", post(api::arena))
        .route("/api/{game}/{token}/play", post(api::play))
        .route("/seat", get(pages::seat))
        .route("/api/seats", get(seats::offers).post(seats::sit))
        .route("/api/seats/{token}", get(seats::state))
        .route("/api/seats/{token}/events", get(seats::events))
        .route("/api/seats/{token}/move", post(seats::play))
        .route("/api/seats/{token}/leave", post(seats::leave))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::not_found)
        .with_state(Arc::clone(hall))
}
