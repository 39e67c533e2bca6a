//! The core against the crate `minimax` on Connect Four: time to depth, one thread.
//!
//! `cargo bench --bench peers`; `-- --quick` leaves depth 14 out and runs everything once.
//!
//! Both play on the same state with the same key, evaluate by the same function, and have
//! tables of their default size, 1 MiB, empty before each search. The peer has the options with
//! which it is fastest here. It shuffles the moves of the root by chance, so every search runs
//! some times and the middle one counts.

#![allow(clippy::cast_precision_loss, missing_docs)]

// Each bench uses some of it.
#[path = "common/goals.rs"]
#[allow(dead_code)]
mod goals;

use boardbots_connect_four::eval::Threats;
use boardbots_connect_four::rules::{COLUMNS, Column, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::opening::positions;
use boardbots_search::alpha_beta::{Options, SearchLimits, Searcher};
use boardbots_search::position::{Ending, Evaluator, Position as _, ends_in};
use goals::{Wanted, median};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use std::time::{Duration, Instant};

/// Half the window around the last value in which the peer searches first. It saves 9 % of its instructions
/// at depth 10 and 7 % at depth 12. Windows half and twice as wide, steps of two plies, another replacement and
/// its countermoves save no more at depth 12; larger tables save nodes, but take more time.
const WINDOW: minimax::Evaluation = 20;
/// How often each search runs.
const RUNS: usize = 3;

/// The rules, for the peer.
struct Rules;

impl minimax::Game for Rules {
    type S = Position;
    type M = Column;

    #[inline]
    fn generate_moves(position: &Position, moves: &mut Vec<Column>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            moves.extend((0..COLUMNS).filter(|column| position.landing(*column) != 0));
        }
        winner
    }

    #[inline]
    fn apply(position: &mut Position, column: Column) -> Option<Position> {
        let mut next = *position;
        next.play(column);
        Some(next)
    }

    #[inline]
    fn get_winner(position: &Position) -> Option<minimax::Winner> {
        position.ended().map(|ending| match ending {
            Ending::Loss => minimax::Winner::PlayerJustMoved,
            _ => minimax::Winner::Draw,
        })
    }

    #[inline]
    fn zobrist_hash(position: &Position) -> u64 {
        position.key()
    }
}

/// The evaluation, for the peer.
struct Peer;

impl minimax::Evaluator for Peer {
    type G = Rules;

    #[inline]
    fn evaluate(&self, position: &Position) -> minimax::Evaluation {
        let mut evaluation = Threats::default();
        minimax::Evaluation::try_from(evaluation.evaluate(position)).expect("at most ten for each cell")
    }
}

/// What one search found: time, positions looked at if it says so, value.
struct Found {
    time: Duration,
    nodes: Option<u64>,
    value: Value,
}

/// A value in a form that both sides have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Won,
    Lost,
    Open(i32),
}

impl Value {
    fn of_core(value: i32) -> Self {
        match ends_in(value) {
            Some(plies) if plies > 0 => Self::Won,
            Some(_) => Self::Lost,
            None => Self::Open(value),
        }
    }

    fn of_peer(value: minimax::Evaluation) -> Self {
        match value {
            minimax::BEST_EVAL => Self::Won,
            minimax::WORST_EVAL => Self::Lost,
            value => Self::Open(value.into()),
        }
    }
}

fn core(position: Position, depth: u8) -> Found {
    let mut searcher = Searcher::new(Threats::default(), Options { threads: 1, ..Options::default() });
    let clock = Instant::now();
    let outcome = searcher.search(&position, SearchLimits::plies(depth), &mut |_| ());
    Found { time: clock.elapsed(), nodes: Some(outcome.nodes), value: Value::of_core(outcome.value) }
}

