//! `boardbots calibrate`: the depth that is in time on this machine.

use crate::bench::game;
use crate::exit::CliError;
use crate::output::{self, object};
use boardbots_base::span::Span;
use boardbots_game::listed::Measured;
use boardbots_tournament::bench::calibration::{Calibration, Row, Terms, calibrate};
use boardbots_tournament::bench::searches::games as asked;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;

/// Time for a decision by default: the limit of Vindinium's server.
const LIMIT: Span = Span(Duration::from_secs(1));

/// The options of `boardbots calibrate`.
#[derive(clap::Args)]
pub struct Args {
    /// Calibrate only this game [default: every game with a searching bot]
    #[arg(long, value_name = "NAME", value_parser = game)]
    game: Option<&'static dyn Measured>,

    /// Size of the maps (rows and columns), 6 to 80, for games with maps of several sizes [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(6..=80))]
    size: Option<u8>,

    /// Time limit for a decision; the slowest of a thousand may take half of it
    #[arg(long, value_name = "TIME", default_value_t = LIMIT)]
    limit: Span,

    /// Time to measure each game, in seconds
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=3600))]
    seconds: u32,

    /// Number of players that this machine is to run at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    instances: u8,

    /// Threads of each player
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Measures the games and prints the results, each depth as soon as it is measured.
///
/// # Errors
/// [`CliError::usage`] for a limit of nothing, or a size for a game without; [`CliError::configuration`] if there is a game of
/// which no depth is in time.
pub fn run(args: &Args) -> Result<(), CliError> {
    if args.limit.0.is_zero() {
        return Err(CliError::usage("--limit is the time for a decision; write more than 0, like 500ms"));
    }
    if args.size.is_some() && args.game.is_some_and(|game| game.usual_size().is_none()) {
        let sized: Vec<&str> = asked(None).filter(|game| game.usual_size().is_some()).map(Measured::name).collect();
        let problem =
            format!("--size is for the maps of {}; the other games have boards of their own", sized.join(", "));
        return Err(CliError::usage(problem));
    }
    let (mut games, mut slow) = (Vec::new(), Vec::new());
    for game in asked(args.game) {
        let terms = Terms {
            game,
            size: game.usual_size().map(|usual| args.size.unwrap_or(usual)),
            limit: args.limit.0,
            budget: Duration::from_secs(args.seconds.into()),
            instances: args.instances.into(),
            threads: args.threads.into(),
        };
        if !args.json {
            output::text(&heading(&terms))?;
        }
        let mut told = Ok(());
        let mut deepest = 0;
        let found = calibrate(&terms, |row| {
            let again = row.depth <= deepest;
            deepest = deepest.max(row.depth);
            if !args.json && told.is_ok() {
                told = output::text(&line(row, again));
            }
        });
        told?;
        if found.depth.is_none() {
            slow.push(game.name());
        }
        if args.json {
            games.push(part(&terms, &found));
        } else {
            output::text(&verdict(terms.game, &found))?;
        }
    }
    if args.json {
        output::json(&object! { instances: args.instances, threads: args.threads, games: games })?;
    }
    if slow.is_empty() {
        return Ok(());
    }
    let message = format!("no depth of {} is in time; allow more with --limit", slow.join(" and "));
    Err(CliError::configuration(message))
}

fn ms(time: Duration) -> f64 {
    time.div_duration_f64(Duration::from_millis(1))
}

/// The heading: the terms of the measurement, and the heads of the columns.
fn heading(terms: &Terms) -> String {
    let Terms { game, size, limit, instances, threads, .. } = terms;
    let plural = |count: usize, what| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let map = size.map_or_else(String::new, |size| format!(" on maps of {size} x {size}"));
    format!(
        "{}{map}: {} of {}, {} for a decision, half of it for the slowest of a thousand\n\
         depth  decisions    mean ms     p50 ms     p99 ms   p99.9 ms     max ms\n",
        game.name(),
        plural(*instances, "player"),
        plural(*threads, "thread"),
        Span(*limit)
    )
}

/// A depth; `again` if it has played on, so that this line takes the place of an earlier one.
fn line(Row { depth, times, in_time }: &Row, again: bool) -> String {
    let mut text = format!("{depth:>5} {:>10}", times.count());
    for time in [times.mean(), times.percentile(500), times.percentile(990), times.slow(), times.max()] {
        // Writing to a string does not fail.
        let _ = write!(text, " {:>10.3}", ms(time));
    }
    text.push_str(match (in_time, again) {
        (false, _) => "  too slow: broken off\n",
        (true, true) => "  for the rest of the time\n",
        (true, false) => "\n",
    });
    text
}

/// The result, in words.
fn verdict(game: &dyn Measured, found: &Calibration) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    match found.chosen() {
        Some(Row { depth, times, .. }) => {
            let _ = writeln!(text, "{}: depth {depth} {}", game.name(), game.scale().unit);
            if !found.firm() {
                let count = times.count();
                let _ = writeln!(
                    text,
                    "  p99.9 is only the largest of {count} decisions; use more --seconds for a better figure"
                );
            }
        }
        None => {
            let _ = writeln!(text, "{}: no depth is in time", game.name());
        }
    }
    match (found.loaded(), found.waited) {
        (Some(true), Some(waited)) => {
            let percent = waited * 100.0;
            let _ = writeln!(
                text,
                "  loaded: players waited {percent:.0} % of the time for a core: more of them than cores, or other programs"
            );
        }
        (Some(_), _) => {}
        (None, _) => text.push_str("  this system does not report whether other programs used the cores\n"),
    }
    text.push('\n');
    text
}

/// A game for programs; what the system does not say is null.
fn part(terms: &Terms, found: &Calibration) -> impl Serialize + use<> {
    let depth = |Row { depth, times, in_time }: &Row| {
        object! {
            depth: *depth,
            decisions: times.count(),
            mean_ms: ms(times.mean()),
            p50_ms: ms(times.percentile(500)),
            p99_ms: ms(times.percentile(990)),
            p99_9_ms: ms(times.slow()),
            max_ms: ms(times.max()),
            in_time: *in_time,
        }
    };
    object! {
        game: terms.game.name(),
        unit: terms.game.scale().unit,
        #[serde(flatten)]
        size: terms.size.map(|size| object! { size: size }),
        limit_ms: ms(terms.limit),
        depth: found.depth,
        firm: found.firm(),
        loaded: found.loaded(),
        waited: found.waited,
        depths: found.rows.iter().map(depth).collect::<Vec<_>>(),
    }
}
