//! Every answer of the game protocol, with the status and the text that clients compare.

use crate::web::answer::{JSON, again_later, json, respond};
use crate::web::request::BodyError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boardbots_base::store::StoreError;
use serde_json::json;

/// The text that refuses a join when the arena ends.
pub const CLOSING: &str = "The arena is closing";

/// An answer to a join or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The state, as JSON.
    State(String),
    /// The key is missing or blank, or `turns` is no number.
    ForgotKey,
    /// The key belongs to no user.
    KeyNotFound,
    /// A request that the game refuses; the reason.
    Refused(String),
    /// `dir` is missing or blank. It is still the hero's turn.
    NoDir,
    /// No such game, or it was finished long ago.
    UnknownGame(String),
    /// The game is known, the token is not.
    WrongToken,
    /// It is another hero's turn, or the answer to an earlier move of this hero is still to come.
    Wait,
    /// A second move within the time that the first is held back.
    NotYourTurn,
    /// The hero missed a turn and is out.
    TimeOut,
    /// The game is over.
    Finished,
    /// One of the arena's limits is reached; which.
    Full(&'static str),
    /// One of the limits of an address is reached; which.
    TooMany(&'static str),
    /// Nothing can be stored at the moment; why. For a client that has just ended a game: it has ended,
    /// and the result comes when the same request is sent again.
    Unstored(String),
    /// The body is too long.
    TooLong,
    /// The body did not come in time.
    TooSlow,
    /// The database failed; the log says how.
    Broken,
}

impl Answer {
    /// Its status and its text.
    pub fn parts(self) -> (StatusCode, String) {
        let bad = StatusCode::BAD_REQUEST;
        match self {
            Self::State(json) => (StatusCode::OK, json),
            Self::ForgotKey => (bad, "Did you forget the key parameter?".into()),
            Self::KeyNotFound => (bad, "Vindinium - Key not found".into()),
            Self::Refused(reason) => (bad, format!("Vindinium - {reason}")),
            Self::NoDir => (bad, String::new()),
            Self::UnknownGame(id) => (StatusCode::NOT_FOUND, format!("Vindinium - Unknown game {id}")),
            Self::WrongToken => (StatusCode::NOT_FOUND, "Vindinium - Wrong or expired token".into()),
            Self::Wait => (bad, "Vindinium - Wait, you're not supposed to play now".into()),
            Self::NotYourTurn => (bad, "Vindinium - Not your turn to move".into()),
            Self::TimeOut => (bad, "Vindinium - Time out! You must play faster".into()),
            Self::Finished => (bad, "Vindinium - The game is finished".into()),
            Self::Full(what) => (StatusCode::SERVICE_UNAVAILABLE, format!("Vindinium - {what}, try again later")),
            Self::TooMany(what) => {
                (StatusCode::TOO_MANY_REQUESTS, format!("Vindinium - {what} from your address, try again later"))
            }
            Self::Unstored(why) => {
                let text = format!("Vindinium - Nothing can be stored now ({why}), send the same request again later");
                (StatusCode::SERVICE_UNAVAILABLE, text)
            }
            Self::TooLong => (StatusCode::PAYLOAD_TOO_LARGE, "Vindinium - The request is too long".into()),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "Vindinium - The request came too slowly".into()),
            Self::Broken => (StatusCode::SERVICE_UNAVAILABLE, "Vindinium - The database does not work".into()),
        }
    }
}

impl From<StoreError> for Answer {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Crowded => Self::Full("The arena is busy"),
            StoreError::Gone => Self::Full(CLOSING),
            StoreError::Commit(why) => Self::Unstored(why),
            error => {
                log::error!("{error}");
                Self::Broken
            }
        }
    }
}

impl From<BodyError> for Answer {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLong => Self::TooLong,
            BodyError::TooSlow => Self::TooSlow,
            BodyError::Incomplete => Self::Refused("The request is incomplete".into()),
        }
    }
}

impl Answer {
    /// The same for pages: JSON with the text of the error.
    pub fn into_json(self) -> Response {
        let (status, text) = self.parts();
        again_later(json(status, &json!({ "error": text.trim_start_matches("Vindinium - ") })))
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let form = match self {
            Self::State(_) => JSON,
            _ => "text/plain; charset=utf-8",
        };
        let (status, text) = self.parts();
        again_later(respond(status, form, text))
    }
}
