//! `boardbots bench`: fixed searches of every game.

use crate::exit::CliError;
use crate::output::{self, object};
use boardbots_base::invalid::InputError;
use boardbots_game::listed::{Count, Measured};
use boardbots_tournament::bench::searches::{self, BenchPlan, Growth, Perft, Row, Sheet};
use boardbots_tournament::bench::threads::{ThreadsRow, counts, measure};
use serde::Serialize;
use std::fmt::Write as _;
use std::num::NonZero;
use std::time::Duration;

/// The text at the end of `--help`.
const SIGNATURE: &str = "\
The signature is the sum of all positions looked at, perft and --deep aside. It is the same on \
every machine; the one of this version stands in benches/signature.";

/// The options of `boardbots bench`.
// Each of them is a switch of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(clap::Args)]
#[command(after_help = SIGNATURE)]
pub struct Args {
    /// Bench only this game [default: every game with a searching bot]
    #[arg(long, value_name = "NAME", value_parser = game)]
    game: Option<&'static dyn Measured>,

    /// Search to this depth instead of each game's own
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    depth: Option<u8>,

    /// Also search one depth more for each game; it does not count for the signature
    #[arg(long)]
    deep: bool,

    /// Compare with the minimal trees that prove the values
    #[arg(long)]
    tree: bool,

    /// Compare searches on 1, 2, 4 and more threads, as many as there are cores, with what the machine can give
    #[arg(long, conflicts_with_all = ["deep", "tree"])]
    threads: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Print only the signature
    #[arg(long, conflicts_with_all = ["game", "depth", "deep", "tree", "threads", "json"])]
    signature: bool,
}

/// The game of this name.
pub fn game(name: &str) -> Result<&'static dyn Measured, InputError> {
    boardbots_catalog::part(name).map(|(_, game)| game)
}

/// Runs the bench and prints it, game by game.
///
/// # Errors
/// [`Exit::Unexpected`](crate::Exit::Unexpected) if stdout fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    if args.threads {
        return threads(args);
    }
    let plan = BenchPlan { game: args.game, depth: args.depth, deep: args.deep, tree: args.tree };
    let (mut games, mut printed) = (Vec::new(), Ok(()));
    let signature = searches::run(plan, &mut |sheet| {
        if args.json {
            games.push(part(sheet));
        } else if !args.signature && printed.is_ok() {
            printed = output::text(&text(sheet));
        }
    });
    printed?;
    if args.json {
        output::json(&object! { games: games, signature: signature })
    } else {
        output::text(&if args.signature { format!("{signature}\n") } else { format!("signature {signature}\n") })
    }
}

/// Compares numbers of threads, game by game.
fn threads(args: &Args) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut games = Vec::new();
    for game in searches::games(args.game) {
        let (name, positions, unit) = (game.name(), game.positions().len(), game.scale().unit);
        let depth = args.depth.unwrap_or(game.scale().deep);
        let rows: Vec<ThreadsRow> = counts(cores).map(|threads| measure(game, depth, threads)).collect();
        let mut text = format!("{name}: {positions} positions, {depth} {unit} deep, {cores} cores\n");
        text.push_str("threads    seconds  times as fast  ceiling  nodes for each of one thread\n");
        for ThreadsRow { threads, seconds, times_as_fast, ceiling, nodes } in &rows {
            let _ = writeln!(text, "{threads:>7} {seconds:>10.3} {times_as_fast:>14.2} {ceiling:>8.2} {nodes:>6.2}");
        }
        if args.json {
            games.push(object! { game: name, unit: unit, depth: depth, threads: rows });
        } else {
            output::text(&(text + "\n"))?;
        }
    }
    if args.json { output::json(&object! { cores: cores, games: games }) } else { Ok(()) }
}

/// The rate of events per second, for a count of them in a time.
fn rate(count: u64, time: Duration) -> f64 {
    // Far below the numbers that a float cannot tell apart.
    #[allow(clippy::cast_precision_loss)]
    let count = count as f64;
    count / time.as_secs_f64().max(1e-9)
}

