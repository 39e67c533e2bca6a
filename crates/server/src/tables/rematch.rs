//! A rematch: the same people and bots at a new table, each a seat further, so that another one begins.
//!
//! The tokens of the seats are good for the new table, too. The first one who wants a rematch makes it; the
//! others have come once they have said that they want it as well.

use super::new_table::{ID, begun};
use super::refusal::{Answer, TableError};
use super::state::AppState;
use super::store::StoredTable;
use super::table::{Rematch, Table};
use crate::shares::Owner;
use crate::tokens::{self, Hash, derived, hash};
use boardbots_game::game::Game;
use boardbots_game::state::Seat;
use serde_json::{Map, Value, json};
use std::net::IpAddr;
use std::sync::Arc;

impl AppState {
    /// The owner of a seat wants a rematch, or comes to the one that others want: the new table, and the own seat
    /// there, as JSON. The key is that of the owner's name, where they have to show it again.
    ///
    /// # Errors
    /// The table has not ended, the name belongs to another, or there is no room for another table.
    pub async fn rematch(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        key: Option<&str>,
        maker: IpAddr,
    ) -> Answer<Value> {
        TableError::when(!table.has_ended(), "the table has not ended")?;
        self.can_store()?;
        let owner = self.owner_again(table, seat, key).await?;
        let claim = self.claim_of_rematch(&table.id);
        let next = {
            let _alone = self.opening.lock().await;
            match self.services.store.claimed(claim).await? {
                Some(id) => self.find(&id, Owner::at(maker)).await?,
                None => self.add(table.game, again(table, (seat, owner), claim), Owner::at(maker)).await?,
            }
        };
        let count = next.chairs().len();
        next.arrive(&self.services, seat_then(seat, count), owner).await?;
        table.point_to(pointer(&next.id, count, &next.arrived()));
        Ok(json!({ "id": next.id, "seat": seat_then(seat, count) }))
    }

    /// Lets a table that comes out of the database point to its rematch.
    pub(super) async fn recall_rematch(&self, table: &Table) -> Answer<()> {
        let store = &self.services.store;
        if let Some(id) = store.claimed(self.claim_of_rematch(&table.id)).await? {
            let seats = store.arrived(&id).await?;
            table.point_to(pointer(&id, table.chairs().len(), &seats));
        }
        Ok(())
    }

    /// The claim under which a table's rematch is kept: nobody else can make it up.
    fn claim_of_rematch(&self, id: &str) -> Hash {
        hash(&[], &derived(&self.secret, &["rematch", id]))
    }
}

/// The seat that the occupant of this one gets in the rematch of `count` seats.
const fn seat_then(seat: Seat, count: usize) -> Seat {
    (seat + count - 1) % count
}

/// The rematch in which people sit on these seats, as the table that has ended shows it.
fn pointer(id: &str, count: usize, arrived: &[Seat]) -> Rematch {
    let mut seats: Vec<Seat> = arrived.iter().map(|seat| (seat + 1) % count).collect();
    seats.sort_unstable();
    Rematch { id: id.into(), seats }
}

/// The same table anew, each a seat further. Only the one who asks, from this seat, is there already; their name may be
/// proven to be its owner's.
fn again(table: &Table, (seat, owner): (Seat, Option<i64>), claim: Hash) -> StoredTable {
    let mut chairs = table.chairs();
    for (old, chair) in chairs.iter_mut().enumerate() {
        if chair.token.is_some() {
            chair.invitation = None;
            chair.kind = if old == seat { "human" } else { "invited" };
            // All others show it when they come.
            chair.owner = owner.filter(|_| old == seat);
        }
    }
    chairs.rotate_left(1);
    let options = turned(table.game, &table.options.all(), chairs.len());
    begun(table.game, tokens::random(ID), options, claim, chairs)
}

/// The options, of which those of a seat go with its occupant.
fn turned(game: &dyn Game, options: &Map<String, Value>, count: usize) -> Map<String, Value> {
    let mut turned = options.clone();
    for option in game.options() {
        let Some(seat) = option.seat.filter(|&seat| seat < count) else { continue };
        let stem = option.name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        if let Some(value) = options.get(option.name) {
            turned.insert(format!("{stem}{}", seat_then(seat, count) + 1), value.clone());
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_to_a_seat_came_from_it() {
        for count in 1..=6 {
            for seat in 0..count {
                assert_eq!(pointer("a", count, &[seat_then(seat, count)]).seats, [seat]);
            }
        }
    }

    #[test]
    fn own_options_go_with_their_seats() {
        let game = boardbots_catalog::at_tables().into_iter().find(|game| game.name() == "battletech").unwrap();
        let options: Map<String, Value> =
            [("mech1", "faro"), ("mech2", "tejon"), ("mech3", "encina"), ("mech4", "roca"), ("map", "colinas")]
                .into_iter()
                .map(|(name, value)| (name.to_string(), value.into()))
                .collect();
        let own =
            |count| ["mech1", "mech2", "mech3", "mech4", "map"].map(|name| turned(game, &options, count)[name].clone());
        assert_eq!(own(2), ["tejon", "faro", "encina", "roca", "colinas"]);
        assert_eq!(own(4), ["tejon", "encina", "roca", "faro", "colinas"]);
    }
}
