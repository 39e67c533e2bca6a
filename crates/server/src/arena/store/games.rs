//! Finished games: results, ratings, replays.

use super::{StoreError, Stored, User, users};
use crate::retention::Keeper;
use boardbots_base::store::{is_damage, readable};
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::rating;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Statement, params};

/// Most characters of a map that are read; the largest map has fewer.
const LONGEST_MAP: u32 = 10_000;
/// Most moves of a game that are read; the longest game has fewer.
const MOST_MOVES: u32 = 10_000;

/// The way a game came to be; its name stands in JSON and in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// One user against house bots; never rated.
    Training,
    /// The players who met in the lobby.
    Arena,
    /// The same with a person at the keyboard among them, who has more time; never rated.
    Friendly,
}

boardbots_base::words! { GameKind::name: Training "training", Arena "arena", Friendly "friendly" }

/// One seat of a game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedSeat {
    /// Name of the user or of the house bot.
    pub name: String,
    /// The user's id; house bots have none.
    pub user: Option<String>,
    /// The user's rating when they joined.
    pub rating: Option<i32>,
    /// Gold at the end.
    pub gold: u32,
    /// 1 for the most gold; equal gold shares a place.
    pub place: u8,
    /// True if the hero missed a turn.
    pub crashed: bool,
    /// The change of the user's rating; `None` if the game was not rated for them.
    pub change: Option<i32>,
}

/// A game that has ended, as the database keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Eight characters.
    pub id: String,
    /// Its kind.
    pub kind: GameKind,
    /// The time of its start, in seconds since 1970.
    pub started: i64,
    /// The time of its end.
    pub ended: i64,
    /// The map's text, heroes drawn.
    pub map: String,
    /// Tiles along one side.
    pub size: u32,
    /// Number of mines.
    pub mines: u32,
    /// As in the protocol.
    pub max_turns: i32,
    /// Single moves played.
    pub turns: u32,
    /// The seed of map, house bots and bonus.
    pub seed: u64,
    /// One byte for each single move: Stay 0, North 1, South 2, East 3, West 4, missed 99.
    pub moves: Vec<u8>,
    /// True if it ended because everybody (in training: the player) had crashed.
    pub crashed: bool,
    /// The points that every user's rating gets on top if the game is rated, 0 or 1.
    pub bonus: i32,
    /// Seats in order of their heroes.
    pub seats: [EndedSeat; HEROES],
}

/// A finished game, for a list.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Name of the game.
    pub id: String,
    /// Its kind.
    pub kind: GameKind,
    /// Seconds since 1970.
    pub ended: i64,
    /// Single moves played.
    pub turns: u32,
    /// Tiles along one side.
    pub size: u32,
    /// Number of mines.
    pub mines: u32,
    /// True if its moves are still there.
    pub replay: bool,
    /// Seats in order of their heroes.
    pub seats: [EndedSeat; HEROES],
}

/// Keeps a game of an owner and rates its users by the ratings they have now, inside a transaction. Fills in what
/// changed.
pub(super) fn save(db: &Connection, keeper: &mut Keeper, mut game: Ended, owner: &str) -> Stored<Ended> {
    if game.kind == GameKind::Arena {
        rate(db, &mut game)?;
    }
    for user in game.seats.iter().filter_map(|seat| seat.user.as_ref()) {
        db.prepare("UPDATE users SET last_seen = max(last_seen, ?2) WHERE id = ?1")?
            .execute(params![user, game.ended])?;
    }
    let number = insert(db, &game)?;
    keeper.enter(db, number, owner)?;
    Ok(game)
}

/// The newest finished games, at most `most`.
///
/// # Errors
/// If the database fails.
pub(super) fn recent(db: &Connection, most: u32) -> Stored<Vec<Summary>> {
    let mut seats = db.prepare(SEATS)?;
    let mut games = db.prepare(
        "SELECT number, id, kind, ended, turns, size, mines, length(moves) > 0 FROM games
         ORDER BY number DESC LIMIT ?1",
    )?;
    let rows = games.query_map([most], |row| {
        let (number, id, kind, ended, turns, size, mines, replay) = row.try_into()?;
        Ok(Summary { id, kind, ended, turns, size, mines, replay, seats: seats_of(&mut seats, number)? })
    })?;
    Ok(readable(rows, "finished games")?)
}

/// A finished game.
///
/// # Errors
/// [`StoreError::NoGame`], [`StoreError::NoReplay`], or a failure of the database.
pub fn game(db: &Connection, id: &str) -> Stored<Ended> {
    let mut seats = db.prepare(SEATS)?;
    let found = db
        .prepare(
            "SELECT number, id, kind, started, ended, substr(map, 1, ?2), size, mines, max_turns, turns, seed,
                    coalesce(substr(moves, 1, ?3), x''), status = 'crashed', bonus
             FROM games WHERE id = ?1",
        )?
        .query_row(params![id, LONGEST_MAP, MOST_MOVES], |row| ended(row, &mut seats))
        .optional()?;
    match found {
        Some(game) if game.moves.is_empty() => Err(StoreError::NoReplay(id.to_string())),
        found => found.ok_or_else(|| StoreError::NoGame(id.to_string())),
    }
}

