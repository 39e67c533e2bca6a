//! The server of tables alone.

use super::api::{self, token};
use super::state::AppState;
use super::{Config, pages};
use crate::error::StartError;
use crate::web::{Cost, Listener, Server, ServerConfig, Service, costs, shelf};
use axum::Router;
use axum::extract::Request;
use axum::routing::get;
use std::sync::Arc;

/// The answer to a connection over the limit.
const FULL: &str = "There are too many connections, try again soon";

/// Starts a server of tables on threads of its own; returns once it listens.
///
/// # Errors
/// See [`StartError`].
pub fn start(server: ServerConfig, config: Config) -> Result<Server, StartError> {
    shelf::prepare();
    let listener = Listener::open("tables", server)?;
    let db = config.db.clone();
    let (app, threads) = AppState::open(boardbots_catalog::at_tables(), Vec::new(), config)?;
    listener.handle().block_on(app.resume()).map_err(|error| error.at_start(db))?;
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

/// The cost of a request with the token of a seat.
#[must_use]
pub fn cost(app: &AppState, request: &Request) -> Option<Cost> {
    let rest = request.uri().path().strip_prefix("/api/tables/")?;
    let id = rest.split('/').next()?;
    let rate = app.rate(id, &token(request)?)?;
    Some(rate.map_or(Cost::Wrong, Cost::Proven))
}
