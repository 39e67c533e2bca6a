//! Pages for browsers, their scripts and styles, the page on which a user registers a name and gets a key, once, and
//! the pages for addresses at which nothing is.

use super::lists::{self, MissingGameError};
use super::protocol::{Answer, Params};
use super::state::{AppState, PathPart, Shared};
use super::store::Registration;
use crate::admin::SHORTEST;
use crate::web::ClientAddr;
use crate::web::answer::{again_later, json};
use crate::web::shelf::{self, asset, is_page};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use boardbots_base::invalid::InputError;
use boardbots_base::names;
use boardbots_base::printable::escaped;
use serde_json::json;
use std::sync::Arc;

/// A page of its own: `index.html`, the front page of the arena with running games and ratings, or `seat.html`, a seat
/// for a person.
pub fn html(name: &'static str) -> MethodRouter<Arc<AppState>> {
    get(move |headers: HeaderMap| async move { asset(name, &headers).unwrap_or_else(missing) })
}

/// `GET /<game>`: a game to watch; `GET /<game>.json`: its beginning.
pub async fn game(State(app): Shared, path: PathPart, headers: HeaderMap) -> Response {
    let Ok(Path(name)) = path else { return missing() };
    if let Some(id) = name.strip_suffix(".json") {
        return lists::game(&app, id).await;
    }
    match lists::find(&app, &name).await {
        Ok(_) => asset("game.html", &headers).unwrap_or_else(missing),
        Err(MissingGameError::Unknown) => {
            let body = format!(
                "<h1>No such game</h1><p>This arena does not know the game <code>{}</code>. It may have been played \
                 elsewhere, or before the arena kept its games in a file.</p><p><a href=\"/arena\">Running and finished games</a></p>",
                escaped(&name)
            );
            page(StatusCode::NOT_FOUND, "No such game", &body)
        }
        Err(MissingGameError::Aside(why)) => {
            let body = format!(
                "<h1>This game is set aside</h1><p>It is in the database, but it cannot be played again: {}.</p>\
                 <p><a href=\"/arena\">Running and finished games</a></p>",
                escaped(&why)
            );
            page(StatusCode::SERVICE_UNAVAILABLE, "Set aside", &body)
        }
        Err(MissingGameError::Reduced(why)) => {
            page(StatusCode::GONE, "No replay", &format!("<h1>No replay</h1><p>{}</p>", escaped(&why)))
        }
        Err(MissingGameError::Broken(error)) => {
            let (status, why) = super::protocol::Answer::from(error).parts();
            again_later(page(status, "Out of order", &format!("<h1>Out of order</h1><p>{}</p>", escaped(&why))))
        }
    }
}

/// `GET /assets/<file>`: scripts and styles.
pub async fn file(path: PathPart, headers: HeaderMap) -> Response {
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

/// The script that puts a page into the browser's language and adds copy buttons.
const SCRIPT: &str = "<script type=\"module\" src=\"/assets/register.js\"></script>";

/// The text that refuses a name.
pub const NAME_TAKEN: &str = "This name, or one that looks like it, is taken";

/// `GET /register`: a form.
pub async fn form() -> Response {
    form_page(StatusCode::OK, "")
}

/// `POST /register`: a new user and their key, as a page or, if asked for, as JSON.
pub async fn register(State(app): Shared, request: Request) -> Result<Response, Response> {
    let (as_json, guest) = (wants_json(request.headers()), ClientAddr::of(&request));
    let params = Params::read(request, &app.http).await.map_err(Answer::into_response)?;
    let refused = |problem: &str| {
        if as_json {
            json(StatusCode::BAD_REQUEST, &json!({ "error": problem }))
        } else {
            form_page(StatusCode::BAD_REQUEST, problem)
        }
    };
    let name = named(params.get("name").unwrap_or_default(), SHORTEST).map_err(|error| refused(&error))?;
    let answered = |answer: Answer| if as_json { answer.into_json() } else { answer.into_response() };
    app.can_store().and_then(|()| app.new_name(guest)).map_err(answered)?;
    Ok(match app.store.register(name.clone(), app.config.limits.users).await {
        Ok(Registration::Done(id, key)) => {
            app.log.registered(&name);
            if as_json {
                json(StatusCode::OK, &json!({ "name": name, "key": key, "userId": id }))
            } else {
                key_page(&name, &key)
            }
        }
        Ok(Registration::Taken) => refused(NAME_TAKEN),
        Ok(Registration::Full) => Answer::Full("There are too many users").into_response(),
        Err(error) => Answer::from(error).into_response(),
    })
}

/// The name that was given, which has to have this many characters at least.
///
/// # Errors
/// A name that is too short, too long or has wrong characters, as a sentence.
pub fn named(given: &str, shortest: usize) -> Result<String, InputError> {
    names::check(given, shortest, names::LONGEST).map_err(|error| {
        let said = error.to_string();
        let (first, rest) = said.split_at(1);
        format!("{}{rest}", first.to_ascii_uppercase()).into()
    })
}

fn wants_json(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|form| form.split(';').next().is_some_and(|form| form.trim().eq_ignore_ascii_case("application/json")))
}

fn form_page(status: StatusCode, problem: &str) -> Response {
    let problem =
        if problem.is_empty() { String::new() } else { format!("<p role=\"alert\">{}.</p>", escaped(problem)) };
    let body = format!(
        "<h1 data-t=\"arena.register\">Register</h1>{problem}\
         <form method=\"post\" action=\"/register\">\
         <p><label><span data-t=\"arena.bot-name\">Name of your bot</span> \
         <input name=\"name\" required minlength=\"3\" maxlength=\"20\" autocomplete=\"off\"></label> \
         <button data-t=\"arena.get-key\">Get a key</button></p></form>{SCRIPT}"
    );
    page(status, "Register", &body)
}

fn key_page(name: &str, key: &str) -> Response {
    let body = format!(
        "<h1><span data-t=\"arena.welcome\">Welcome</span>, {}</h1><p data-t=\"arena.key-of\">The key of your bot:</p>\
         <p id=\"user-key\"><strong>{key}</strong></p>\
         <p data-t=\"arena.key-about\">Keep it well: it is shown only once, and anyone who has it plays in your name.</p>\
         <p data-t=\"arena.key-run\">These commands put it in a file and start a bot:</p>\
         <pre tabindex=\"0\"><code>(umask 077; echo {key} &gt; my.key)\n\
         boardbots vindinium --mode arena --key-file my.key --server <span class=\"origin\">ADDRESS</span></code></pre>{SCRIPT}",
        escaped(name),
        key = escaped(key)
    );
    let mut response = page(StatusCode::OK, "Your key", &body);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
