//! A coarse check that the bot plays well: whole games from fixed seeds.

use super::table::Table;
use crate::board::HEROES;
use crate::bot::Options;
use crate::kind::Kind;
use rayon::prelude::*;

/// Whether the bot, at depth 4, has strictly most gold against three of a kind.
fn wins(others: Kind, seed: u64) -> bool {
    let table = Table::of(seed);
    let seat = table.seat;
    let state = table.play(Options { depth: 4, ..Options::default() }, [others; HEROES - 1], |_, _, _| ());
    let gold = state.heroes.map(|h| h.gold);
    println!("seed {seed}, bot in seat {}, {others}: {gold:?} on {:?}", seat + 1, table.map.board);
    (0..HEROES).all(|other| other == seat || gold[other] < gold[seat])
}

#[test]
fn it_beats_miners() {
    let won = (1..=6).into_par_iter().filter(|&seed| wins(Kind::Miner, seed)).count();
    assert!(won >= 4, "{won} of 6");
}

#[test]
fn it_always_beats_chance() {
    let won = (1..=6).into_par_iter().filter(|&seed| wins(Kind::Random, seed)).count();
    assert_eq!(won, 6);
}
