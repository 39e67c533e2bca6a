//! Persons at the keyboard: taking a seat, looking at it, playing, leaving. `docs/seats.md` is
//! the wire as others see it.

use super::config::three_heroes;
use super::lists;
use super::maps::MapRequestError;
use super::matchmaking::{self, Training};
use super::pages::{NAME_TAKEN, named};
use super::players::{Participant, Play, Waiting};
use super::protocol::{Answer, Params};
use super::seat::Seat;
use super::state::{AppState, PathPart, Shared};
use super::store::GameKind;
use crate::shares::Owner;
use crate::web::ClientAddr;
use crate::web::answer::{json, written};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use boardbots_base::invalid::InputError;
use boardbots_vindinium::board::Dir;
use boardbots_vindinium::bot::DEFAULT_DEPTH;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::kind::Kind;
use serde_json::json;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// Most turns of one hero in a person's training game, and the number if they do not say.
const MOST_TURNS: i32 = 300;

/// `GET /api/seats`: what a person can ask for.
pub async fn offers(State(app): Shared) -> Response {
    let maps: Vec<&str> = app.maps.names().collect();
    let offers = json!({
        "open": app.seats.is_open(),
        "maps": maps,
        "bots": Kind::BY_STRENGTH.map(Kind::name),
        "opponents": Kind::USUAL.map(Kind::name),
        "depth": DEFAULT_DEPTH,
        "turns": MOST_TURNS,
    });
    json(StatusCode::OK, &offers)
}

/// `POST /api/seats`: a seat in a training game, which begins at once, or in the next arena game.
pub async fn sit(State(app): Shared, request: Request) -> Result<Response, Response> {
    let guest = ClientAddr::of(&request);
    if !app.seats.is_open() {
        return Err(problem(StatusCode::FORBIDDEN, "This arena has no seats for persons"));
    }
    let params = Params::read(request, &app.http).await.map_err(Answer::into_json)?;
    let name = named(params.get("name").unwrap_or_default(), 1).map_err(|error| bad(&error))?;
    let training = match params.get("kind") {
        Some("arena") => None,
        Some("training") => Some(training(&app, &params).map_err(|error| bad(&error))?),
        _ => return Err(bad("kind is training or arena")),
    };
    let kind = if training.is_some() { GameKind::Training } else { GameKind::Friendly };
    app.may_begin().map_err(Answer::into_json)?;
    if app.store.knows_name(name.clone()).await.map_err(|error| Answer::from(error).into_json())? {
        return Err(bad(NAME_TAKEN));
    }
    let owner = Owner::at(guest);
    let place = app.hero(owner).map_err(Answer::into_json)?;
    let seat = app.seats.take(name, (owner, place), kind);
    let seated = match training {
        Some(training) => matchmaking::open_training(&app, Participant::Person(Arc::clone(&seat)), training),
        None => matchmaking::join_person(&app, &seat),
    };
    if let Err(answer) = seated {
        seat.leave();
        app.seats.forget(&seat.token);
        return Err(answer.into_json());
    }
    app.log.seated(&seat.name, kind, guest);
    let (state, _) = seat.state();
    Ok(written(StatusCode::CREATED, format!("{{\"token\":\"{}\",{}", seat.token, &state[1..])))
}

/// The training game of a request: its map, single moves in all, opponents.
fn training(app: &AppState, params: &Params) -> Result<Training, InputError> {
    let given = |name| params.filled(name);
    let turns = match given("turns") {
        None => MOST_TURNS,
        Some(text) => match text.parse::<i32>() {
            Ok(turns) if (1..=MOST_TURNS).contains(&turns) => turns,
            _ => return Err(format!("turns is a number from 1 to {MOST_TURNS}").into()),
        },
    };
    let opponents = match given("opponents") {
        None => Kind::USUAL.map(Hero::from),
        Some(text) => three_heroes(text)?,
    };
    let map = given("map").map(|text| {
        app.maps.pick(text).map_err(|refusal| match refusal {
            MapRequestError::Heroes => "A map has the four heroes @1 to @4".into(),
            MapRequestError::Reason(reason) => InputError::from(reason),
        })
    });
    Ok(Training { map: map.transpose()?, max_turns: turns * 4, opponents })
}

/// `GET /api/seats/<token>`: all that its person may know.
pub async fn state(State(app): Shared, path: PathPart) -> Response {
    found(&app, path).map_or_else(unknown, |seat| written(StatusCode::OK, seat.state().0))
}

/// `GET /api/seats/<token>/events`: the same, now and after every change.
pub async fn events(State(app): Shared, path: PathPart) -> Response {
    found(&app, path).map_or_else(unknown, lists::seat)
}

/// `POST /api/seats/<token>/move`: the move for the turn that the person saw.
pub async fn play(State(app): Shared, path: PathPart, request: Request) -> Result<Response, Response> {
    let seat = found(&app, path).ok_or_else(unknown)?;
    let params = Params::read(request, &app.http).await.map_err(Answer::into_json)?;
    let received = Instant::now();
    let turn = params.get("turn").and_then(|text| text.parse::<u32>().ok());
    let turn = turn.ok_or_else(|| bad("turn is the number of the turn that the move is for"))?;
    let dir = Dir::ALL.into_iter().find(|dir| params.get("dir") == Some(dir.name()));
    let dir = dir.ok_or_else(|| bad("dir is North, South, East, West or Stay"))?;
    let (reply, taken) = oneshot::channel();
    let play = Play { token: seat.token.clone(), dir, received, waiting: Waiting::Receipt { turn, reply } };
    let sent = seat.game().is_some_and(|record| app.registry.play(&record.id, play).is_ok());
    if sent && taken.await.unwrap_or(false) {
        return Ok(written(StatusCode::OK, json!({ "turn": turn, "dir": dir.name() }).to_string()));
    }
    let (state, _) = seat.state();
    let error = format!("Turn {turn} is not, or no longer, yours to play");
    Err(written(StatusCode::CONFLICT, format!("{{\"error\":\"{error}\",{}", &state[1..])))
}

/// `POST /api/seats/<token>/leave`: gives up the seat, or the game.
pub async fn leave(State(app): Shared, path: PathPart) -> Response {
    let Some(seat) = found(&app, path) else { return unknown() };
    matchmaking::leave(&app, &seat);
    written(StatusCode::OK, seat.state().0)
}

fn found(app: &AppState, path: PathPart) -> Option<Arc<Seat>> {
    path.ok().and_then(|Path(token)| app.seats.find(&token))
}

fn bad(text: &str) -> Response {
    problem(StatusCode::BAD_REQUEST, text)
}

fn problem(status: StatusCode, text: &str) -> Response {
    json(status, &json!({ "error": text }))
}

fn unknown() -> Response {
    problem(StatusCode::NOT_FOUND, "There is no such seat, or its game was forgotten long ago")
}
