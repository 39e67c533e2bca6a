//! `boardbots dragon-slayer simulate`: many games between bots.

use super::say;
use crate::cli::desk::variant::Rules;
use crate::cli::exit::{Exit, Failure};
use crate::games::dragon_slayer::book::Book;
use crate::games::dragon_slayer::bot::Contestant;
use crate::matches::dragon_slayer::series::{Block, Series};
use crate::matches::dragon_slayer::sheet::Trait;
use boardbots_stats::sample::Sample;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// What `--help` says at its end.
const PLAYERS_HELP: &str = "\
Players: Abel, Beatriu, Carla, Daniel; Killer-, Achiever-, Socializer- and Explorer-averse,
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

    /// Games, rounded up to whole fifties
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    #[command(flatten)]
    way: Way,
}

/// How games are played and what came out is printed.
#[derive(clap::Args)]
pub(super) struct Way {
    /// The same games for the same number, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl Way {
    /// Does something with so many threads.
    pub(super) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let threads = self.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::new(Exit::Unexpected, error).about("threads"))?;
        Ok(pool.install(work))
    }
}

/// Plays the games and prints what was seen of each player.
///
/// # Errors
/// [`Exit::Unexpected`] if the system has no threads, or stdout fails while somebody reads it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let book = Arc::new(Book::of(args.rules.variant()));
    let series = Series { book, contestants: args.players.clone(), games: args.games, seed: args.way.seed };
    let total = args.way.run(|| series.total())?;
    if args.way.json {
        let report = Report::of(args, &total);
        let text = serde_json::to_string(&report).expect("numbers, texts and lists always have a JSON form");
        return say(|out| writeln!(out, "{text}"));
    }
    say(|out| tell(args, &total, out))
}

/// Columns for names of traits and for a mean with its error.
const NAME: usize = 24;
const MEAN: usize = 20;

fn tell(args: &Args, total: &Block, out: &mut dyn Write) -> io::Result<()> {
    let games = total.first.number();
    writeln!(out, "{games} games {}, seed {}", args.rules.variant(), args.way.seed)?;
    writeln!(out, "whoever moved first won {:.5} ± {:.5}", total.first.mean(), total.first.error())?;
    write!(out, "\n{:NAME$}", "")?;
    for player in &args.players {
        write!(out, "{player:>MEAN$}")?;
    }
    writeln!(out)?;
    for (of, name) in Trait::ALL {
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
#[derive(Serialize)]
struct Report {
    games: f64,
    seed: u64,
    goal: u8,
    bonus: u8,
    doubling: bool,
    first: Figure,
    players: Vec<Player>,
}

#[derive(Serialize)]
struct Player {
    name: String,
    traits: BTreeMap<&'static str, Figure>,
}

#[derive(Serialize)]
struct Figure {
    count: f64,
    mean: f64,
    error: f64,
    deviation: f64,
}

impl Figure {
    fn of(mean: &Sample) -> Self {
        Self { count: mean.number(), mean: mean.mean(), error: mean.error(), deviation: mean.deviation() }
    }
}

impl Report {
    fn of(args: &Args, total: &Block) -> Self {
        let variant = args.rules.variant();
        let players = args.players.iter().zip(&total.sheets).map(|(player, sheet)| Player {
            name: player.to_string(),
            traits: Trait::ALL.into_iter().map(|(of, name)| (name, Figure::of(sheet.of(of)))).collect(),
        });
        Self {
            games: total.first.number(),
            seed: args.way.seed,
            goal: variant.goal,
            bonus: variant.bonus,
            doubling: variant.doubling,
            first: Figure::of(&total.first),
            players: players.collect(),
        }
    }
}
