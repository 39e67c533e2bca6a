//! Pages for browsers, their scripts and styles, and the pages for addresses at which nothing is.

use super::lists::{self, Missing};
use super::state::AppState;
use crate::web::answer::again_later;
use crate::web::shelf::{self, asset, is_page};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use boardbots_base::printable::escaped;
use std::sync::Arc;

/// The front page of the arena: running games and ratings.
pub async fn index(headers: HeaderMap) -> Response {
    asset("index.html", &headers).unwrap_or_else(missing)
}

/// `GET /seat`: a seat for a person.
pub async fn seat(headers: HeaderMap) -> Response {
    asset("seat.html", &headers).unwrap_or_else(missing)
}

/// `GET /<game>`: a game to watch; `GET /<game>.json`: its beginning.
pub async fn game(
    State(app): State<Arc<AppState>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Response {
    let Ok(Path(name)) = path else { return missing() };
    if let Some(id) = name.strip_suffix(".json") {
        return lists::game(&app, id).await;
    }
    match lists::find(&app, &name).await {
        Ok(_) => asset("game.html", &headers).unwrap_or_else(missing),
        Err(Missing::Unknown) => {
            let body = format!(
                "<h1>No such game</h1><p>This arena does not know the game <code>{}</code>. It may have been played \
                 elsewhere, or before the arena kept its games in a file.</p><p><a href=\"/arena\">Running and finished games</a></p>",
                escaped(&name)
            );
            page(StatusCode::NOT_FOUND, "No such game", &body)
        }
        Err(Missing::Aside(why)) => {
            let body = format!(
                "<h1>This game is set aside</h1><p>It is in the database, but it cannot be played again: {}.</p>\
                 <p><a href=\"/arena\">Running and finished games</a></p>",
                escaped(&why)
            );
            page(StatusCode::SERVICE_UNAVAILABLE, "Set aside", &body)
        }
        Err(Missing::Reduced(why)) => {
            page(StatusCode::GONE, "No replay", &format!("<h1>No replay</h1><p>{}</p>", escaped(&why)))
        }
        Err(Missing::Broken(error)) => {
            let (status, why) = super::answer::Answer::from(error).parts();
            again_later(page(status, "Out of order", &format!("<h1>Out of order</h1><p>{}</p>", escaped(&why))))
        }
    }
}

/// `GET /assets/<file>`: scripts and styles.
pub async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    path.ok().filter(|Path(name)| !is_page(name)).and_then(|Path(name)| asset(&name, &headers)).unwrap_or_else(missing)
}

/// Any other address.
pub async fn not_found() -> Response {
    missing()
}

fn missing() -> Response {
    page(StatusCode::NOT_FOUND, "Not found", "<h1>There is nothing here</h1><p><a href=\"/arena\">To the arena</a></p>")
}

/// A whole page made of this body, which is HTML.
pub fn page(status: StatusCode, title: &str, body: &str) -> Response {
    shelf::page("/assets/style.css", status, title, body)
}
