//! `boardbots dragon-slayer simulate`: many games between bots.

use super::rules::Rules;
use crate::desk::pool;
use crate::exit::Failure;
use crate::output::{self, object, print};
use boardbots_dragon_slayer::book::Book;
use boardbots_dragon_slayer::bot::Contestant;
use boardbots_dragon_slayer::study::series::{Block, Series};
use boardbots_dragon_slayer::study::sheet::{Sheet, Trait};
use boardbots_dragon_slayer::variant::Variant;
use boardbots_stats::mean::Sample;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// What `--help` says at its end.
const PLAYERS_HELP: &str = "\
Players: Abel, Beatriu, Carla, Daniel; Killer-, Achiever-, Socializer- and Explorer-averse, \
-intelligent and -impulsive; hold-N stops at N points, hold-N-or-1 with one warrior left, too.";

/// The options of `boardbots dragon-slayer simulate`.
#[derive(clap::Args)]
#[command(after_help = PLAYERS_HELP)]
pub struct Args {
    #[command(flatten)]
    rules: Rules,

    /// Two to six players; each moves first equally often
    #[arg(value_name = "PLAYER", required = true, num_args = 2..=6)]
    players: Vec<Contestant>,

    /// Number of games, rounded up to a multiple of 50
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// Seed of the games; results do not depend on the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays the games and prints what was seen of each player.
///
/// # Errors
/// [`Exit::Unexpected`](crate::exit::Exit::Unexpected) if the system has no threads, or stdout fails.
pub fn run(args: &Args) -> Result<(), Failure> {
    let book = Arc::new(Book::of(args.rules.variant()));
    let series = Series { book, contestants: args.players.clone(), games: args.games, seed: args.seed };
    let total = pool(args.threads)?.install(|| series.total());
    if args.json {
        return output::json(&report(args, &total));
    }
    print(|out| tell(args, &total, out))
}

/// Columns for names of traits and for a mean with its error.
const NAME: usize = 24;
const MEAN: usize = 20;

fn tell(args: &Args, total: &Block, out: &mut dyn Write) -> io::Result<()> {
    let games = total.first.number();
    writeln!(out, "{games} games {}, seed {}", args.rules.variant(), args.seed)?;
    writeln!(out, "the first to move won {:.5} ± {:.5}", total.first.mean(), total.first.error())?;
    write!(out, "\n{:NAME$}", "")?;
    for player in &args.players {
        write!(out, "{player:>MEAN$}")?;
    }
    writeln!(out)?;
    for (of, name) in Trait::ALL.map(|of| (of, of.name())) {
        write!(out, "{name:NAME$}")?;
        for sheet in &total.sheets {
            write!(out, "{:>MEAN$}", figure(sheet.of(of)))?;
        }
        writeln!(out)?;
        if of == Trait::Points {
            write!(out, "{:NAME$}", "  standard deviation")?;
            for sheet in &total.sheets {
                write!(out, "{:>MEAN$}", format!("{:.3}", sheet.of(of).deviation()))?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A mean and its standard error.
fn figure(mean: &Sample) -> String {
    if mean.number() < 1.0 {
        return "-".to_string();
    }
    format!("{:.4} ± {:.4}", mean.mean(), mean.error())
}

/// All that was seen, for programs.
fn report(args: &Args, total: &Block) -> impl Serialize {
    let Variant { goal, bonus, doubling } = args.rules.variant();
    let figure =
        |of: &Sample| object! { count: of.number(), mean: of.mean(), error: of.error(), deviation: of.deviation() };
    let player = |(player, sheet): (&Contestant, &Sheet)| {
        let traits: BTreeMap<_, _> = Trait::ALL.into_iter().map(|of| (of.name(), figure(sheet.of(of)))).collect();
        object! { name: player.to_string(), traits: traits }
    };
    object! {
        games: total.first.number(),
        seed: args.seed,
        goal: goal,
        bonus: bonus,
        doubling: doubling,
        first: figure(&total.first),
        players: args.players.iter().zip(&total.sheets).map(player).collect::<Vec<_>>(),
    }
}
