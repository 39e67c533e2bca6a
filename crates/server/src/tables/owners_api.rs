//! The addresses for names that belong to their owners. Passphrases are in bodies only: no address, log or
//! answer has them.

use super::names;
use super::new_table::text;
use super::owners::Key;
use super::passphrase::Passphrase;
use super::refusal::Refusal;
use super::said::{Answer, Said, Shared, said, to_the_end};
use super::state::AppState;
use crate::web::{ClientAddr, answer};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::post;
use boardbots_base::invalid::Invalid;
use serde_json::json;
use std::net::IpAddr;
use std::sync::Arc;

/// The addresses.
pub(super) fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/api/names", post(protect))
        .route("/api/names/key", post(key))
        .route("/api/names/passphrase", post(renew))
        .route("/api/names/release", post(release))
}

async fn protect(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, _, guest) = read(request).await?;
    // Each to its end, even if the one who asked has gone: meanwhile no other passphrase is looked at.
    Ok(told(StatusCode::CREATED, &to_the_end(async move { app.protect(&name, phrase, guest).await }).await?))
}

async fn key(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, _, guest) = read(request).await?;
    Ok(told(StatusCode::OK, &to_the_end(async move { app.key_of(&name, phrase, guest).await }).await?))
}

async fn renew(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, said, guest) = read(request).await?;
    let next = passphrase(&said, "new")?;
    Ok(told(StatusCode::OK, &to_the_end(async move { app.renew(&name, phrase, next, guest).await }).await?))
}

async fn release(State(app): Shared, request: Request) -> Answer {
    let (name, phrase, _, guest) = read(request).await?;
    let name = to_the_end(async move { app.release(&name, phrase, guest).await }).await?;
    Ok(answer::json(StatusCode::OK, &json!({ "name": name })))
}

/// The name, the passphrase, all that is said, and from where.
async fn read(request: Request) -> Result<(String, Passphrase, Said, IpAddr), Refusal> {
    let guest = ClientAddr::of(&request);
    let said = said(request).await?;
    let name = names::of_person(text(&said, "name").unwrap_or_default())?;
    Ok((name, passphrase(&said, "passphrase")?, said, guest))
}

fn passphrase(said: &Said, key: &str) -> Result<Passphrase, Invalid> {
    Passphrase::read(text(said, key).unwrap_or_default()).map_err(|why| why.at(key))
}

fn told(status: StatusCode, (name, key): &Key) -> Response {
    answer::json(status, &json!({ "name": name, "key": key }))
}
