//! Tables that come back after the server has ended, and those that are closed because nobody plays on.

use super::driver::RECOVERY;
use super::services::ELSEWHERE;
use super::state::{AppState, LISTED};
use super::store::{Store, now};
use super::table::{Table, summary_of_ended};
use crate::shares::Owner;
use boardbots_base::store::Stored;
use boardbots_base::thread::lock;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The pause between two looks for tables that nobody has touched for very long.
const SWEEP: Duration = Duration::from_hours(1);
/// Time between two looks for abandoned tables.
const LOOK: Duration = Duration::from_mins(1);

impl AppState {
    /// Goes on with all tables that ran when the server ended, on this event loop and one after
    /// another: a request for one of them waits for that one only. So long they are counted, and stand in
    /// no list.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn resume(self: &Arc<Self>) -> Stored<()> {
        self.sweep().await?;
        let ids = self.services.store.running().await?;
        let count = ids.len();
        let placed = |(id, maker): (String, Option<IpAddr>)| {
            (id, self.places.claim(Owner::at(maker.unwrap_or(ELSEWHERE)), 1).ok())
        };
        *lock(&self.awaited) = ids.into_iter().map(placed).collect();
        let finished = self.services.store.finished(LISTED).await?;
        *lock(&self.finished) = finished.iter().map(summary_of_ended).collect();
        let (app, mut outage) = (Arc::downgrade(self), self.services.store.watch());
        tokio::spawn(async move {
            // The lobby says why nothing can be stored.
            while outage.changed().await.is_ok() {
                let Some(app) = app.upgrade() else { return };
                app.services.lobby.changed();
            }
        });
        tokio::spawn(Store::tend(Arc::downgrade(self), |app| &app.services.store, |app| app.archive.count_again()));
        let app = Arc::downgrade(self);
        tokio::spawn(async move {
            while let Some(app) = app.upgrade() {
                let Some(id) = lock(&app.awaited).first().map(|(id, _)| id.clone()) else { break };
                // All others are no longer awaited then.
                if app.find(&id, Owner::at(ELSEWHERE)).await.is_err_and(|refusal| refusal.passes()) {
                    app.postpone();
                    tokio::time::sleep(RECOVERY).await;
                }
            }
            if count > 0 {
                log::info!("tables that ran have come back: {count}");
            }
            let (mut swept, mut abandoned) = (Instant::now(), BTreeMap::new());
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(app) = app.upgrade() else { return };
                app.clear(&mut abandoned).await;
                if swept.elapsed() < SWEEP {
                    continue;
                }
                swept = Instant::now();
                if let Err(error) = app.sweep().await {
                    log::error!("tables: {error}");
                }
            }
        });
        Ok(())
    }

    /// Closes tables that nobody has touched for very long. Nobody chooses meanwhile, and none comes
    /// back: no table goes on that the database says has ended.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sweep(&self) -> Stored<()> {
        let _alone = self.archive.recovering().await;
        let tables: Vec<Arc<Table>> = lock(&self.running).values().cloned().collect();
        let mut turns = Vec::with_capacity(tables.len());
        for table in &tables {
            turns.push(table.turn().await);
        }
        let begun = Instant::now();
        let passed = lock(&self.swept).map(|last| seconds(begun.duration_since(last)));
        let (closed, jump) = self.services.store.sweep(passed, seconds(self.limits.untouched), now()).await?;
        if jump != 0 {
            log::warn!("the clock has jumped by {} min: tables keep the age that they had", jump / 60);
        }
        *lock(&self.swept) = Some(begun);
        for id in closed {
            let days = self.limits.untouched.as_secs() / 86_400;
            log::info!("table {id} is closed: no choice was made for {days} days");
            if let Some(table) = tables.iter().find(|table| table.id == id) {
                table.closed(&self.services, now());
            }
        }
        Ok(())
    }

    /// Closes the tables that have been abandoned for long; `since` says since which look they are.
    pub(super) async fn clear(&self, since: &mut BTreeMap<String, Instant>) {
        let tables: Vec<Arc<Table>> =
            lock(&self.running).values().filter(|table| table.is_abandoned()).cloned().collect();
        since.retain(|id, _| tables.iter().any(|table| table.id == *id));
        for table in tables {
            let first = *since.entry(table.id.clone()).or_insert_with(Instant::now);
            if first.elapsed() < self.limits.abandoned {
                continue;
            }
            // Where it cannot be stored, the next look tries again.
            if matches!(table.clear(&self.services).await, Ok(true)) {
                log::info!("table {} is closed: all people have left before a move", table.id);
            }
        }
    }

    /// The next of the tables that have not come back yet goes first.
    fn postpone(&self) {
        let mut awaited = lock(&self.awaited);
        if !awaited.is_empty() {
            awaited.rotate_left(1);
        }
    }
}

fn seconds(time: Duration) -> i64 {
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}
