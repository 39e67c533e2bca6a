//! Games and ratings as JSON and as event streams, for the pages and for other programs.
//!
//! Every subscriber of a game has a state of its own, which goes through the list of moves as fast as the subscriber
//! reads.

use super::protocol::Answer;
use super::record::{Next as Recorded, Record, occupant};
use super::seat::Seat;
use super::state::{AppState, PathPart, Shared};
use super::store::{Leader, StoreError, Stored, Summary, now};
use crate::cache::listed;
use crate::web::answer::{self, json};
use crate::web::events::{Next, event, follow, newest};
use crate::web::request::parameter;
use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

/// Most finished games that are listed.
const RECENT: u32 = 50;
/// Most users that are listed.
const LEADERS: u32 = 500;
/// Seconds of a day.
const DAY: i64 = 86_400;

/// `GET /games.json`: running and recent games, and what is wrong if none can be stored.
pub async fn games(State(app): Shared) -> Response {
    let games = app.registry.list.get((), async || {
        let recent = listed(&app.store.recent(RECENT).await?, finished).await;
        let running = listed(app.registry.running(), |record| running(&record)).await;
        let trouble = json!(app.store.outage().as_deref());
        Ok(format!("{{\"running\":{running},\"recent\":{recent},\"trouble\":{trouble}}}").into())
    });
    cached(games.await)
}

fn cached(list: Stored<Bytes>) -> Response {
    list.map_or_else(failed, |list| answer::written(StatusCode::OK, list))
}

fn running(record: &Record) -> Value {
    let state = record.state();
    let seats: Vec<Value> = record
        .seats
        .iter()
        .zip(&state.heroes)
        .map(|(seat, hero)| {
            json!({
                "name": seat.name, "kind": occupant(&seat.name, seat.rating), "gold": hero.gold, "mines": hero.mines,
                "life": hero.life, "crashed": hero.crashed,
            })
        })
        .collect();
    json!({
        "id": record.id,
        "kind": record.kind.name(),
        "turn": state.turn,
        "maxTurns": state.max_turns,
        "size": record.board.size(),
        "mines": record.board.mines.len(),
        "seats": seats,
    })
}

fn finished(game: &Summary) -> Value {
    let seats: Vec<Value> = game
        .seats
        .iter()
        .map(|seat| {
            let mut value = json!({
                "name": seat.name, "kind": occupant(&seat.name, seat.rating), "gold": seat.gold, "place": seat.place,
                "crashed": seat.crashed,
            });
            if let Some(change) = seat.change {
                value["ratingChange"] = change.into();
            }
            value
        })
        .collect();
    let mut value = json!({
        "id": game.id,
        "kind": game.kind.name(),
        "finished": game.ended,
        "turns": game.turns,
        "size": game.size,
        "mines": game.mines,
        "seats": seats,
    });
    if !game.replay {
        value["replay"] = false.into();
    }
    value
}

/// `GET /leaderboard.json?days=N`: users seen in the last N days, best first.
pub async fn leaderboard(State(app): Shared, request: Request) -> Response {
    let days = match parameter(&request, "days").as_deref() {
        None | Some("") => 0,
        Some(text) => match text.parse::<u32>() {
            Ok(days) => days,
            Err(_) => return json(StatusCode::BAD_REQUEST, &json!({ "error": "days must be a whole number" })),
        },
    };
    let leaders = app.leaders.get(days, async || {
        let since = if days == 0 { i64::MIN } else { now() - i64::from(days) * DAY };
        let leaders = app.store.leaderboard(since, LEADERS).await?;
        Ok(listed(&leaders, leader).await.into())
    });
    cached(leaders.await)
}

fn leader(leader: &Leader) -> Value {
    let rate = if leader.games == 0 { 0.0 } else { f64::from(leader.wins) / f64::from(leader.games) };
    let mut line = json!({
        "id": leader.user.id,
        "name": leader.user.name,
        "rating": leader.user.rating,
        "games": leader.games,
        "wins": leader.wins,
        "winRate": rate,
        "lastSeen": leader.last_seen,
    });
    if leader.user.name == leader.user.id {
        line["house"] = true.into();
    }
    line
}

/// An error in finding a game to show.
pub enum MissingGameError {
    /// The arena does not know it.
    Unknown,
    /// Only its result is left: what is said.
    Reduced(String),
    /// The database keeps it, but it cannot be played again: why.
    Aside(String),
    /// The database failed.
    Broken(StoreError),
}

