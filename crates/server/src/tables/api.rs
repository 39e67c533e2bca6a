//! The addresses of tables: the protocol, pages for browsers, and a server of tables alone.

use super::analysis::{self, PART as PART_OF_ANALYSIS};
use super::archive::{ENDING, History};
use super::driver::make;
use super::names::{self, usual};
use super::new_table::{self, text};
use super::playthrough::By;
use super::refusal::{Answer, Said, TableError, said, to_the_end};
use super::state::{AppState, Shared};
use super::table::Table;
use super::workers::Urgency;
use super::{Config, events, owners};
use crate::StartError;
use crate::shares::Owner;
use crate::web::answer::{self, is_api};
use crate::web::events::data;
use crate::web::qr::{self, Drawing};
use crate::web::request::{bearer, parameter};
use crate::web::shelf::{self, asset, is_page, page, shown};
use crate::web::{ClientAddr, Cost, Listener, OwnHost, Server, ServerConfig, Service, costs, metrics};
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router};
use boardbots_base::invalid::InputError;
use boardbots_base::thread::lock;
use boardbots_game::game::Usage;
use boardbots_game::player::{Stop, advise};
use boardbots_game::state::{GameState, Seat};
use serde_json::{Value, json};
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

/// Steps of a history at once: at most, and if nothing is said.
const PART: (usize, usize) = (200, 50);

/// QR codes that are remembered.
const CODES: usize = 16;

/// All addresses of the protocol, and the pages that speak it.
pub fn routes(app: Arc<AppState>) -> Router {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/tables", get(lobby).post(create))
        .route("/api/tables/events", get(lobby_events))
        .route("/api/tables/{id}", get(state))
        .route("/api/tables/{id}/events", get(table_events))
        .route("/api/tables/{id}/join", post(join))
        .route("/api/tables/{id}/rematch", post(rematch))
        .route("/api/tables/{id}/react", post(react))
        .route("/api/tables/{id}/leave", post(leave))
        .route("/api/tables/{id}/resign", post(resign))
        .route("/api/tables/{id}/choose", post(choose))
        .route("/api/tables/{id}/undo", post(undo))
        .route("/api/tables/{id}/hint", post(hint))
        .route("/api/tables/{id}/evaluation", get(evaluation))
        .route("/api/tables/{id}/analysis", get(analysis))
        .route("/api/tables/{id}/export", get(export))
        .route("/api/tables/{id}/history", get(past))
        .route("/api/statistics", get(statistics))
        .route("/api/qr", post(qr))
        .merge(owners::routes())
        .method_not_allowed_fallback(async || TableError::Method)
        .with_state(app)
        .route("/tables/{id}", html("table.html"))
}

fn ok(value: &Value) -> Response {
    answer::json(StatusCode::OK, value)
}

async fn games(State(app): Shared) -> Response {
    ok(&app.offers())
}

/// `GET /health` of a server of tables alone.
async fn health(State(app): Shared) -> Response {
    answer::health(app.outage().as_deref(), &json!({ "tables": app.tables() }))
}

async fn lobby(State(app): Shared) -> Response {
    answer::written(StatusCode::OK, data(&app.lobby().await))
}

async fn lobby_events(State(app): Shared, request: Request) -> Answer {
    events::lobby(app, ClientAddr::of(&request))
}

async fn create(State(app): Shared, request: Request) -> Answer {
    let maker = ClientAddr::of(&request);
    let said = said(request).await?;
    // To its end, even if the one who asked has gone: a claim is good for one table.
    Ok(answer::json(StatusCode::CREATED, &to_the_end(async move { app.create(&said, maker).await }).await?))
}

async fn state(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let table = app.find(&id, guest_of(&request)).await?;
    let you = bearer(request.headers()).map(|token| table.seat(token)).transpose()?;
    Ok(answer::written(StatusCode::OK, table.state(you, None).1))
}

async fn table_events(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let guest = ClientAddr::of(&request);
    let table = app.find(&id, Owner::at(guest)).await?;
    let you = token(&request).map(|token| table.seat(&token)).transpose()?;
    let last = request.headers().get("last-event-id").and_then(|id| id.to_str().ok()?.trim().parse().ok());
    events::table(&app, &table, (you, last), guest)
}

