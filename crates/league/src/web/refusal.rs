//! Refusals of requests, and what is found where no connection waits.

use crate::hall::Hall;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boardbots_base::invalid::InputError;
use boardbots_base::store::StoreError;
use boardbots_server::shares::Owner;
use boardbots_server::tables::{ELSEWHERE, Urgency};
use boardbots_server::web::answer;
use serde_json::json;
use std::sync::Arc;

/// Something of the league, found where no connection waits for those who play.
pub async fn aside<T: Send + 'static>(
    hall: &Arc<Hall>,
    find: impl FnOnce(&Hall) -> T + Send + 'static,
) -> Result<T, Refusal> {
    let (background, hall) = (&hall.tables.services.background, Arc::clone(hall));
    let found = background.ask((Urgency::Advice, Owner::at(ELSEWHERE)), move |_| find(&hall)).found().await;
    found.ok_or(Refusal::Store(StoreError::Gone))
}

/// The refusal of a request.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such thing.
    Unknown(&'static str),
    /// The key is missing or wrong, or its player may not play.
    Key(&'static str),
    /// The request makes no sense; why.
    Bad(InputError),
    /// Too many from one address.
    TooMany,
    /// The database fails.
    Store(StoreError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Self::Bad(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, why) = match self {
            Self::Unknown(what) => (StatusCode::NOT_FOUND, format!("there is no {what}")),
            Self::Key(why) => (StatusCode::FORBIDDEN, why.to_string()),
            Self::Bad(why) => (StatusCode::BAD_REQUEST, why.to_string()),
            Self::TooMany => {
                (StatusCode::TOO_MANY_REQUESTS, "too many new names from this address; try again later".into())
            }
            Self::Store(error) => {
                log::error!("league: {error}");
                (StatusCode::SERVICE_UNAVAILABLE, "the database does not work now; the log says why".into())
            }
        };
        answer::again_later(answer::unkept(answer::json(status, &json!({ "error": why }))))
    }
}

/// The result of a request.
pub type Told = Result<Response, Refusal>;