fn iterative(position: Position, depth: u8) -> Found {
    let mut peer = IterativeSearch::new(Peer, IterativeOptions::new().with_aspiration_window(WINDOW));
    peer.set_max_depth(depth);
    let clock = Instant::now();
    let best = Strategy::<Rules>::choose_move(&mut peer, &position);
    let time = clock.elapsed();
    assert!(best.is_some(), "a move of a game that goes on");
    // It says so only in a text: "Explored 1234 nodes to depth ...".
    let text = peer.stats(&mut position.clone());
    let nodes = text.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    Found { time, nodes, value: Value::of_peer(peer.root_value()) }
}

fn negamax(position: Position, depth: u8) -> Found {
    let mut peer = Negamax::new(Peer, depth);
    let clock = Instant::now();
    let best = Strategy::<Rules>::choose_move(&mut peer, &position);
    let time = clock.elapsed();
    assert!(best.is_some(), "a move of a game that goes on");
    Found { time, nodes: None, value: Value::of_peer(peer.root_value()) }
}

/// How many times faster the core is.
struct Ratios {
    name: String,
    /// Of the times of all positions together.
    all: f64,
    /// By position.
    each: Vec<f64>,
    wanted: f64,
}

/// Prints a table of one depth.
fn compare(name: &str, depth: u8, wanted: f64, runs: usize, peer: fn(Position, u8) -> Found) -> Ratios {
    println!("depth {depth} against {name}, middle one of {runs} runs, ms");
    println!(
        "{:<16} {:>10} {:>10} {:>8} {:>10} {:>10}  value",
        "position", "core", "peer", "ratio", "core nodes", "peer nodes"
    );
    let (mut ours, mut theirs, mut ratios, mut equal) = (Duration::ZERO, Duration::ZERO, Vec::new(), 0);
    let games = || Position::POSITIONS.lines();
    for (game, position) in games().zip(positions::<Position>()) {
        // In turn, so that both meet the same machine.
        let pairs: Vec<(Found, Found)> = (0..runs).map(|_| (core(position, depth), peer(position, depth))).collect();
        let middle = |time: fn(&(Found, Found)) -> Duration| {
            let mut times: Vec<Duration> = pairs.iter().map(time).collect();
            times.sort_unstable();
            times[times.len() / 2]
        };
        let (core, peer) = (middle(|pair| pair.0.time), middle(|pair| pair.1.time));
        let (value, other) = (pairs[0].0.value, pairs[0].1.value);
        let same = pairs.iter().all(|(core, peer)| core.value == value && peer.value == value);
        let remark = if same { String::new() } else { format!(", the peer says {other:?}") };
        let ratio = peer.as_secs_f64() / core.as_secs_f64();
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let [core_nodes, peer_nodes] =
            [pairs[0].0.nodes, pairs[0].1.nodes].map(|n| n.map_or("-".into(), |n| n.to_string()));
        println!(
            "{game:<16} {:>10.3} {:>10.3} {ratio:>8.1} {core_nodes:>10} {peer_nodes:>10}  {value:?}{remark}",
            ms(core),
            ms(peer)
        );
        (ours, theirs, equal) = (ours + core, theirs + peer, equal + usize::from(same));
        ratios.push(ratio);
    }
    let all = theirs.as_secs_f64() / ours.as_secs_f64();
    println!(
        "{:<16} {:>10.3} {:>10.3} {all:>8.1}  median ratio {:.1}, same value in {equal} of {}\n",
        "all",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3,
        median(&ratios),
        games().count()
    );
    Ratios { name: format!("depth {depth} against {name}, times as fast"), all, each: ratios, wanted }
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let runs = if quick { 1 } else { RUNS };
    let mut found =
        vec![compare("Negamax", 10, 65.0, runs, negamax), compare("IterativeSearch", 12, 6.0, runs, iterative)];
    if !quick {
        found.push(compare("IterativeSearch", 14, 10.0, runs, iterative));
    }
    goals::head();
    for Ratios { name, all, each, wanted } in found {
        goals::row(&name, all, &each, Wanted::AtLeast(wanted));
    }
}
