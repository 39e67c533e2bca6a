//! The rows of tables: written once, read at the start and on demand.

use super::{Store, StoreError};
use crate::retention::{Keeper, UNKNOWN};
use crate::tables::playthrough::{By, Choice};
use crate::tokens::Hash;
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
const LONGEST_OPTIONS: usize = 64 * 1024;

/// A chair, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// `human`, `bot` or `invited`.
    pub kind: &'static str,
    /// The bot.
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
    pub choices: Vec<Choice>,
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
    /// True if choices were taken back.
    pub taken_back: bool,
}

/// The row of a table, without its chairs and choices: its number first.
type Head = (i64, StoredTable);

impl Store {
    /// Keeps a new table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn add(&self, table: StoredTable) -> Result<(), StoreError> {
        self.write(move |db, keeper| {
            db.prepare(
                "INSERT INTO tables (id, game, options, seed, claim, created, touched, maker)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)",
            )?
            .execute(params![
                table.id,
                table.game,
                Value::Object(table.options).to_string(),
                table.seed.cast_signed(),
                table.claim,
                table.created,
                table.maker.map(|maker| maker.to_string()),
            ])?;
            let number = db.last_insert_rowid();
            for (seat, chair) in table.chairs.iter().enumerate() {
                db.prepare(
                    "INSERT INTO chairs (number, seat, kind, player, name, token, invitation, owner)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    number,
                    whole(seat),
                    chair.kind,
                    chair.player,
                    chair.name,
                    chair.token,
                    chair.invitation,
                    chair.owner
                ])?;
            }
            keeper.pace(db)
        })
        .await
    }

    /// Keeps a table's choice number `n`, from 1, and the end that it brings.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn step(&self, id: &str, n: usize, choice: Choice, ending: Option<Ending>) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |db, keeper| {
            db.prepare(
                "INSERT INTO steps (number, n, seat, made_by, choice, at)
                 VALUES ((SELECT number FROM tables WHERE id = ?1), ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                id,
                whole(n),
                whole(choice.seat),
                choice.by.name(),
                choice.text,
                choice.at
            ])?;
            db.prepare("UPDATE tables SET touched = ?2 WHERE id = ?1")?.execute(params![id, choice.at])?;
            match ending {
                Some(ending) => end(db, keeper, (&id, &ending, choice.at)),
                None => keeper.pace(db),
            }
        })
        .await
    }

    /// Ends a table without a choice.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn end(&self, id: &str, ending: Ending, at: i64) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |db, keeper| end(db, keeper, (&id, &ending, at))).await
    }

    /// A table by its id, if it is kept.
    ///
    /// # Errors
    /// [`StoreError::Row`] if it is damaged, or the database fails.
    pub async fn table(&self, id: &str) -> Result<Option<StoredTable>, StoreError> {
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
    pub async fn claimed(&self, claim: Hash) -> Result<Option<String>, StoreError> {
        self.read(move |db, _| {
            let mut found = db.prepare("SELECT id FROM tables WHERE claim = ?1")?;
            Ok(found.query_row([claim], |row| row.get(0)).optional()?)
        })
        .await
    }
}

/// Enters a table that has ended among those that can make room.
pub(super) fn enter(db: &Connection, keeper: &mut Keeper, id: &str) -> Result<(), StoreError> {
    let mut found = db.prepare("SELECT number, maker FROM tables WHERE id = ?1")?;
    let (number, maker) = found.query_row([id], |row| Ok((row.get(0)?, maker(row, 1))))?;
    keeper.enter(db, number, &maker.map_or(UNKNOWN.into(), |maker| maker.to_string()))
}

fn end(db: &Connection, keeper: &mut Keeper, (id, ending, at): (&str, &Ending, i64)) -> Result<(), StoreError> {
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
    let seed: i64 = row.get(4)?;
    let (id, game, claim, created, ended) = (row.get(1)?, row.get(2)?, row.get(5)?, row.get(6)?, row.get(7)?);
    let (chairs, choices) = (Vec::new(), Vec::new());
    Ok((
        row.get(0)?,
        StoredTable {
            id,
            game,
            options,
            seed: seed.cast_unsigned(),
            claim,
            created,
            ended,
            chairs,
            choices,
            maker: maker(row, 8),
            reduced: row.get(9)?,
        },
    ))
}

