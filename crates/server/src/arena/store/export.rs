//! A finished game as one JSON text, for other programs.

use super::schema::LAYOUT;
use super::{EndedSeat, FileError, StoreError, games};
use crate::arena::record::{self, Record};
use boardbots_base::store::file;
use boardbots_vindinium::rules::Order;
use serde::Serialize;
use std::path::Path;

/// What the replay says beside its two game objects.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sheet<'a> {
    id: &'a str,
    kind: &'static str,
    started: i64,
    ended: i64,
    /// `turns` if the last turn was played, `crashed` if all heroes had crashed before it.
    status: &'static str,
    /// A text, because it can exceed what some readers keep of a number.
    seed: String,
    map: &'a str,
    orders: Vec<&'static str>,
    seats: Vec<SeatSheet<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SeatSheet<'a> {
    hero: usize,
    name: &'a str,
    user_id: Option<&'a str>,
    rating: Option<i32>,
    rating_change: Option<i32>,
    gold: u32,
    place: u8,
    crashed: bool,
}

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
    let sheet = Sheet {
        id: &game.id,
        kind: game.kind.name(),
        started: game.started,
        ended: game.ended,
        status: if game.crashed { "crashed" } else { "turns" },
        seed: game.seed.to_string(),
        map: &game.map,
        orders: game.moves.iter().map(name).collect::<Option<_>>().ok_or_else(|| damaged("a move is none"))?,
        seats: (1..).zip(&game.seats).map(|(hero, seat)| seat_sheet(hero, seat)).collect(),
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

fn seat_sheet(hero: usize, seat: &EndedSeat) -> SeatSheet<'_> {
    SeatSheet {
        hero,
        name: &seat.name,
        user_id: seat.user.as_deref(),
        rating: seat.rating,
        rating_change: seat.change,
        gold: seat.gold,
        place: seat.place,
        crashed: seat.crashed,
    }
}
