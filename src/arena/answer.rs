//! Every answer of the game protocol, with the status and the text that clients compare.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// An answer to a join or a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The state, as JSON.
    State(String),
    /// The key is missing or blank, or `turns` is no number.
    ForgotKey,
    /// Nobody has this key.
    KeyNotFound,
    /// A request that the game refuses; the reason.
    Refused(String),
    /// `dir` is missing or blank. The turn is still his.
    NoDir,
    /// No such game, or it was finished long ago.
    UnknownGame(String),
    /// The game is known, the token is not.
    WrongToken,
    /// It is another hero's turn, or his own answer is still to come.
    Wait,
    /// A second move within the time that the first is held back.
    NotYourTurn,
    /// He missed a turn and is out.
    TimeOut,
    /// The game is over.
    Finished,
    /// One of the arena's limits is reached; which.
    Full(&'static str),
    /// The body is too long.
    TooLong,
    /// The body did not come in time.
    TooSlow,
    /// The database failed; the log says how.
    Broken,
}

impl Answer {
    fn parts(self) -> (StatusCode, String) {
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
            Self::TooLong => (StatusCode::PAYLOAD_TOO_LARGE, "Vindinium - The request is too long".into()),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, "Vindinium - The request came too slowly".into()),
            Self::Broken => (StatusCode::SERVICE_UNAVAILABLE, "Vindinium - The database does not work".into()),
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let form = match self {
            Self::State(_) => "application/json; charset=utf-8",
            _ => "text/plain; charset=utf-8",
        };
        let (status, text) = self.parts();
        respond(status, form, text)
    }
}

/// A whole answer of this form. Browsers are told not to guess another.
pub fn respond(status: StatusCode, form: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(form));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// A JSON value as an answer that is not to be kept.
pub fn json(status: StatusCode, value: &serde_json::Value) -> Response {
    let mut response = respond(status, "application/json; charset=utf-8", value.to_string());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
