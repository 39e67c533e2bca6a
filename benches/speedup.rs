//! One thread against two on Desconecta4-BOOM: searches that take a while, and quick ones.
//!
//! `cargo bench --bench speedup`; `-- --threads N` compares with N instead of two, `-- --quick` runs one
//! position once.
//!
//! Both search the same positions in turn from empty tables, on a machine that should have
//! nothing else to do.

#![allow(clippy::cast_precision_loss, missing_docs)]

use boardbots_desconecta4::positions;
use boardbots_desconecta4::rules::Position;
use boardbots_desconecta4::strong::Strong;
use boardbots_search::alpha_beta::{Limits, Options, Outcome, Searcher};
use std::time::{Duration, Instant};

/// A search of one thread that takes at least this is one that takes a while.
const LONG: Duration = Duration::from_millis(50);
/// One that takes at most this is quick.
const QUICK: Duration = Duration::from_millis(1);
/// The deepest search tried.
const DEEPEST: u8 = 18;

type Found = (Duration, Outcome<<Position as boardbots_search::game::Game>::Move>);

struct Bot(Searcher<Position, Strong>);

impl Bot {
    fn new(threads: usize) -> Self {
        Self(Searcher::new(Strong::default(), Options { threads, ..Options::default() }))
    }

    fn time(&mut self, position: &Position, depth: u8) -> Found {
        self.0.forget();
        let clock = Instant::now();
        let outcome = self.0.search(position, Limits { depth, stop: &|| false }, &mut |_| ());
        (clock.elapsed(), outcome)
    }
}

/// The median of the ratios of one thread's time to that of many, over some runs of both in
/// turn; and the median time of one thread.
fn ratio(one: &mut Bot, many: &mut Bot, position: &Position, depth: u8, runs: usize) -> (f64, Duration) {
    let (mut ratios, mut times) = (Vec::new(), Vec::new());
    for run in 0..runs {
        let (alone, shared) = if run % 2 == 0 {
            let alone = one.time(position, depth);
            (alone, many.time(position, depth))
        } else {
            let shared = many.time(position, depth);
            (one.time(position, depth), shared)
        };
        assert_eq!((alone.1.value, alone.1.best()), (shared.1.value, shared.1.best()), "depth {depth}: {position:?}");
        ratios.push(alone.0.as_secs_f64() / shared.0.as_secs_f64());
        times.push(alone.0);
    }
    times.sort_unstable();
    (median(&mut ratios), times[times.len() / 2])
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn report(name: &str, ratios: &mut [f64]) {
    if ratios.is_empty() {
        return;
    }
    let middle = median(ratios);
    let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
    println!("{name}: median {middle:.2} times as fast, {least:.2} to {most:.2}, {} positions\n", ratios.len());
}

fn main() {
    let is_quick = std::env::args().any(|argument| argument == "--quick");
    let (most, [few, many_runs]) = if is_quick { (1, [1, 1]) } else { (usize::MAX, [7, 101]) };
    let mut arguments = std::env::args().skip_while(|argument| argument != "--threads").skip(1);
    let threads = arguments.next().map_or(2, |number| number.parse().expect("a number of threads"));
    let (mut one, mut many) = (Bot::new(1), Bot::new(threads));
    let (mut long, mut quick) = (Vec::new(), Vec::new());
    println!("one thread against {threads}");
    println!("position  depth   one thread ms   times as fast");
    for (number, position) in positions::positions().iter().enumerate().take(most) {
        let times: Vec<(u8, Duration)> = (1..=DEEPEST)
            .map(|depth| (depth, one.time(position, depth).0))
            .scan(false, |over, time| (!std::mem::replace(over, time.1 >= LONG)).then_some(time))
            .collect();
        let deep = times.last().filter(|time| time.1 >= LONG).map(|time| (time.0, few, &mut long));
        let shallow = times.iter().rfind(|time| time.1 <= QUICK).map(|time| (time.0, many_runs, &mut quick));
        for (depth, runs, ratios) in shallow.into_iter().chain(deep) {
            let (ratio, time) = ratio(&mut one, &mut many, position, depth, runs);
            println!("{number:>8} {depth:>6} {:>15.3} {ratio:>15.2}", time.as_secs_f64() * 1e3);
            ratios.push(ratio);
        }
    }
    report("searches of 50 ms and more", &mut long);
    report("searches of 1 ms and less", &mut quick);
}
