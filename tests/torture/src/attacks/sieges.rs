//! The attacks that are made beside honest players who share the attacker's address.

use super::flood::flood;
use super::{guess, hold, junk, names, shares, slow};
use crate::ground::{Front, Siege};
use crate::request::{encoded, form, get, json, random_text};
use serde_json::json;

/// Tokens are guessed for every game and seat that the lists show.
pub const GUESS: Siege = Siege::new("guess-tokens", &[(3, guess::games), (1, guess::tables)]);
/// Right tokens of other games, seats and tables, and old ones.
pub const FOREIGN: Siege = Siege::new("foreign-tokens", &[(1, guess::foreign_games), (1, guess::foreign_tables)]);
/// Joins with keys of one stem, in a database that is full of it.
pub const NAMES: Siege =
    Siege { prepare: Some(names::prepare), ..Siege::new("names", &[(3, names::joins), (1, names::registrations)]) };
/// Training games without end, many of them with maps that are none.
pub const TRAINING: Siege = Siege::new("training-flood", &[(4, training)]);
/// As many games, seats, tables and joins as can be had, and held.
pub const HOARD: Siege =
    Siege::new("hoard", &[(1, hold::games), (1, hold::seats), (1, hold::tables), (1, hold::joins)]);
/// Lists and pages as fast as they come, and the leaderboard of 90,000 users.
pub const LISTS: Siege =
    Siege { prepare: Some(names::prepare), ..Siege::new("lists", &[(2, lists), (2, leaderboard)]) };
/// Heads and bodies that come byte by byte, connections that say nothing, answers that are not read.
pub const SLOW: Siege = Siege::new("slow", &[(1, slow::heads), (1, slow::unread), (1, slow::resets)]);
/// Streams of events without number, half of them reset.
pub const STREAMS: Siege = Siege::new("streams", &[(1, slow::streams), (1, slow::reset_streams)]);
/// Heads and bodies of giants, and bytes that are no HTTP.
pub const JUNK: Siege = Siege::new("junk", &[(1, junk::giants), (1, junk::garbage), (1, junk::pipelines)]);
/// Clients that join and go.
pub const VANISH: Siege = Siege::new("vanish", &[(2, hold::vanish)]);
/// A standard error output that nobody reads, with everything logged, and a flood that is worth logging.
pub const UNREAD_LOG: Siege = Siege { level: "debug", ..Siege::new("unread-log", &[(1, chatter), (1, hold::vanish)]) };

/// Long histories that are read drop by drop.
pub const SIPS: Siege = Siege::new("sips", &[(1, shares::sips)]);
/// The dearest requests of each kind, as fast as they are taken.
pub const DEAREST: Siege = Siege::new("dearest", &[(4, shares::dearest), (1, hold::games)]);
/// People's bots that think as deep as can be asked for, beside games with thinking bots.
pub const DEEP: Siege = Siege { fill: "default,default,default", ..Siege::new("deep", &[(2, shares::deep)]) };
/// Every place that an address can have, all of them in use.
pub const PLACES: Siege =
    Siege::new("places", &[(1, shares::seated), (1, shares::begun), (1, shares::spectators), (1, hold::games)]);

fn training(front: &Front<'_>) {
    let maps = ["m1", "m7", "%23%23%23%23", "@1@2@3@4", "%00", "////", ""];
    flood(front, || {
        let key = random_text(8);
        let map = maps[fastrand::usize(..maps.len())];
        let turns = ["1", "0", "-1", "600", "x", ""][fastrand::usize(..6)];
        form("/api/training", &format!("key={key}&turns={turns}&map={map}"))
    });
}

fn lists(front: &Front<'_>) {
    let paths = ["/games.json", "/", "/api/tables", "/api/games", "/api/statistics", "/register"];
    flood(front, || get(paths[fastrand::usize(..paths.len())]));
}

fn leaderboard(front: &Front<'_>) {
    flood(front, || get(&format!("/leaderboard.json?days={}", fastrand::u16(..))));
}

/// Everything that may be worth a line in the log.
fn chatter(front: &Front<'_>) {
    flood(front, || match fastrand::u8(..4) {
        0 => form("/register", &format!("name={}", random_text(12))),
        1 => form("/api/training", &format!("key={}&turns=1", encoded(&random_text(20)))),
        2 => json("/api/seats", &json!({ "name": random_text(9), "kind": "training", "turns": 1 })),
        _ => json("/api/tables", &crate::person::wish("Mallory", crate::person::Opponent::Bot)),
    });
}
