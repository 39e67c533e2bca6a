//! A finished game as one JSON text, for other programs.

use super::schema::LAYOUT;
use super::{EndedSeat, FileError, StoreError, games};
use crate::arena::record::{self, Record};
use boardbots_base::object;
use boardbots_base::store::file;
use boardbots_vindinium::rules::Order;
use std::path::Path;

/// The replay of a finished game in a database that an arena may be using, as JSON: the
/// seats with their results, all orders, and the game object before the first move and
/// after the last.
///
/// # Errors
/// [`StoreError::NoGame`] if it is not there, [`StoreError::NoReplay`] if only its result is, and everything else that can be wrong with a
/// database.
pub fn replay(database: &Path, id: &str) -> Result<String, StoreError> {
    let game = games::game(&file::open_to_read(database, &LAYOUT)?, id)?;
    let damaged = |why: &str| FileError::Row(format!("{}: game {id}: {why}", database.display()));
    let name =
        |&code: &u8| record::order(code).map(|order| if let Order::Go(dir) = order { dir.name() } else { "Crash" });
    let seat = |(hero, seat): (usize, &EndedSeat)| {
        object! {
            hero: hero,
            name: seat.name.clone(),
            userId: seat.user.clone(),
            rating: seat.rating,
            ratingChange: seat.change,
            gold: seat.gold,
            place: seat.place,
            crashed: seat.crashed,
        }
    };
    let orders: Option<Vec<&str>> = game.moves.iter().map(name).collect();
    let sheet = object! {
        id: &game.id,
        kind: game.kind.name(),
        started: game.started,
        ended: game.ended,
        /// `turns` if the last turn was played, `crashed` if all heroes had crashed before it.
        status: if game.crashed { "crashed" } else { "turns" },
        /// A text, because it can exceed what some readers keep of a number.
        seed: game.seed.to_string(),
        map: &game.map,
        orders: orders.ok_or_else(|| damaged("a move is none"))?,
        seats: (1..).zip(&game.seats).map(seat).collect::<Vec<_>>(),
    };
    let mut text = serde_json::to_string(&sheet).expect("numbers, texts and lists always have a JSON form");
    let record = Record::of(game).map_err(|why| damaged(&why))?;
    // The game objects keep the bytes of the protocol.
    text.pop();
    text.push_str(",\"initial\":");
    text.push_str(&record.at(&record.start).json());
    text.push_str(",\"final\":");
    text.push_str(&record.at(&record.state()).json());
    text.push('}');
    Ok(text)
}
