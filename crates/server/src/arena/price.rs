//! What requests cost: players who prove their seats pay nothing for others behind their address.

use super::hall::Hall;
use crate::tables;
use crate::web::{Price, Prices};
use axum::extract::Request;
use axum::http::Method;
use std::sync::{Arc, Weak};

/// The prices of an arena and of the tables beside it. They hold neither: the arena ends before them.
pub fn prices(hall: &Arc<Hall>) -> Prices {
    let (hall, tables) = (Arc::downgrade(hall), tables::prices(&hall.tables));
    Arc::new(move |request| own(&hall, request).unwrap_or_else(|| tables(request)))
}

/// The price of a request for the arena itself.
fn own(hall: &Weak<Hall>, request: &Request) -> Option<Price> {
    let hall = hall.upgrade()?;
    let post = request.method() == Method::POST;
    let parts: Vec<&str> = request.uri().path().split('/').take(6).collect();
    let credit = match parts[..] {
        ["", "api", "training" | "arena"] if post => return Some(Price::Join),
        ["", "api", "tables", ..] => return None,
        ["", "api", "seats", token, ..] => hall.parlour.credit(token),
        ["", "api", game, token, "play"] if post => hall.registry.credit(game, token),
        _ => return None,
    };
    Some(credit.map_or(Price::Wrong, Price::Proven))
}
