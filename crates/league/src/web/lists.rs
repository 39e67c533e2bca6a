//! The table, players and games as JSON.

use super::refusal::{Refusal, Told, aside};
use crate::hall::Hall;
use crate::league::League;
use crate::store::{self, GameRow, Player, Stage, State, Version};
use crate::sync::Roster;
use axum::body::Bytes;
use axum::extract::{Path, Request, State as Shared};
use axum::http::StatusCode;
use axum::response::Response;
use boardbots_base::store::{StoreError, Stored, now};
use boardbots_base::thread::lock;
use boardbots_server::admin::Accounts;
use boardbots_server::web::Metrics;
use boardbots_server::web::answer;
use boardbots_server::web::request::parameter;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;
/// Games in a list.
const GAMES: i64 = 50;

/// The number of games that go on.
pub fn live(hall: &Hall) -> usize {
    lock(&hall.live).len()
}

/// The ratings now: version, Elo, half the width of the interval, games.
pub fn ratings(hall: &Hall) -> Vec<(i64, f64, Option<f64>, u64)> {
    let league = lock(&hall.league);
    let rated = league.rated.iter().flat_map(|rated| rated.versions.iter().zip(&rated.from_mean));
    rated.map(|(&version, it)| (version, it.elo, it.error, league.results.of(version).games)).collect()
}

/// Keeps the ratings of the day.
///
/// # Errors
/// If the database fails.
pub async fn note(hall: &Arc<Hall>) -> Stored<()> {
    let ratings = aside(hall, ratings).await.map_err(|_| StoreError::Gone)?;
    hall.tables.services.store.write(move |db, _| store::day(db, now() / DAY, &ratings)).await
}

