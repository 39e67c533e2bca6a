//! What requests cost: requests that prove a seat take nothing from others at their address.

use super::state::AppState;
use crate::tables;
use crate::web::Cost;
use axum::extract::Request;
use axum::http::Method;

/// The cost of a request for the arena, or for the tables beside it.
pub fn cost(app: &AppState, request: &Request) -> Option<Cost> {
    let post = request.method() == Method::POST;
    let parts: Vec<&str> = request.uri().path().split('/').take(6).collect();
    let rate = match parts[..] {
        ["", "api", "training" | "arena"] if post => return Some(Cost::Join),
        ["", "api", "tables", ..] => return tables::cost(&app.tables, request),
        ["", "api", "seats", token, ..] => app.seats.rate(token),
        ["", "api", game, token, "play"] if post => app.registry.rate(game, token),
        _ => return None,
    };
    Some(rate.map_or(Cost::Wrong, Cost::Proven))
}
