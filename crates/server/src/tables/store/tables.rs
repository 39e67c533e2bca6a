//! The rows of tables and of their chairs: written once, read at the start and on demand.

use super::{Store, StoreError, Stored, now};
use crate::retention::{Keeper, UNKNOWN};
use crate::tables::playthrough::{By, MadeChoice};
use crate::tokens::Hash;
use boardbots_base::store::readable;
use boardbots_game::state::Outcome;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Map, Value};
use std::net::IpAddr;

/// Most bytes of a choice.
pub const LONGEST_CHOICE: usize = 8 * 1024;
/// Most choices of a table that are played again: no match takes nearly as many, and a damaged
/// database can hold millions.
const MOST_CHOICES: usize = 100_000;
/// Most characters of a table's options.
pub const LONGEST_OPTIONS: usize = 64 * 1024;

/// The player of a seat that a program has taken.
pub const PROGRAM: &str = "program";

/// A guest who takes a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The name.
    pub name: String,
    /// The owner of the name, if its key was shown.
    pub owner: Option<i64>,
    /// True for a program.
    pub program: bool,
}

/// A chair, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// `human`, `bot` or `invited`.
    pub kind: &'static str,
    /// The bot; [`PROGRAM`] if a program plays under the name of a person.
    pub player: Option<String>,
    /// The occupant's name, as everybody sees it.
    pub name: String,
    /// The hash of the token that proves the seat.
    pub token: Option<Hash>,
    /// The hash of the invitation; it stays after it was used.
    pub invitation: Option<Hash>,
    /// The owner of the name, if its key was shown.
    pub owner: Option<i64>,
}

/// A table, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredTable {
    /// Its name in addresses.
    pub id: String,
    /// Its game's name.
    pub game: String,
    /// All options.
    pub options: Map<String, Value>,
    /// The source of all chances.
    pub seed: u64,
    /// The hash of the claim that its maker made up.
    pub claim: Hash,
    /// The time at which it was made, in seconds since 1970.
    pub created: i64,
    /// The time at which it ended.
    pub ended: Option<i64>,
    /// The chairs by seats.
    pub chairs: Vec<Chair>,
    /// All choices.
    pub choices: Vec<MadeChoice>,
    /// The address from which it was made, if that is known.
    pub maker: Option<IpAddr>,
    /// True if only its result is left.
    pub reduced: bool,
}

/// The end of a table.
#[derive(Clone, Debug)]
pub struct Ending {
    /// By the rules, or not at all if it is closed.
    pub outcome: Option<Outcome>,
    /// True if the table counts for nobody: choices were taken back, or it only shows a match.
    pub taken_back: bool,
}

/// The row of a table, without its chairs and choices: its number first.
type Head = (i64, StoredTable);

