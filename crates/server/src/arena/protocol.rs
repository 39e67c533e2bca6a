//! The game protocol: the parameters of a request, wherever they stand in it, and every answer, with the status and the
//! text that clients compare.

use crate::web::HttpLimits;
use crate::web::answer::{JSON, again_later, json, respond};
use crate::web::request::{self, BodyError};
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use boardbots_base::store::StoreError;
use serde_json::{Value, json};

/// Parameters of the query string, then those of the body: a form, or a JSON object. The
/// first of a name counts, as on the original server.
#[derive(Debug, Default)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Reads a whole request.
    ///
    /// # Errors
    /// [`Answer::TooLong`] and [`Answer::TooSlow`] by the limits on bodies,
    /// [`Answer::Refused`] if a body ends too soon. A body that is neither form nor JSON has
    /// no parameters, which is no error here.
    pub async fn read(request: Request, limits: &HttpLimits) -> Result<Self, Answer> {
        let (head, body) = request.into_parts();
        let query = head.uri.query().unwrap_or_default();
        let mut params = pairs(query.as_bytes());
        let body = request::body(body, limits).await?;
        params.extend(if is_json(&head.headers) { members(&body) } else { pairs(&body) });
        Ok(Self(params))
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, if it is not blank.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !value.trim().is_empty())
    }
}

fn pairs(text: &[u8]) -> Vec<(String, String)> {
    request::parameters(text).map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

fn is_json(headers: &HeaderMap) -> bool {
    let form = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let form = form.split(';').next().unwrap_or_default().trim();
    form.eq_ignore_ascii_case("application/json") || form.eq_ignore_ascii_case("text/json")
}

/// The plain members of a JSON object, as texts.
fn members(text: &[u8]) -> Vec<(String, String)> {
    let Ok(object) = request::object(text) else { return Vec::new() };
    let plain = object.into_iter().filter_map(|(name, value)| {
        let text = match value {
            Value::Null => String::new(),
            Value::Bool(value) => value.to_string(),
            Value::Number(value) => value.to_string(),
            Value::String(value) => value,
            Value::Array(_) | Value::Object(_) => return None,
        };
        Some((name, text))
    });
    plain.collect()
}

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
    /// A parameter is wrong, and the arena is strict; what is wrong, and what would be right.
    Malformed(String),
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
            Self::Malformed(problem) => (bad, problem),
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

    /// The same for pages: JSON with the text of the error.
    pub fn into_json(self) -> Response {
        let (status, text) = self.parts();
        again_later(json(status, &json!({ "error": text.trim_start_matches("Vindinium - ") })))
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

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let form = match self {
            Self::Malformed(_) => return self.into_json(),
            Self::State(_) => JSON,
            _ => "text/plain; charset=utf-8",
        };
        let (status, text) = self.parts();
        again_later(respond(status, form, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_members_become_texts() {
        let found = members(br#"{"key":"abc","turns":5,"map":null,"odd":[1],"yes":true}"#);
        let text = |name: &str| found.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        assert_eq!(
            [text("key"), text("turns"), text("map"), text("odd"), text("yes")],
            [Some("abc"), Some("5"), Some(""), None, Some("true")]
        );
        assert!(members(b"[1,2]").is_empty() && members(b"{").is_empty());
    }

    #[test]
    fn what_would_be_long_in_being_read_is_not() {
        let form = |before: usize| format!("{}&key=abc", vec!["a"; before].join("&"));
        assert_eq!(pairs(form(99).as_bytes()).pop(), Some(("key".into(), "abc".into())));
        assert_eq!(pairs(form(8000).as_bytes()).len(), 100);
        let object = |values: usize| format!(r#"{{"key":"abc","a":[0{}]}}"#, ",0".repeat(values));
        assert_eq!(members(object(900).as_bytes()).len(), 1);
        assert!(members(object(3000).as_bytes()).is_empty());
        // The largest map with as much drawn on it as can be.
        let map = serde_json::json!({ "key": "abc", "map": "[]".repeat(28 * 28) }).to_string();
        assert_eq!(members(map.as_bytes()).len(), 2);
    }

    #[test]
    fn forms_are_decoded() {
        assert_eq!(pairs(b"map=%40%31+x&dir"), [("map".into(), "@1 x".into()), ("dir".into(), String::new())]);
    }
}
