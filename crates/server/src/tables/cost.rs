//! What requests for tables cost: requests that prove a seat take nothing from others at their address.

use super::api::token;
use super::state::AppState;
use crate::web::Cost;
use axum::extract::Request;

/// The cost of a request with the token of a seat.
#[must_use]
pub fn cost(app: &AppState, request: &Request) -> Option<Cost> {
    let rest = request.uri().path().strip_prefix("/api/tables/")?;
    let id = rest.split('/').next()?;
    let rate = app.rate(id, &token(request)?)?;
    Some(rate.map_or(Cost::Wrong, Cost::Proven))
}
