//! `boardbots learn`: an evaluation that is learned from games against itself.

use super::failures::{stopped, unwritten};
use super::matches::args::threads;
use crate::exit::CliError;
use crate::output;
use boardbots_base::atomic_file::{self, fills_stdout};
use boardbots_base::span::Span;
use boardbots_game::learned::hidden::{LANES, MAX_UNITS};
use boardbots_game::learned::text;
use boardbots_game::listed::Lesson;
use boardbots_learn::page::page;
use boardbots_learn::record::{Check, VERSION, find};
use boardbots_learn::shapes::USUAL;
use boardbots_learn::{LearningPlan, Student, record};
use boardbots_ops::signals;
use boardbots_search::position::MAX_DEPTH;
use boardbots_stats::elo::Elo;
use boardbots_tournament::journal::{Journal, JournalError};
use rayon::ThreadPoolBuilder;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The text at the end of `--help`.
const HELP: &str = "\
The weights depend on the options, not on the machine or the number of threads. OUTPUT and the page are written after \
each generation; GAME:PLAYER,learned=OUTPUT plays with it. Whether it is stronger is for boardbots match to say.";

/// The options of `boardbots learn`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game, for two
    #[arg(value_name = "GAME")]
    game: String,

    /// File for what is learned [default: GAME.learned]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Keep all games in this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write a page about the run
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Number of generations, those of the record among them
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    generations: u64,

    /// Games of a generation
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    /// Plies that are searched for each move
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: u8,

    /// The most random plies that a game begins with
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(0..=100))]
    opening: u8,

    /// One in N later moves is random; none if it is 0
    #[arg(long, value_name = "N", default_value_t = 20)]
    random: u8,

    /// Groups of cells that are valued as a whole
    #[arg(long, value_name = "WORDS", default_value = USUAL)]
    patterns: String,

    /// Hidden units of a net beside the patterns: 0, 16 or 32
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = units)]
    net: usize,

    /// Weight of the next position against the search, 0 to 1
    #[arg(long, value_name = "R", default_value_t = 0.9, value_parser = share)]
    trace: f64,

    /// Rate at which weights move
    #[arg(long, value_name = "R", default_value_t = 0.02, value_parser = share)]
    rate: f64,

    /// Generations whose games each generation learns from
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    window: u16,

    /// Seed of all games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Compare with the evaluation written by hand after each N generations; never if it is 0
    #[arg(long, value_name = "N", default_value_t = 10)]
    check: u64,

    /// Pairs of games of a comparison
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    check_pairs: u64,

    /// Plies that both sides search in a comparison
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    check_depth: u8,

    /// Games at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    concurrency: Option<usize>,

    /// Allow more games at a time than there are cores
    #[arg(long)]
    force: bool,
}

fn share(text: &str) -> Result<f64, &'static str> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("a number from 0 to 1")
}

fn units(text: &str) -> Result<usize, &'static str> {
    let is_size = |units: &usize| *units <= MAX_UNITS && units.is_multiple_of(LANES);
    text.parse().ok().filter(is_size).ok_or("0, 16 or 32")
}

/// The function that writes a file: durably, or so that it can be lost with the machine's power.
type Write = fn(&Path, &[u8]) -> io::Result<()>;