fn complete(db: &Connection, (number, mut table): Head) -> Result<StoredTable, StoreError> {
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
        table.choices.push(Choice { seat: row.get::<_, u8>(0)?.into(), by, text, at: row.get(3)? });
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::{Sitter, now};
    use super::*;
    use crate::retention::Keep;
    use std::path::Path;

    fn table(id: &str) -> StoredTable {
        let chair = |kind, name: &str| Chair {
            kind,
            player: (kind == "bot").then(|| "tron:strong".into()),
            name: name.into(),
            token: (kind == "human").then_some([1; 32]),
            invitation: (kind == "invited").then_some([2; 32]),
            owner: None,
        };
        let mut claim = [0; 32];
        claim[..id.len()].copy_from_slice(id.as_bytes());
        StoredTable {
            id: id.into(),
            game: "pile".into(),
            options: [("most".to_string(), 20.into())].into_iter().collect(),
            seed: u64::MAX - 1,
            claim,
            created: 100,
            ended: None,
            chairs: vec![chair("human", "Ada"), chair("bot", "Strong"), chair("invited", "")],
            choices: Vec::new(),
            maker: Some([192, 0, 2, 1].into()),
            reduced: false,
        }
    }

    fn choice(seat: usize, by: By) -> Choice {
        Choice { seat, by, text: "1".into(), at: now() }
    }

    fn ending(taken_back: bool) -> Ending {
        let outcome = Some(Outcome {
            winners: vec![1],
            places: vec![2, 1, 2],
            scores: Vec::new(),
            ending: boardbots_game::state::Ending::Rules,
            reason: "pile.empty",
        });
        Ending { outcome, taken_back }
    }

    async fn opened<T>(path: &Path, work: impl AsyncFnOnce(&Store) -> T) -> T {
        let (store, _, thread) = Store::open(Some(path), Keep::default()).expect("a database");
        let done = work(&store).await;
        drop(store);
        thread.join().expect("it ends");
        done
    }

    #[tokio::test]
    async fn what_is_kept_is_read_back_by_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tables.db");
        let mut kept = table("a");
        opened(&path, async |store| {
            store.add(kept.clone()).await.expect("kept");
            store.sit("a", 2, ("Eve".into(), Some(5)), [3; 32]).await.expect("kept");
            for (n, by) in By::ALL.into_iter().enumerate() {
                let choice = choice(n, by);
                store.step("a", n + 1, choice.clone(), None).await.expect("kept");
                kept.choices.push(choice);
            }
            // No choice has a number twice, and no claim makes two tables.
            assert!(store.step("a", 3, choice(0, By::Seat), None).await.is_err());
            assert!(store.add(StoredTable { id: "b".into(), ..kept.clone() }).await.is_err());
        })
        .await;
        kept.chairs[2] =
            Chair { kind: "human", name: "Eve".into(), token: Some([3; 32]), owner: Some(5), ..kept.chairs[2].clone() };
        opened(&path, async |store| {
            assert_eq!(store.running().await.expect("read"), [("a".to_string(), kept.maker)]);
            assert_eq!(store.table("a").await.expect("read"), Some(kept.clone()));
            assert_eq!(store.claimed(kept.claim).await.expect("read").as_deref(), Some("a"));
            assert_eq!(store.table("b").await.expect("read"), None);
        })
        .await;
    }

    #[tokio::test]
    async fn ended_tables_count_unless_something_was_taken_back() {
        let folder = tempfile::tempdir().expect("a folder");
        opened(&folder.path().join("tables.db"), async |store| {
            for (id, taken_back) in [("a", false), ("b", true), ("c", false)] {
                store.add(table(id)).await.expect("kept");
                store.step(id, 1, choice(0, By::Seat), Some(ending(taken_back))).await.expect("kept");
            }
            // One that runs, and one that was closed, are in no list.
            store.add(table("d")).await.expect("kept");
            store.add(table("e")).await.expect("kept");
            store.step("e", 1, choice(0, By::Seat), None).await.expect("kept");
            assert_eq!(store.sweep(None, 60, now()).await.expect("closed"), (vec!["d".to_string()], 0));
            let finished = store.finished(2).await.expect("read");
            assert_eq!(finished.iter().map(|table| table.id.as_str()).collect::<Vec<_>>(), ["c", "b"]);
            let player = Some("tron:strong".into());
            assert_eq!(finished[0].seats[1], Sitter { kind: "bot".into(), name: "Strong".into(), player, won: true });
            assert_eq!(finished[0].n, 1);
            let (tallies, _) = store.statistics(10).await.expect("read");
            let of = |name: &str| tallies.iter().find(|tally| tally.name == name).expect("played");
            assert_eq!((of("Ada").played, of("Ada").won, of("Ada").places), (2, 0, 4));
            assert_eq!((of("Strong").played, of("Strong").won, of("Strong").kind.as_str()), (2, 2, "bot"));
        })
        .await;
    }
}