impl Store {
    /// Keeps a new table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn add(&self, table: StoredTable) -> Stored<()> {
        self.write(move |db, keeper| {
            insert(db, &table)?;
            keeper.pace(db)
        })
        .await
    }

    /// Keeps a table that has ended, with all its choices.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn add_ended(&self, table: StoredTable, ending: Ending, at: i64) -> Stored<()> {
        // A server that is ending takes no other changes.
        self.keep(format!("table {}", table.id), move |db, keeper| {
            let number = insert(db, &table)?;
            insert_steps(db, number, 1, &table.choices)?;
            end(db, keeper, (&table.id, &ending, at))
        })
        .await
    }

    /// Keeps a table's choice number `n`, from 1, and the end that it brings.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn step(&self, id: &str, n: usize, choice: MadeChoice, ending: Option<Ending>) -> Stored<()> {
        let id = id.to_string();
        self.write(move |db, keeper| {
            let at = choice.at;
            let number = db.prepare("SELECT number FROM tables WHERE id = ?1")?.query_row([&id], |row| row.get(0))?;
            insert_steps(db, number, whole(n), &[choice])?;
            db.prepare("UPDATE tables SET touched = ?2 WHERE id = ?1")?.execute(params![id, at])?;
            match ending {
                Some(ending) => end(db, keeper, (&id, &ending, at)),
                None => keeper.pace(db),
            }
        })
        .await
    }

    /// Ends a table without a choice.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn end(&self, id: &str, ending: Ending, at: i64) -> Stored<()> {
        let id = id.to_string();
        self.write(move |db, keeper| end(db, keeper, (&id, &ending, at))).await
    }

    /// A table by its id, if it is kept.
    ///
    /// # Errors
    /// [`StoreError::Row`] if it is damaged, or the database fails.
    pub async fn table(&self, id: &str) -> Stored<Option<StoredTable>> {
        let id = id.to_string();
        self.read(move |db, _| {
            let head = db.prepare(&head("id = ?1"))?.query_row([id], read_head).optional()?;
            head.map(|head| complete(db, head)).transpose()
        })
        .await
        .map_err(StoreError::of_rows)
    }

    /// The table that was made under a claim.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claimed(&self, claim: Hash) -> Stored<Option<String>> {
        self.read(move |db, _| {
            let mut found = db.prepare("SELECT id FROM tables WHERE claim = ?1")?;
            Ok(found.query_row([claim], |row| row.get(0)).optional()?)
        })
        .await
    }

    /// Stores that a guest has sat down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn sit(&self, id: &str, seat: usize, guest: &Guest, token: Hash) -> Stored<()> {
        let Guest { name, owner, program } = guest.clone();
        let player = program.then_some(PROGRAM);
        let id = id.to_string();
        self.write(move |db, _| {
            db.prepare(
                "UPDATE chairs SET kind = 'human', name = ?3, token = ?4, owner = ?5, player = ?6
                 WHERE number = (SELECT number FROM tables WHERE id = ?1) AND seat = ?2",
            )?
            .execute(params![id, whole(seat), name, token, owner, player])?;
            db.prepare("UPDATE tables SET touched = ?2 WHERE id = ?1")?.execute(params![id, now()])?;
            Ok(())
        })
        .await
    }

    /// Stores that the seat of a guest is free again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn rise(&self, id: &str, seat: usize) -> Stored<()> {
        let id = id.to_string();
        self.write(move |db, _| {
            db.prepare(
                "UPDATE chairs SET kind = 'invited', name = '', token = NULL, owner = NULL, player = NULL
                 WHERE number = (SELECT number FROM tables WHERE id = ?1) AND seat = ?2",
            )?
            .execute(params![id, whole(seat)])?;
            Ok(())
        })
        .await
    }

    /// The seats of a table on which people sit who have come.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn arrived(&self, id: &str) -> Stored<Vec<usize>> {
        let id = id.to_string();
        self.read(move |db, _| {
            let mut found = db.prepare(
                "SELECT seat FROM chairs JOIN tables USING (number)
                 WHERE id = ?1 AND kind = 'human' AND seat BETWEEN 0 AND 99 ORDER BY seat",
            )?;
            Ok(readable(found.query_map([id], |row| row.get(0).map(u8::into))?, "chairs of a table")?)
        })
        .await
    }
}

