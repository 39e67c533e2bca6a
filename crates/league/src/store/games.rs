//! Games of a league: a row from before the first move to the end, which alone counts.

use crate::results::first_place;
use crate::seeds::{Digest, Seed};
use boardbots_base::store::{StoreError, Stored};
use boardbots_game::setup::Opening;
use boardbots_stats::tally::Tally;
use boardbots_tournament::matches::record::Offence;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub number: i64,
    /// Versions by seat.
    pub seats: Vec<i64>,
    /// The source of all its chances, secret until its end.
    pub seed: Seed,
    /// Its opening.
    pub opening: Opening,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Why it ended: `rules`, `repetition`, `limit`, `fault` or `void`.
    pub cause: &'static str,
    /// Places by seat, from 1; empty for a void game.
    pub places: Vec<u8>,
    /// The length in the game's own unit.
    pub length: u32,
    /// The faults of players.
    pub faults: Vec<Offence>,
    /// The numbers that players reported, as JSON; null if there are none.
    pub numbers: Value,
    /// The table of its replay, if it was shown.
    pub shown: Option<String>,
}

/// A game in lists.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number.
    pub number: i64,
    /// The number of its season.
    pub season: i64,
    /// Versions by seat.
    pub seats: Vec<i64>,
    /// The hash of the seed.
    pub digest: Digest,
    /// The seed; secret as long as the game goes on.
    pub seed: Seed,
    /// The opening, likewise.
    pub opening: Opening,
    /// The time at which it began, in seconds since 1970.
    pub begun: i64,
    /// The time at which it ended.
    pub ended: Option<i64>,
    /// Why it ended; empty until then.
    pub cause: String,
    /// Places by seat; empty until then.
    pub places: Vec<u8>,
    /// The length.
    pub length: u32,
    /// The faults of players.
    pub faults: Vec<Offence>,
    /// The table of its replay.
    pub shown: Option<String>,
}

/// Keeps a game that is about to begin; its number.
///
/// # Errors
/// If the database fails.
pub fn begin(
    db: &Connection,
    (season, now): (i64, i64),
    seats: &[(i64, i64)],
    seed: &Seed,
    opening: &Opening,
) -> Stored<i64> {
    let versions: Vec<i64> = seats.iter().map(|(_, version)| *version).collect();
    db.prepare(
        "INSERT INTO league_games (season, seats, seed, digest, opening, begun) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        season,
        json!(versions).to_string(),
        seed.0,
        seed.digest(),
        json!(opening).to_string(),
        now
    ])?;
    let number = db.last_insert_rowid();
    for (seat, (player, _)) in (0_i64..).zip(seats) {
        db.prepare("INSERT INTO league_seats (player, game, seat) VALUES (?1, ?2, ?3)")?
            .execute(params![player, number, seat])?;
    }
    Ok(number)
}

/// Keeps the end of a game, which counts in the season that goes on then. False if it had ended before: then nothing
/// changes, and it counts once.
///
/// # Errors
/// If the database fails.
pub fn end(db: &Connection, number: i64, ended: &Ended, now: i64) -> Stored<bool> {
    let Ended { cause, places, length, faults, numbers, shown } = ended;
    let numbers = (!numbers.is_null()).then(|| numbers.to_string());
    let changed = db
        .prepare(
            "UPDATE league_games SET ended = ?2, cause = ?3, places = ?4, length = ?5, faults = ?6, numbers = ?7, shown = ?8,
             season = coalesce((SELECT max(number) FROM league_seasons WHERE ended IS NULL), season)
             WHERE number = ?1 AND ended IS NULL",
        )?
        .execute(params![
            number,
            now,
            cause,
            json!(places).to_string(),
            length,
            json!(faults).to_string(),
            numbers,
            shown
        ])?;
    db.prepare(
        "UPDATE league_players SET seen = ?2 WHERE number IN (SELECT player FROM league_seats WHERE game = ?1)",
    )?
    .execute(params![number, now])?;
    Ok(changed == 1)
}

/// Games that have begun and not ended, which are played again from the start.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn unfinished(db: &Connection) -> Stored<Vec<Fixture>> {
    db.execute("UPDATE league_games SET attempts = attempts + 1 WHERE ended IS NULL", [])?;
    let sql = "SELECT number, seats, seed, opening FROM league_games WHERE ended IS NULL ORDER BY number";
    let read = |row: &Row<'_>| {
        let (number, seats, seed, opening) = (row.get(0)?, list(row, 1)?, Seed(row.get(2)?), list(row, 3)?);
        Ok(seats.zip(opening).map(|(seats, opening)| Fixture { number, seats, seed, opening }))
    };
    let found = db.prepare(sql)?.query_map([], read)?.collect::<Result<Option<Vec<_>>, _>>()?;
    found.ok_or_else(damaged)
}

/// Seats and places of the games of a season that count, in the order in which they began.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn results(db: &Connection, season: i64) -> Stored<Vec<(Vec<i64>, Vec<u8>)>> {
    let sql = "SELECT seats, places FROM league_games WHERE season = ?1 AND ended IS NOT NULL AND cause <> 'void'
               ORDER BY number";
    let read = |row: &Row<'_>| Ok(list::<Vec<i64>>(row, 0)?.zip(list::<Vec<u8>>(row, 1)?));
    let found = db.prepare(sql)?.query_map([season], read)?.collect::<Result<Option<Vec<_>>, _>>()?;
    found.filter(|all| all.iter().all(|(seats, places)| seats.len() == places.len())).ok_or_else(damaged)
}