/// The table: a row for each player, the strongest first; those without a game last.
pub fn standings(hall: &Hall) -> Value {
    let league = lock(&hall.league);
    let current = |player: &Player| league.version_at(player.number, Stage::Current).cloned();
    let listed = league.players.iter().filter_map(|player| Some((player, current(player)?)));
    let mut rows: Vec<(Option<f64>, Value)> = listed
        .filter(|(player, version)| player.state != State::Removed || league.results.of(version.number).games > 0)
        .map(|(player, version)| {
            let rating = league.rated.as_ref().and_then(|rated| rated.of(version.number));
            (rating.map(|rating| rating.elo), row(hall, &league, player, &version))
        })
        .collect();
    rows.sort_by(|(one, _), (other, _)| other.unwrap_or(f64::MIN).total_cmp(&one.unwrap_or(f64::MIN)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The rating of a version and half the width of its interval, in whole Elo.
fn rating(league: &League, version: i64) -> (Option<f64>, Option<f64>) {
    let rating = league.rated.as_ref().and_then(|rated| rated.of(version));
    (rating.map(|rating| rating.elo.round()), rating.and_then(|rating| rating.error).map(f64::round))
}

fn row(hall: &Hall, league: &League, player: &Player, version: &Version) -> Value {
    let own = league.versions.iter().filter(|other| other.player == player.number);
    let points: u64 = own.map(|version| league.results.of(version.number).points).sum();
    let line = league.results.of(version.number);
    let (elo, error) = rating(league, version.number);
    let candidate = league.version_at(player.number, Stage::Candidate);
    let candidate = candidate.map(|it| json!({ "version": it.label, "games": league.results.of(it.number).games }));
    json!({
        "name": player.name, "version": version.label, "state": player.state.word(),
        "bot": version.spec.as_ref().and_then(|spec| spec.game()).is_some(),
        "there": player.state == State::Active && hall.is_there(version),
        "elo": elo, "error": error, "games": line.games, "wins": line.tally.wins, "draws": line.tally.draws, "losses": line.tally.losses,
        "points": points, "candidate": candidate,
    })
}

/// A game as lists show it. Its seed and opening are public once it is over.
pub fn game_of((players, versions): &Roster, row: &GameRow, table: Option<&str>) -> Value {
    let seat = |version: &i64| {
        let version = versions.iter().find(|known| known.number == *version);
        let player = version.and_then(|version| players.iter().find(|player| player.number == version.player));
        json!({ "name": player.map(|player| &player.name), "version": version.map(|version| &version.label) })
    };
    let over = row.ended.is_some();
    let faults =
        row.faults.iter().map(|it| json!({ "seat": it.seat, "fault": it.fault, "detail": it.detail, "move": it.due }));
    json!({
        "number": row.number, "season": row.season, "begun": row.begun, "ended": row.ended, "cause": row.cause,
        "seats": row.seats.iter().map(seat).collect::<Value>(), "places": row.places, "length": row.length,
        "faults": faults.collect::<Value>(), "table": row.shown.as_deref().or(table), "hash": row.digest.to_string(),
        "seed": over.then(|| row.seed.to_string()), "opening": over.then_some(&row.opening),
    })
}

/// Games before a number, of all or of one player, the last first.
pub async fn games_of(hall: &Arc<Hall>, player: Option<i64>, before: i64, count: i64) -> Result<Vec<Value>, Refusal> {
    let store = &hall.tables.services.store;
    let rows = store.read(move |db, _| store::games(db, player, before, count)).await?;
    aside(hall, move |hall| {
        let (roster, live) = (hall.roster(), lock(&hall.live));
        let table = |row: &GameRow| live.get(&row.number).and_then(|live| live.table.clone());
        rows.iter().map(|row| game_of(&roster, row, table(row).as_deref())).collect()
    })
    .await
}

/// `GET /api/league`: what the front page shows.
pub async fn league(Shared(hall): Shared<Arc<Hall>>) -> Told {
    let made = hall.texts.get(String::new(), async || Ok::<_, Refusal>(Bytes::from(summary(&hall).await?.to_string())));
    Ok(answer::written(StatusCode::OK, made.await?))
}

async fn summary(hall: &Arc<Hall>) -> Result<Value, Refusal> {
    let course = hall.course().await.map_err(|_| StoreError::Gone)?;
    let games = games_of(hall, None, i64::MAX, GAMES).await?;
    let (live, recent): (Vec<Value>, Vec<Value>) = games.into_iter().partition(|game| game["ended"].is_null());
    let (settings, rules) = (&hall.settings, &hall.settings.rules);
    let (season, standings) = aside(hall, |hall| (hall.season(), standings(hall))).await?;
    Ok(json!({
        "game": settings.game.name(), "name": course.name, "season": { "number": season.0, "begun": season.1 },
        "rules": {
            "seats": rules.seats, "depth": settings.depth, "movetime": settings.movetime, "turns": settings.turns,
            "deadline": u64::try_from(settings.deadline.as_millis()).unwrap_or(u64::MAX), "tests": rules.tests,
            "margin": rules.margin, "games_of_a_test": rules.most,
        },
        "registration": settings.registration.word(), "over_http": hall.has_clients(),
        "standings": standings, "live": live, "recent": recent,
    }))
}

/// `GET /api/league/players/<name>`: versions, ratings by day, opponents, games, faults.
pub async fn player(Shared(hall): Shared<Arc<Hall>>, Path(name): Path<String>) -> Told {
    let roster = hall.roster();
    let found = roster.0.iter().find(|player| player.name == name).cloned();
    let player = found.ok_or(Refusal::Unknown("such player"))?;
    let number = player.number;
    let made = hall.texts.get(name, async || {
        let read =
            move |db: &rusqlite::Connection, _: &mut _| Ok((store::days(db, number)?, store::splits(db, number)?));
        let (days, splits) = hall.tables.services.store.read(read).await?;
        let games = games_of(&hall, Some(number), i64::MAX, GAMES).await?;
        let mut told = aside(&hall, move |hall| about(hall, &player)).await?;
        let label =
            |number| roster.1.iter().find(|version| version.number == number).map(|version| version.label.clone());
        let day = |(day, version, elo, error, games): (i64, i64, f64, Option<f64>, i64)| {
            let error = error.map(f64::round);
            json!({ "day": day, "version": label(version), "elo": elo.round(), "error": error, "games": games })
        };
        told["days"] = days.into_iter().map(day).collect();
        told["games"] = games.into();
        told["splits"] = json!(splits);
        Ok::<_, Refusal>(Bytes::from(told.to_string()))
    });
    Ok(answer::written(StatusCode::OK, made.await?))
}

fn about(hall: &Hall, player: &Player) -> Value {
    let league = lock(&hall.league);
    let own = |version: &&Version| version.player == player.number;
    let versions = league.versions.iter().filter(own).map(|version| {
        let (games, (elo, error)) = (league.results.of(version.number).games, rating(&league, version.number));
        json!({
            "version": version.label, "stage": version.stage.word(), "made": version.made, "games": games,
            "elo": elo, "error": error,
        })
    });
    let mut opponents = std::collections::BTreeMap::<i64, boardbots_stats::tally::Tally>::new();
    for (&(one, other), tally) in &league.results.met {
        let player_of = |version| league.version(version).map_or(0, |version| version.player);
        for (mine, theirs, tally) in [(one, other, *tally), (other, one, tally.turned())] {
            if player_of(mine) == player.number && player_of(theirs) != player.number {
                opponents.entry(player_of(theirs)).or_default().merge(&tally);
            }
        }
    }
    let opponents = opponents.into_iter().filter_map(|(number, tally)| {
        let name = &league.player(number)?.name;
        Some(json!({ "name": name, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses }))
    });
    json!({
        "name": player.name, "state": player.state.word(), "created": player.created,
        "versions": versions.collect::<Value>(), "opponents": opponents.collect::<Value>(),
    })
}

/// The number of a game that a request names as `before`; without one, all are before it.
pub fn before(request: &Request) -> Result<i64, Refusal> {
    let before = parameter(request, "before").map_or(Ok(i64::MAX), |text| text.parse());
    before.map_err(|_| Refusal::Bad("before is the number of a game".into()))
}

/// `GET /api/league/games?before=N`: games before a number, those that go on among them.
pub async fn games(Shared(hall): Shared<Arc<Hall>>, request: Request) -> Told {
    Ok(answer::json(StatusCode::OK, &json!({ "games": games_of(&hall, None, before(&request)?, GAMES).await? })))
}

/// `GET /api/league/games/<number>`: a game, with the numbers that players reported.
pub async fn game(Shared(hall): Shared<Arc<Hall>>, Path(number): Path<i64>) -> Told {
    let store = &hall.tables.services.store;
    let read = move |db: &rusqlite::Connection, _: &mut _| Ok((store::game(db, number)?, store::numbers(db, number)?));
    let (row, numbers) = store.read(read).await?;
    let row = row.ok_or(Refusal::Unknown("such game"))?;
    let table = lock(&hall.live).get(&number).and_then(|live| live.table.clone());
    let mut told = game_of(&hall.roster(), &row, table.as_deref());
    told["numbers"] = numbers.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    Ok(answer::json(StatusCode::OK, &told))
}

/// `GET /api/league/seasons`: those that are over, with their standings.
pub async fn seasons(Shared(hall): Shared<Arc<Hall>>) -> Told {
    let all = hall.tables.services.store.read(|db, _| store::seasons(db)).await?;
    let season = |(number, begun, ended, standings): (i64, i64, i64, String)| {
        let standings: Value = serde_json::from_str(&standings).unwrap_or_default();
        json!({ "number": number, "begun": begun, "ended": ended, "standings": standings })
    };
    Ok(answer::json(StatusCode::OK, &json!({ "seasons": all.into_iter().map(season).collect::<Value>() })))
}

/// The numbers of the league for those who watch over it.
pub fn metrics(hall: &Hall, metrics: &mut Metrics) {
    metrics.stores(&[("tables", hall.tables.outage().is_none())]);
    hall.tables.metrics(metrics);
    let roster = hall.roster();
    let state = |state: State| roster.0.iter().filter(|player| player.state == state).count();
    let players = metrics.gauge("boardbots_league_players", "Players of the league.");
    State::ALL.into_iter().fold(players, |all, one| all.sample(&[("state", one.word())], state(one)));
    metrics.gauge("boardbots_league_games", "Games of the league that go on.").sample(&[], live(hall));
    let help = "Games of the league that have ended since the start.";
    let ended = [("counted", &hall.ended.0), ("void", &hall.ended.1)];
    let games = metrics.counter("boardbots_league_games_ended_total", help);
    ended.iter().fold(games, |all, (how, count)| all.sample(&[("result", how)], count.load(Relaxed)));
    let help = "Faults of players in games that have ended since the start.";
    metrics.counter("boardbots_league_faults_total", help).sample(&[], hall.ended.2.load(Relaxed));
}

/// `GET /health`.
pub async fn health(Shared(hall): Shared<Arc<Hall>>) -> Response {
    let numbers = json!({ "games": live(&hall), "tables": hall.tables.tables() });
    answer::health(hall.tables.outage().as_deref(), &numbers)
}
