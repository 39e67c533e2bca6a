//! `boardbots tune`: constants of a player's evaluation, found by games.

use super::failures::{read, stopped, unwritten, write};
use super::matches::args::threads;
use super::matches::scope::{self, Ground};
use crate::exit::CliError;
use crate::output::{self, json_text, object};
use boardbots_base::atomic_file::{self, fills_stdout};
use boardbots_base::span::Span;
use boardbots_catalog::Entry;
use boardbots_ops::signals;
use boardbots_search::position::MAX_DEPTH;
use boardbots_stats::tally::Tally;
use boardbots_tournament::journal::{Journal, JournalError};
use boardbots_tournament::matches::spec::Spec;
use boardbots_tournament::tuning::constants::{self, Constant};
use boardbots_tournament::tuning::plan::{self, VERSION};
use boardbots_tournament::tuning::spsa::{grained, usual_rate};
use boardbots_tournament::tuning::trajectory::Trajectory;
use boardbots_tournament::tuning::{Tuner, TuningPlan};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Most bytes of a file that names constants.
const MAX_BYTES: u64 = 64 * 1024;
/// Lines of progress in a whole tuning.
const LINES: u64 = 40;

/// The text at the end of `--help`.
const FILE_HELP: &str = "\
FILE names a constant on each line: NAME, NAME = START, or NAME = START LEAST MOST STEP; # begins a \
comment. What a line leaves out is what the player has. The method is SPSA: in each iteration all \
constants are changed up or down by chance, and the player with the changes meets the one with the \
opposite ones. OUTPUT holds what was found so far, for GAME:PLAYER,parameters=OUTPUT; whether it is \
stronger is for boardbots match --sprt to say.";

/// The options of `boardbots tune`.
#[derive(clap::Args)]
#[command(after_help = FILE_HELP)]
pub struct Args {
    /// The player to tune: GAME:NAME,KEY=VALUE,… as in GAME:strong,depth=6; boardbots bots lists them
    #[arg(value_name = "PLAYER", value_parser = boardbots_catalog::player)]
    player: Spec,

    /// File with the constants to tune and their ranges
    #[arg(long, value_name = "FILE")]
    parameters: PathBuf,

    /// File for all constants of the player, written after each iteration [default: FILE.tuned]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Keep all results in this file; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Draw how the constants moved, from the first iteration on, and write the picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Number of iterations; each changes the constants once
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,

    /// Pairs of games in each iteration: one opening or map from both sides; in games for four, whose
    /// players sit two against two, three pairs are every seating of a map
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,

    /// Distance that one game moves a constant at the end, in steps [default: 0.4 / √(all pairs)]
    #[arg(long, value_name = "R", value_parser = rate)]
    rate: Option<f64>,

    /// Seed of the openings and changes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Search depth in plies, if the player does not set its own
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,

    #[command(flatten)]
    ground: Ground,

    /// Games at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = threads)]
    concurrency: Option<usize>,

    /// Allow more games at a time than there are cores
    #[arg(long)]
    force: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn rate(text: &str) -> Result<f64, &'static str> {
    let rate = text.parse().ok().map(grained);
    rate.filter(|rate| (1e-6..=100.0).contains(rate)).ok_or("a number from 0.000001 to 100")
}

/// Tunes a player.
///
/// # Errors
/// [`CliError::usage`] for a player who cannot be tuned; [`CliError::configuration`] for a file of constants
/// that says nothing, or a result that cannot be written; [`CliError::store`] for a record that cannot be used;
/// [`CliError::unexpected`] if it was stopped before the last iteration.
pub fn run(args: &Args) -> Result<(), CliError> {
    let threads = super::matches::threads(args.concurrency, args.force)?;
    let plan = args.plan()?;
    let output = args.output.clone().unwrap_or_else(|| {
        let mut name = args.parameters.clone().into_os_string();
        name.push(".tuned");
        name.into()
    });
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let mut tuner = Tuner::new(plan).map_err(CliError::usage)?;
    let mut trajectory = Trajectory::default();
    let mut record = args.record.as_deref().map(|path| known(path, &mut tuner, &mut trajectory)).transpose()?;
    // A picture that cannot be written is known before the first game.
    args.draw(&trajectory, &tuner, atomic_file::swap)?;
    let mut output = Output { path: output, text: String::new() };
    output.put(&tuner)?;
    let (began, before) = (Instant::now(), tuner.done);
    while let Some(iteration) = tuner.play(threads, &stop).map_err(CliError::usage)? {
        if let Some(record) = &mut record {
            record.add(&iteration).map_err(CliError::store)?;
        }
        output.put(&tuner)?;
        trajectory.add(&tuner);
        progress(&tuner, began.elapsed(), tuner.done - before);
    }
    record.map_or(Ok(()), Journal::close).map_err(CliError::store)?;
    // The last values outlive a power cut.
    write("output", &output.path, output.text.as_bytes())?;
    args.draw(&trajectory, &tuner, atomic_file::write)?;
    if !fills_stdout(&[Some(&output.path), args.svg.as_deref()]) {
        show(&tuner, args.json)?;
    }
    if tuner.done == tuner.plan.iterations {
        return Ok(());
    }
    Err(stopped(
        "record",
        args.record.as_deref(),
        format_args!("behind iteration {} of {}", tuner.done, tuner.plan.iterations),
    ))
}

impl Args {
    /// Writes the picture, if one is asked for.
    fn draw(
        &self,
        trajectory: &Trajectory,
        tuner: &Tuner,
        write: fn(&Path, &[u8]) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let Some(path) = &self.svg else { return Ok(()) };
        let written = write(path, trajectory.svg(tuner).as_bytes());
        written.map_err(|error| unwritten("svg", path, error))
    }

