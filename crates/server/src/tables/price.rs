//! What requests for tables cost: who proves a seat pays nothing for others behind the same address.

use super::api::token;
use super::hall::Hall;
use crate::web::{Price, Prices};
use axum::extract::Request;
use std::sync::{Arc, Weak};

/// The prices of tables. They do not hold them: the tables end before.
#[must_use]
pub fn prices(hall: &Arc<Hall>) -> Prices {
    let hall = Arc::downgrade(hall);
    Arc::new(move |request| of_seat(&hall, request).unwrap_or(Price::Usual))
}

/// The price of a request that has the token of a seat.
fn of_seat(hall: &Weak<Hall>, request: &Request) -> Option<Price> {
    let rest = request.uri().path().strip_prefix("/api/tables/")?;
    let id = rest.split('/').next()?;
    let token = token(request)?;
    let credit = hall.upgrade()?.credit(id, &token)?;
    Some(credit.map_or(Price::Wrong, Price::Proven))
}
