//! The table and the games as CSV, and a feed of results.

use super::lists;
use super::refusal::{Told, aside};
use crate::hall::Hall;
use axum::extract::{Request, State as Shared};
use axum::http::StatusCode;
use boardbots_base::printable::escaped;
use boardbots_base::store::StoreError;
use boardbots_server::admin::Accounts;
use boardbots_server::admin::batch::row as cells;
use boardbots_server::web::answer::respond;
use boardbots_server::web::request::host;
use serde_json::Value;
use std::fmt::Write;
use std::sync::Arc;

/// The content type of tables.
const CSV: &str = "text/csv; charset=utf-8";
/// The content type of feeds.
const ATOM: &str = "application/atom+xml; charset=utf-8";
/// Games of a page of CSV, and of the feed.
const GAMES: (i64, i64) = (1000, 30);

/// The members of each object of a list, as CSV.
fn csv(columns: &[&str], rows: &[Value]) -> String {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    };
    let line = |row: &Value| cells(&columns.iter().map(|column| text(&row[*column])).collect::<Vec<_>>());
    rows.iter().fold(cells(columns), |all, row| all + &line(row))
}

/// `GET /league/standings.csv`.
pub async fn standings(Shared(hall): Shared<Arc<Hall>>) -> Told {
    const COLUMNS: [&str; 10] =
        ["name", "version", "state", "elo", "error", "games", "wins", "draws", "losses", "points"];
    let rows = aside(&hall, lists::standings).await?;
    Ok(respond(StatusCode::OK, CSV, csv(&COLUMNS, rows.as_array().map_or(&[], Vec::as_slice))))
}

/// `GET /league/games.csv?before=N`: games before a number, the last first.
pub async fn games(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    const COLUMNS: [&str; 10] =
        ["number", "season", "begun", "ended", "cause", "players", "places", "length", "hash", "seed"];
    let mut rows = lists::games_of(&hall, None, lists::before(&request)?, GAMES.0).await?;
    for row in &mut rows {
        row["players"] = players(row).into();
    }
    Ok(respond(StatusCode::OK, CSV, csv(&COLUMNS, &rows)))
}

/// The players of a game in the order of the seats.
fn players(game: &Value) -> String {
    let seats = game["seats"].as_array().map_or(&[][..], Vec::as_slice);
    seats.iter().map(|seat| seat["name"].as_str().unwrap_or("?")).collect::<Vec<_>>().join(" - ")
}

/// `GET /league/feed.xml`: the last results, as Atom.
pub async fn feed(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    let home = format!("http://{}", host(&request));
    let games = lists::games_of(&hall, None, i64::MAX, GAMES.1).await?;
    let name = hall.course().await.map_err(|_| StoreError::Gone)?.name;
    let ended: Vec<&Value> = games.iter().filter(|game| game["ended"].is_i64()).collect();
    let time = |game: Option<&&Value>| {
        let seconds = game.and_then(|game| game["ended"].as_u64()).unwrap_or(0);
        humantime::format_rfc3339_seconds(std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).to_string()
    };
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>{}</title><id>{home}/</id>\
         <link href=\"{home}/\"/><updated>{}</updated>\n",
        escaped(&name),
        time(ended.first())
    );
    for game in ended {
        let places = game["places"].as_array().map_or(&[][..], Vec::as_slice);
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        let link = game["table"].as_str().map_or(format!("{home}/"), |table| format!("{home}/tables/{table}"));
        // Writing to a text does not fail.
        let _ = writeln!(
            text,
            "<entry><title>{}: {}</title><id>{home}/api/league/games/{}</id><link href=\"{link}\"/>\
             <updated>{}</updated><author><name>boardbots</name></author></entry>",
            escaped(&players(game)),
            places.join(" - "),
            game["number"],
            time(Some(&game))
        );
    }
    Ok(respond(StatusCode::OK, ATOM, text + "</feed>\n"))
}
