//! The check of a league's database: seeds are those whose hashes were public, openings follow from them, and results
//! from the choices that are still there.

use crate::store::{self, GameRow};
use boardbots_base::invalid::InputError;
use boardbots_base::store::file;
use boardbots_base::store::{FileError, Stored};
use boardbots_catalog as catalog;
use boardbots_game::game::Game;
use boardbots_game::setup::{Openings, StoredStart};
use boardbots_game::state::Seat;
use boardbots_server::tables::store::LAYOUT;
use rusqlite::Connection;
use std::path::Path;

/// Games that are read at once.
const PART: i64 = 500;

/// What was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games that have ended.
    pub games: u64,
    /// Those of them that were played again, choice by choice.
    pub replayed: u64,
    /// Games that are void.
    pub void: u64,
    /// Games that go on.
    pub running: u64,
}

/// Checks all games of a database, which a league may be using; each game that is wrong is told.
///
/// # Errors
/// The database cannot be read, or is none of a league.
pub fn check(path: &Path, mut wrong: impl FnMut(i64, InputError)) -> Stored<Checked> {
    let db = file::open_to_read(path, &LAYOUT)?;
    let none = || FileError::Foreign(path.to_path_buf(), "a league");
    let sql = "SELECT CAST(value AS TEXT) FROM meta WHERE name = 'league_game'";
    let game: String = db.query_row(sql, [], |row| row.get(0)).map_err(|_| none())?;
    let game = catalog::find(&game).map_err(|_| none())?;
    let (mut checked, mut before) = (Checked::default(), i64::MAX);
    loop {
        let rows = store::games(&db, None, before, PART)?;
        for row in &rows {
            before = row.number;
            match one(&db, game, row) {
                Ok(replayed) if row.ended.is_some() && row.cause != "void" => {
                    checked.games += 1;
                    checked.replayed += u64::from(replayed);
                }
                Ok(_) if row.ended.is_some() => checked.void += 1,
                Ok(_) => checked.running += 1,
                Err(why) => wrong(row.number, why),
            }
        }
        if rows.is_empty() {
            return Ok(checked);
        }
    }
}

/// Checks a game; true if it was played again.
fn one(db: &Connection, game: &'static dyn Game, row: &GameRow) -> Result<bool, InputError> {
    if row.seed.digest() != row.digest {
        return Err("its seed is not the one whose hash was public".into());
    }
    if game.opening(row.seed.number(), &Openings::default()) != row.opening {
        return Err("its opening does not follow from its seed".into());
    }
    let Some(table) = row.shown.as_ref().filter(|_| row.ended.is_some()) else { return Ok(false) };
    let failed = |error: rusqlite::Error| InputError::new(error);
    let sql = "SELECT options, stripped IS NULL FROM tables WHERE id = ?1";
    let Ok((options, whole)) = db.query_row(sql, [table], |row| <(String, bool)>::try_from(row)) else {
        return Ok(false);
    };
    if !whole {
        return Ok(false);
    }
    let mut options: serde_json::Value = serde_json::from_str(&options).map_err(InputError::new)?;
    let start: StoredStart = serde_json::from_value(options["match"].take()).map_err(InputError::new)?;
    if start.opening != row.opening {
        return Err("its replay has another opening".into());
    }
    let mut state = game.start(&start.start())?;
    let (first, count) = (state.first(), row.seats.len());
    let sql = "SELECT seat, made_by, choice FROM steps JOIN tables USING (number) WHERE id = ?1 ORDER BY n";
    let mut steps = db.prepare(sql).map_err(failed)?;
    let steps = steps.query_map([table], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?)));
    let steps = steps.map_err(failed)?;
    let mut lost = None;
    for (n, step) in (1..).zip(steps) {
        let (seat, by, choice): (i64, String, String) = step.map_err(failed)?;
        let seat = Seat::try_from(seat).unwrap_or(Seat::MAX);
        if by == "resign" {
            lost = Some((seat % count + count - first % count) % count);
            break;
        }
        if state.turn() != Some(seat) {
            return Err(InputError::new(format_args!("choice {n} is of a seat that was not to move")));
        }
        state.retold(&choice).map_err(|error| error.at(format_args!("choice {n}")))?;
    }
    let due = match (lost, state.outcome()) {
        (Some(lost), _) => (0..count).map(|seat| 1 + u8::from(seat == lost)).collect(),
        (None, Some(mut outcome)) => {
            outcome.places.rotate_left(first);
            outcome.places
        }
        (None, None) => return Err("it goes on behind its last choice".into()),
    };
    if due == row.places { Ok(true) } else { Err("its result is not the one of its choices".into()) }
}
