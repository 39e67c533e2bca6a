//! A search for two takes nothing from the heap: counted over whole games.

// Each test uses some of it.
#[path = "../../crates/search/tests/search/evaluators.rs"]
#[allow(dead_code)]
mod evaluators;
#[path = "../../crates/search/tests/search/maze.rs"]
#[allow(dead_code)]
mod maze;

use super::{HEAP, settle};
use boardbots_connect_four::rules::Position as ConnectFour;
use boardbots_desconecta4::rules::Position;
use boardbots_game::learned::hidden::{Hidden, MAX_UNITS};
use boardbots_game::learned::network::Network;
use boardbots_game::learned::patterns::Patterns;
use boardbots_game::options::Settings;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::bot::Bot;
use boardbots_game::two_player::learned::Learned;
use boardbots_game::two_player::perfect;
use boardbots_game::two_player::player::{bot, names};
use boardbots_game::two_player::side::Side;
use boardbots_reversi::rules::Position as Reversi;
use boardbots_search::alpha_beta::{Options, SearchLimits, SearchResult, Searcher};
use boardbots_search::position::Evaluator;
use boardbots_search::solve::SolveLimits;
use boardbots_tron::generator;
use boardbots_tron::rules::Position as Tron;
use evaluators::Keyed;
use fastrand::Rng;
use maze::{Maze, Plan};
use stats_alloc::Region;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How many threads this process has; 0 where the system does not tell.
fn threads_now() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}

/// Waits until the pool of a thread that has ended is gone as well: its threads end by themselves, and give
/// back what they have.
fn wait_for_the_end_of_others(before: usize) {
    while threads_now() > before {
        std::thread::sleep(Duration::from_millis(1));
    }
    settle();
}

/// A search during which nothing may be taken from the heap or given back.
fn search<G: boardbots_search::position::Position>(
    bot: &mut dyn Bot<G>,
    root: &G,
    depth: u8,
    patience: u64,
    what: &dyn Fn() -> String,
) -> SearchResult<G::Move> {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Relaxed) >= patience;
    let mut reported = None;
    let region = Region::new(HEAP);
    let outcome = bot.think(root, &[], SearchLimits { stop: &stop, ..SearchLimits::plies(depth) }, &mut |found| {
        reported = Some(found.clone());
    });
    let stats = region.change();
    let taken = (stats.allocations, stats.reallocations, stats.deallocations);
    assert_eq!(taken, (0, 0, 0), "{}, depth {depth}: {stats:?}", what());
    assert!(reported.is_some() || root.ended().is_some());
    outcome
}

/// Games of a bot against itself, from the first search on; then everything forgotten, in
/// a new game with every depth. The answer: most nodes of a search.
fn play<G: boardbots_search::position::Position>(
    bot: &mut dyn Bot<G>,
    start: &G,
    depth: u8,
    what: &dyn Fn() -> String,
) -> u64 {
    let mut most = 0;
    for depths in [depth..=depth, 1..=depth] {
        let mut position = start.clone();
        for ply in 0..8 {
            for depth in depths.clone() {
                // Now and then one that is interrupted.
                let patience = if ply % 4 == 3 { u64::from(depth) } else { u64::MAX };
                let outcome = search(bot, &position, depth, patience, what);
                most = most.max(outcome.nodes);
                if depth == *depths.end()
                    && let Some(action) = outcome.best()
                {
                    position.play(action);
                }
            }
        }
        let region = Region::new(HEAP);
        bot.forget();
        let stats = region.change();
        assert_eq!((stats.allocations, stats.deallocations), (0, 0), "{}: to forget", what());
    }
    most
}