    fn plan(&self) -> Result<TuningPlan, CliError> {
        let values = plan::values(&self.player).map_err(CliError::usage)?;
        let path = self.parameters.display();
        let wrong = |what: String| CliError::configuration(what);
        let text = read(&self.parameters, MAX_BYTES)?;
        let constants = constants::read(&text, &values).map_err(|error| match error.line {
            0 => wrong(format!("{path}: {}", error.problem)),
            _ => wrong(format!("{path}{error}")),
        })?;
        let game = self.player.game().ok_or_else(|| CliError::usage("a program cannot be tuned"))?;
        let game: Entry = game.parse().map_err(CliError::usage)?;
        scope::check(game.game(), &self.ground.given())?;
        let field = self.ground.field.read(&*game)?;
        if field.as_ref().is_some_and(|field| game.players_on(field) != game.players()) {
            return Err(CliError::usage(format_args!("a tuning of {game} is between {} players", game.players())));
        }
        let names = values.table.iter().map(|parameter| parameter.name.to_string());
        Ok(TuningPlan {
            version: VERSION,
            game,
            player: plan::player(&self.player).map_err(CliError::usage)?,
            values: names.zip(values.values.iter().copied()).collect(),
            constants,
            iterations: self.iterations,
            pairs: self.pairs,
            rate: self.rate.unwrap_or_else(|| usual_rate(self.iterations.saturating_mul(self.pairs))),
            seed: self.seed,
            depth: self.depth,
            openings: self.ground.openings(Vec::new()),
            turns: self.ground.turns.unwrap_or(game.matches().turns),
            field,
        })
    }
}

/// Opens a record, and continues after the iterations that it holds.
fn known(path: &Path, tuner: &mut Tuner, trajectory: &mut Trajectory) -> Result<Journal, CliError> {
    let (record, iterations) = plan::open(path, &tuner.plan).map_err(CliError::store)?;
    for iteration in &iterations {
        // The plan is line 1.
        let line = usize::try_from(tuner.done + 2).unwrap_or(usize::MAX);
        tuner
            .take(iteration)
            .map_err(|why| CliError::store(JournalError::Line(path.to_path_buf(), line, why.into())))?;
        trajectory.add(tuner);
    }
    if tuner.done > 0 {
        output::note(format_args!("{} of {} iterations are in the record", tuner.done, tuner.plan.iterations));
    }
    Ok(record)
}

/// The file of all constants.
struct Output {
    path: PathBuf,
    /// The content of the file.
    text: String,
}

impl Output {
    /// Writes the values that there are now, if they are others than before.
    fn put(&mut self, tuner: &Tuner) -> Result<(), CliError> {
        let text = tuner.parameters().map_err(CliError::usage)?.to_string();
        if text != self.text {
            let written = atomic_file::swap(&self.path, text.as_bytes());
            written.map_err(|error| unwritten("output", &self.path, error))?;
            self.text = text;
        }
        Ok(())
    }
}

/// A line now and then.
fn progress(tuner: &Tuner, spent: Duration, played: u64) {
    let (done, all) = (tuner.done, tuner.plan.iterations);
    if done * LINES / all == (done - 1) * LINES / all {
        return;
    }
    let values = tuner.plan.constants.iter().zip(&tuner.values);
    let values = values.fold(String::new(), |mut text, (constant, value)| {
        let _ = write!(text, "  {} {value:.1}", constant.name);
        text
    });
    let each = spent / u32::try_from(played.max(1)).unwrap_or(u32::MAX);
    let left = each.saturating_mul(u32::try_from(all - done).unwrap_or(u32::MAX)).as_secs();
    // Whole minutes, and whole seconds where there are few.
    let left = if left < 600 { left.max(1) } else { left / 60 * 60 };
    let left = if done == all { String::new() } else { format!("  {} left", Span(Duration::from_secs(left))) };
    output::note(format_args!("iteration {done} of {all}{values}{left}"));
}

fn show(tuner: &Tuner, json: bool) -> Result<(), CliError> {
    let plan = &tuner.plan;
    let rows = plan.constants.iter().zip(tuner.rounded()).zip(&tuner.values);
    let mut text = String::new();
    if json {
        let constant = |((constant, value), exact)| {
            object! {
                #[serde(flatten)]
                constant: constant,
                /// The value found, as the output holds it.
                value: value,
                /// The same before it was rounded.
                exact: exact,
            }
        };
        let report = object! {
            player: &plan.player,
            iterations: tuner.done,
            of: plan.iterations,
            pairs: plan.pairs,
            /// The results of all games for the side that went the trial's way.
            games: tuner.games,
            constants: rows.map(constant).collect::<Vec<_>>(),
        };
        text = json_text(&report) + "\n";
    } else {
        let Tally { wins, draws, losses } = tuner.games;
        let wide = plan.constants.iter().map(|constant| constant.name.len()).max().unwrap_or(0).max("constant".len());
        let _ = writeln!(
            text,
            "{}: {} of {} iterations of {} pairs; +{wins} ={draws} -{losses}",
            plan.player, tuner.done, plan.iterations, plan.pairs
        );
        let _ = writeln!(text, "{:<wide$} {:>7} {:>7} {:>9} {:>13}", "constant", "start", "found", "exact", "range");
        for ((Constant { name, start, least, most, .. }, value), exact) in rows {
            let range = format!("{least} to {most}");
            let _ = writeln!(text, "{name:<wide$} {start:>7} {value:>7} {exact:>9.2} {range:>13}");
        }
    }
    output::text(&text)
}