async fn join(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let guest = guest_of(&request);
    let table = app.find(&id, guest).await?;
    let said = said(request).await?;
    let name = names::of_person(text(&said, "name").unwrap_or_default())?;
    new_table::claim(&said)?;
    let joined = to_the_end(async move {
        let invitation = text(&said, "invitation").unwrap_or_default();
        let program = said.get("program") == Some(&Value::Bool(true));
        app.join(&table, invitation, (&name, text(&said, "key"), program), new_table::claim(&said)?, guest).await
    });
    Ok(ok(&joined.await?))
}

async fn rematch(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let maker = ClientAddr::of(&request);
    let (table, seat, said) = seated(&app, &id, request).await?;
    Ok(ok(&to_the_end(async move { app.rematch(&table, seat, text(&said, "key"), maker).await }).await?))
}

/// A QR code of a text, as JSON; the text is not in the address, which logs and histories keep.
async fn qr(State(app): Shared, request: Request) -> Answer {
    let guest = Owner::at(ClientAddr::of(&request));
    let said = said(request).await?;
    let bad = || TableError::Bad("text is a link of at most 300 bytes".into());
    let link = text(&said, "text").filter(|text| text.len() <= qr::LONGEST).ok_or_else(bad)?.to_string();
    if let Some((_, code)) = lock(&app.codes).iter().find(|(text, _)| *text == link) {
        return Ok(answer::written(StatusCode::OK, code.clone()));
    }
    let drawn = link.clone();
    let draw = move |_: Stop<'_>| {
        let Drawing { side, path } = qr::drawing(&drawn)?;
        Some(Bytes::from(json!({ "side": side, "path": path }).to_string()))
    };
    let code =
        app.services.background.ask((Urgency::Advice, guest), draw).found().await.ok_or(ENDING)?.ok_or_else(bad)?;
    let mut codes = lock(&app.codes);
    codes.push_front((link, code.clone()));
    codes.truncate(CODES);
    Ok(answer::written(StatusCode::OK, code))
}

async fn react(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, seat, said) = seated(&app, &id, request).await?;
    table.react(seat, text(&said, "reaction").unwrap_or_default())?;
    Ok(ok(&json!({})))
}

async fn leave(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, seat, _) = seated(&app, &id, request).await?;
    let closed = to_the_end(async move { table.leave(&app.services, seat).await }).await?;
    Ok(ok(&json!({ "closed": closed })))
}

async fn resign(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, seat, _) = seated(&app, &id, request).await?;
    to_the_end(async move { table.resign(&app.services, seat).await }).await?;
    Ok(ok(&json!({})))
}

async fn choose(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, seat, said) = seated(&app, &id, request).await?;
    let choice = text(&said, "choice").ok_or_else(|| TableError::Bad("choice is a text".into()))?;
    let n = make(&app.services, &table, number(&said)?, seat, By::Seat, choice.to_string()).await?;
    Ok(ok(&json!({ "n": n })))
}

async fn undo(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, seat, said) = seated(&app, &id, request).await?;
    let n = make(&app.services, &table, number(&said)?, seat, By::Undo, String::new()).await?;
    Ok(ok(&json!({ "n": n })))
}

async fn hint(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, seat, said) = seated(&app, &id, request).await?;
    let n = number(&said)?;
    let game = table.game;
    let bot = usual(game).ok_or(TableError::Conflict("this game has no hints"))?;
    let (copy, _place) = table.advise(seat, n)?;
    let think = move |stop: Stop<'_>| match game.analyst() {
        Some(mut analyst) => {
            analyst.analyse(copy.as_ref(), None, stop).map(|found| analysis::advice(copy.as_ref(), found))
        }
        None => advise(game.player(&bot, Usage::Table).ok()?.as_mut(), copy.as_ref(), stop),
    };
    let found = app.services.thinkers.ask_whole(table.maker, think).found().await;
    let advice = found.flatten().ok_or(TableError::Conflict("there is no hint now"))?;
    Ok(ok(&json!({ "n": n, "choice": advice.choice, "note": advice.note })))
}

