//! The process's side of tables: the server.

use super::api;
use super::config::Config;
use super::error::TablesError;
use super::hall::Hall;
use super::pages;
use super::price::prices;
use crate::web::{Door, Server, Service, reach};
use axum::Router;
use axum::routing::get;
use boardbots_catalog as games;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;

/// What a connection over the limit is told.
const FULL: &str = "There are too many connections, try again soon";

/// A running server of tables. It ends when this is dropped.
pub struct Tables {
    server: Server,
    threads: Vec<JoinHandle<()>>,
}

impl Tables {
    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.server.addr()
    }

    /// Ends it: answers under way go out, tables go on after the next start. Returns when
    /// everything has ended.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.server.stop();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a thread of the tables has panicked");
            }
        }
    }
}

impl Drop for Tables {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts a server of tables on threads of its own; returns once it listens.
///
/// # Errors
/// Why it cannot: see [`TablesError`].
pub fn start(config: Config) -> Result<Tables, TablesError> {
    let Config { listen, keeping, http, pulse } = config;
    let door = Door::open("tables", listen, 1)?;
    let kept = keeping.db.clone();
    let (hall, threads) = Hall::open(games::at_tables(), false, keeping)?;
    door.handle().block_on(hall.resume())?;
    let addr = door.addr();
    let health = Router::new().route("/health", get(api::health)).with_state(Arc::clone(&hall));
    let router = api::routes(Arc::clone(&hall)).merge(pages::alone()).merge(health);
    let (counted, ending) = (Arc::downgrade(&hall), hall.ending());
    let beat: Option<Box<dyn Fn(usize) + Send>> = pulse.is_heard().then(|| {
        let beat = move |guests: usize| {
            let tables = counted.upgrade().map_or(0, |hall| hall.tables());
            pulse.status(format_args!("{tables} tables run, {guests} connections"));
        };
        Box::new(beat) as _
    });
    let prices = prices(&hall);
    drop(hall);
    let server = door.serve(Service { router, limits: http, full: FULL, prices, beat, ending: Box::new(ending) })?;
    reach::tell(addr, "make tables and play");
    if kept.is_none() {
        log::info!("tables live in memory and are gone when this ends; --db FILE keeps them");
    }
    Ok(Tables { server, threads })
}
