//! Exact results against the crate `connect-four-ai` on Connect Four, one thread, without its book.
//!
//! `cargo bench --bench solve`; `-- --quick` takes a few positions of each kind, and leaves the hardest out.
//!
//! Both have a table of 64 MiB, empty before each position. The kinds are those in which solvers are compared: pieces
//! on the board (begin up to 14, middle up to 28, end), and plies to the end of the game with best play (easy up to
//! 14, medium up to 28, hard).

#![allow(clippy::cast_precision_loss, missing_docs)]

// Each bench uses some of it.
#[path = "common/goals.rs"]
#[allow(dead_code)]
mod goals;

use boardbots_connect_four::rules::{Column, Position};
use boardbots_game::two_player::opening::after;
use boardbots_search::alpha_beta::Options;
use boardbots_search::position::Position as _;
use boardbots_search::solve::{Solution, SolveLimits, Solver};
use connect_four_ai as peer;
use fastrand::Rng;
use goals::{Wanted, median};
use std::time::Instant;

/// A kind of positions: its name, the ratio of times that is wanted, and drops that lead to them.
type Kind = (&'static str, f64, Vec<String>);

const BEGIN_EASY: [&str; 20] = [
    "631351354512",
    "31524331",
    "0622403",
    "623661052654",
    "31565626",
    "3400234220",
    "4464554043215",
    "4635064313",
    "261335035",
    "02550636464",
    "1511540",
    "052016146",
    "15311156",
    "1522233532652",
    "4335123236",
    "6426235320436",
    "314014",
    "25062156532",
    "2313635151010",
    "143530310444",
];
const BEGIN_MEDIUM: [&str; 12] = [
    "4423553131",
    "0525421503",
    "2322032451",
    "633610110",
    "43123443145",
    "334115034",
    "41246015134",
    "404520",
    "22343032122",
    "2646524422665",
    "55362162561",
    "2330024526",
];
const BEGIN_HARD: [&str; 6] = ["431202350", "32342403063", "562366105", "6545430", "234220444", "4554043"];

/// How often each set runs.
const RUNS: usize = 3;

fn proven(solver: &mut Solver, position: &Position) -> Solution<Column> {
    solver.forget();
    solver.solve(position, SolveLimits::default(), &mut |_| ())
}

/// Positions of random games in which nobody can win at once, with so many pieces and so many plies to the end.
fn by_chance(count: usize, pieces: [usize; 2], plies: [u8; 2], solver: &mut Solver) -> Vec<String> {
    let (mut rng, mut found) = (Rng::with_seed(1), Vec::new());
    while found.len() < count {
        let (mut position, mut drops) = (Position::default(), String::new());
        let due = rng.usize(pieces[0]..pieces[1]);
        while drops.len() < due && position.ended().is_none() {
            let moves = position.moves();
            let column = moves[rng.usize(..moves.len())];
            position.play(column);
            drops.push(char::from(b'0' + column));
        }
        if position.ended().is_none() && (plies[0]..plies[1]).contains(&proven(solver, &position).plies.unwrap_or(0)) {
            found.push(drops);
        }
    }
    found
}

/// The times of a set in milliseconds, and the positions that each of both looked at: core, peer.
fn run(drops: &[String], solver: &mut Solver, other: &mut peer::Solver) -> ([f64; 2], [u64; 2]) {
    let (mut times, mut nodes) = ([0.0; 2], [0; 2]);
    for drops in drops {
        let clock = Instant::now();
        let found = proven(solver, &after(Position::default(), drops));
        times[0] += clock.elapsed().as_secs_f64() * 1e3;
        nodes[0] += found.nodes;
        // It counts columns from 1.
        let drops: String = drops.bytes().map(|digit| char::from(digit + 1)).collect();
        let position = peer::Position::from_moves(&drops).expect("legal drops");
        let clock = Instant::now();
        other.reset();
        let score = other.solve(&position);
        times[1] += clock.elapsed().as_secs_f64() * 1e3;
        nodes[1] += other.explored_positions as u64;
        assert_eq!(found.score(), Some(score), "{drops}");
    }
    (times, nodes)
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (runs, share) = if quick { (1, 10) } else { (RUNS, 1) };
    let mut solver = Solver::new(Options { threads: 1, table_kib: 65_536 });
    let mut other = peer::Solver::empty();
    let named = |drops: &[&str]| drops.iter().take(drops.len().div_ceil(share)).map(ToString::to_string).collect();
    let mut kinds: Vec<Kind> = vec![
        ("end, easy", 0.3, by_chance(200 / share, [29, 40], [0, 14], &mut solver)),
        ("middle, easy", 0.3, by_chance(200 / share, [15, 29], [0, 14], &mut solver)),
        ("begin, easy", 0.3, named(&BEGIN_EASY)),
        ("middle, medium", 0.7, by_chance(60 / share, [15, 29], [14, 28], &mut solver)),
        ("begin, medium", 0.7, named(&BEGIN_MEDIUM)),
    ];
    if !quick {
        kinds.push(("begin, hard", 1.0, named(&BEGIN_HARD)));
    }
    println!("{:<16} {:>6} {:>12} {:>12} {:>12} {:>12}", "", "", "core ms", "peer ms", "core nodes", "peer nodes");
    let mut rows = Vec::new();
    for (name, wanted, drops) in kinds {
        let ratios: Vec<f64> = (0..runs)
            .map(|_| {
                let ([ours, theirs], [nodes, peer_nodes]) = run(&drops, &mut solver, &mut other);
                let each = drops.len() as f64;
                println!(
                    "{name:<16} {each:>6} {:>12.4} {:>12.4} {:>12.0} {:>12.0}",
                    ours / each,
                    theirs / each,
                    nodes as f64 / each,
                    peer_nodes as f64 / each
                );
                ours / theirs
            })
            .collect();
        rows.push((name, wanted, ratios));
    }
    goals::head();
    for (name, wanted, ratios) in rows {
        goals::row(
            &format!("{name}: time of the core over the peer's"),
            median(&ratios),
            &ratios,
            Wanted::AtMost(wanted),
        );
    }
}
