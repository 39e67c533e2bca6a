//! Lists: tables that run or have ended, who has come to one, and what everybody has reached.

use super::tables::{maker, whole};
use super::{Store, Stored};
use crate::retention;
use boardbots_base::store::readable;
use std::net::IpAddr;

/// A table that has ended, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name in addresses.
    pub id: String,
    /// Its game's name.
    pub game: String,
    /// The occupants of its seats.
    pub seats: Vec<Sitter>,
    /// The number of choices made.
    pub n: u32,
    /// The time at which it was made.
    pub created: i64,
    /// The time at which it ended.
    pub ended: i64,
    /// True if its steps are still there.
    pub replay: bool,
}

/// An occupant of a table that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// `human`, `bot` or `invited`.
    pub kind: String,
    /// Their name, as everybody saw it.
    pub name: String,
    /// The bot.
    pub player: Option<String>,
    /// True if they have won.
    pub won: bool,
}

/// The statistics of a person or a bot in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Their name, as everybody sees it.
    pub name: String,
    /// `human` or `bot`.
    pub kind: String,
    /// The bot.
    pub player: Option<String>,
    /// The game.
    pub game: String,
    /// Tables that ended.
    pub played: u32,
    /// Tables among them that they have won, alone or with others.
    pub won: u32,
    /// The sum of their places.
    pub places: u32,
    /// True if the name is protected, and its owner alone has played these.
    pub protected: bool,
}

