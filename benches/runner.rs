//! What a match costs beside its players' thinking.
//!
//! `cargo bench --bench runner -- --seconds 10`; `-- --quick` for a short run.
//!
//! - bots with 5 ms for a move: the part of the wall time that is not in their decisions, openings
//!   included. At most 2 % is wanted.
//! - programs that answer at once (this one, started anew): moves a second, over pipes. At least
//!   5,000 are wanted.
//!
//! Options: `--seconds S` for each, `--threads N` games at a time (1).

#![allow(clippy::cast_precision_loss, missing_docs)]

use boardbots_desconecta4::rules::Position as Desconecta4;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_search::position::Position as _;
use boardbots_stats::latency::Latency;
use boardbots_tournament::matches::plan::{Fixture, MatchPlan, Pace};
use boardbots_tournament::matches::runner::Runner;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What makes this program an engine.
const ANSWERS: &str = "--answers";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == ANSWERS) {
        return answer();
    }
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)?.parse::<u64>().ok()
    };
    let usual = if arguments.iter().any(|argument| argument == "--quick") { 0 } else { 10 };
    let (seconds, threads) = (option("--seconds").unwrap_or(usual), option("--threads").unwrap_or(1));
    let (time, threads) = (Duration::from_secs(seconds), usize::try_from(threads).unwrap_or(1).max(1));

    for (game, name) in [("desconecta4", "desconecta4:strong"), ("tron", "tron:strong")] {
        let plan = plan(game, &[name, name], Some(5));
        let (sum, wall) = measure(&plan, time, threads);
        let beside = 100.0 * (1.0 - sum.thinking / (wall * threads as f64));
        println!(
            "{game}, 5 ms a move: {} games, {} moves of {:.3} ms, {beside:.2} % of the time beside them",
            sum.games,
            sum.moves,
            1e3 * sum.thinking / sum.moves as f64
        );
    }

    let program = std::env::current_exe().expect("the path of this program");
    let command = format!("cmd:\"{}\" {ANSWERS}", program.display());
    let plan = plan("desconecta4", &[&command, &command], None);
    let (sum, wall) = measure(&plan, time, threads);
    println!(
        "programs that answer at once: {} games, {} faults, {:.0} moves/s",
        sum.games,
        sum.faults,
        sum.moves as f64 / wall
    );
}

fn plan(game: &str, players: &[&str], movetime: Option<u32>) -> MatchPlan {
    let game = game.parse().expect("a game");
    let pace = Pace { movetime, deadline: 10_000, ..Pace::default() };
    let usual = MatchPlan::new(game, players.iter().map(ToString::to_string).collect());
    MatchPlan { games: 1_000_000, seed: 1, pace, turns: 300, ..usual }
}

#[derive(Default)]
struct Sum {
    games: u64,
    moves: u64,
    faults: usize,
    /// Seconds.
    thinking: f64,
}

/// Plays games of a match for the given time: what they add up to, and how many seconds they took.
fn measure(plan: &MatchPlan, time: Duration, threads: usize) -> (Sum, f64) {
    let runner = Runner::new(plan).expect("players of the game");
    let fixtures: Vec<Fixture> = (0..100_000).map(|number| plan.fixture(number)).collect();
    let (mut sum, stop, began) = (Sum::default(), AtomicBool::new(false), Instant::now());
    let played = runner.play(&fixtures, threads, &stop, |played, _| {
        sum.games += 1;
        sum.faults += played.faults.len();
        sum.moves += u64::from(played.length);
        sum.thinking += played.times.iter().map(seconds).sum::<f64>();
        if began.elapsed() < time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    played.expect("games");
    (sum, began.elapsed().as_secs_f64())
}

/// The sum of some times, each taken for the middle of its bucket: they are within 0.8 % of their bound.
fn seconds(times: &Latency) -> f64 {
    times.buckets().map(|(bound, count)| bound as f64 * (1.0 - 1.0 / 256.0) * count as f64 / 1e6).sum()
}

/// Speaks the protocol, and plays the first legal move.
fn answer() {
    let (mut position, mut output) = (Desconecta4::default(), io::stdout().lock());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let said = match word {
            "uci" => writeln!(output, "id name first\nuciok"),
            "isready" => writeln!(output, "readyok"),
            "position" => {
                position = Desconecta4::default();
                let moves = rest.split_once("moves ").map_or("", |(_, moves)| moves);
                for digit in moves.chars() {
                    position.play(position.parse_move(digit.encode_utf8(&mut [0; 4])).expect("a legal move"));
                }
                Ok(())
            }
            "go" => {
                let moves = position.moves();
                writeln!(output, "bestmove {}", moves[0])
            }
            "quit" => return,
            _ => Ok(()),
        };
        if said.and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}
