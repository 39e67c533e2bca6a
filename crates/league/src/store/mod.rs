//! The rows of a league, and the statements that write and read them.
//!
//! They are jobs for the thread that owns the database: each takes a connection, and is one transaction there.
//!
//! | file | holds |
//! |---|---|
//! | here | players, versions and seasons |
//! | `games` | games, from their seed to their end, and ratings by day |

mod games;

pub use games::{
    DayRow, Ended, Fixture, GameRow, begin, day, days, end, game, games, numbers, results, splits, unfinished,
};

use boardbots_base::store::{StoreError, Stored};
use boardbots_game::spec::Spec;
use boardbots_server::tokens::Hash;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Who made a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The file of settings.
    Settings,
    /// A file of the watched folder.
    Folder,
    /// Somebody on the page.
    Page,
    /// The administration.
    Admin,
}

boardbots_base::words! { Origin::word: Settings "settings", Folder "folder", Page "page", Admin "admin" }

/// The state of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Plays.
    Active,
    /// Plays no more: the file that named them is gone.
    Away,
    /// Kept from playing by the administration.
    Disabled,
    /// Gone, but for the results.
    Removed,
}

boardbots_base::words! { State::word: Active "active", Away "away", Disabled "disabled", Removed "removed" }

/// The stage of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Under test against the current one and the others.
    Candidate,
    /// The one that stands for its player.
    Current,
    /// Replaced, or found weaker.
    Past,
}

boardbots_base::words! { Stage::word: Candidate "candidate", Current "current", Past "past" }

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Its number.
    pub number: i64,
    /// Its name, which no other looks like.
    pub name: String,
    /// Who made it.
    pub origin: Origin,
    /// Its state.
    pub state: State,
    /// The hash of its key; `None` for a player that runs here.
    pub key: Option<Hash>,
    /// The time at which it was made, in seconds since 1970.
    pub created: i64,
    /// The time of its last game, likewise.
    pub seen: Option<i64>,
}

/// A version of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its number.
    pub number: i64,
    /// The number of its player.
    pub player: i64,
    /// Its name among the versions of the player.
    pub label: String,
    /// What is run here; `None` for a program that joins.
    pub spec: Option<Spec>,
    /// Its stage.
    pub stage: Stage,
    /// The time at which it was made, in seconds since 1970.
    pub made: i64,
}

/// Makes the tables of a league, if the database has none, and its first season.
///
/// # Errors
/// If the database fails.
pub fn prepare(db: &Connection, now: i64) -> Stored<()> {
    db.execute_batch(include_str!("schema.sql"))?;
    if season(db)?.is_none() {
        db.execute("INSERT INTO league_seasons (begun) VALUES (?1)", [now])?;
    }
    Ok(())
}

/// The number of the season that goes on, and when it began.
///
/// # Errors
/// If the database fails.
pub fn season(db: &Connection) -> Stored<Option<(i64, i64)>> {
    let sql = "SELECT number, begun FROM league_seasons WHERE ended IS NULL ORDER BY number DESC LIMIT 1";
    Ok(db.query_row(sql, [], |row| row.try_into()).optional()?)
}

/// Closes the season with its standings, as JSON, and begins the next one.
///
/// # Errors
/// If the database fails.
pub fn close_season(db: &Connection, standings: &str, now: i64) -> Stored<()> {
    db.execute("UPDATE league_seasons SET ended = ?1, standings = ?2 WHERE ended IS NULL", params![now, standings])?;
    db.execute("INSERT INTO league_seasons (begun) VALUES (?1)", [now])?;
    Ok(())
}

/// The seasons that are over, the last first: number, begin, end, standings.
///
/// # Errors
/// If the database fails.
pub fn seasons(db: &Connection) -> Stored<Vec<(i64, i64, i64, String)>> {
    let sql = "SELECT number, begun, ended, coalesce(standings, '[]') FROM league_seasons WHERE ended IS NOT NULL
               ORDER BY number DESC";
    Ok(db.prepare(sql)?.query_map([], |row| row.try_into())?.collect::<Result<_, _>>()?)
}

/// Adds a player; its number.
///
/// # Errors
/// If the database fails, or has one of this name.
pub fn add_player(db: &Connection, name: &str, origin: Origin, key: Option<Hash>, now: i64) -> Stored<i64> {
    db.execute(
        "INSERT INTO league_players (name, origin, state, key, created) VALUES (?1, ?2, 'active', ?3, ?4)",
        params![name, origin.word(), key, now],
    )?;
    Ok(db.last_insert_rowid())
}

