//! One thread against several, beside what the machine could give at best.
//!
//! `cargo bench --bench speedup`; options:
//!
//! - `--threads N`: instead of 2, 4 and 8, as far as there are cores
//! - `--game NAME`: only this game of `boardbots bench`
//! - `--quick`: one position of each game, once
//!
//! One thread and several search the same positions in turn from empty tables, and must find the same. The
//! ceiling is what as many searches that know nothing of each other gain when they run at once: less than the
//! number of threads where cores share caches, clock or other work. The nodes are those of several threads for
//! each one of a single thread; they vary little on a busy machine, also with more threads than it has cores.

#![allow(clippy::cast_precision_loss, missing_docs)]

// Each bench uses some of it.
#[path = "common/goals.rs"]
#[allow(dead_code)]
mod goals;

use boardbots_game::listed::Measured;
use boardbots_game::player::{Info, Player, Think};
use boardbots_game::state::{Answer, Choice, GameState};
use boardbots_tournament::bench::searches::{begin, player};
use goals::{Wanted, median};
use std::cell::Cell;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

/// A search of one thread that takes at least this is one that takes a while.
const LONG: Duration = Duration::from_millis(50);
/// One that takes at most this is quick.
const QUICK: Duration = Duration::from_millis(1);
/// The deepest search tried.
const DEEPEST: u8 = 18;
/// Threads whose nodes are counted as well.
const MORE_THREADS: usize = 4;

/// Which depths are searched.
#[derive(Clone, Copy)]
enum Depths {
    /// The first depth of which one thread takes [`LONG`], and the last of which it takes at most [`QUICK`].
    ByTime,
    Fixed(u8),
}

/// What is measured of each game.
const GAMES: [(&str, Depths); 2] = [("desconecta4", Depths::ByTime), ("vindinium", Depths::Fixed(8))];

/// What a search found: whatever the threads, the same choice and value.
struct Found {
    time: Duration,
    nodes: u64,
    answer: (Choice, i32),
}

/// The game's measured bot with some threads, made anew for another depth.
struct Bot {
    game: &'static dyn Measured,
    threads: usize,
    made: Option<(u8, Box<dyn Player>)>,
}

impl Bot {
    const fn new(game: &'static dyn Measured, threads: usize) -> Self {
        Self { game, threads, made: None }
    }

    /// A search that begins when `start` has returned.
    fn search(&mut self, state: &dyn GameState, depth: u8, start: impl FnOnce()) -> Found {
        let made = self.made.take().filter(|(other, _)| *other == depth);
        let options = format!(",threads={}", self.threads);
        let make = || (depth, player(self.game, self.game.scale().bot, &options, Some(depth)));
        let player = self.made.insert(made.unwrap_or_else(make)).1.as_mut();
        begin(player, state, 0);
        let value = Cell::new(0);
        let report = |info: Info<'_>| {
            if let Info::Iteration { value: found, .. } = info {
                value.set(found);
            }
        };
        start();
        let clock = Instant::now();
        let think = Think { report: Some(&report), ..Think::until(&|| false) };
        let answer = player.decide(state, think).expect("the game goes on");
        let time = clock.elapsed();
        let Answer::Choice(choice) = answer else { panic!("choices have numbers") };
        Found { time, nodes: player.nodes(), answer: (choice, value.get()) }
    }
}

/// A thread with a bot of its own, which searches whenever all others do.
struct Neighbour {
    positions: Sender<(Box<dyn GameState>, u8)>,
    found: Receiver<Found>,
}

impl Neighbour {
    /// `threads`: of its bot; `start`: what its searches wait for.
    fn new(game: &'static dyn Measured, threads: usize, start: Arc<Barrier>) -> Self {
        let ((positions, asked), (answered, found)) = (channel::<(Box<dyn GameState>, u8)>(), channel());
        // It ends with the channel.
        std::thread::spawn(move || {
            let mut bot = Bot::new(game, threads);
            for (state, depth) in asked {
                let wait = || {
                    start.wait();
                };
                if answered.send(bot.search(state.as_ref(), depth, wait)).is_err() {
                    return;
                }
            }
        });
        Self { positions, found }
    }

    fn begin(&self, state: &dyn GameState, depth: u8) {
        self.positions.send((state.copy(), depth)).expect("the thread waits");
    }