async fn analysis(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (from, count) = (whole(&request, "from", 0)?, whole(&request, "count", PART_OF_ANALYSIS)?);
    let (table, guest) = watched(&app, &id, request).await?;
    Ok(ok(&app.analyse(&table, from, count.clamp(1, PART_OF_ANALYSIS), guest).await?))
}

async fn export(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, guest) = watched(&app, &id, request).await?;
    let place = app.archive.place(guest).await?;
    let name = format!("attachment; filename=\"{}-{}.txt\"", table.game.name(), table.id);
    let (text, next) = table.exported(0)?;
    let mut response = answer::parts("text/plain; charset=utf-8", (text.into(), next), move |from| {
        let (_place, table) = (&place, Arc::clone(&table));
        async move {
            tokio::task::yield_now().await;
            let (text, next) = table.exported(from).map_err(broken)?;
            Ok((!text.is_empty()).then(|| (text.into(), next)))
        }
    });
    let name = HeaderValue::from_str(&name).map_err(|_| TableError::Broken)?;
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

async fn evaluation(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (table, _) = watched(&app, &id, request).await?;
    let find = async |copy: Box<dyn GameState>| {
        let game = table.game;
        let think = move |stop: Stop<'_>| analysis::standing(game.analyst()?.as_mut(), copy.as_ref(), stop);
        app.services.thinkers.ask_whole(table.maker, think).found().await.flatten()
    };
    let (n, found) = table.evaluation(find).await?;
    let (value, ends) = (found.map(|found| found.value), found.and_then(|found| found.ends));
    Ok(ok(&json!({ "n": n, "value": value, "ends": ends })))
}

async fn past(State(app): Shared, Path(id): Path<String>, request: Request) -> Answer {
    let (from, count) = (whole(&request, "from", 0)?, whole(&request, "count", PART.1)?.min(PART.0));
    let (table, guest) = watched(&app, &id, request).await?;
    let total = table.n();
    if from > 0 && (from >= total || count == 0) {
        return Ok(ok(&json!({ "total": total, "steps": [] })));
    }
    let place = app.archive.place(guest).await?;
    let open = move |stop: Stop<'_>| told(History::open(table, from, count)?, stop);
    let first = app.archive.look_back(guest, open).await?.ok_or(TableError::Broken)?;
    Ok(answer::parts(answer::JSON, first, move |history| {
        // It is held as long as anything is left to be taken.
        let (_place, app) = (&place, Arc::clone(&app));
        async move { app.archive.look_back(guest, move |stop| told(history, stop)).await.map_err(broken) }
    }))
}

/// The next part of a history, with what is left of it.
fn told(mut history: History, stop: Stop<'_>) -> Result<Option<(Bytes, History)>, InputError> {
    Ok(history.part(stop)?.map(|text| (text.into(), history)))
}

/// The error that ends an answer before its end, and the connection with it.
fn broken(_: TableError) -> io::Error {
    io::ErrorKind::Other.into()
}

async fn statistics(State(app): Shared) -> Answer {
    let reached = app.archive.statistics(&app.services.store).await?;
    Ok(answer::written(StatusCode::OK, reached))
}

/// The table, the seat that the request's token proves, and what it says.
async fn seated(app: &Arc<AppState>, id: &str, request: Request) -> Answer<(Arc<Table>, Seat, Said)> {
    let table = app.find(id, guest_of(&request)).await?;
    let seat = table.seat(bearer(request.headers()).ok_or(TableError::Foreign)?)?;
    Ok((table, seat, said(request).await?))
}

/// The table of a request without a seat, and the address that asks.
async fn watched(app: &Arc<AppState>, id: &str, request: Request) -> Answer<(Arc<Table>, IpAddr)> {
    let guest = ClientAddr::of(&request);
    // It could not be held while others are waited for.
    drop(request);
    Ok((app.find(id, Owner::at(guest)).await?, guest))
}

/// The address that asks, as an owner.
fn guest_of(request: &Request) -> Owner {
    Owner::at(ClientAddr::of(request))
}