/// Mean milliseconds of a search.
fn mean_ms(row: &Row, positions: usize) -> f64 {
    let positions = u32::try_from(positions).unwrap_or(u32::MAX).max(1);
    (row.time / positions).as_secs_f64() * 1e3
}

/// A count of searched positions against that of the smallest trees.
fn ratio(nodes: u64, minimal: u64) -> f64 {
    rate(nodes, Duration::from_secs(1)) / rate(minimal.max(1), Duration::from_secs(1))
}

fn text(sheet: &Sheet) -> String {
    let Sheet { game, positions, rows, perft, tree } = sheet;
    let mut text = format!("{}: {positions} positions, depth in {}\n", game.name(), game.scale().unit);
    // Writing to a string does not fail.
    let _ = writeln!(text, "depth         nodes    seconds  million/s  ms/position");
    for row in rows {
        let (seconds, million) = (row.time.as_secs_f64(), rate(row.nodes, row.time) / 1e6);
        let (depth, nodes, mean) = (row.depth, row.nodes, mean_ms(row, *positions));
        let aside = if row.counts { "" } else { "  (not in the signature)" };
        let _ = writeln!(text, "{depth:>5} {nodes:>13} {seconds:>10.3} {million:>10.3} {mean:>12.3}{aside}");
    }
    if let Some(Perft { count: Count { depth, leaves, ended }, time }) = perft {
        let million = rate(*leaves, *time) / 1e6;
        let seconds = time.as_secs_f64();
        let _ = writeln!(text, "perft {depth}: {leaves} leaves, {ended} ended, {seconds:.3} s, {million:.1} million/s");
    }
    if !tree.is_empty() {
        let _ = writeln!(text, "nodes against the smallest trees, all iterations counted (median of positions)");
        let _ = writeln!(text, "depth      smallest      with table     without table");
    }
    for Growth { depth, minimal, with_table, without_table } in tree {
        let [with, without] =
            [with_table, without_table].map(|v| format!("{:.2} ({:.2})", ratio(v.nodes, *minimal), v.median));
        let _ = writeln!(text, "{depth:>5} {minimal:>13} {with:>15} {without:>17}");
    }
    text.push('\n');
    text
}

/// A game for programs; what was not asked for is left out.
fn part(sheet: &Sheet) -> impl Serialize + use<> {
    let depth = |row: &Row| {
        object! {
            depth: row.depth,
            nodes: row.nodes,
            seconds: row.time.as_secs_f64(),
            nodes_per_second: rate(row.nodes, row.time),
            mean_ms: mean_ms(row, sheet.positions),
            in_signature: row.counts,
        }
    };
    let leaves = |perft: &Perft| {
        object! {
            depth: perft.count.depth,
            leaves: perft.count.leaves,
            ended: perft.count.ended,
            seconds: perft.time.as_secs_f64(),
            leaves_per_second: rate(perft.count.leaves, perft.time),
        }
    };
    let tree = |growth: &Growth| {
        let [with_table, without_table] = [growth.with_table, growth.without_table].map(|visits| {
            object! {
                nodes: visits.nodes,
                ratio: ratio(visits.nodes, growth.minimal),
                median_ratio: visits.median,
            }
        });
        object! { depth: growth.depth, minimal: growth.minimal, with_table: with_table, without_table: without_table }
    };
    object! {
        game: sheet.game.name(),
        unit: sheet.game.scale().unit,
        positions: sheet.positions,
        depths: sheet.rows.iter().map(depth).collect::<Vec<_>>(),
        #[serde(flatten)]
        perft: sheet.perft.as_ref().map(|perft| object! { perft: leaves(perft) }),
        #[serde(flatten)]
        tree: (!sheet.tree.is_empty()).then(|| object! { tree: sheet.tree.iter().map(tree).collect::<Vec<_>>() }),
        signature: sheet.signature(),
    }
}
