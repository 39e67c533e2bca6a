//! The bodies of requests, and the types that handlers take and give.

use super::refusal::Refusal;
use super::state::AppState;
use crate::web::Limits;
use crate::web::request::{self, BodyError};
use axum::extract::{Request, State};
use axum::http::header;
use axum::response::Response;
use serde_json::{Map, Value};
use std::sync::Arc;

/// The result of a handler.
pub type Answer = Result<Response, Refusal>;
/// The state that handlers share.
pub type Shared = State<Arc<AppState>>;
/// An object that was said.
pub type Said = Map<String, Value>;

/// The object that a request says. It has to call itself JSON: pages from elsewhere cannot.
///
/// # Errors
/// Another content type, or a body that is no JSON object, too long, too slow or incomplete.
pub async fn said(request: Request) -> Result<Said, Refusal> {
    let form = request.headers().get(header::CONTENT_TYPE).and_then(|form| form.to_str().ok()).unwrap_or_default();
    let form = form.split(';').next().unwrap_or_default().trim();
    if !form.eq_ignore_ascii_case("application/json") {
        return Err(Refusal::Bad("the content type is not application/json".into()));
    }
    let body = request::body(request.into_body(), &Limits::default()).await.map_err(|error| match error {
        BodyError::TooLong => Refusal::TooLong,
        BodyError::TooSlow => Refusal::Bad("the request came too slowly".into()),
        BodyError::Incomplete => Refusal::Bad("the request is incomplete".into()),
    })?;
    request::object(&body).map_err(Refusal::Bad)
}

/// Work that goes on to its end even if the one who asked has gone.
///
/// # Errors
/// The errors of the work; [`Refusal::Broken`] if it did not end.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::spawn(work).await.unwrap_or(Err(Refusal::Broken))
}