/// The token of a request, wherever it stands.
fn token(request: &Request) -> Option<String> {
    let said = bearer(request.headers()).map(str::to_string);
    said.or_else(|| parameter(request, "token").filter(|token| !token.is_empty()))
}

/// A parameter of the query that is a whole number, and what it is if nothing is said.
fn whole(request: &Request, name: &str, usual: usize) -> Answer<usize> {
    parameter(request, name)
        .map_or(Ok(usual), |text| text.parse().map_err(|_| TableError::Bad(format!("{name} is a whole number").into())))
}

/// The number of choices that the client has seen.
fn number(said: &Said) -> Answer<usize> {
    let n = said.get("n").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    n.ok_or_else(|| TableError::Bad("n is the number of choices that you have seen".into()))
}

/// The lobby as the front page. It once was at `/tables`: links lead there still.
pub fn front<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/", html("tables.html")).route("/tables", get(async || Redirect::to("/")))
}

/// The lobby beside another front page.
pub fn beside<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/tables", html("tables.html"))
}

/// The page of this name. That of tables is the same for every table: it asks for the table itself, and says if there
/// is none.
pub fn html<S: Clone + Send + Sync + 'static>(name: &'static str) -> MethodRouter<S> {
    get(move |host: Option<Extension<OwnHost>>, headers: HeaderMap| async move {
        shown(name, host.as_deref(), &headers).unwrap_or_else(missing)
    })
}

/// A file of the pages.
async fn file(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    path.ok().filter(|Path(name)| !is_page(name)).and_then(|Path(name)| asset(&name, &headers)).unwrap_or_else(missing)
}

/// These pages with the files of all pages, and the answer that there is nothing elsewhere.
pub fn files<S: Clone + Send + Sync + 'static>(pages: Router<S>) -> Router<S> {
    pages.route("/assets/{file}", get(file)).fallback(lost).method_not_allowed_fallback(async || missing())
}

/// Any other address.
async fn lost(uri: Uri) -> Response {
    if is_api(uri.path()) { TableError::Unknown("address").into_response() } else { missing() }
}

fn missing() -> Response {
    let body = "<h1>There is nothing here</h1><p><a href=\"/\">To the tables</a></p>";
    page("/assets/tables.css", StatusCode::NOT_FOUND, "Not found", body)
}

/// The answer to a connection over the limit.
pub const FULL: &str = "There are too many connections, try again soon";

/// Starts a server of tables on threads of its own; returns once it listens.
///
/// # Errors
/// See [`StartError`].
pub fn start(server: ServerConfig, config: Config) -> Result<Server, StartError> {
    shelf::prepare();
    let listener = Listener::open("tables", server)?;
    let db = config.db.clone();
    let (app, threads) = AppState::open(boardbots_catalog::at_tables(), Vec::new(), config)?;
    listener.handle().block_on(app.resume()).map_err(|error| error.at_start(db))?;
    let health = Router::new().route("/health", get(health)).with_state(Arc::clone(&app));
    // Pages ask for the course of the server, which only players with keys have.
    let course = Router::new().route("/api/course", get(async || ok(&json!({}))));
    let router = routes(Arc::clone(&app)).merge(files(front())).merge(course).merge(health);
    let (counted, ending) = (Arc::downgrade(&app), Box::new(app.ending()));
    let status = Box::new(move |connections| {
        let tables = counted.upgrade().map_or(0, |app| app.tables());
        format!("{tables} tables run, {connections} connections")
    });
    let (costs, metrics) = (
        costs(&app, cost),
        metrics(&app, |app, metrics| {
            app.metrics(metrics);
            metrics.stores(&[("tables", app.outage().is_none())]);
        }),
    );
    drop(app);
    Ok(listener.serve(Service { router, full: FULL, costs, status, metrics, admin: None, ending, threads })?)
}

/// The cost of a request with the token of a seat.
pub fn cost(app: &AppState, request: &Request) -> Option<Cost> {
    let rest = request.uri().path().strip_prefix("/api/tables/")?;
    let id = rest.split('/').next()?;
    let rate = app.rate(id, &token(request)?)?;
    Some(rate.map_or(Cost::Wrong, Cost::Proven))
}
