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
use axum::response::{IntoResponse, Response};
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::rules::NORMAL_TURNS;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Most turns of one hero that a training game can be asked for.
const MAX_TRAINING: i32 = 600;

/// `POST /api/training`: a game against house bots, at once.
pub async fn training(State(app): Shared, request: Request) -> Result<Answer, Answer> {
    let from = (ClientAddr::of(&request), standing(&request), host(&request));
    let params = Params::read(request, &app.http).await?;
    let key = params.filled("key").ok_or(Answer::ForgotKey)?;
    let max_turns = match given(&params, "turns") {
        None => NORMAL_TURNS,
        Some(turns) => turns.parse::<i32>().map_err(|_| Answer::ForgotKey)?.min(MAX_TRAINING).saturating_mul(4),
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
    Box::pin(hero(&app, key, from, |player| matchmaking::open_training(&app, player, training))).await
}

/// `POST /api/arena`: a seat in the next game; the answer comes when it is the hero's turn.
pub async fn arena(State(app): Shared, request: Request) -> Result<Answer, Answer> {
    let from = (ClientAddr::of(&request), standing(&request), host(&request));
    let params = Params::read(request, &app.http).await?;
    let key = params.filled("key").ok_or(Answer::ForgotKey)?;
    hero(&app, key, from, |player| matchmaking::join(&app, player)).await
}

/// `POST /api/<game>/<token>/play`: a move; the answer comes when it is the hero's turn again.
pub async fn play(State(app): Shared, path: PathPart<(String, String)>, request: Request) -> Response {
    let Ok(Path((id, token))) = path else { return super::pages::not_found().await };
    play_in(&app, &id, token, request).await.unwrap_or_else(|refusal| refusal).into_response()
}

async fn play_in(app: &Arc<AppState>, id: &str, token: String, request: Request) -> Result<Answer, Answer> {
    let (standing, host) = (standing(&request), host(&request));
    let params = Params::read(request, &app.http).await?;
    let dir = Dir::lenient(params.filled("dir").ok_or(Answer::NoDir)?);
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