impl Store {
    /// The ids of all tables that run, and from where they were made, most recently touched first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn running(&self) -> Stored<Vec<(String, Option<IpAddr>)>> {
        self.read(|db, _| {
            let mut found = db.prepare("SELECT id, maker FROM tables WHERE ended IS NULL ORDER BY touched DESC")?;
            Ok(readable(found.query_map([], |row| Ok((row.get(0)?, maker(row, 1))))?, "tables that run")?)
        })
        .await
    }

    /// The last tables that have ended by the rules, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn finished(&self, count: usize) -> Stored<Vec<Summary>> {
        self.read(move |db, _| {
            let mut found = db.prepare(
                "SELECT number, id, game, created, ended,
                     (SELECT count(*) FROM steps WHERE steps.number = tables.number), stripped IS NULL
                 FROM tables WHERE ended IS NOT NULL AND reason IS NOT NULL ORDER BY ended DESC, number DESC LIMIT ?1",
            )?;
            let heads = found.query_map([whole(count)], |row| {
                let (number, id, game, created, ended, n, replay) = row.try_into()?;
                Ok((number, Summary { id, game, seats: Vec::new(), n, created, ended, replay }))
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

    /// Everybody's statistics at tables where nothing was taken back, most tables first. Tables that were played under
    /// a protected name without its key stand by themselves. Also true while tables of earlier versions are yet to be
    /// counted.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn statistics(&self, count: usize) -> Stored<(Vec<Tally>, bool)> {
        self.read(move |db, _| {
            let mut found = db.prepare(
                "SELECT coalesce(names.name, tallies.name) AS shown, kind, nullif(player, ''), game, sum(played), sum(won),
                   sum(places), names.owner IS NOT NULL AS protected
                 FROM tallies LEFT JOIN names USING (owner)
                 GROUP BY shown, kind, player, game, protected ORDER BY sum(played) DESC, shown LIMIT ?1",
            )?;
            let rows = found.query_map([whole(count)], |row| {
                let (name, kind, player, game, played, won, places, protected) = row.try_into()?;
                Ok(Tally { name, kind, player, game, played, won, places, protected })
            })?;
            Ok((readable(rows, "statistics")?, retention::counts(db)?))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chair, Ending, StoredTable};
    use super::*;
    use crate::retention::Keep;
    use crate::tables::passphrase::Recipe;
    use crate::tables::playthrough::{By, MadeChoice};
    use boardbots_base::store::Layout;
    use boardbots_game::state::Outcome;
    use rusqlite::Connection;
    use std::path::Path;

    /// The count of all tables from before there were tallies.
    const SCAN: &str = "
        SELECT coalesce(names.name, chairs.name) AS shown, kind, player, game, names.owner IS NOT NULL AS protected,
            count(*), sum(won), sum(place)
        FROM tables JOIN chairs USING (number) LEFT JOIN names USING (owner)
        WHERE reason IS NOT NULL AND NOT taken_back AND typeof(place) = 'integer' AND place BETWEEN 1 AND 9
            AND typeof(won) = 'integer' AND won BETWEEN 0 AND 1
        GROUP BY shown, kind, player, game, protected";

    type Line = (String, String, Option<String>, String, bool, [u32; 3]);

    async fn counted(store: &Store) -> Vec<Line> {
        let (tallies, counting) = store.statistics(1000).await.expect("read");
        assert!(!counting);
        let line = |tally: Tally| {
            let numbers = [tally.played, tally.won, tally.places];
            (tally.name, tally.kind, tally.player, tally.game, tally.protected, numbers)
        };
        let mut lines: Vec<Line> = tallies.into_iter().map(line).collect();
        lines.sort();
        lines
    }

    async fn scanned(store: &Store) -> Vec<Line> {
        let found = store.read(|db, _| {
            let mut scan = db.prepare(SCAN)?;
            let lines = scan.query_map([], |row| {
                let numbers = [row.get(5)?, row.get(6)?, row.get(7)?];
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, numbers))
            })?;
            Ok(lines.collect::<Result<Vec<Line>, _>>()?)
        });
        let mut lines = found.await.expect("read");
        lines.sort();
        lines
    }

    /// Tables that end in all ways, under names that change hands.
    async fn live(store: &Store, chance: &mut fastrand::Rng, tables: usize) {
        for _ in 0..tables {
            let id: String = std::iter::repeat_with(|| chance.alphanumeric()).take(12).collect();
            let chair = |seat: usize, chance: &mut fastrand::Rng| Chair {
                kind: ["human", "bot"][usize::from(seat > 0 && chance.bool())],
                player: (seat > 0 && chance.bool()).then(|| "pile:strong".into()),
                name: ["Ada", "ADA", "Eve", "Bo"][chance.usize(..4)].into(),
                token: None,
                invitation: None,
                owner: chance.bool().then(|| chance.i64(1..4)),
            };
            let chairs = (0..chance.usize(1..4)).map(|seat| chair(seat, chance)).collect();
            let table = StoredTable {
                id: id.clone(),
                game: ["pile", "tron"][chance.usize(..2)].into(),
                options: serde_json::Map::new(),
                seed: 1,
                claim: std::array::from_fn(|_| chance.u8(..)),
                created: 1,
                ended: None,
                chairs,
                choices: Vec::new(),
                maker: Some([192, 0, 2, chance.u8(..5)].into()),
                reduced: false,
            };
            let outcome = chance.u8(..5).gt(&0).then(|| Outcome {
                winners: vec![chance.usize(..2)],
                places: table.chairs.iter().map(|_| chance.u8(1..4)).collect(),
                scores: Vec::new(),
                ending: boardbots_game::state::Ending::Rules,
                reason: "pile.empty",
            });
            let ending = Ending { outcome, taken_back: chance.u8(..5) == 0 };
            store.add(table).await.expect("kept");
            let choice = MadeChoice { seat: 0, by: By::Seat, text: "x".repeat(chance.usize(1..300)), at: 5 };
            match chance.u8(..6) {
                0 => {}
                1 => store.end(&id, ending, 6).await.expect("kept"),
                _ => store.step(&id, 1, choice, Some(ending)).await.expect("kept"),
            }
            let name = ["Ada", "Eve"][chance.usize(..2)];
            match store.owned(name).await.expect("read").pop() {
                Some(known) if chance.u8(..5) == 0 => drop(store.release(known).await.expect("kept")),
                None if chance.u8(..5) == 0 => {
                    let recipe = Recipe::of_row(Recipe::NEWEST, &[1; 16]).expect("of this version");
                    store.protect(name, recipe, [2; 32]).await.expect("kept").expect("free");
                }
                _ => {}
            }
        }
    }

    fn lead(path: &Path, to: i64) {
        let mut db = Connection::open(path).expect("a database");
        let layout: &Layout = &super::super::LAYOUT;
        layout.prepare_for(to, &mut db, path).expect("ready");
    }

    #[tokio::test]
    async fn tallies_are_what_a_scan_says_and_outlast_the_tables() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tables.db");
        let open = || Store::open(Some(&path), "all".parse::<Keep>().expect("a limit")).expect("a database");
        let mut chance = fastrand::Rng::with_seed(3);
        for _ in 0..3 {
            let (store, _, thread) = open();
            live(&store, &mut chance, 60).await;
            assert_eq!(counted(&store).await, scanned(&store).await);
            // Closed by an earlier version, and by this one.
            drop(store);
            thread.join().expect("it ends");
            lead(&path, 1);
            let older = Connection::open(&path).expect("a database");
            let end = "UPDATE tables SET ended = 7, reason = 'pile.empty' WHERE number =
                       (SELECT number FROM tables WHERE ended IS NULL ORDER BY number LIMIT 1)";
            assert_eq!(older.execute(end, []).expect("a change"), 1);
            older.execute("UPDATE chairs SET place = 1, won = 1 WHERE place IS NULL", []).expect("a change");
            drop(older);
            lead(&path, 3);
            let (store, _, thread) = open();
            assert_eq!(counted(&store).await, scanned(&store).await);
            store.sweep(None, 1, super::super::now() + 1).await.expect("swept");
            assert_eq!(counted(&store).await, scanned(&store).await);
            drop(store);
            thread.join().expect("it ends");
        }
        let (store, ..) = open();
        let before = counted(&store).await;
        let left = store.write(|db, keeper| {
            keeper.shrink(0, 0);
            while keeper.round(db, super::super::now())? {}
            let count = |sql| db.query_row(sql, [], |row| row.get::<_, i64>(0));
            let stored = count("SELECT count(*) FROM stored")?;
            Ok((
                count("SELECT count(*) FROM tables WHERE ended IS NOT NULL")?,
                count("SELECT count(*) FROM kept")?,
                stored,
            ))
        });
        assert_eq!(left.await.expect("gone"), (0, 0, 0));
        assert_eq!(counted(&store).await, before);
    }
}