/// Learns an evaluation.
///
/// # Errors
/// [`Exit::Usage`](crate::exit::Exit::Usage) for a game or patterns that there are not;
/// [`Exit::Store`](crate::exit::Exit::Store) for a record that cannot be used;
/// [`Exit::Configuration`](crate::exit::Exit::Configuration) for a result that cannot be written;
/// [`Exit::Unexpected`](crate::exit::Exit::Unexpected) if it was stopped before the last generation.
pub fn run(args: &Args) -> Result<(), CliError> {
    let threads = super::matches::threads(args.concurrency, args.force)?;
    find(&args.game).map_err(CliError::usage)?;
    let mut student = Student::new(args.plan()).map_err(CliError::usage)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(CliError::unexpected)?;
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let mut record = args.record.as_deref().map(|path| known(path, &mut student)).transpose()?;
    let (began, before) = (Instant::now(), student.done());
    args.put(&student, atomic_file::swap)?;
    while student.done() < args.generations
        && let Some(generation) = student.play(&pool, &stop).map_err(CliError::unexpected)?
    {
        if let Some(record) = &mut record {
            record.add(&generation).map_err(CliError::store)?;
        }
        args.put(&student, atomic_file::swap)?;
        progress(&student, args.generations, began.elapsed(), student.done() - before);
    }
    record.map_or(Ok(()), Journal::close).map_err(CliError::store)?;
    args.put(&student, atomic_file::write)?;
    if student.done() >= args.generations {
        if fills_stdout(&[Some(&args.output()), args.report.as_deref()]) {
            return Ok(());
        }
        return output::text(&format!("{}\n", args.output().display()));
    }
    Err(stopped(
        "record",
        args.record.as_deref(),
        format_args!("behind generation {} of {}", student.done(), args.generations),
    ))
}

impl Args {
    fn plan(&self) -> LearningPlan {
        let Self { depth, opening, random, .. } = *self;
        LearningPlan {
            version: VERSION,
            game: self.game.clone(),
            patterns: self.patterns.clone(),
            net: self.net,
            games: self.games,
            lesson: Lesson { depth, opening, random },
            trace: self.trace,
            rate: self.rate,
            window: self.window.into(),
            seed: self.seed,
            check: Check { every: self.check, pairs: self.check_pairs, depth: self.check_depth },
        }
    }

    fn output(&self) -> PathBuf {
        self.output.clone().unwrap_or_else(|| format!("{}.learned", self.game).into())
    }

    /// Writes what has been learned so far, and the page.
    fn put(&self, student: &Student, write: Write) -> Result<(), CliError> {
        let write = |option, path: &Path, text: &str| {
            write(path, text.as_bytes()).map_err(|error| unwritten(option, path, error))
        };
        let plan = &student.plan;
        let comments = [
            format!("{} generations of {} games, seed {}", student.done(), plan.games, plan.seed),
            format!("patterns {}, net {}", plan.patterns, plan.net),
        ];
        write("output", &self.output(), &text::write(&student.network(), &comments))?;
        let Some(report) = &self.report else { return Ok(()) };
        write("report", report, &page(student, &std::env::args().collect::<Vec<_>>().join(" ")))
    }
}

/// Opens a record, and learns from the games that it holds.
fn known(path: &Path, student: &mut Student) -> Result<Journal, CliError> {
    let (record, generations) = record::open(path, &student.plan).map_err(CliError::store)?;
    for generation in &generations {
        // The plan is line 1.
        let line = usize::try_from(student.done() + 2).unwrap_or(usize::MAX);
        student
            .take(generation)
            .map_err(|why| CliError::store(JournalError::Line(path.to_path_buf(), line, why.into())))?;
    }
    if student.done() > 0 {
        output::note(format_args!("{} generations are in the record", student.done()));
    }
    Ok(record)
}

/// A line for each generation.
fn progress(student: &Student, all: u64, spent: Duration, played: u64) {
    let Some(point) = student.points.last() else { return };
    let each = spent / u32::try_from(played.max(1)).unwrap_or(u32::MAX);
    let left = each.saturating_mul(u32::try_from(all - student.done()).unwrap_or(u32::MAX)).as_secs();
    // Whole minutes, and whole seconds where there are few.
    let left = Span(Duration::from_secs(if left < 600 { left } else { left / 60 * 60 }));
    let check = point.check.map_or(String::new(), |tally| {
        let Elo { difference, low, high, .. } = Elo::of(&tally.sample());
        format!("  Elo {difference:+.0} ({low:+.0} to {high:+.0})")
    });
    let error = f64::from(point.error) / 1e6;
    output::note(format_args!("generation {} of {all}  error {error:.4}{check}  {left} left", student.done()));
}
