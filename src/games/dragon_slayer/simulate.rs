//! `boardbots dragon-slayer simulate`: a match of many games, and the statistics of its players.

use super::rules::Rules;
use super::statistics::{ratio, sheet, table};
use super::store::Line;
use crate::exit::CliError;
use crate::output::{self, object, print};
use boardbots_base::invalid::InputError;
use boardbots_catalog::Entry;
use boardbots_dragon_slayer::bot::Contestant;
use boardbots_dragon_slayer::game::state::DragonState;
use boardbots_dragon_slayer::game::{NAME, ground};
use boardbots_dragon_slayer::variant::Variant;
use boardbots_game::state::GameState;
use boardbots_tournament::matches::plan::{Fixture, Pace, mixed};
use boardbots_tournament::matches::runner::Runner;
use boardbots_tournament::matches::{MatchPlan, Played};
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

/// The end of the text of `--help`.
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

    /// Number of games, rounded up to a multiple of the number of players
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

/// Games whose seats are laid out at a time.
const LOT: usize = 10_000;

/// Sums over games, the same in whatever order these end.
struct Seen {
    games: u64,
    /// Games that the first to move won.
    first: u64,
    /// By player.
    lines: Vec<Line>,
}

/// Plays the games and prints the statistics of each player.
///
/// # Errors
/// [`Exit::Unexpected`](crate::exit::Exit::Unexpected) if the system has no threads, or stdout fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    let seen = play(args).map_err(CliError::unexpected)?;
    if args.json { output::json(&report(args, &seen)) } else { print(|out| tell(args, &seen, out)) }
}

fn play(args: &Args) -> Result<Seen, InputError> {
    let (plan, count) = (&plan(args)?, args.players.len());
    let runner = Runner::new(plan)?;
    let fixture = |number: u64| {
        // Each player in turn moves first.
        let seats = (0..count as u64).map(|seat| usize::try_from((number + seat) % count as u64).unwrap_or(0));
        Fixture { number, seats: seats.collect(), opening: number, seed: mixed(plan.seed, number) }
    };
    let line = |player: &Contestant| Line { bot: true, name: player.to_string(), ..Line::default() };
    let mut seen = Seen { games: 0, first: 0, lines: args.players.iter().map(line).collect() };
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    let mut numbers = 0..plan.games;
    while seen.games < plan.games {
        let todo: Vec<Fixture> = numbers.by_ref().take(LOT).map(fixture).collect();
        runner.play(&todo, threads, &AtomicBool::new(false), |played, end| {
            seen.add(&played, end.as_ref());
            ControlFlow::Continue(())
        })?;
    }
    Ok(seen)
}

/// The match that is played.
fn plan(args: &Args) -> Result<MatchPlan, InputError> {
    let count = args.players.len();
    let player = |player: &Contestant| format!("{NAME}:{}", player.to_string().to_lowercase().replace(' ', "-"));
    Ok(MatchPlan {
        games: u64::from(args.games).next_multiple_of(count as u64),
        seed: args.seed,
        pace: Pace { deadline: u32::MAX, ..Pace::default() },
        field: Some(ground(args.rules.variant(), count)),
        single: true,
        ..MatchPlan::new(NAME.parse::<Entry>()?, args.players.iter().map(player).collect())
    })
}

impl Seen {
    /// Takes in a game, with the state at its end; one that was cut short may have no winner.
    fn add(&mut self, played: &Played, state: &dyn GameState) {
        self.games += 1;
        for (seat, player) in played.seats.iter().enumerate() {
            let others = (0..played.scores.len()).filter(|other| *other != seat).map(|other| played.scores[other]);
            let lead = u64::try_from(played.scores[seat] - others.max().unwrap_or(0)).unwrap_or(0);
            self.first += u64::from(seat == 0 && lead > 0);
            let line = &mut self.lines[*player];
            line.games += 1;
            line.wins += u64::from(lead > 0);
            line.margin += lead;
            line.rounds += u64::from(played.length);
            if let Some(tally) = state.of().and_then(DragonState::tally) {
                line.deeds.add(tally.deeds(seat));
            }
        }
    }
}

/// The share of games with something in them, and its standard error.
fn rate(part: u64, whole: u64) -> (f64, f64) {
    let mean = ratio(part, whole).unwrap_or(0.0);
    (mean, (mean * (1.0 - mean) * ratio(1, whole.saturating_sub(1)).unwrap_or(0.0)).sqrt())
}

fn tell(args: &Args, seen: &Seen, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} games {}, seed {}\n", seen.games, args.rules.variant(), args.seed)?;
    let wins = seen.lines.iter().map(|line| (line.name.as_str(), line.wins));
    for (name, wins) in [("first to move", seen.first)].into_iter().chain(wins) {
        let (mean, error) = rate(wins, seen.games);
        writeln!(out, "{name:22} won {mean:.5} ± {error:.5}")?;
    }
    write!(out, "\n{}", table(&seen.lines))
}

/// All that was seen, for programs.
fn report<'a>(args: &Args, seen: &'a Seen) -> impl Serialize + use<'a> {
    fn player(line: &Line) -> impl Serialize + use<'_> {
        object! {
            #[serde(flatten)]
            statistics: sheet(line).0,
            win_rate_error: rate(line.wins, line.games).1,
        }
    }
    let Variant { goal, bonus, doubling } = args.rules.variant();
    let (mean, error) = rate(seen.first, seen.games);
    object! {
        games: seen.games,
        seed: args.seed,
        goal: goal,
        bonus: bonus,
        doubling: doubling,
        first: object! { win_rate: mean, win_rate_error: error },
        players: seen.lines.iter().map(player).collect::<Vec<_>>(),
    }
}
