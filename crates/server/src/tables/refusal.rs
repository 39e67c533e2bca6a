//! The bodies of requests, and their refusals.

use crate::web::request::{self, BodyError};
use crate::web::{HttpLimits, answer};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use boardbots_base::invalid::InputError;
use boardbots_base::store::StoreError;
use serde_json::{Map, Value, json};

/// The result of what a request asks for; of a handler, the response.
pub type Answer<T = Response> = Result<T, TableError>;
/// An object that was said.
pub type Said = Map<String, Value>;

/// The object that a request says. It has to call itself JSON: pages from elsewhere cannot.
///
/// # Errors
/// Another content type, or a body that is no JSON object, too long, too slow or incomplete.
pub async fn said(request: Request) -> Answer<Said> {
    let form = request.headers().get(header::CONTENT_TYPE).and_then(|form| form.to_str().ok()).unwrap_or_default();
    let form = form.split(';').next().unwrap_or_default().trim();
    if !form.eq_ignore_ascii_case("application/json") {
        return Err(TableError::Bad("the content type is not application/json".into()));
    }
    let body = request::body(request.into_body(), &HttpLimits::default()).await.map_err(|error| match error {
        BodyError::TooLong => TableError::TooLong,
        BodyError::TooSlow => TableError::Bad("the request came too slowly".into()),
        BodyError::Incomplete => TableError::Bad("the request is incomplete".into()),
    })?;
    request::object(&body).map_err(TableError::Bad)
}

/// Work that goes on to its end even if the one who asked has gone.
///
/// # Errors
/// The errors of the work; [`TableError::Broken`] if it did not end.
pub async fn to_the_end<T: Send + 'static>(work: impl Future<Output = Answer<T>> + Send + 'static) -> Answer<T> {
    tokio::spawn(work).await.unwrap_or(Err(TableError::Broken))
}

/// The refusal of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// It makes no sense, or is against the rules; why.
    Bad(InputError),
    /// The token is missing or proves nothing here.
    Foreign,
    /// The name belongs to an owner, whose key is missing or wrong; as they write it.
    Protected(String),
    /// The name belongs to an owner already; as they write it.
    Taken(String),
    /// No protected name has this passphrase.
    Passphrase,
    /// There is no such table, game or address; what is missing.
    Unknown(&'static str),
    /// Of the table only the result is left.
    Reduced,
    /// The address is there, and not for this method.
    Method,
    /// The table has moved on: how many choices have been made.
    Moved(usize),
    /// Not now; why.
    Conflict(&'static str),
    /// The body is longer than is read.
    TooLong,
    /// Too often, or too many; of what.
    TooMany(&'static str),
    /// One of the limits of all is reached; which.
    Full(&'static str),
    /// The table is kept, but this version cannot play it; why.
    Aside(InputError),
    /// Nothing can be stored at the moment; why.
    Unstored(String),
    /// The server ends: the same can be asked after its next start.
    Ending,
    /// The database failed; the log says how.
    Broken,
}

impl From<InputError> for TableError {
    fn from(error: InputError) -> Self {
        Self::Bad(error)
    }
}

impl TableError {
    /// [`TableError::Conflict`] when what the table asks for is not so.
    ///
    /// # Errors
    /// If `broken`.
    pub fn when(broken: bool, why: &'static str) -> Answer<()> {
        if broken { Err(Self::Conflict(why)) } else { Ok(()) }
    }

    /// True if another attempt may succeed later.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Broken | Self::Unstored(_) | Self::Full(_) | Self::Ending)
    }

    /// The status and the text for the client.
    pub fn parts(&self) -> (StatusCode, String) {
        let (forbidden, later) = (StatusCode::FORBIDDEN, StatusCode::SERVICE_UNAVAILABLE);
        match self {
            Self::Bad(why) => (StatusCode::BAD_REQUEST, why.to_string()),
            Self::Aside(why) => (later, why.to_string()),
            Self::Foreign => (forbidden, "this token is of no seat of this table".into()),
            Self::Protected(name) => {
                let remedy = "send its key, which POST /api/names/key gives for the passphrase, or choose another name";
                (forbidden, format!("the name {name} is protected: {remedy}"))
            }
            Self::Taken(name) => {
                (StatusCode::CONFLICT, format!("the name {name} is protected already; choose another one"))
            }
            Self::Passphrase => (forbidden, "this is no protected name with its passphrase".into()),
            Self::Unknown(what) => (StatusCode::NOT_FOUND, format!("there is no such {what}")),
            Self::Reduced => {
                let why = "what was played here has made room for newer tables (--keep); its result stays";
                (StatusCode::GONE, why.into())
            }
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "this address takes another method".into()),
            Self::Moved(_) => (StatusCode::CONFLICT, "the table has moved on".into()),
            Self::Conflict(why) => (StatusCode::CONFLICT, (*why).into()),
            Self::TooLong => (StatusCode::PAYLOAD_TOO_LARGE, "the request is too long".into()),
            Self::TooMany(what) => (StatusCode::TOO_MANY_REQUESTS, format!("too many {what}, try again later")),
            Self::Full(what) => (later, format!("there are too many {what}, try again later")),
            Self::Unstored(why) => (later, format!("nothing can be stored now: {why}; try again later")),
            Self::Ending => (later, "the server ends; try again when it is back".into()),
            Self::Broken => (later, "the database does not work".into()),
        }
    }
}

impl From<StoreError> for TableError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Row(_) => Self::Aside(InputError::new(error)),
            StoreError::Crowded => Self::Full("requests that wait for the database"),
            StoreError::Commit(why) => Self::Unstored(why),
            StoreError::Gone => Self::Ending,
            error => {
                log::error!("tables: {error}");
                Self::Broken
            }
        }
    }
}

impl IntoResponse for TableError {
    fn into_response(self) -> Response {
        let (status, text) = self.parts();
        let mut said = json!({ "error": text });
        match &self {
            Self::Moved(n) => said["n"] = (*n).into(),
            Self::Aside(_) | Self::Reduced => said["aside"] = true.into(),
            Self::Protected(name) | Self::Taken(name) => said["protected"] = name.as_str().into(),
            _ => {}
        }
        answer::again_later(answer::json(status, &said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    #[test]
    fn what_another_attempt_may_do_is_said_with_a_time() {
        for (error, part) in [
            (StoreError::Crowded, "wait for the database"),
            (StoreError::Commit("the disk is full".into()), "the disk is full"),
            // Not a conflict: the client would conclude that another client's choice was made.
            (StoreError::Gone, "the server ends"),
            (StoreError::Row("no chair 1".into()), "no chair 1"),
        ] {
            let refusal = TableError::from(error);
            assert!(refusal.parts().1.contains(part), "{refusal:?}");
            let answer = refusal.into_response();
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE, "{part}");
            assert!(answer.headers().contains_key(header::RETRY_AFTER), "{part}");
        }
    }
}
