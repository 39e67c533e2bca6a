//! Lists: tables that run or have ended, who has come to one, and what everybody has reached.

use super::tables::{maker, whole};
use super::{Store, StoreError};
use boardbots_base::store::rows::readable;
use std::net::IpAddr;

/// A table that has ended, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name in addresses.
    pub id: String,
    /// Its game's name.
    pub game: String,
    /// Who sat there.
    pub seats: Vec<Sitter>,
    /// How many choices were made.
    pub n: u32,
    /// When it was made.
    pub created: i64,
    /// When it ended.
    pub ended: i64,
}

/// Who sat at a table that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// `human`, `bot` or `invited`.
    pub kind: String,
    /// What everybody called him.
    pub name: String,
    /// The bot.
    pub player: Option<String>,
    /// Whether he has won.
    pub won: bool,
}

/// The statistics of a person or a bot in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What everybody calls him.
    pub name: String,
    /// `human` or `bot`.
    pub kind: String,
    /// The bot.
    pub player: Option<String>,
    /// The game.
    pub game: String,
    /// Tables that ended.
    pub played: u32,
    /// Those he has won, alone or with others.
    pub won: u32,
    /// The sum of his places.
    pub places: u32,
    /// Whether the name is protected, and its owner alone has played these.
    pub protected: bool,
}

impl Store {
    /// The ids of all tables that run, and from where they were made, most recently touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn running(&self) -> Result<Vec<(String, Option<IpAddr>)>, StoreError> {
        self.read(|db, ()| {
            let mut found = db.prepare("SELECT id, maker FROM tables WHERE ended IS NULL ORDER BY touched DESC")?;
            Ok(readable(found.query_map([], |row| Ok((row.get(0)?, maker(row, 1))))?, "tables that run")?)
        })
        .await
    }

    /// The last tables that have ended by the rules, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished(&self, count: usize) -> Result<Vec<Summary>, StoreError> {
        self.read(move |db, ()| {
            let mut found = db.prepare(
                "SELECT number, id, game, created, ended, (SELECT count(*) FROM steps WHERE steps.number = tables.number)
                 FROM tables WHERE ended IS NOT NULL AND reason IS NOT NULL ORDER BY ended DESC, number DESC LIMIT ?1",
            )?;
            let heads = found.query_map([whole(count)], |row| {
                let (id, game, created, ended, n) = (row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?);
                Ok((row.get(0)?, Summary { id, game, seats: Vec::new(), n, created, ended }))
            })?;
            let heads: Vec<(i64, Summary)> = readable(heads, "tables that have ended")?;
            let mut chairs =
                db.prepare("SELECT kind, name, player, coalesce(won, 0) FROM chairs WHERE number = ?1 ORDER BY seat")?;
            let mut summaries = Vec::with_capacity(heads.len());
            for (number, mut summary) in heads {
                let seats = chairs.query_map([number], |row| {
                    Ok(Sitter { kind: row.get(0)?, name: row.get(1)?, player: row.get(2)?, won: row.get(3)? })
                })?;
                summary.seats = readable(seats, "chairs of tables that have ended")?;
                summaries.push(summary);
            }
            Ok(summaries)
        })
        .await
    }

    /// What everybody has reached at tables where nothing was taken back; the most eager first. What was
    /// played under a protected name without its key stands by itself.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn statistics(&self, count: usize) -> Result<Vec<Tally>, StoreError> {
        self.read(move |db, ()| {
            let mut found = db.prepare(
                "SELECT coalesce(names.name, chairs.name) AS shown, kind, player, game, count(*), sum(won), sum(place),
                   names.owner IS NOT NULL AS protected
                 FROM tables JOIN chairs USING (number) LEFT JOIN names USING (owner)
                 WHERE reason IS NOT NULL AND NOT taken_back AND typeof(place) = 'integer' AND place BETWEEN 1 AND 9
                   AND typeof(won) = 'integer' AND won BETWEEN 0 AND 1
                 GROUP BY shown, kind, player, game, protected ORDER BY count(*) DESC, shown LIMIT ?1",
            )?;
            let rows = found.query_map([whole(count)], |row| {
                Ok(Tally {
                    name: row.get(0)?,
                    kind: row.get(1)?,
                    player: row.get(2)?,
                    game: row.get(3)?,
                    played: row.get(4)?,
                    won: row.get(5)?,
                    places: row.get(6)?,
                    protected: row.get(7)?,
                })
            })?;
            Ok(readable(rows, "statistics")?)
        })
        .await
    }
}
