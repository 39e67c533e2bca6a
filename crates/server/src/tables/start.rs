//! The server of tables alone.

use super::state::AppState;
use super::{Config, api, cost, pages};
use crate::error::StartError;
use crate::web::shelf;
use crate::web::{Listener, Server, ServerConfig, Service, costs};
use axum::Router;
use axum::routing::get;
use std::sync::Arc;

/// The answer to a connection over the limit.
const FULL: &str = "There are too many connections, try again soon";

/// Starts a server of tables on threads of its own; returns once it listens.
///
/// # Errors
/// Why it cannot: see [`StartError`].
pub fn start(server: ServerConfig, config: Config) -> Result<Server, StartError> {
    shelf::prepare();
    let listener = Listener::open("tables", server)?;
    let (app, threads) = AppState::open(boardbots_catalog::at_tables(), Vec::new(), config)?;
    listener.handle().block_on(app.resume())?;
    let health = Router::new().route("/health", get(api::health)).with_state(Arc::clone(&app));
    let router = api::routes(Arc::clone(&app)).merge(pages::alone()).merge(health);
    let (counted, ending) = (Arc::downgrade(&app), Box::new(app.ending()));
    let status = Box::new(move |connections| {
        let tables = counted.upgrade().map_or(0, |app| app.tables());
        format!("{tables} tables run, {connections} connections")
    });
    let costs = costs(&app, cost);
    drop(app);
    Ok(listener.serve(Service { router, full: FULL, costs, status, ending, threads })?)
}