/// A finished game of its row; its seats are read with the prepared [`SEATS`].
fn ended(row: &Row<'_>, seats: &mut Statement<'_>) -> rusqlite::Result<Ended> {
    let (number, id, kind, started, ended, map, size, mines, max_turns, turns, seed, moves, crashed, bonus) =
        row.try_into()?;
    let (seed, seats) = (i64::cast_unsigned(seed), seats_of(seats, number)?);
    Ok(Ended { id, kind, started, ended, map, size, mines, max_turns, turns, seed, moves, crashed, bonus, seats })
}

impl FromSql for GameKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        Self::named(text).ok_or_else(|| FromSqlError::Other(format!("{text:?} is no kind of game").into()))
    }
}

/// The query of a game's seats; its parameter is the game's number.
const SEATS: &str = "SELECT name, user, rating, gold, place, crashed, rating_change FROM seats
     WHERE game = ?1 AND hero BETWEEN 1 AND 4 ORDER BY hero";

/// The seats of a game by its number, read with the prepared [`SEATS`].
fn seats_of(query: &mut Statement<'_>, game: i64) -> rusqlite::Result<[EndedSeat; HEROES]> {
    let seats = query.query_map([game], |row| {
        let (name, user, rating, gold, place, crashed, change) = row.try_into()?;
        Ok(EndedSeat { name, user, rating, gold, place, crashed, change })
    })?;
    let seats: Vec<EndedSeat> = seats.collect::<Result<_, _>>()?;
    seats.try_into().map_err(|seats: Vec<EndedSeat>| {
        let problem = format!("{} seats of {HEROES}", seats.len());
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Null, problem.into())
    })
}

/// Counts the game for its users and house bots, and applies the rating. A game in which a user met only themselves
/// does not count at all, as on the original.
fn rate(db: &Connection, game: &mut Ended) -> Stored<()> {
    if game.seats.iter().all(|seat| seat.name == game.seats[0].name) {
        return Ok(());
    }
    let mut users = Vec::new();
    for (hero, seat) in game.seats.iter().enumerate() {
        let house = if seat.user.is_none() { users::house(db, &seat.name, game.ended)? } else { None };
        if let Some(id) = seat.user.as_ref().or(house.as_ref()) {
            match db.prepare("SELECT id, name, rating FROM users WHERE id = ?1")?.query_row([id], User::of_row) {
                Ok(user) => users.push((hero, user, seat.gold)),
                // A user who is no longer there, or damaged, is not rated; the game is kept all the same.
                Err(error) if is_damage(&error) => log::warn!("user {id} is not rated: {error}"),
                Err(error) => return Err(error.into()),
            }
        }
    }
    let seats: Vec<rating::Seat<'_>> =
        users.iter().map(|(_, user, gold)| rating::Seat { user: &user.id, rating: user.rating, gold: *gold }).collect();
    let changes = rating::rated(&seats).then(|| rating::changes(&seats));
    let mut counted: Vec<&str> = Vec::new();
    for (index, (hero, user, _)) in users.iter().enumerate() {
        let change = changes.as_ref().map(|changes| changes[index] + game.bonus);
        let seat = &mut game.seats[*hero];
        seat.change = change.filter(|_| seat.user.is_some());
        if counted.contains(&user.id.as_str()) {
            continue;
        }
        counted.push(&user.id);
        let winners: Vec<&EndedSeat> = game.seats.iter().filter(|seat| seat.place == 1).collect();
        // By id: the name may be another one by now.
        let won = winners.len() == 1 && winners[0].user.as_ref().unwrap_or(&winners[0].name) == &user.id;
        db.prepare("UPDATE users SET rating = rating + ?2, games = games + 1, wins = wins + ?3 WHERE id = ?1")?
            .execute(params![user.id, change.unwrap_or(0), won])?;
    }
    Ok(())
}

fn insert(db: &Connection, game: &Ended) -> Stored<i64> {
    let Ended { id, kind, started, ended, map, size, mines, max_turns, turns, moves, bonus, .. } = game;
    let (seed, status) = (game.seed.cast_signed(), if game.crashed { "crashed" } else { "turns" });
    let kind = kind.name();
    db.prepare(
        "INSERT INTO games (id, kind, started, ended, map, size, mines, max_turns, turns, seed, moves, status, bonus)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![id, kind, started, ended, map, size, mines, max_turns, turns, seed, moves, status, bonus])?;
    let number = db.last_insert_rowid();
    let mut statement = db.prepare(
        "INSERT INTO seats (game, hero, user, name, rating, rating_change, gold, place, crashed)
         VALUES (?1, ?2, (SELECT id FROM users WHERE id = ?3),
             coalesce((SELECT name FROM users WHERE id = ?3), ?4), ?5, ?6, ?7, ?8, ?9)",
    )?;
    // A user who is gone from the database takes no game with them.
    for (hero, seat) in (1..).zip(&game.seats) {
        let EndedSeat { user, name, rating, change, gold, place, crashed } = seat;
        statement.execute(params![number, hero, user, name, rating, change, gold, place, crashed])?;
    }
    Ok(number)
}
