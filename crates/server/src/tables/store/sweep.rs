//! Abandoned tables.

use super::tables::enter;
use super::{Store, Stored};
use crate::retention;
use boardbots_base::store::readable;
use rusqlite::{OptionalExtension, params};

/// No time is farther away than this, in seconds.
const FAR: i64 = 1 << 60;

impl Store {
    /// Closes all running tables without a choice for `untouched` seconds.
    ///
    /// If the wall clock has jumped since the last time, from when on this many seconds have `passed`,
    /// all tables that run are moved with it before that, but for those that may have been touched
    /// after the jump. What comes back are the ids of the closed ones, and the jump in seconds.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sweep(&self, passed: Option<i64>, untouched: i64, now: i64) -> Stored<(Vec<String>, i64)> {
        self.write(move |db, keeper| {
            // A value that is no number is as good as none.
            let mut swept = db.prepare("SELECT value FROM meta WHERE name = 'swept'")?;
            let then = swept.query_row([], |row| row.get(0)).optional().unwrap_or_default();
            let jump = then.map_or(0, |then| retention::jump(then, now, passed)).clamp(-FAR, FAR);
            if jump != 0 {
                // Bounded, so that the sum is a whole number whatever the database holds.
                db.prepare(
                    "UPDATE tables SET touched = max(-?4, min(?4, touched)) + ?1
                     WHERE ended IS NULL AND touched NOT BETWEEN ?2 AND ?3",
                )?
                .execute([jump, now.saturating_sub(passed.unwrap_or(0)), now, FAR])?;
            }
            // What was touched in the future was touched by a clock that was wrong for a moment.
            db.prepare("UPDATE tables SET touched = ?1 WHERE ended IS NULL AND touched > ?1")?.execute([now])?;
            db.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES ('swept', ?1)")?.execute([now])?;
            let mut found =
                db.prepare("UPDATE tables SET ended = ?2 WHERE ended IS NULL AND touched < ?1 RETURNING id")?;
            let closed = found.query_map(params![now.saturating_sub(untouched), now], |row| row.get(0))?;
            let closed: Vec<String> = readable(closed, "tables that are closed")?;
            closed.iter().try_for_each(|id| enter(db, keeper, id))?;
            Ok((closed, jump))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retention::Keep;

    const HOUR: i64 = 60 * 60;
    const DAY: i64 = 24 * HOUR;
    const NOW: i64 = 1_800_000_000;

    /// A database with tables that were touched then.
    async fn with(tables: &[(&'static str, i64)]) -> Store {
        let (store, ..) = Store::open(None, Keep::default()).expect("in memory");
        for &(id, touched) in tables {
            let added = store.write(move |db, _| {
                db.execute(
                    "INSERT INTO tables (id, game, options, seed, claim, created, touched) VALUES (?1, 'pile', '{}', 1, ?1, 1, ?2)",
                    params![id, touched],
                )?;
                Ok(())
            });
            added.await.expect("kept");
        }
        store
    }

    async fn touched(store: &Store, id: &'static str) -> i64 {
        let found = store
            .write(move |db, _| Ok(db.query_row("SELECT touched FROM tables WHERE id = ?1", [id], |row| row.get(0))?));
        found.await.expect("it is there")
    }

    async fn touch(store: &Store, id: &'static str, at: i64) {
        let sql = "UPDATE tables SET touched = ?2 WHERE id = ?1";
        store.write(move |db, _| Ok(db.execute(sql, params![id, at])?)).await.expect("kept");
    }

    #[tokio::test]
    async fn tables_grow_old_by_the_time_that_passes() {
        let store = with(&[("old", NOW - 59 * DAY), ("new", NOW)]).await;
        assert_eq!(store.sweep(None, 60 * DAY, NOW).await.expect("swept"), (vec![], 0));
        assert_eq!(store.sweep(Some(HOUR), 60 * DAY, NOW + HOUR).await.expect("swept"), (vec![], 0));
        // The server was off for two days.
        let closed = (vec!["old".to_string()], 0);
        assert_eq!(store.sweep(None, 60 * DAY, NOW + 2 * DAY).await.expect("swept"), closed);
        assert_eq!(store.sweep(Some(HOUR), 60 * DAY, NOW + 2 * DAY + HOUR).await.expect("swept"), (vec![], 0));
    }

    #[tokio::test]
    async fn a_jump_of_the_clock_closes_no_table() {
        let store = with(&[("old", NOW - 59 * DAY), ("new", NOW)]).await;
        let sweep = async |passed, at| {
            let (closed, jump) = store.sweep(passed, 60 * DAY, at).await.expect("swept");
            assert_eq!(closed, Vec::<String>::new());
            jump
        };
        assert_eq!(sweep(None, NOW).await, 0);
        // Within an hour the clock goes months ahead, then a player chooses.
        let ahead = NOW + 100 * DAY;
        touch(&store, "new", ahead + 1800).await;
        assert_eq!(sweep(Some(HOUR), ahead + HOUR).await, 100 * DAY);
        assert_eq!((touched(&store, "old").await, touched(&store, "new").await), (ahead - 59 * DAY, ahead + 1800));
        // It is right again, and a player chooses.
        touch(&store, "new", NOW + 2 * HOUR - 5).await;
        assert_eq!(sweep(Some(HOUR), NOW + 2 * HOUR).await, -100 * DAY);
        let both = (touched(&store, "old").await, touched(&store, "new").await);
        assert_eq!(both, (NOW - 59 * DAY, NOW + 2 * HOUR - 5));
        // After restarts it is years ahead, then as if it had begun to count: boards without a clock.
        assert_eq!(sweep(None, NOW + 4000 * DAY).await, 4000 * DAY - 2 * HOUR);
        assert_eq!(sweep(None, 100).await, 100 - NOW - 4000 * DAY);
        assert_eq!(sweep(Some(HOUR), NOW).await, NOW - 100 - HOUR);
        let both = (touched(&store, "old").await, touched(&store, "new").await);
        assert_eq!(both, (NOW - 59 * DAY - 3 * HOUR, NOW - HOUR - 5));
    }

    #[tokio::test]
    async fn a_damaged_database_is_swept_too() {
        for value in ["'x'", "x'00'", "9223372036854775807", "-9223372036854775808", "1.5"] {
            let store = with(&[("a", i64::MAX), ("b", i64::MIN), ("c", NOW)]).await;
            let sql = format!(
                "INSERT INTO meta (name, value) VALUES ('swept', {value}); UPDATE tables SET touched = 'x' WHERE id = 'c'"
            );
            store.write(move |db, _| Ok(db.execute_batch(&sql)?)).await.expect("kept");
            for passed in [None, Some(i64::MAX), Some(0)] {
                assert!(store.sweep(passed, 60 * DAY, NOW).await.is_ok(), "{value}");
            }
        }
    }
}