/// Everything with this many threads; most nodes of a search.
fn searches(threads: usize) -> u64 {
    let mut most = 0;
    for table_kib in [0, 64] {
        let options = Options { threads, table_kib };
        let what = |name: &str| format!("{name}, {options:?}");
        for name in names::<Position>() {
            let mut bot = bot::<Position>(name, options).expect("an analyst of the game");
            most = most.max(play(bot.as_mut(), &Position::default(), 8, &|| what(name)));
        }
        for name in names::<Tron>() {
            for (size, depth) in [(20, 6), (80, 2)] {
                let mut bot = bot::<Tron>(name, options).expect("an analyst of the game");
                let map = generator::generate(size, 1).expect("a size of the generator");
                let start = Tron::new(&map, Side::First);
                most = most.max(play(bot.as_mut(), &start, depth, &|| what(name)));
            }
        }
        proofs::<ConnectFour>(16, options);
        proofs::<Reversi>(48, options);
        proofs::<Tron>(20, options);
        most = most.max(learned::<Position>(6, options));
        most = most.max(learned::<Tron>(4, options));
        for evaluator in [Keyed::crude(), Keyed::random()] {
            let plan = Plan { seed: 1, width: 4000, layers: true, doors: 8, ends: 100 };
            let mut searcher = of_evaluation(evaluator, options);
            let root = Maze::open(plan, 0, 5);
            most = most.max(play(&mut searcher, &root, 10, &|| what("maze")));
            let time = Some(Duration::from_mins(10));
            let limits = SearchLimits { among: Some(&[0, 1, 2, 3]), time, ..SearchLimits::plies(9) };
            let region = Region::new(HEAP);
            let lines = searcher.search_lines::<3>(&root, &[], limits, &mut |_| ());
            let stats = region.change();
            let taken = (stats.allocations, stats.reallocations, stats.deallocations);
            assert_eq!((lines.len(), taken), (3, (0, 0, 0)), "{}: {stats:?}", what("lines"));
        }
    }
    most
}

/// Exact results of positions so many plies after the start, each twice: with what is known of it, and without.
fn proofs<G: TwoPlayerGame>(plies: u8, options: Options) {
    let (mut rng, mut most) = (Rng::with_seed(u64::from(plies)), 0);
    let mut prover = G::prover(options).expect("a game that always ends");
    let perfect = |options| bot::<G>(perfect::NAME, options);
    let mut bot = names::<G>().contains(&perfect::NAME).then(|| perfect(options).expect("a bot of the game"));
    for number in 0..12 {
        let mut position = G::start(&Settings::default()).expect("a start");
        for _ in 0..plies {
            let mut next = position.clone();
            let moves = next.moves();
            next.play(moves[rng.usize(..moves.len())]);
            if next.ended().is_none() {
                position = next;
            }
        }
        let region = Region::new(HEAP);
        let limits = SolveLimits { nodes: 100_000, ..SolveLimits::default() };
        most = most.max(prover.solve(&position, limits, &mut |_| ()).nodes);
        prover.solve(&position, SolveLimits { only: &position.moves()[..1], ..limits }, &mut |_| ());
        if number % 2 == 0 {
            prover.forget();
        }
        if let Some(bot) = &mut bot {
            let limits = SearchLimits { among: Some(&[0, 1]), nodes: 50_000, ..SearchLimits::plies(4) };
            bot.think(&position, &[], limits, &mut |_| ());
        }
        let stats = region.change();
        let taken = (stats.allocations, stats.reallocations, stats.deallocations);
        assert_eq!(taken, (0, 0, 0), "proofs of {}, {options:?}: {stats:?}", G::NAME);
    }
    assert!(most > 50_000, "{most} positions are too few for threads to share");
}

/// The same with a learned evaluation.
fn learned<D: TwoPlayerGame>(depth: u8, options: Options) -> u64 {
    let layout = D::LAYOUT.expect("a game of which an evaluation can be learned");
    let pair = |cell| layout.beside(cell, 1, 0).map(|above| [cell, above].into_iter().collect());
    let patterns = Patterns::new(layout, layout.cells().filter_map(pair)).expect("pairs of cells");
    let mut network = Network::new(D::NAME, patterns).with_units(MAX_UNITS).expect("few weights");
    let values = (-100..=100).step_by(31).cycle();
    network.weights.iter_mut().zip(values.clone()).for_each(|(weight, value)| *weight = value);
    let Hidden { inputs, outputs, .. } = &mut network.hidden;
    inputs.as_flattened_mut().iter_mut().zip(values.clone()).for_each(|(weight, value)| *weight = value);
    outputs.as_flattened_mut().iter_mut().zip(values).for_each(|(weight, value)| *weight = value);
    let mut bot: Searcher<D, Learned> = of_evaluation(Learned::new(Arc::new(network)), options);
    play(&mut bot, &D::start(&Settings::default()).expect("a start"), depth, &|| {
        format!("{}, learned, {options:?}", D::NAME)
    })
}

fn of_evaluation<G: boardbots_search::position::Position, J: Evaluator<G>>(
    evaluator: J,
    options: Options,
) -> Searcher<G, J> {
    Searcher::new(evaluator, options)
}

pub fn of_all_games() {
    let before = threads_now();
    for threads in [1, 2, 4] {
        // Each time in a thread that has not searched before, as a program does that starts.
        let most = std::thread::spawn(move || searches(threads)).join().expect("nothing was taken");
        assert!(most > 20_000, "{most} nodes are too few for {threads} threads to share");
        wait_for_the_end_of_others(before);
    }
}