/// A game that runs, has just ended, or is in the database.
pub async fn find(app: &AppState, id: &str) -> Result<Arc<Record>, MissingGameError> {
    if let Some(record) = app.registry.record(id) {
        return Ok(record);
    }
    let found = match app.store.game(id.to_string()).await {
        Ok(game) => Record::of(game).map(Arc::new).map_err(|error| MissingGameError::Aside(error.into())),
        Err(StoreError::NoGame(_)) => Err(MissingGameError::Unknown),
        Err(error @ StoreError::NoReplay(_)) => Err(MissingGameError::Reduced(error.to_string())),
        Err(StoreError::Row(why)) => Err(MissingGameError::Aside(why)),
        Err(error) => Err(MissingGameError::Broken(error)),
    };
    if let Err(MissingGameError::Aside(why)) = &found {
        log::warn!("game {id} is set aside: {why}");
    }
    found
}

/// `GET /<game>.json`: the game before its first move, who plays, and when it was played.
pub async fn game(app: &AppState, id: &str) -> Response {
    match find(app, id).await {
        Ok(record) => {
            let ended = record.ended();
            let head = json!({
                "kind": record.kind.name(),
                "finished": ended.is_some(),
                "started": record.started,
                "ended": ended,
                "seats": record.seats.each_ref().map(|seat| json!({ "kind": occupant(&seat.name, seat.rating) })),
            });
            // The game object keeps the bytes of the protocol.
            let game = record.at(&record.start).json();
            answer::written(StatusCode::OK, answer::extended(head.to_string(), &[("game", game)]))
        }
        Err(missing) => no_game(missing),
    }
}

/// `GET /events/<game>`: all its moves, then those to come.
pub async fn events(State(app): Shared, path: PathPart) -> Response {
    let Ok(Path(id)) = path else { return unknown() };
    find(&app, &id).await.map_or_else(no_game, moves)
}

fn no_game(missing: MissingGameError) -> Response {
    match missing {
        MissingGameError::Unknown => unknown(),
        MissingGameError::Reduced(why) => json(StatusCode::GONE, &json!({ "error": why })),
        MissingGameError::Aside(why) => {
            let text = format!("this game is set aside, because it cannot be played again: {why}");
            json(StatusCode::SERVICE_UNAVAILABLE, &json!({ "error": text, "aside": true }))
        }
        MissingGameError::Broken(error) => failed(error),
    }
}

fn unknown() -> Response {
    json(StatusCode::NOT_FOUND, &json!({ "error": "there is no such game" }))
}

fn failed(error: StoreError) -> Response {
    Answer::from(error).into_json()
}

/// `GET /health`: whether games and tables can be stored.
pub async fn health(State(app): Shared) -> Response {
    let trouble = app.store.outage().or_else(|| app.tables.outage());
    answer::health(trouble.as_deref(), &json!({ "games": app.games(), "tables": app.tables.tables() }))
}

/// All moves of a game, from the first to the last: one event for the state after each.
fn moves(record: Arc<Record>) -> Response {
    let (mut state, mut seen) = (record.start, 0);
    follow(record.watch(), Duration::ZERO, None, move || {
        ready(loop {
            match record.next(seen) {
                Recorded::Move(order) => {
                    let turn = state.turn;
                    state.play(&record.board, order);
                    seen += 1;
                    // A crash that ends the game is no turn, and no event on the original.
                    if state.turn != turn {
                        break Next::More(event(&record.at(&state).json()));
                    }
                }
                Recorded::Later => break Next::Wait,
                Recorded::Never => break Next::End,
            }
        })
    })
}

/// `GET /now-playing`: the ids of the running arena games, now and after every change.
pub async fn now_playing(State(app): Shared) -> Response {
    let news = app.registry.playing.watch();
    let ids = move || {
        let app = Arc::clone(&app);
        async move {
            let ids = async || Ok(event(&serde_json::Value::from(app.registry.now_playing()).to_string()));
            app.registry.playing.get((), ids).await.unwrap_or_else(|never: Infallible| match never {})
        }
    };
    newest(news, Duration::ZERO, None, ids)
}

/// Notes that the person was there when the stream of a seat ends.
struct Visit(Arc<Seat>);

impl Drop for Visit {
    fn drop(&mut self) {
        self.0.visit();
    }
}

/// The state that the person of a seat may know, now and after every change, until nothing changes any more.
pub fn seat(seat: Arc<Seat>) -> Response {
    let news = seat.watch();
    let visit = Visit(seat);
    follow(news, Duration::ZERO, None, move || {
        let (state, over) = visit.0.state();
        ready(if over { Next::Last(event(&state)) } else { Next::Event(event(&state)) })
    })
}
