//! Pages for browsers: the lobby, the page of a table, their scripts and styles.

use super::refusal::Refusal;
use crate::web::OwnHost;
use crate::web::answer::is_api;
use crate::web::shelf::{asset, is_page, page, shown};
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};

/// The pages of tables, without the files that they are made of and the lobby.
pub(super) fn routes() -> Router {
    Router::new().route("/tables/{id}", get(table))
}

/// The lobby as the front page. It once was at `/tables`: links lead there still.
pub fn front<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/", get(lobby)).route("/tables", get(async || Redirect::to("/")))
}

/// The lobby beside another front page.
pub fn beside<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/tables", get(lobby))
}

/// The further addresses of a server of tables alone: its files, and the answer that there is nothing elsewhere.
pub(super) fn alone() -> Router {
    front().route("/assets/{file}", get(file)).fallback(lost).method_not_allowed_fallback(async || missing())
}

async fn lobby(host: Option<Extension<OwnHost>>, headers: HeaderMap) -> Response {
    shown("tables.html", host.as_deref(), &headers).unwrap_or_else(missing)
}

/// The same page for every table: it asks for the table itself, and says if there is none.
async fn table(host: Option<Extension<OwnHost>>, headers: HeaderMap) -> Response {
    shown("table.html", host.as_deref(), &headers).unwrap_or_else(missing)
}

async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    path.ok().filter(|Path(name)| !is_page(name)).and_then(|Path(name)| asset(&name, &headers)).unwrap_or_else(missing)
}

/// Any other address.
async fn lost(uri: Uri) -> Response {
    if is_api(uri.path()) { Refusal::Unknown("address").into_response() } else { missing() }
}

fn missing() -> Response {
    let body = "<h1>There is nothing here</h1><p><a href=\"/\">To the tables</a></p>";
    page("/assets/tables.css", StatusCode::NOT_FOUND, "Not found", body)
}
