//! Joining and playing.

use super::config::three_bots;
use super::maps::MapRequestError;
use super::matchmaking::{self, Training};
use super::players::{Participant, Play, Waiting};
use super::protocol::{Answer, CLOSING, Params};
use super::state::{AppState, PathPart, Shared};
use crate::shares::Owner;
use crate::web::ClientAddr;
use crate::web::connections::ConnectionHandle;
use crate::web::rate_limits::SeatRate;
use crate::web::request::host;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use boardbots_base::printable::printable;
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::rules::NORMAL_TURNS;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Most characters of a parameter in a message.
const SHOWN: usize = 40;
/// Most turns of one hero that a training game can be asked for.
const MAX_TRAINING: i32 = 600;

/// The header that says what is wrong with a parameter, where the original said nothing.
const NOTE: HeaderName = HeaderName::from_static("boardbots-note");

/// The note about a request, which becomes a header of its answer.
#[derive(Default)]
struct Note(Option<String>);

impl Note {
    /// Notes what is wrong with a parameter.
    ///
    /// # Errors
    /// It is refused if the arena is strict.
    fn take(&mut self, app: &AppState, problem: String) -> Result<(), Answer> {
        if app.config.strict {
            return Err(Answer::Malformed(problem));
        }
        self.0 = Some(problem);
        Ok(())
    }

    /// The answer with the note.
    fn on(self, answered: Result<Answer, Answer>) -> Response {
        let mut response = answered.unwrap_or_else(|refusal| refusal).into_response();
        let note = self.0.and_then(|note| HeaderValue::from_str(&note.escape_default().to_string()).ok());
        response.headers_mut().extend(note.map(|note| (NOTE, note)));
        response
    }
}

/// The key of a request.
fn key<'a>(app: &AppState, params: &'a Params, note: &mut Note) -> Result<&'a str, Answer> {
    if let Some(key) = params.filled("key") {
        return Ok(key);
    }
    note.take(app, "key is missing; send key=KEY as a form or as JSON".into())?;
    Err(Answer::ForgotKey)
}

/// `POST /api/training`: a game against house bots, at once.
pub async fn training(State(app): Shared, request: Request) -> Response {
    let mut note = Note::default();
    let answered = train(&app, request, &mut note).await;
    note.on(answered)
}

async fn train(app: &Arc<AppState>, request: Request, note: &mut Note) -> Result<Answer, Answer> {
    let from = (ClientAddr::of(&request), standing(&request), host(&request));
    let params = Params::read(request, &app.http).await?;
    let key = key(app, &params, note)?;
    let max_turns = match given(&params, "turns") {
        None => NORMAL_TURNS,
        Some(text) => {
            let turns = text.parse::<i32>().ok();
            if !turns.is_some_and(|turns| (1..=MAX_TRAINING).contains(&turns)) {
                note.take(
                    app,
                    format!("turns is a number from 1 to {MAX_TRAINING}, not \"{}\"", printable(text, SHOWN)),
                )?;
            }
            turns.ok_or(Answer::ForgotKey)?.min(MAX_TRAINING).saturating_mul(4)
        }
    };
    let opponents = match given(&params, "opponents") {
        None => [Kind::Random; 3],
        Some(names) => three_bots(names).map_err(|error| Answer::Refused(error.to_string()))?,
    };
    let map = match given(&params, "map") {
        None => None,
        Some(text) => Some(app.maps.pick(text).map_err(|refusal| match refusal {
            MapRequestError::Heroes => Answer::Refused(text.to_string()),
            MapRequestError::Reason(reason) => Answer::Refused(reason),
        })?),
    };
    let training = Training { map, max_turns, opponents: opponents.map(Hero::from) };
    // Only now is there anything to make: a request that makes no sense makes no user.
    Box::pin(hero(app, key, from, |player| matchmaking::open_training(app, player, training))).await
}

/// `POST /api/arena`: a seat in the next game; the answer comes when it is the hero's turn.
pub async fn arena(State(app): Shared, request: Request) -> Response {
    let mut note = Note::default();
    let answered = join(&app, request, &mut note).await;
    note.on(answered)
}

async fn join(app: &Arc<AppState>, request: Request, note: &mut Note) -> Result<Answer, Answer> {
    let from = (ClientAddr::of(&request), standing(&request), host(&request));
    let params = Params::read(request, &app.http).await?;
    let key = key(app, &params, note)?;
    hero(app, key, from, |player| matchmaking::join(app, player)).await
}

/// `POST /api/<game>/<token>/play`: a move; the answer comes when it is the hero's turn again.
pub async fn play(State(app): Shared, path: PathPart<(String, String)>, request: Request) -> Response {
    let Ok(Path((id, token))) = path else { return super::pages::not_found().await };
    let mut note = Note::default();
    let answered = play_in(&app, &id, token, request, &mut note).await;
    note.on(answered)
}

async fn play_in(app: &AppState, id: &str, token: String, request: Request, note: &mut Note) -> Result<Answer, Answer> {
    let (standing, host) = (standing(&request), host(&request));
    let params = Params::read(request, &app.http).await?;
    let Some(text) = params.filled("dir") else {
        note.take(app, format!("dir is missing; it is one of {}", Dir::ALL.map(Dir::name).join(", ")))?;
        return Err(Answer::NoDir);
    };
    let dir = Dir::lenient(text);
    if !Dir::ALL.iter().any(|known| known.name().eq_ignore_ascii_case(text.trim())) {
        let known = Dir::ALL.map(Dir::name).join(", ");
        note.take(app, format!("dir \"{}\" is none of {known}: the hero stays", printable(text, SHOWN)))?;
    }
    let (reply, answer) = oneshot::channel();
    let play = Play { token, dir, received: Instant::now(), waiting: Waiting::Turn { host, reply, standing } };
    app.registry.play(id, play)?;
    // A game that is dropped from memory meanwhile answers no more.
    answer.await.map_err(|_| Answer::UnknownGame(id.to_string()))
}

/// A user's hero in the game that `join` finds for it. The connection on which it waits is its own.
async fn hero(
    app: &AppState,
    key: &str,
    (guest, standing, host): (IpAddr, Option<ConnectionHandle>, String),
    join: impl FnOnce(Participant) -> Result<(), Answer>,
) -> Result<Answer, Answer> {
    let _permit = app.join_permit(guest)?;
    let owner = Owner::at(guest).with_key(SeatRate::key_of(key));
    let place = app.hero(owner)?;
    if let Some((standing, key)) = standing.as_ref().zip(owner.key()) {
        standing.prove(key);
    }
    let user = app.user(key, guest).await?;
    let (reply, answer) = oneshot::channel();
    join(Participant::User(user, Some(Waiting::Turn { host, reply, standing }), (owner, place)))?;
    // Without an answer the arena is ending.
    answer.await.map_err(|_| Answer::Full(CLOSING))
}

/// The connection of a request.
fn standing(request: &Request) -> Option<ConnectionHandle> {
    request.extensions().get::<ConnectionHandle>().cloned()
}

/// A parameter that is there and not empty.
fn given<'a>(params: &'a Params, name: &str) -> Option<&'a str> {
    params.get(name).filter(|value| !value.is_empty())
}
