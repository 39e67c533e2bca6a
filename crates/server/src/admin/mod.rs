//! Administration: who may play on a server, under which names, with which keys; and the course that its pages show.
//!
//! A server hands over its players as [`Accounts`], and merges [`routes`] into its own; [`cost`] says what requests for
//! them cost. Everything but the course of the pages needs the [`AdminKey`]. A player's key is told once: servers keep
//! hashes.
//!
//! | file | holds |
//! |---|---|
//! | here | accounts, their changes, the refusals |
//! | `api` | the addresses |
//! | `key` | the key of the administration, in its file |
//! | `course` | the course: its name, colour and announcements |
//! | [`batch`] | many names in one request, and rows with their keys |

mod api;
pub mod batch;
mod course;
mod key;

pub use api::{cost, routes};
pub use course::Course;
pub use key::AdminKey;

use crate::web::answer::{again_later, json};
use crate::web::request::BodyError;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boardbots_base::invalid::InputError;
use boardbots_base::store::StoreError;
use serde::Serialize;
use serde_json::json;

/// Shortest name of a player, in characters.
pub const SHORTEST: usize = 3;

/// A player as the administration lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Name, unique.
    pub name: String,
    /// True if they cannot join games.
    pub disabled: bool,
    /// Seconds since 1970.
    pub created: i64,
    /// Games that they played.
    pub games: u32,
    /// Seconds since 1970.
    pub last_seen: i64,
}

/// A change of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A new key in place of the old one.
    Reset,
    /// Another name, which is allowed.
    Rename(String),
    /// No more games until it is enabled.
    Disable,
    /// Games again.
    Enable,
    /// The name becomes `removed-N`, and no key is good any more; results stay.
    Remove,
}

/// The players of a server and its course. Where a request fails, nothing has changed.
pub trait Accounts: Send + Sync + 'static {
    /// The key of the administration, if there is one.
    fn admin_key(&self) -> Option<&AdminKey>;

    /// All players that have not been removed, by name.
    fn accounts(&self) -> impl Future<Output = Answer<Vec<Account>>> + Send;

    /// Makes all of these players, whose names are allowed; their keys, in the same order.
    fn add(&self, names: Vec<String>) -> impl Future<Output = Answer<Vec<String>>> + Send;

    /// Changes the player of this name; their new key, if they get one.
    fn change(&self, name: String, change: Change) -> impl Future<Output = Answer<Option<String>>> + Send;

    /// The course.
    fn course(&self) -> impl Future<Output = Answer<Course>> + Send;

    /// Keeps another course, which has been checked.
    fn set_course(&self, course: Course) -> impl Future<Output = Answer<()>> + Send;
}

/// The result of what the administration asks for; of a handler, the response.
pub type Answer<T = Response> = Result<T, AdminError>;

/// The refusal of a request.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// The server has no key for it.
    #[error("this server has no administration; start it with --db FILE or --admin-key-file FILE")]
    Absent,
    /// The key is missing or wrong.
    #[error("this is not the admin key; the log of the server says which file holds it")]
    Key,
    /// There is no such player or address; what is missing.
    #[error("there is no {0}")]
    Unknown(String),
    /// The name at this index of those given, or one that looks like it, is taken.
    #[error("this name, or one that looks like it, is taken")]
    Taken(usize),
    /// There are as many players as the server takes.
    #[error("there are too many players; remove some")]
    Full,
    /// The request makes no sense; why.
    #[error(transparent)]
    Bad(#[from] InputError),
    /// The body is too long, too slow or incomplete.
    #[error("the request is too long, too slow or incomplete; give at most 16 KiB at once")]
    Body(BodyError),
    /// The database fails; the log says how.
    #[error("the database does not work now; try again later")]
    Store(#[from] StoreError),
}

impl IntoResponse for AdminError {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::Key => StatusCode::FORBIDDEN,
            Self::Absent | Self::Unknown(_) => StatusCode::NOT_FOUND,
            Self::Taken(_) | Self::Full => StatusCode::CONFLICT,
            Self::Body(BodyError::TooLong) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Bad(_) | Self::Body(_) => StatusCode::BAD_REQUEST,
            Self::Store(error) => {
                log::warn!("administration: {error}");
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        again_later(json(status, &json!({ "error": self.to_string() })))
    }
}

#[cfg(test)]
mod tests;
