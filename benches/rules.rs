//! How fast the rules are: hero moves per second, random play on an 18 by 18 map, one core.
//!
//! `cargo bench --bench rules`; `-- --quick` for a short run.

#![allow(clippy::cast_precision_loss, missing_docs)]

use boardbots_vindinium::board::Dir;
use boardbots_vindinium::generator::{self, Parameters};
use boardbots_vindinium::rules::{NORMAL_TURNS, Order, State};
use std::time::{Duration, Instant};

/// How long each of the rounds plays.
const ROUND: Duration = Duration::from_millis(500);
/// Rounds; the median counts.
const ROUNDS: usize = 7;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let rounds = if quick { 1 } else { ROUNDS };
    let parameters = Parameters { size: 18, wall_percent: 25, mine_percent: 6 };
    let map = generator::generate_with(parameters, &mut fastrand::Rng::with_seed(1)).expect("a map");
    let mut rng = fastrand::Rng::with_seed(2);
    let mut rates = Vec::new();
    let mut gold = 0u64;
    for _ in 0..rounds {
        let (clock, mut moves) = (Instant::now(), 0u64);
        while clock.elapsed() < ROUND {
            let mut state = State::new(&map.board, NORMAL_TURNS, false);
            while !state.finished() {
                // Sixty-four bits of chance serve a dozen moves.
                let mut chance = rng.u64(..);
                for _ in 0..12 {
                    let dir = Dir::ALL[(chance % 5) as usize];
                    chance /= 5;
                    state.play(&map.board, Order::Go(dir));
                }
                moves += 12;
            }
            gold += state.heroes.iter().map(|h| u64::from(h.gold)).sum::<u64>();
        }
        rates.push(moves as f64 / clock.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    println!("{:?}, gold {gold}", map.board);
    println!(
        "hero moves/s: median {:.1} million, {:.1} to {:.1}",
        rates[rounds / 2] / 1e6,
        rates[0] / 1e6,
        rates[rounds - 1] / 1e6
    );
}
