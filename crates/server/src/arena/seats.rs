//! Persons at the keyboard: taking a seat, looking at it, playing, leaving. `docs/seats.md` is
//! the wire as others see it.

use super::config::three_heroes;
use super::lists;
use super::maps::MapRequestError;
use super::matchmaking::{self, Training};
use super::pages::{NAME_TAKEN, named};
use super::players::{Participant, Play, Waiting};
use super::protocol::{Answer, Params};
use super::state::AppState;
use super::store::GameKind;
use crate::shares::Owner;
use crate::web::ClientAddr;
use crate::web::answer::{json, written};
use axum::extract::rejection::PathRejection;
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
pub async fn offers(State(app): State<Arc<AppState>>) -> Response {
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
pub async fn sit(State(app): State<Arc<AppState>>, request: Request) -> Response {
    let guest = ClientAddr::of(&request);
    if !app.seats.is_open() {
        return problem(StatusCode::FORBIDDEN, "This arena has no seats for persons");
    }
    let params = match Params::read(request, &app.http).await {
        Ok(params) => params,
        Err(answer) => return answer.into_json(),
    };
    let name = match named(params.get("name").unwrap_or_default(), 1) {
        Ok(name) => name,
        Err(error) => return problem(StatusCode::BAD_REQUEST, &error),
    };
    let training = match params.get("kind") {
        Some("arena") => None,
        Some("training") => match training(&app, &params) {
            Ok(training) => Some(training),
            Err(error) => return problem(StatusCode::BAD_REQUEST, &error),
        },
        _ => return problem(StatusCode::BAD_REQUEST, "kind is training or arena"),
    };
    let kind = if training.is_some() { GameKind::Training } else { GameKind::Friendly };
    if let Err(answer) = app.may_begin() {
        return answer.into_json();
    }
    match app.store.knows_name(name.clone()).await {
        Ok(false) => {}
        Ok(true) => return self::problem(StatusCode::BAD_REQUEST, NAME_TAKEN),
        Err(error) => return Answer::from(error).into_json(),
    }
    let owner = Owner::at(guest);
    let seat = match app.hero(owner) {
        Ok(place) => app.seats.take(name, (owner, place), kind),
        Err(answer) => return answer.into_json(),
    };
    let seated = match training {
        Some(training) => matchmaking::open_training(&app, Participant::Person(Arc::clone(&seat)), training),
        None => matchmaking::join_person(&app, &seat),
    };
    if let Err(answer) = seated {
        seat.leave();
        app.seats.forget(&seat.token);
        return answer.into_json();
    }
    app.log.seated(&seat.name, kind, guest);
    let (state, _) = seat.state();
    written(StatusCode::CREATED, format!("{{\"token\":\"{}\",{}", seat.token, &state[1..]))
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
pub async fn state(State(app): State<Arc<AppState>>, path: Result<Path<String>, PathRejection>) -> Response {
    let seat = path.ok().and_then(|Path(token)| app.seats.find(&token));
    seat.map_or_else(unknown, |seat| written(StatusCode::OK, seat.state().0))
}

/// `GET /api/seats/<token>/events`: the same, now and after every change.
pub async fn events(State(app): State<Arc<AppState>>, path: Result<Path<String>, PathRejection>) -> Response {
    path.ok().and_then(|Path(token)| app.seats.find(&token)).map_or_else(unknown, lists::seat)
}

/// `POST /api/seats/<token>/move`: the move for the turn that the person saw.
pub async fn play(
    State(app): State<Arc<AppState>>,
    path: Result<Path<String>, PathRejection>,
    request: Request,
) -> Response {
    let Some(seat) = path.ok().and_then(|Path(token)| app.seats.find(&token)) else { return unknown() };
    let params = match Params::read(request, &app.http).await {
        Ok(params) => params,
        Err(answer) => return answer.into_json(),
    };
    let received = Instant::now();
    let Some(turn) = params.get("turn").and_then(|text| text.parse::<u32>().ok()) else {
        return problem(StatusCode::BAD_REQUEST, "turn is the number of the turn that the move is for");
    };
    let Some(dir) = Dir::ALL.into_iter().find(|dir| params.get("dir") == Some(dir.name())) else {
        return problem(StatusCode::BAD_REQUEST, "dir is North, South, East, West or Stay");
    };
    let (reply, taken) = oneshot::channel();
    let play = Play { token: seat.token.clone(), dir, received, waiting: Waiting::Receipt { turn, reply } };
    let sent = seat.game().is_some_and(|record| app.registry.play(&record.id, play).is_ok());
    if sent && taken.await.unwrap_or(false) {
        written(StatusCode::OK, json!({ "turn": turn, "dir": dir.name() }).to_string())
    } else {
        let (state, _) = seat.state();
        let error = format!("Turn {turn} is not, or no longer, yours to play");
        written(StatusCode::CONFLICT, format!("{{\"error\":\"{error}\",{}", &state[1..]))
    }
}

/// `POST /api/seats/<token>/leave`: gives up the seat, or the game.
pub async fn leave(State(app): State<Arc<AppState>>, path: Result<Path<String>, PathRejection>) -> Response {
    let Some(seat) = path.ok().and_then(|Path(token)| app.seats.find(&token)) else { return unknown() };
    matchmaking::leave(&app, &seat);
    written(StatusCode::OK, seat.state().0)
}

fn problem(status: StatusCode, text: &str) -> Response {
    json(status, &json!({ "error": text }))
}

fn unknown() -> Response {
    problem(StatusCode::NOT_FOUND, "There is no such seat, or its game was forgotten long ago")
}
