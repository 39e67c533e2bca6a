//! Prints the weights of [`Opponent::default`], learned from recorded games of strong programs.
//!
//! `zcat games.jsonl.gz | cargo run --release -p boardbots-vindinium --example opponent_weights`: a game a line, with
//! its `map`, its `orders` in turn and the `name` of each of its `seats`. Every second game is learned from; the test
//! `most_moves_near_others_are_foreseen` plays the others.

use boardbots_vindinium::board::Dir;
use boardbots_vindinium::map;
use boardbots_vindinium::opponent::Opponent;
use boardbots_vindinium::rules::{NORMAL_TURNS, Order};
use boardbots_vindinium::terrain::Terrain;
use serde::Deserialize;
use std::error::Error;
use std::io;

/// The divisor of a step of learning, larger than during a game, where there is less to learn from.
const SLOWNESS: i32 = 100;
/// The number of times that all games are looked at.
const PASSES: usize = 8;

#[derive(Deserialize)]
struct Record {
    map: String,
    orders: Vec<String>,
    seats: Vec<Seat>,
}

#[derive(Deserialize)]
struct Seat {
    name: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let lines = io::stdin().lines().step_by(2);
    let records: Vec<Record> = lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect::<Result<_, io::Error>>()?;
    let mut opponent = Opponent::blank();
    for _ in 0..PASSES {
        for record in &records {
            let map = map::parse(&record.map)?;
            let terrain = Terrain::of(&map.board);
            let mut state = map.start(NORMAL_TURNS, false);
            for order in &record.orders {
                let dir = Dir::ALL.into_iter().find(|dir| dir.name() == order);
                // The project's own bots are no model.
                if let Some(dir) = dir.filter(|_| !record.seats[state.mover()].name.starts_with("boardbots")) {
                    opponent.step(&terrain, &state, state.mover(), dir, SLOWNESS);
                }
                state.play(&map.board, dir.map_or(Order::Crash, Order::Go));
            }
        }
    }
    println!("{opponent:?}");
    Ok(())
}