    fn end(&self) -> Found {
        self.found.recv().expect("the thread answers")
    }
}

/// All that search a game's positions.
struct Bench {
    one: Bot,
    many: Bot,
    /// Together with `one` they are as many as the threads of `many`.
    neighbours: Vec<Neighbour>,
    start: Arc<Barrier>,
    /// With [`MORE_THREADS`].
    more: Neighbour,
}

/// Figures of one search: medians of some runs.
struct Figures {
    /// Milliseconds of one thread.
    alone: f64,
    faster: f64,
    ceiling: f64,
    /// Of one thread, of several, of [`MORE_THREADS`].
    nodes: [f64; 3],
}

impl Figures {
    /// Nodes for each one of a single thread: of several, of [`MORE_THREADS`].
    const fn nodes_for_each(&self) -> [f64; 2] {
        let [one, many, more] = self.nodes;
        [many / one, more / one]
    }
}

impl Bench {
    fn new(game: &'static dyn Measured, threads: usize) -> Self {
        let start = Arc::new(Barrier::new(threads));
        Self {
            one: Bot::new(game, 1),
            many: Bot::new(game, threads),
            neighbours: (1..threads).map(|_| Neighbour::new(game, 1, Arc::clone(&start))).collect(),
            start,
            more: Neighbour::new(game, MORE_THREADS, Arc::new(Barrier::new(1))),
        }
    }

    fn alone(&mut self, state: &dyn GameState, depth: u8) -> Found {
        self.one.search(state, depth, || ())
    }

    /// Searches of one thread at once: how many times as much as `alone` they do in the same time.
    fn ceiling(&mut self, state: &dyn GameState, depth: u8, alone: Duration) -> f64 {
        self.neighbours.iter().for_each(|neighbour| neighbour.begin(state, depth));
        let start = Arc::clone(&self.start);
        let own = self.one.search(state, depth, || {
            start.wait();
        });
        let others = self.neighbours.iter().map(|neighbour| neighbour.end().time);
        others.chain([own.time]).map(|time| alone.as_secs_f64() / time.as_secs_f64()).sum()
    }

    fn figures(&mut self, state: &dyn GameState, depth: u8, runs: usize) -> Figures {
        let [mut times, mut faster, mut ceilings] = [const { Vec::new() }; 3];
        let mut nodes = [const { Vec::new() }; 3];
        for run in 0..runs {
            let before = (run % 2 == 1).then(|| self.many.search(state, depth, || ()));
            let alone = self.alone(state, depth);
            let shared = before.unwrap_or_else(|| self.many.search(state, depth, || ()));
            ceilings.push(self.ceiling(state, depth, alone.time));
            self.more.begin(state, depth);
            let more = self.more.end();
            assert_eq!([shared.answer, more.answer], [alone.answer; 2], "depth {depth}");
            times.push(alone.time.as_secs_f64() * 1e3);
            faster.push(alone.time.as_secs_f64() / shared.time.as_secs_f64());
            for (list, found) in nodes.iter_mut().zip([alone, shared, more]) {
                list.push(found.nodes as f64);
            }
        }
        let [alone, faster, ceiling] = [times, faster, ceilings].map(|numbers| median(&numbers));
        Figures { alone, faster, ceiling, nodes: nodes.map(|numbers| median(&numbers)) }
    }

    /// The depths to search a position to: the quick one, and the long one.
    fn depths(&mut self, state: &dyn GameState, depths: Depths) -> [Option<u8>; 2] {
        if let Depths::Fixed(depth) = depths {
            return [None, Some(depth)];
        }
        let (mut quick, mut long) = (None, None);
        for depth in 1..=DEEPEST {
            let time = self.alone(state, depth).time;
            if time <= QUICK {
                quick = Some(depth);
            }
            if time >= LONG {
                long = Some(depth);
                break;
            }
        }
        [quick, long]
    }
}

