//! `boardbots solve`: exact results of positions.

use crate::exit::CliError;
use crate::output;
use boardbots_base::invalid::InputError;
use boardbots_base::{atomic_file, input};
use boardbots_game::engine::{Engine, Proven, Proving, SolvingEngine};
use boardbots_search::solve::Solution;
use boardbots_tournament::report::wording;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The text at the end of `--help`.
const POSITIONS: &str = "\
Scores are positive if the side to move wins. They are larger the sooner it does so, or count what the game counts, such \
as discs, or are 1. Games whose positions can repeat have no exact results.
Exit code: 0 proven, 1 the time was over first.";

/// The options of `boardbots solve`.
#[derive(clap::Args)]
#[command(after_help = POSITIONS)]
pub struct Args {
    /// The game
    #[arg(value_name = "GAME", value_parser = game)]
    game: &'static str,

    /// The position, as `d` of `boardbots engine` prints it [default: the start]
    #[arg(value_name = "CELLS")]
    cells: Option<String>,

    /// An option of the game, as in `boardbots engine`, such as Size=12; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,

    /// Moves from there, as records write them
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Prove the result of every move, too
    #[arg(long)]
    all: bool,

    /// Write a book of perfect play down to so many plies from the start, or go on with the one that is there
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["cells", "moves", "all", "json"], value_parser = clap::value_parser!(u8).range(1..=64))]
    book: Option<u8>,

    /// The file of the book [default: GAME.book]
    #[arg(long, value_name = "FILE", requires = "book")]
    file: Option<PathBuf>,

    /// Seconds until it prints what is proven by then [default: none]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    time: Option<u32>,

    /// Threads that share the search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// The size of the table of bounds, in KiB
    #[arg(long, value_name = "KIB", default_value_t = 65_536, value_parser = clap::value_parser!(u32).range(1..=16_777_216))]
    table: u32,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The size of the largest book, in bytes.
const BOOK: u64 = 1 << 24;

/// The games that have exact results, each with its engine.
fn solvable() -> impl Iterator<Item = (&'static str, Box<dyn SolvingEngine>)> {
    let engines = boardbots_catalog::all().filter_map(|game| Some((game.game().name(), game.solving()?)));
    engines.filter(|(_, engine)| engine.prover().is_some())
}

/// The name of such a game.
fn game(name: &str) -> Result<&'static str, InputError> {
    let found = solvable().map(|(game, _)| game).find(|game| *game == name);
    found.ok_or_else(|| InputError::unknown("game with exact results", name, solvable().map(|(game, _)| game)))
}

/// Sets the position and the options of the search.
fn prepared(args: &Args) -> Result<Box<dyn SolvingEngine>, CliError> {
    let (_, mut engine) = solvable().find(|(game, _)| *game == args.game).expect("a game of the list");
    let search = [format!("Threads={}", args.threads), format!("Table={}", args.table)];
    for setting in search.iter().chain(&args.set) {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let engine: &mut dyn Engine = engine.as_mut();
        engine.set_named(name, value).map_err(|error| CliError::usage(error.at(setting)))?;
    }
    let cells = args.cells.as_ref().map_or("startpos".to_string(), |cells| format!("cells {cells}"));
    let moves = args.moves.as_ref().map_or(String::new(), |moves| format!(" moves {moves}"));
    engine.place(&(cells + &moves)).map_err(CliError::usage)?;
    Ok(engine)
}

/// A finding as JSON.
fn value(found: &Solution<String>, time: Duration) -> Value {
    let result = found.result().map(|result| ["loss", "draw", "win"][usize::from((result + 1).unsigned_abs())]);
    json!({
        "result": result, "plies": found.plies.filter(|_| found.score().is_some()), "low": found.range.low,
        "high": found.range.high, "best": found.best, "nodes": found.nodes, "seconds": time.as_secs_f64(),
    })
}

/// Writes a book, or goes on with one.
fn book(args: &Args, prover: &mut dyn Proving, plies: u8, stop: &(dyn Fn() -> bool + Sync)) -> Result<(), CliError> {
    let path = args.file.clone().unwrap_or_else(|| format!("{}.book", args.game).into());
    let mut text = match input::text(&path, BOOK) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| CliError::file(&path, error))?,
    };
    let (mut written, mut failure) = (Instant::now(), None);
    let done = prover.extend_book(plies, &text.clone(), stop, &mut |longer| {
        longer.clone_into(&mut text);
        if written.elapsed() > Duration::from_secs(5) {
            failure = atomic_file::replace(&path, longer.as_bytes()).err();
            output::note(format_args!("{} positions", longer.lines().map(|line| line.len() / 2).sum::<usize>()));
            written = Instant::now();
        }
    });
    atomic_file::replace(&path, text.as_bytes())
        .err()
        .or(failure)
        .map_or(Ok(()), |error| Err(CliError::file(&path, error)))?;
    if done.map_err(|error| CliError::file(&path, error))? {
        return Ok(());
    }
    Err(CliError::unexpected("the time was over first; the same command goes on"))
}

/// Proves the result and prints it.
///
/// # Errors
/// [`CliError::usage`] for a position that is none; [`Exit::Unexpected`](crate::Exit::Unexpected) if the time is over
/// first.
pub fn run(args: &Args) -> Result<(), CliError> {
    let engine = prepared(args)?;
    let mut prover = engine.prover().expect("the game has exact results");
    let begun = Instant::now();
    let end = args.time.map(|seconds| begun + Duration::from_secs(seconds.into()));
    let stop = || end.is_some_and(|end| Instant::now() >= end);
    let told = |Proven { solution, words }: &Proven| {
        let best = solution.best.as_ref().map_or(String::new(), |best| format!("; best {best}"));
        let (nodes, seconds) = (wording::count(solution.nodes), begun.elapsed().as_secs_f64());
        format!("{words}{best}; {nodes} positions in {seconds:.1} s")
    };
    if let Some(plies) = args.book {
        return book(args, prover.as_mut(), plies, &stop);
    }
    let mut shown = Instant::now();
    let mut progress = |found: &Proven| {
        // A proof that takes no time needs no progress.
        if shown.elapsed() > Duration::from_secs(1) {
            output::note(told(found));
            shown = Instant::now();
        }
    };
    let found = prover.prove(None, &stop, &mut progress).expect("all moves are some");
    let mut whole = value(&found.solution, begun.elapsed());
    whole["game"] = args.game.into();
    let mut lines = if args.json { String::new() } else { told(&found) + "\n" };
    let mut is_proven = found.solution.score().is_some();
    if args.all {
        let mut moves = Vec::new();
        while let Some(found) = prover.prove(Some(moves.len()), &stop, &mut progress) {
            is_proven &= found.solution.score().is_some();
            let action = found.solution.best.as_deref().unwrap_or_default();
            let _ = writeln!(lines, "{action:>8}  {}", found.words);
            let mut value = value(&found.solution, begun.elapsed());
            value["move"] = action.into();
            moves.push(value);
        }
        whole["moves"] = moves.into();
    }
    let printed = if args.json { output::json(&whole) } else { output::text(&lines) };
    printed?;
    if is_proven { Ok(()) } else { Err(CliError::unexpected("the time was over before all was proven")) }
}
