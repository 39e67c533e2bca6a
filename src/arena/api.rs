//! Joining and playing.

use super::answer::Answer;
use super::config::three_bots;
use super::hall::Hall;
use super::lobby;
use super::maps::Refusal;
use super::play::{Play, Waiting};
use super::request::Params;
use crate::games::vindinium::board::Dir;
use crate::games::vindinium::kind::Kind;
use crate::games::vindinium::rules::NORMAL_TURNS;
use crate::web::request::host;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Most turns of one hero that a training game can be asked for.
const MAX_TRAINING: i32 = 600;

/// Whether a request is one of the game protocol, where bots play as fast as they can.
pub fn is_free(method: &Method, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').take(6).collect();
    *method == Method::POST
        && match parts[..] {
            ["", "api", "training" | "arena"] => true,
            ["", "api", game, _, "play"] => !matches!(game, "seats" | "tables"),
            _ => false,
        }
}

/// `POST /api/training`: a game against house bots, at once.
pub async fn training(State(hall): State<Arc<Hall>>, request: Request) -> Answer {
    train(&hall, request).await.unwrap_or_else(|refusal| refusal)
}

async fn train(hall: &Arc<Hall>, request: Request) -> Result<Answer, Answer> {
    let host = host(&request);
    let params = Params::read(request, &hall.limits.http).await?;
    let key = params.filled("key").ok_or(Answer::ForgotKey)?;
    let max_turns = match given(&params, "turns") {
        None => NORMAL_TURNS,
        Some(turns) => turns.parse::<i32>().map_err(|_| Answer::ForgotKey)?.min(MAX_TRAINING).saturating_mul(4),
    };
    let _permit = hall.join_permit()?;
    let user = hall.user(key).await?;
    let opponents = match given(&params, "opponents") {
        None => [Kind::Random; 3],
        Some(names) => three_bots(names).map_err(|error| Answer::Refused(error.to_string()))?,
    };
    let map = match given(&params, "map") {
        None => None,
        Some(text) => Some(hall.maps.pick(text).map_err(|refusal| match refusal {
            Refusal::Heroes => Answer::Refused(text.to_string()),
            Refusal::Reason(reason) => Answer::Refused(reason),
        })?),
    };
    outcome(lobby::train(hall, (user, host), map, max_turns, opponents)?).await
}

/// `POST /api/arena`: a seat in the next game; the answer comes when it is his turn.
pub async fn arena(State(hall): State<Arc<Hall>>, request: Request) -> Answer {
    join(&hall, request).await.unwrap_or_else(|refusal| refusal)
}

async fn join(hall: &Arc<Hall>, request: Request) -> Result<Answer, Answer> {
    let host = host(&request);
    let params = Params::read(request, &hall.limits.http).await?;
    let key = params.filled("key").ok_or(Answer::ForgotKey)?;
    let _permit = hall.join_permit()?;
    let user = hall.user(key).await?;
    outcome(lobby::join(hall, user, host)?).await
}

/// `POST /api/<game>/<token>/play`: a move; the answer comes when it is his turn again.
pub async fn play(
    State(hall): State<Arc<Hall>>,
    path: Result<Path<(String, String)>, PathRejection>,
    request: Request,
) -> Response {
    let Ok(Path((id, token))) = path else { return super::pages::not_found().await };
    play_in(&hall, &id, token, request).await.unwrap_or_else(|refusal| refusal).into_response()
}

async fn play_in(hall: &Arc<Hall>, id: &str, token: String, request: Request) -> Result<Answer, Answer> {
    let host = host(&request);
    let params = Params::read(request, &hall.limits.http).await?;
    let dir = Dir::lenient(params.filled("dir").ok_or(Answer::NoDir)?);
    let (reply, answer) = oneshot::channel();
    let play = Play { token, dir, received: Instant::now(), waiting: Waiting::Turn { host, reply } };
    hall.registry.play(id, play).map_err(|_| Answer::UnknownGame(id.to_string()))?;
    // A game that is dropped from memory meanwhile answers no more.
    answer.await.map_err(|_| Answer::UnknownGame(id.to_string()))
}

/// A parameter that is there and not empty.
fn given<'a>(params: &'a Params, name: &str) -> Option<&'a str> {
    params.get(name).filter(|value| !value.is_empty())
}

/// The answer, when it comes. Without one the arena is ending.
async fn outcome(answer: oneshot::Receiver<Answer>) -> Result<Answer, Answer> {
    answer.await.map_err(|_| Answer::Full("The arena is closing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_play_for_nothing_and_nobody_else() {
        for (method, path, free) in [
            (Method::POST, "/api/training", true),
            (Method::POST, "/api/arena", true),
            (Method::POST, "/api/abcdefgh/wxyz/play", true),
            (Method::GET, "/api/training", false),
            (Method::GET, "/api/abcdefgh/wxyz/play", false),
            (Method::POST, "/api/training/more", false),
            (Method::POST, "/api/abcdefgh/wxyz/play/more", false),
            (Method::POST, "/api/tables/abcdefgh/play", false),
            (Method::POST, "/api/seats/abcdefgh/play", false),
            (Method::POST, "/api/seats", false),
            (Method::POST, "/register", false),
        ] {
            assert_eq!(is_free(&method, path), free, "{method} {path}");
        }
    }
}