/// Writes a table with its chairs, and returns its number.
fn insert(db: &Connection, table: &StoredTable) -> Stored<i64> {
    let StoredTable { id, game, claim, created, .. } = table;
    let (options, seed) = (Value::Object(table.options.clone()).to_string(), table.seed.cast_signed());
    let maker = table.maker.map(|maker| maker.to_string());
    db.prepare(
        "INSERT INTO tables (id, game, options, seed, claim, created, touched, maker)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)",
    )?
    .execute(params![id, game, options, seed, claim, created, maker])?;
    let number = db.last_insert_rowid();
    for (seat, chair) in (0..).zip(&table.chairs) {
        let Chair { kind, player, name, token, invitation, owner } = chair;
        db.prepare(
            "INSERT INTO chairs (number, seat, kind, player, name, token, invitation, owner)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![number, seat, kind, player, name, token, invitation, owner])?;
    }
    Ok(number)
}

/// Writes choices of the table of this number, the first of which is choice `n`, from 1.
fn insert_steps(db: &Connection, number: i64, n: i64, choices: &[MadeChoice]) -> Stored<()> {
    let mut insert =
        db.prepare("INSERT INTO steps (number, n, seat, made_by, choice, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (n, MadeChoice { seat, by, text, at }) in (n..).zip(choices) {
        insert.execute(params![number, n, whole(*seat), by.name(), text, at])?;
    }
    Ok(())
}

/// Enters a table that has ended among those that can make room.
pub(super) fn enter(db: &Connection, keeper: &mut Keeper, id: &str) -> Stored<()> {
    let mut found = db.prepare("SELECT number, maker FROM tables WHERE id = ?1")?;
    let (number, maker) = found.query_row([id], |row| Ok((row.get(0)?, maker(row, 1))))?;
    keeper.enter(db, number, &maker.map_or(UNKNOWN.into(), |maker| maker.to_string()))
}

fn end(db: &Connection, keeper: &mut Keeper, (id, ending, at): (&str, &Ending, i64)) -> Stored<()> {
    let reason = ending.outcome.as_ref().map(|outcome| outcome.reason);
    let mut change = db.prepare("UPDATE tables SET ended = ?2, reason = ?3, taken_back = ?4 WHERE id = ?1")?;
    change.execute(params![id, at, reason, ending.taken_back])?;
    let places = ending.outcome.iter().flat_map(|outcome| {
        outcome.places.iter().enumerate().map(|(seat, place)| (seat, *place, outcome.winners.contains(&seat)))
    });
    for (seat, place, won) in places {
        db.prepare(
            "UPDATE chairs SET place = ?3, won = ?4
             WHERE number = (SELECT number FROM tables WHERE id = ?1) AND seat = ?2",
        )?
        .execute(params![id, whole(seat), place, won])?;
    }
    enter(db, keeper, id)
}

/// A number as the database keeps it.
pub(super) fn whole(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The address in a column from where a table was made, if it is known.
pub(super) fn maker(row: &Row<'_>, column: usize) -> Option<IpAddr> {
    row.get::<_, String>(column).ok()?.parse().ok()
}

/// The statement for the heads of these tables.
fn head(which: &str) -> String {
    format!(
        "SELECT number, id, game, substr(options, 1, {LONGEST_OPTIONS}), seed, claim, created, ended, maker,
             stripped IS NOT NULL
         FROM tables WHERE {which}"
    )
}

fn read_head(row: &Row<'_>) -> rusqlite::Result<Head> {
    let options: String = row.get(3)?;
    let options = serde_json::from_str(&options)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(3, rusqlite::types::Type::Text, error.into()))?;
    let (id, game, claim, created, ended) = (row.get(1)?, row.get(2)?, row.get(5)?, row.get(6)?, row.get(7)?);
    let (chairs, choices, maker, reduced) = (Vec::new(), Vec::new(), maker(row, 8), row.get(9)?);
    let seed = row.get::<_, i64>(4)?.cast_unsigned();
    Ok((row.get(0)?, StoredTable { id, game, options, seed, claim, created, ended, chairs, choices, maker, reduced }))
}

fn complete(db: &Connection, (number, mut table): Head) -> Stored<StoredTable> {
    let mut chairs = db.prepare(
        "SELECT kind, player, name, token, invitation, seat, owner FROM chairs WHERE number = ?1 ORDER BY seat",
    )?;
    let mut rows = chairs.query([number])?;
    while let Some(row) = rows.next()? {
        // A chair that is missing would have all others change their places.
        if row.get::<_, i64>(5)? != whole(table.chairs.len()) {
            return Err(StoreError::Row(format!("no chair {}", table.chairs.len())));
        }
        let kind: String = row.get(0)?;
        let kind = ["human", "bot", "invited"].into_iter().find(|known| **known == kind);
        let kind = kind.ok_or_else(|| StoreError::Row(format!("no kind of chair {}", table.chairs.len())))?;
        let (player, name, token, invitation, owner) =
            (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(6)?);
        table.chairs.push(Chair { kind, player, name, token, invitation, owner });
    }
    let mut steps = db.prepare(
        "SELECT seat, made_by, substr(choice, 1, ?2), at, n FROM steps WHERE number = ?1 ORDER BY n LIMIT ?3",
    )?;
    let mut rows = steps.query(params![number, whole(LONGEST_CHOICE + 1), whole(MOST_CHOICES + 1)])?;
    while let Some(row) = rows.next()? {
        let n = table.choices.len() + 1;
        if n > MOST_CHOICES {
            return Err(StoreError::Row(format!("more than {MOST_CHOICES} choices")));
        }
        if row.get::<_, i64>(4)? != whole(n) {
            return Err(StoreError::Row(format!("no choice {n}, but later ones")));
        }
        let by: String = row.get(1)?;
        let by = By::named(&by).ok_or_else(|| StoreError::Row(format!("a choice {n} that nobody has made")))?;
        let text: String = row.get(2)?;
        if text.len() > LONGEST_CHOICE {
            return Err(StoreError::Row(format!("a choice {n} of more than {LONGEST_CHOICE} bytes")));
        }
        table.choices.push(MadeChoice { seat: row.get::<_, u8>(0)?.into(), by, text, at: row.get(3)? });
    }
    Ok(table)
}

#[cfg(test)]
mod tests;