const GAME: &str = "SELECT number, season, seats, digest, seed, opening, begun, ended, coalesce(cause, ''),
    coalesce(places, '[]'), coalesce(length, 0), coalesce(faults, '[]'), shown FROM league_games";

fn game_of(row: &Row<'_>) -> rusqlite::Result<Option<GameRow>> {
    let (Some(seats), Some(opening), Some(places), Some(faults)) =
        (list(row, 2)?, list(row, 5)?, list(row, 9)?, list(row, 11)?)
    else {
        return Ok(None);
    };
    let (digest, seed) = (Digest(row.get(3)?), Seed(row.get(4)?));
    Ok(Some(GameRow {
        number: row.get(0)?,
        season: row.get(1)?,
        seats,
        digest,
        seed,
        opening,
        begun: row.get(6)?,
        ended: row.get(7)?,
        cause: row.get(8)?,
        places,
        length: row.get(10)?,
        faults,
        shown: row.get(12)?,
    }))
}

/// A game by its number.
///
/// # Errors
/// If the database fails, or the row is damaged.
pub fn game(db: &Connection, number: i64) -> Stored<Option<GameRow>> {
    let found = db.query_row(&format!("{GAME} WHERE number = ?1"), [number], game_of).optional()?;
    found.map(|row| row.ok_or_else(damaged)).transpose()
}

/// Games before a number, of all or of a player, the last first; those that go on among them.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn games(db: &Connection, player: Option<i64>, before: i64, count: i64) -> Stored<Vec<GameRow>> {
    let of = "number IN (SELECT DISTINCT game FROM league_seats WHERE player = ?3 AND game < ?1)";
    let of = if player.is_some() { of } else { "?3 IS NULL" };
    let sql = format!("{GAME} WHERE number < ?1 AND {of} ORDER BY number DESC LIMIT ?2");
    let found =
        db.prepare(&sql)?.query_map(params![before, count, player], game_of)?.collect::<Result<Option<_>, _>>()?;
    found.ok_or_else(damaged)
}

/// First places, shared ones and others of a player in the last games, by seat (`seat 1`) and by the options of the
/// opening, such as the size of the map (`Size 10`); not by its seed.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn splits(db: &Connection, player: i64) -> Stored<BTreeMap<String, Tally>> {
    let sql = "SELECT seat, places, opening FROM league_seats JOIN league_games ON number = game
               WHERE player = ?1 AND ended IS NOT NULL AND cause <> 'void' ORDER BY game DESC LIMIT 1000";
    let mut splits = BTreeMap::<String, Tally>::new();
    let read = |row: &Row<'_>| Ok((row.get::<_, u8>(0)?, list::<Vec<u8>>(row, 1)?, list::<Opening>(row, 2)?));
    for row in db.prepare(sql)?.query_map([player], read)? {
        let (seat, Some(places), Some(opening)) = row? else { return Err(damaged()) };
        let result = first_place(&places, usize::from(seat));
        let options = opening.options.iter().filter(|(name, _)| name != "Seed");
        let options = options.map(|(name, value)| format!("{name} {value}"));
        for split in options.chain([format!("seat {}", seat + 1)]) {
            splits.entry(split).or_default().add(result);
        }
    }
    Ok(splits)
}

/// The numbers that players reported in a game, as JSON text.
///
/// # Errors
/// If the database fails.
pub fn numbers(db: &Connection, number: i64) -> Stored<Option<String>> {
    let sql = "SELECT numbers FROM league_games WHERE number = ?1";
    Ok(db.query_row(sql, [number], |row| row.get(0)).optional()?.flatten())
}

/// Keeps the ratings of a day: version, Elo, half the width of the interval, games. Numbers of players stay for the last
/// 10,000 games.
///
/// # Errors
/// If the database fails.
pub fn day(db: &Connection, day: i64, ratings: &[(i64, f64, Option<f64>, u64)]) -> Stored<()> {
    let mut insert = db.prepare("INSERT OR REPLACE INTO league_days VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (version, elo, error, games) in ratings {
        insert.execute(params![day, version, elo, error, i64::try_from(*games).unwrap_or(i64::MAX)])?;
    }
    let newest = "(SELECT max(number) FROM league_games)";
    let old = format!("number BETWEEN {newest} - 30000 AND {newest} - 10000 AND numbers IS NOT NULL");
    db.execute(&format!("UPDATE league_games SET numbers = NULL WHERE {old}"), [])?;
    Ok(())
}

/// A rating of a day: day, version, Elo, half the width of the interval, games.
pub type DayRow = (i64, i64, f64, Option<f64>, i64);

/// The ratings of a player by day: day, version, Elo, half the width of the interval, games.
///
/// # Errors
/// If the database fails.
pub fn days(db: &Connection, player: i64) -> Stored<Vec<DayRow>> {
    let sql = "SELECT day, version, elo, error, games FROM league_days
               WHERE version IN (SELECT number FROM league_versions WHERE player = ?1) ORDER BY day, version";
    Ok(db.prepare(sql)?.query_map([player], |row| row.try_into())?.collect::<Result<_, _>>()?)
}

fn damaged() -> StoreError {
    StoreError::Row("a game of the league".into())
}

/// A column of JSON; `None` if it is none of this form.
fn list<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<T>> {
    Ok(serde_json::from_str(&row.get::<_, String>(column)?).ok())
}
