//! The league over HTTP: pages, lists, the administration, and programs that play from elsewhere.
//!
//! | file | holds |
//! |---|---|
//! | here | the start and the end, and all addresses |
//! | `play` | programs that join, and registration |
//! | `accounts` | players as the administration changes them, seasons |
//! | `lists` | the table, players and games as JSON |
//! | `exports` | the same as CSV, and a feed of results |
//! | `refusal` | refusals, and what is found beside the connections |

mod accounts;
mod exports;
mod lists;
mod play;
mod refusal;

use crate::hall::Hall;
use crate::league::League;
use crate::settings::Settings;
use crate::store::Origin;
use axum::Router;
use axum::extract::Request;
use axum::http::Method;
use axum::response::Redirect;
use axum::routing::{get, post};
use boardbots_base::store::{Stored, now};
use boardbots_game::game::Programs;
use boardbots_server::admin::{self, AdminKey};
use boardbots_server::arena::ClientSeats;
use boardbots_server::tables;
use boardbots_server::web::rate_limits::Buckets;
use boardbots_server::web::request::bearer;
use boardbots_server::web::server::ServeError;
use boardbots_server::web::shelf::{self};
use boardbots_server::web::{Cost, Listener, Server, ServerConfig, Service, costs, metrics};
use boardbots_server::{StartError, tokens};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime};

/// The page of the league, of its players, and for registration.
const FRONT: &str = "league.html";
/// Pause between two looks at the folder of players.
const LOOK: Duration = Duration::from_secs(3);
/// Time between two entries of the ratings of a day.
const NOTED: Duration = Duration::from_mins(10);
/// The time within which an address gets all new names back that it may make.
const NAMES_WITHIN: Duration = Duration::from_hours(1);

/// Everything that a league is told before it starts, beside what every server and the tables are told.
pub struct Config {
    /// The settings.
    pub settings: Settings,
    /// The file with the key of the administration; the one beside the database if absent.
    pub admin_key_file: Option<PathBuf>,
}

/// Starts a league with its tables, on threads of its own; returns once it listens.
///
/// # Errors
/// See [`StartError`].
pub fn start(server: ServerConfig, config: Config, tables: tables::Config) -> Result<Server, StartError> {
    let Config { settings, admin_key_file } = config;
    shelf::prepare();
    let (limits, names) =
        (server.limits.clone(), Buckets::new(tables.limits.names, NAMES_WITHIN, tables.limits.addresses));
    let listener = Listener::open("league", server)?;
    let db = tables.db.clone();
    let key = admin_key_file.or_else(|| Some(db.as_ref()?.with_extension("admin-key")));
    let (tables, mut threads) = tables::AppState::open(boardbots_catalog::at_tables(), Vec::new(), tables)?;
    let runtime = listener.handle();
    runtime.block_on(tables.resume()).map_err(|error| error.at_start(db.clone()))?;
    let admin = key.map(|file| AdminKey::open(&file)).transpose()?;
    let (rules, seed, game) = (settings.rules, tokens::seed(), settings.game.name());
    let load = move |db: &rusqlite::Connection, _: &mut _| {
        other_game(db, game).and_then(|other| match other {
            Some(other) => Ok(Err(other)),
            None => League::load(db, rules, now(), seed).map(Ok),
        })
    };
    let loaded = runtime.block_on(tables.services.store.write(load)).map_err(|error| error.at_start(db))?;
    let loaded = loaded.map_err(|other| {
        let why = format!("this database is of a league of {other}; name another file, or set game = {other}");
        StartError::Option("db", why.into())
    })?;
    let (clients, client_routes) = if settings.game.programs() == Programs::Clients {
        let (seats, routes) = ClientSeats::beside(format!("http://{}", listener.addr()), limits, true);
        (Some(Arc::new(seats)), routes)
    } else {
        (None, Router::new())
    };
    let parts = (names, clients, runtime.clone());
    let hall = Arc::new(Hall::new(settings, Arc::clone(&tables), admin, loaded, parts));
    let (wanted, mut seen) = (hall.settings.players.clone(), None);
    let bring = async {
        hall.bring(Origin::Settings, wanted, Vec::new()).await?;
        look(&hall, &mut seen).await
    };
    runtime.block_on(bring)?;
    hall.seat_clients();
    for number in 0..hall.settings.at_once {
        let hall = Arc::clone(&hall);
        let work = std::thread::Builder::new().name(format!("league {number}"));
        let started = work.spawn(move || hall.work());
        threads.push(started.map_err(|error| ServeError::System("thread", error.to_string()))?);
    }
    runtime.spawn(watch(Arc::downgrade(&hall), seen));
    runtime.spawn(note(Arc::downgrade(&hall)));
    let router = router(&hall).merge(tables::routes(Arc::clone(&tables))).merge(admin::routes(Arc::clone(&hall)));
    let router = router.merge(client_routes);
    let counted = Arc::downgrade(&hall);
    let status = Box::new(move |connections| {
        let games = counted.upgrade().map_or(0, |hall| lists::live(&hall));
        format!("{games} games of the league run, {connections} connections")
    });
    let tables_end = tables.ending();
    let stopped = Arc::clone(&hall);
    let ending = Box::new(move || {
        stopped.stop();
        tables_end();
    });
    let admin = hall.admin.as_ref().map(AdminKey::proof);
    let (costs, metrics) = (costs(&hall, cost), metrics(&hall, lists::metrics));
    Ok(listener.serve(Service { router, full: tables::FULL, costs, status, metrics, admin, ending, threads })?)
}

