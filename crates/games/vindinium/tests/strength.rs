//! A coarse check that the bot plays well: whole games from fixed seeds.

use crate::board::HEROES;
use crate::bot::{Bot, Options};
use crate::generator;
use crate::kind::Kind;
use crate::player::Player;
use crate::rules::Order;
use rayon::prelude::*;

/// Whether the bot, at depth 4, has strictly most gold against three of a kind.
fn wins(others: Kind, seed: u64) -> bool {
    let map = generator::generate(&mut fastrand::Rng::with_seed(seed)).expect("a map");
    let seat = usize::try_from(seed % 4).expect("below 4");
    let mut players: [Box<dyn Player>; HEROES] = std::array::from_fn(|hero| -> Box<dyn Player> {
        if hero == seat {
            Box::new(Bot::new(Options { depth: 4, ..Options::default() }))
        } else {
            others.player(seed * 4 + hero as u64)
        }
    });
    for (hero, player) in players.iter_mut().enumerate() {
        player.begin(&map.board, hero);
    }
    let mut state = map.start(1200, false);
    while !state.finished() {
        let dir = players[state.mover()].decide(&state, &|| false);
        state.play(&map.board, Order::Go(dir));
    }
    let gold = state.heroes.map(|h| h.gold);
    println!("seed {seed}, bot in seat {}, {others}: {gold:?} on {:?}", seat + 1, map.board);
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
