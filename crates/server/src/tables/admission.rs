//! Room for new tables: how many an address gets, and which table goes when there are too many.

use super::refusal::Refusal;
use super::state::AppState;
use super::table::Table;
use crate::sync::lock;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A table without a viewer or a choice for this long is closed when room is needed.
const FORGOTTEN: Duration = Duration::from_hours(24);
/// When there is no room and no table is forgotten, one makes room at which no person has chosen anything
/// and that nobody has looked at for so long.
const UNUSED: Duration = Duration::from_secs(10);

impl AppState {
    /// Sees to it that there is room for a table of this maker.
    pub(super) async fn make_room(&self, maker: IpAddr) -> Result<(), Refusal> {
        let own = lock(&self.running).values().filter(|table| table.maker == Some(maker)).count();
        if own >= self.limits.running {
            return Err(Refusal::TooMany("tables of yours run"));
        }
        if self.tables() >= self.limits.tables {
            let table = self.forgotten().or_else(|| self.unused()).ok_or(Refusal::Full("tables"))?;
            log::info!("table {} makes room: it is not in use", table.id);
            table.close(&self.services).await?;
            lock(&self.running).remove(&table.id);
        }
        let free = self.makers.take(maker, 1, Instant::now());
        if free { Ok(()) } else { Err(Refusal::TooMany("tables made from this address")) }
    }

    /// A table without a viewer or a choice for a day.
    fn forgotten(&self) -> Option<Arc<Table>> {
        lock(&self.running).values().find(|table| table.is_forgotten(FORGOTTEN)).cloned()
    }

    /// Of the unused tables, the oldest of the address that has most of them.
    fn unused(&self) -> Option<Arc<Table>> {
        let running = lock(&self.running);
        let unused: Vec<&Arc<Table>> = running.values().filter(|table| table.is_unused(UNUSED)).collect();
        let mut of_maker: BTreeMap<Option<IpAddr>, usize> = BTreeMap::new();
        for table in &unused {
            *of_maker.entry(table.maker).or_default() += 1;
        }
        let (&maker, _) = of_maker.iter().max_by_key(|(_, count)| **count)?;
        unused.into_iter().filter(|table| table.maker == maker).min_by_key(|table| table.created).cloned()
    }
}
