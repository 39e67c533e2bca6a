//! The start of an arena, and all addresses that it answers.

use super::config::Config;
use super::maps::Maps;
use super::state::AppState;
use super::store::Store;
use super::{api, lists, pages, seats};
use crate::StartError;
use crate::admin::{self, AdminKey};
use crate::web::{Cost, Listener, Server, ServerConfig, Service, costs, metrics, shelf};
use crate::{tables, tokens};
use axum::Router;
use axum::extract::Request;
use axum::http::Method;
use axum::response::Redirect;
use axum::routing::{get, post};
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::hero::NAME;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;

/// The answer to a connection over the limit.
const FULL: &str = "Vindinium - There are too many connections, try again soon";

/// Starts an arena, with tables beside it, on threads of its own; returns once it listens. If only one of the two has a
/// database, that of the other is beside it: `X.tables.db` beside `X.db`, or `X.arena.db`; so is the key of the
/// administration: `X.admin-key`.
///
/// # Errors
/// See [`StartError`].
pub fn start(server: ServerConfig, mut config: Config, mut tables: tables::Config) -> Result<Server, StartError> {
    config.check()?;
    let filling = config.filling()?;
    let maps = Maps::load(config.maps.as_deref()).map_err(|error| StartError::Option("maps", error))?;
    let key = config.admin_key_file.clone();
    let key = key.or_else(|| Some(config.db.as_ref().or(tables.db.as_ref())?.with_extension("admin-key")));
    let beside = |db: &Option<_>, extension| db.as_deref().map(|db: &Path| db.with_extension(extension));
    (config.db, tables.db) = (
        config.db.clone().or_else(|| beside(&tables.db, "arena.db")),
        tables.db.clone().or_else(|| beside(&config.db, "tables.db")),
    );
    shelf::prepare();
    let http = server.limits.clone();
    let listener = Listener::open("arena", server)?;
    let (store, keeper) = Store::open(config.db.as_deref(), config.keep)?;
    // Now that no other server has the database.
    let key = key.map(|file| AdminKey::open(&file)).transpose()?;
    let store_end = store.ending();
    let offer = json!({ "game": NAME, "seats": [HEROES, HEROES], "page": "/seat" });
    let db = tables.db.clone();
    let (tables, mut threads) = tables::AppState::open(boardbots_catalog::at_tables(), vec![offer], tables)?;
    threads.push(keeper);
    listener.handle().block_on(tables.resume()).map_err(|error| error.at_start(db))?;
    let tables_end = tables.ending();
    let seed = config.seed.unwrap_or_else(tokens::seed);
    let app = Arc::new(AppState::new(config, http, (filling, maps), seed, (store, key), Arc::clone(&tables)));
    let (costs, metrics) = (costs(&app, cost), metrics(&app, AppState::metrics));
    listener.handle().spawn(app.log.digests());
    listener.handle().spawn(Store::tend(Arc::downgrade(&app), |app| &app.store, |_| ()));
    let admin = app.admin.as_ref().map(AdminKey::proof);
    let router = router(&app).merge(tables::routes(tables)).merge(admin::routes(Arc::clone(&app)));
    let counted = Arc::downgrade(&app);
    let status = Box::new(move |connections| {
        let games = counted.upgrade().map_or(0, |app| app.games());
        format!("{games} games run or wait for players, {connections} connections")
    });
    let ending = Box::new(move || {
        tables_end();
        store_end();
    });
    let closed = Arc::downgrade(&app);
    let server = listener.serve(Service { router, full: FULL, costs, status, metrics, admin, ending, threads })?;
    Ok(server.closing_by(move || closed.upgrade().map_or(0, |app| app.close())))
}

/// All addresses that the arena answers.
fn router(app: &Arc<AppState>) -> Router {
    // What is not the front page has a way of its own, which is good in both cases.
    let front = if app.config.lobby_first {
        tables::front().route("/arena", pages::html("index.html"))
    } else {
        tables::beside().route("/", pages::html("index.html")).route("/arena", get(async || Redirect::to("/")))
    };
    front
        .route("/assets/{file}", get(pages::file))
        .route("/{game}", get(pages::game))
        .route("/health", get(lists::health))
        .route("/games.json", get(lists::games))
        .route("/leaderboard.json", get(lists::leaderboard))
        .route("/events/{game}", get(lists::events))
        .route("/now-playing", get(lists::now_playing))
        .route("/register", get(pages::form).post(pages::register))
        .route("/api/training", post(api::training))
        .route("/api/arena", post(api::arena))
        .route("/api/{game}/{token}/play", post(api::play))
        .route("/seat", pages::html("seat.html"))
        .route("/api/seats", get(seats::offers).post(seats::sit))
        .route("/api/seats/{token}", get(seats::state))
        .route("/api/seats/{token}/events", get(seats::events))
        .route("/api/seats/{token}/move", post(seats::play))
        .route("/api/seats/{token}/leave", post(seats::leave))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(pages::not_found)
        .with_state(Arc::clone(app))
}

/// The cost of a request for the arena, or for the tables beside it.
pub fn cost(app: &AppState, request: &Request) -> Option<Cost> {
    let post = request.method() == Method::POST;
    let parts: Vec<&str> = request.uri().path().split('/').take(6).collect();
    let rate = match parts[..] {
        ["", "api", "training" | "arena"] if post => return Some(Cost::Join),
        ["", "api", "admin", ..] => return Some(admin::cost(app, request)),
        ["", "api", "tables", ..] => return tables::cost(&app.tables, request),
        ["", "api", "seats", token, ..] => app.seats.rate(token),
        ["", "api", game, token, "play"] if post => app.registry.rate(game, token),
        _ => return None,
    };
    Some(rate.map_or(Cost::Wrong, Cost::Proven))
}