/// The game of the league in a database, if it is another one; notes this one where there is none.
fn other_game(db: &rusqlite::Connection, game: &str) -> Stored<Option<String>> {
    db.execute("INSERT OR IGNORE INTO meta (name, value) VALUES ('league_game', ?1)", [game.as_bytes()])?;
    let sql = "SELECT CAST(value AS TEXT) FROM meta WHERE name = 'league_game'";
    let found: String = db.query_row(sql, [], |row| row.get(0))?;
    Ok(Some(found).filter(|found| found != game))
}

fn router(hall: &Arc<Hall>) -> Router {
    let pages = tables::beside()
        .route("/", tables::html(FRONT))
        .route("/league", get(async || Redirect::to("/")))
        .route("/league/players/{name}", tables::html(FRONT))
        .route("/league/register", tables::html(FRONT))
        .route("/league/standings.csv", get(exports::standings))
        .route("/league/games.csv", get(exports::games))
        .route("/league/feed.xml", get(exports::feed))
        .route("/api/league", get(lists::league))
        .route("/api/league/players/{name}", get(lists::player))
        .route("/api/league/games", get(lists::games))
        .route("/api/league/games/{number}", get(lists::game))
        .route("/api/league/seasons", get(lists::seasons).post(accounts::season))
        .route("/api/league/invitation", get(accounts::invitation).post(accounts::invitation))
        .route("/api/league/register", post(play::register))
        .route("/api/league/play", post(play::play))
        .route("/health", get(lists::health));
    tables::files(pages).with_state(Arc::clone(hall))
}

/// The cost of a request for the league, or for the tables beside it.
fn cost(hall: &Hall, request: &Request) -> Option<Cost> {
    let parts: Vec<&str> = request.uri().path().split('/').take(6).collect();
    match parts[..] {
        ["", "api", "admin", ..] | ["", "api", "league", "invitation"] => Some(admin::cost(hall, request)),
        ["", "api", "league", "seasons"] if request.method() == Method::POST => Some(admin::cost(hall, request)),
        ["", "api", "tables", ..] => tables::cost(&hall.tables, request),
        ["", "api", "league", "play"] => Some(match bearer(request.headers()).map(|key| hall.player_of(key)) {
            Some(Some(player)) => Cost::Proven(hall.rate(player.number)),
            _ => Cost::Wrong,
        }),
        ["", "api", "training" | "arena"] => Some(Cost::Join),
        ["", "api", game, token, "play"] => {
            Some(hall.clients.as_ref().and_then(|clients| clients.rate(game, token)).map_or(Cost::Wrong, Cost::Proven))
        }
        _ => None,
    }
}

/// Looks at the folder of players for as long as the league lives.
async fn watch(hall: std::sync::Weak<Hall>, mut seen: Option<Seen>) {
    while let Some(hall) = hall.upgrade() {
        let again = if hall.torn.load(Relaxed) { hall.change(|_| Ok(())).await } else { Ok(()) };
        if let Err(why) = again.and(look(&hall, &mut seen).await) {
            log::warn!("players of files are not taken over: {why}");
        }
        drop(hall);
        tokio::time::sleep(LOOK).await;
    }
}

/// The files of a folder with their times and sizes, by which changes show; `None` if it cannot be read.
type Seen = Option<Vec<(PathBuf, Option<SystemTime>, u64)>>;

/// Takes over the players of the folder, if it has changed.
async fn look(hall: &Hall, seen: &mut Option<Seen>) -> Stored<()> {
    let Some(folder) = &hall.settings.folder else { return Ok(()) };
    let state = |entry: std::fs::DirEntry| {
        let found = entry.metadata().ok();
        (entry.path(), found.as_ref().and_then(|it| it.modified().ok()), found.map_or(0, |it| it.len()))
    };
    let now = std::fs::read_dir(folder).ok().map(|files| {
        let mut files: Vec<_> = files.flatten().map(state).collect();
        files.sort();
        files
    });
    if seen.as_ref() == Some(&now) {
        return Ok(());
    }
    let (mut wanted, mut kept) = (Vec::new(), Vec::new());
    match hall.settings.in_folder(folder) {
        // A folder that is gone for a moment takes nobody away.
        Err(why) => log::warn!("{why}"),
        Ok(found) => {
            for (name, one) in found {
                match one {
                    Ok(one) => wanted.push(one),
                    Err(why) => {
                        log::warn!("{why}; the player stays as it was");
                        kept.push(name);
                    }
                }
            }
            hall.bring(Origin::Folder, wanted, kept).await?;
        }
    }
    *seen = Some(now);
    Ok(())
}

/// Keeps the ratings of each day.
async fn note(hall: std::sync::Weak<Hall>) {
    loop {
        tokio::time::sleep(NOTED).await;
        let Some(hall) = hall.upgrade() else { return };
        if let Err(why) = lists::note(&hall).await {
            log::warn!("the ratings of the day are not stored: {why}");
        }
    }
}