/// Prints what some searches are like, and what is wanted of two threads: of times only if `are_long`, since
/// waking a thread takes a part of a quick search.
fn summary(name: &str, threads: usize, figures: &[Figures], are_long: bool) {
    if figures.is_empty() {
        return;
    }
    let of_two = |wanted, counts| if counts && threads == 2 { wanted } else { Wanted::Nothing };
    let row = |what: &str, number: fn(&Figures) -> f64, wanted| {
        let numbers: Vec<f64> = figures.iter().map(number).collect();
        goals::row(&format!("{name}, {what}"), median(&numbers), &numbers, wanted);
    };
    row("times as fast", |of| of.faster, of_two(Wanted::AtLeast(1.9), are_long));
    row("ceiling of the machine", |of| of.ceiling, Wanted::Nothing);
    row("share of the ceiling", |of| of.faster / of.ceiling, of_two(Wanted::AtLeast(0.95), are_long));
    // Of all positions together, so that searches of few nodes weigh little.
    let [one, many, more] = [0, 1, 2].map(|of| figures.iter().map(|figures| figures.nodes[of]).sum::<f64>());
    let nodes = |of: usize| figures.iter().map(|figures| figures.nodes_for_each()[of]).collect::<Vec<_>>();
    goals::row(&format!("{name}, nodes"), many / one, &nodes(0), of_two(Wanted::AtMost(1.12), true));
    goals::row(&format!("{name}, nodes of {MORE_THREADS} threads"), more / one, &nodes(1), Wanted::Nothing);
}

/// Searches a game's positions with this many threads: the quick searches, and the long ones.
fn measured(name: &str, threads: usize, depths: Depths, most: usize, runs: [usize; 2]) -> [Vec<Figures>; 2] {
    let game: &'static dyn Measured = boardbots_catalog::part(name).unwrap_or_else(|error| panic!("{error}")).1;
    let mut bench = Bench::new(game, threads);
    let mut found = [Vec::new(), Vec::new()];
    for (number, state) in game.positions().iter().enumerate().take(most) {
        for (kind, depth) in bench.depths(state.as_ref(), depths).into_iter().enumerate() {
            let Some(depth) = depth else { continue };
            let of = bench.figures(state.as_ref(), depth, runs[kind]);
            let [many, more] = of.nodes_for_each();
            println!(
                "{name:<14} {threads:>7} {number:>8} {depth:>6} {:>10.3} {:>14.2} {:>8.2} {:>6.2} {:>6.2} {:>13.2}",
                of.alone,
                of.faster,
                of.ceiling,
                of.faster / of.ceiling,
                many,
                more
            );
            found[kind].push(of);
        }
    }
    found
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        Some(arguments.get(at + 1).unwrap_or_else(|| panic!("{name} needs a value")).as_str())
    };
    let is_quick = arguments.iter().any(|argument| argument == "--quick");
    let (most, runs) = if is_quick { (1, [1, 1]) } else { (usize::MAX, [101, 7]) };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let counts: Vec<usize> = match option("--threads") {
        Some(number) => vec![number.parse().expect("a number of threads")],
        None => [2, 4, 8].into_iter().filter(|count| *count <= cores.max(2)).collect(),
    };
    let games = match option("--game") {
        Some(name) => {
            vec![GAMES.into_iter().find(|(other, _)| *other == name).unwrap_or((name, Depths::ByTime))]
        }
        None => GAMES.to_vec(),
    };
    println!("one thread against several; medians of {} runs, {} of quick searches", runs[1], runs[0]);
    println!(
        "{:<14} {:>7} {:>8} {:>6} {:>10} {:>14} {:>8} {:>6} {:>6} {:>13}",
        "game",
        "threads",
        "position",
        "depth",
        "alone ms",
        "times as fast",
        "ceiling",
        "share",
        "nodes",
        "of 4 threads"
    );
    let mut summaries = Vec::new();
    for (threads, (name, depths)) in counts.iter().flat_map(|count| games.iter().map(|game| (*count, *game))) {
        // Of the searchers of one thread the first decides how many threads it has: each number has a thread of its own.
        let found = std::thread::scope(|scope| {
            scope.spawn(|| measured(name, threads, depths, most, runs)).join().expect("searches do not panic")
        });
        summaries.push((name, threads, depths, found));
    }
    println!();
    goals::head();
    for (name, threads, depths, [quick, long]) in summaries {
        let (what, are_long) = match depths {
            Depths::ByTime => (format!("{} ms and more", LONG.as_millis()), true),
            Depths::Fixed(depth) => (format!("depth {depth}"), false),
        };
        let name = format!("{name} on {threads}");
        summary(&format!("{name}, {} ms and less", QUICK.as_millis()), threads, &quick, false);
        summary(&format!("{name}, {what}"), threads, &long, are_long);
    }
}
