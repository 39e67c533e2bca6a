//! The addresses of the administration, and its page.

use super::batch::{self, first_column};
use super::{Accounts, AdminError, AdminKey, Answer, Change, Course, SHORTEST};
use crate::cache::listed;
use crate::web::answer::{json, respond, written};
use crate::web::shelf::asset;
use crate::web::{Cost, HttpLimits, request};
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{get, post};
use boardbots_base::input::{tidy, utf8};
use boardbots_base::invalid::InputError;
use boardbots_base::names;
use serde_json::json;
use std::sync::Arc;

/// The content type of tables.
const CSV: &str = "text/csv; charset=utf-8";

/// All addresses: those below `/api/admin/` need the key, the page and `/api/course` are for everybody.
pub fn routes<A: Accounts>(accounts: Arc<A>) -> Router {
    Router::new()
        .route("/api/admin/users", get(list::<A>).post(add::<A>))
        .route("/api/admin/users/{name}/{change}", post(change::<A>))
        .route("/api/admin/course", post(set_course::<A>))
        .route_layer(from_fn_with_state(Arc::clone(&accounts), guard::<A>))
        .route("/api/course", get(course::<A>))
        .route("/admin", get(async |headers: HeaderMap| asset("admin.html", &headers).ok_or(StatusCode::NOT_FOUND)))
        .with_state(accounts)
}

/// The cost of a request below `/api/admin/`.
pub fn cost(accounts: &impl Accounts, request: &Request) -> Cost {
    accounts.admin_key().filter(|key| key.opens(request)).map_or(Cost::Wrong, AdminKey::cost)
}

async fn guard<A: Accounts>(State(accounts): State<Arc<A>>, request: Request, next: Next) -> Answer {
    if accounts.admin_key().ok_or(AdminError::Absent)?.opens(&request) {
        Ok(next.run(request).await)
    } else {
        Err(AdminError::Key)
    }
}

async fn list<A: Accounts>(State(accounts): State<Arc<A>>) -> Answer {
    let all = listed(accounts.accounts().await?, |account| json!(account)).await;
    Ok(written(StatusCode::OK, format!("{{\"users\":{all}}}")))
}

/// `POST /api/admin/users`: a JSON list of names, or a table of them (`text/csv`); answered in the same form.
async fn add<A: Accounts>(State(accounts): State<Arc<A>>, request: Request) -> Answer {
    let form = request.headers().get(header::CONTENT_TYPE).and_then(|form| form.to_str().ok()).unwrap_or_default();
    let is_table = form.split(';').next().is_some_and(|form| form.trim().eq_ignore_ascii_case("text/csv"));
    let body = body(request).await?;
    let lines = if is_table {
        first_column(&utf8(tidy(&body)).map_err(InputError::new)?)?
    } else {
        let wrong = |error| format!("send a JSON list of names, or a table of them as text/csv: {error}");
        serde_json::from_slice(&body).map_err(|error| InputError::from(wrong(error)))?
    };
    let (places, names): (Vec<usize>, Vec<String>) = batch::names(&lines)?.into_iter().unzip();
    let keys = accounts.add(names.clone()).await.map_err(|error| match error {
        AdminError::Taken(at) => {
            let (line, name) = (places.get(at).unwrap_or(&0), names.get(at).map_or("", String::as_str));
            let why = format!("line {line}: the name {name}, or one that looks like it, is taken or there twice");
            InputError::from(why).into()
        }
        error => error,
    })?;
    let made = names.iter().zip(&keys);
    Ok(if is_table {
        let rows = made.map(|(name, key)| batch::row(&[name, key]));
        respond(StatusCode::OK, CSV, rows.fold(batch::row(&["name", "key"]), |all, row| all + &row))
    } else {
        json(StatusCode::OK, &made.map(|(name, key)| json!({ "name": name, "key": key })).collect())
    })
}

/// `POST /api/admin/users/<name>/<change>`; for another name `{"name": …}`. Only `reset` is answered by a key.
async fn change<A: Accounts>(
    State(accounts): State<Arc<A>>,
    Path((name, change)): Path<(String, String)>,
    request: Request,
) -> Answer {
    let change = match change.as_str() {
        "reset" => Change::Reset,
        "disable" => Change::Disable,
        "enable" => Change::Enable,
        "remove" => Change::Remove,
        "rename" => {
            let said = request::object(&body(request).await?)?;
            let new = said.get("name").and_then(|name| name.as_str()).unwrap_or_default();
            Change::Rename(names::check(new, SHORTEST, names::LONGEST).map_err(InputError::new)?)
        }
        _ => return Err(AdminError::Unknown("such change: reset, rename, disable, enable or remove".into())),
    };
    let key = accounts.change(names::composed(&name), change).await?;
    Ok(json(StatusCode::OK, &key.map_or_else(|| json!({}), |key| json!({ "name": name, "key": key }))))
}

async fn course<A: Accounts>(State(accounts): State<Arc<A>>) -> Answer {
    Ok(json(StatusCode::OK, &json!(accounts.course().await?)))
}

async fn set_course<A: Accounts>(State(accounts): State<Arc<A>>, request: Request) -> Answer {
    let course = Course::read(&body(request).await?)?;
    accounts.set_course(course.clone()).await?;
    Ok(json(StatusCode::OK, &json!(course)))
}

async fn body(request: Request) -> Answer<Vec<u8>> {
    request::body(request.into_body(), &HttpLimits::default()).await.map_err(AdminError::Body)
}