/// Forgets players of the page who have registered more than a day ago and never played.
///
/// # Errors
/// If the database fails.
pub fn forget_absent(db: &Connection, now: i64) -> Stored<()> {
    let absent = "SELECT number FROM league_players WHERE origin = 'page' AND created < ?1 - 86400
                  AND number NOT IN (SELECT player FROM league_seats)";
    db.execute(&format!("DELETE FROM league_versions WHERE player IN ({absent})"), [now])?;
    db.execute(&format!("DELETE FROM league_players WHERE number IN ({absent})"), [now])?;
    Ok(())
}

/// Changes what can change of a player.
///
/// # Errors
/// If the database fails.
pub fn set_player(db: &Connection, player: &Player) -> Stored<()> {
    let Player { number, name, state, key, origin, .. } = player;
    db.execute(
        "UPDATE league_players SET name = ?2, state = ?3, key = ?4, origin = ?5 WHERE number = ?1",
        params![number, name, state.word(), key, origin.word()],
    )?;
    Ok(())
}

/// Adds a version at a stage, which takes the place of others at that stage; its number.
///
/// # Errors
/// If the database fails.
pub fn add_version(
    db: &Connection,
    player: i64,
    label: &str,
    spec: Option<&Spec>,
    stage: Stage,
    now: i64,
) -> Stored<i64> {
    let stage = stage.word();
    db.execute("UPDATE league_versions SET stage = 'past' WHERE player = ?1 AND stage = ?2", params![player, stage])?;
    db.execute(
        "INSERT INTO league_versions (player, label, spec, stage, made) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![player, label, spec.map(Spec::to_string), stage, now],
    )?;
    Ok(db.last_insert_rowid())
}

/// Ends the test of a candidate: it becomes the current version, or a past one.
///
/// # Errors
/// If the database fails.
pub fn decide(db: &Connection, candidate: &Version, accepted: bool) -> Stored<()> {
    if accepted {
        db.execute(
            "UPDATE league_versions SET stage = 'past' WHERE player = ?1 AND stage = 'current'",
            [candidate.player],
        )?;
    }
    let stage = if accepted { Stage::Current } else { Stage::Past };
    db.execute(
        "UPDATE league_versions SET stage = ?2 WHERE number = ?1 AND stage = 'candidate'",
        params![candidate.number, stage.word()],
    )?;
    Ok(())
}

/// All players, by their numbers.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn players(db: &Connection) -> Stored<Vec<Player>> {
    let sql = "SELECT number, name, origin, state, key, created, seen FROM league_players ORDER BY number";
    let read = |row: &Row<'_>| {
        let (origin, state): (String, String) = (row.get(2)?, row.get(3)?);
        let words = Origin::named(&origin).zip(State::named(&state));
        let (number, name, key, created, seen) = (row.get(0)?, row.get(1)?, row.get(4)?, row.get(5)?, row.get(6)?);
        Ok(words.map(|(origin, state)| Player { number, name, origin, state, key, created, seen }))
    };
    let found = db.prepare(sql)?.query_map([], read)?.collect::<Result<Option<Vec<Player>>, _>>()?;
    found.ok_or_else(|| StoreError::Row("a player of the league".into()))
}

/// All versions, by their numbers.
///
/// # Errors
/// If the database fails, or a row is damaged.
pub fn versions(db: &Connection) -> Stored<Vec<Version>> {
    let sql = "SELECT number, player, label, spec, stage, made FROM league_versions ORDER BY number";
    let read = |row: &Row<'_>| {
        let (spec, stage): (Option<String>, String) = (row.get(3)?, row.get(4)?);
        let spec = spec.map(|text| text.parse::<Spec>()).transpose().ok();
        let (number, player, label, made) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(5)?);
        let words = spec.zip(Stage::named(&stage));
        Ok(words.map(|(spec, stage)| Version { number, player, label, spec, stage, made }))
    };
    let found = db.prepare(sql)?.query_map([], read)?.collect::<Result<Option<Vec<Version>>, _>>()?;
    found.ok_or_else(|| StoreError::Row("a version of a player of the league".into()))
}
