//! What browsers get: the pages, their scripts and styles, and what stands where nothing is.

use super::hall::Hall;
use super::lists;
use crate::web::answer::respond;
use crate::web::page::{self, Frame, HTML, escaped, guarded};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;

/// What stands around small pages of the arena.
const FRAME: Frame = Frame { brand: "Vindinium arena", home: "/", style: "/assets/style.css" };

/// A file of the pages: name, content type, content.
macro_rules! file {
    ($name:literal, $form:expr) => {
        ($name, $form, include_bytes!(concat!("pages/", $name)))
    };
}

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json; charset=utf-8";
const DRAWING: &str = "image/svg+xml";

/// The files of the pages, embedded in the program.
const FILES: &[(&str, &str, &[u8])] = &[
    file!("index.html", HTML),
    file!("game.html", HTML),
    file!("style.css", STYLE),
    file!("game.css", STYLE),
    file!("mark.svg", DRAWING),
    file!("ago.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("board.js", SCRIPT),
    file!("chart.js", SCRIPT),
    file!("element.js", SCRIPT),
    file!("game.js", SCRIPT),
    file!("heroes.js", SCRIPT),
    file!("history.js", SCRIPT),
    file!("index.js", SCRIPT),
    file!("seat.css", STYLE),
    file!("seat.html", HTML),
    file!("seat.js", SCRIPT),
    file!("seat_form.js", SCRIPT),
    file!("seat_input.js", SCRIPT),
    file!("seat_play.js", SCRIPT),
    file!("seat_wire.js", SCRIPT),
    file!("seat_words.js", SCRIPT),
    file!("leaderboard.js", SCRIPT),
    file!("lists.js", SCRIPT),
    file!("playback.js", SCRIPT),
    file!("stream.js", SCRIPT),
];

/// What the page of a person's seat shares with the tables: texts in four languages.
const SHARED: &[(&str, &str, &[u8])] = &[
    ("kept.js", SCRIPT, include_bytes!("../tables/pages/kept.js")),
    ("words.js", SCRIPT, include_bytes!("../tables/pages/words.js")),
    ("lang_ca.json", JSON, include_bytes!("../tables/pages/lang_ca.seat.json")),
    ("lang_en.json", JSON, include_bytes!("../tables/pages/lang_en.seat.json")),
    ("lang_es.json", JSON, include_bytes!("../tables/pages/lang_es.seat.json")),
    ("lang_ru.json", JSON, include_bytes!("../tables/pages/lang_ru.seat.json")),
];

/// `GET /`: running games and ratings.
pub async fn index() -> Response {
    file("index.html").unwrap_or_else(missing)
}

/// `GET /seat`: a seat for a person.
pub async fn seat() -> Response {
    file("seat.html").unwrap_or_else(missing)
}

/// `GET /<game>`: a game to watch; `GET /<game>.json`: its beginning.
pub async fn game(State(hall): State<Arc<Hall>>, path: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(name)) = path else { return missing() };
    if let Some(id) = name.strip_suffix(".json") {
        return lists::game(&hall, id).await;
    }
    match lists::find(&hall, &name).await {
        Ok(Some(_)) => file("game.html").unwrap_or_else(missing),
        Ok(None) => {
            let body = format!(
                "<h1>No such game</h1><p>This arena does not know the game <code>{}</code>. It may have been played \
                 elsewhere, or before the arena kept its games in a file.</p><p><a href=\"/\">Running and finished games</a></p>",
                escaped(&name)
            );
            page(StatusCode::NOT_FOUND, "No such game", &body)
        }
        Err(error) => {
            super::hall::report(&error);
            page(StatusCode::SERVICE_UNAVAILABLE, "Out of order", "<h1>The database does not work</h1>")
        }
    }
}

/// `GET /assets/<file>`: scripts and styles.
pub async fn asset(path: Result<Path<String>, PathRejection>) -> Response {
    path.ok().filter(|Path(name)| !is_page(name)).and_then(|Path(name)| file(&name)).unwrap_or_else(missing)
}

/// Any other address.
pub async fn not_found() -> Response {
    missing()
}

fn missing() -> Response {
    page(StatusCode::NOT_FOUND, "Not found", "<h1>There is nothing here</h1><p><a href=\"/\">To the arena</a></p>")
}

/// Whether a file is a page with an address of its own.
fn is_page(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension == "html")
}

fn file(name: &str) -> Option<Response> {
    let (_, form, content) = FILES.iter().chain(SHARED).find(|(known, ..)| *known == name)?;
    Some(guarded(respond(StatusCode::OK, form, *content)))
}

/// A whole page made of this body, which is HTML.
pub fn page(status: StatusCode, title: &str, body: &str) -> Response {
    page::page(&FRAME, status, title, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/arena/pages");
        let mut there: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let mut served: Vec<&str> = FILES.iter().map(|(name, ..)| *name).collect();
        there.sort();
        served.sort_unstable();
        assert_eq!(there, served);
    }
}
