//! `boardbots vindinium`: plays on a server.

use super::exit::{Exit, Failure};
use crate::bot::{Config, End, Event, Limits, Mode, Server, Session, SessionError, Summary, Tally};
use crate::games::vindinium::board::HEROES;
use crate::games::vindinium::bot::{Bot, Options};
use crate::games::vindinium::kind::Kind;
use crate::games::vindinium::player::Player;
use crate::service::span::Span;
use crate::service::{credentials, signals};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Margin that an answer needs beyond the decision, on servers with long turns.
const MARGIN: Duration = Duration::from_millis(300);

/// What `--help` says at its end.
const SIGNALS: &str = "\
Ctrl-C or SIGTERM: the game in play is finished first; the second one ends at once.
RUST_LOG=debug: one line for each move.";

/// The options of `boardbots vindinium`.
#[derive(clap::Args)]
#[command(after_help = SIGNALS)]
pub struct Args {
    #[arg(long, value_name = "URL", help = "Address of the server, like http://127.0.0.1:9000")]
    server: String,

    #[arg(long, value_name = "FILE", help = "File that holds the key [default: $CREDENTIALS_DIRECTORY/key]")]
    key_file: Option<PathBuf>,

    /// What to play: arena (rated, against others) or training
    #[arg(long, value_name = "MODE", default_value_t = ModeName::Arena)]
    mode: ModeName,

    /// How many games to play: a number, or forever
    #[arg(long, value_name = "N", default_value_t = Games::Count(NonZeroU32::MIN))]
    games: Games,

    /// Training: the map, m1 to m6 or its text [default: a random one]
    #[arg(long, value_name = "MAP")]
    map: Option<String>,

    /// Training: turns of each hero, 1 to 600 [default: 300]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=600))]
    turns: Option<u16>,

    /// Who chooses the moves: default, miner, hunter, guard or random
    #[arg(long, value_name = "KIND", default_value_t = OUR_BOT)]
    bot: Kind,

    /// Own moves that a searching bot looks ahead, each with the others' replies [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32))]
    depth: Option<u8>,

    /// Milliseconds for a decision; then the best move so far is played
    #[arg(long, value_name = "MS", default_value_t = 700, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    deadline: u32,

    /// Threads of a searching bot [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// End when nothing worked for so long, like 10m [default: never]
    #[arg(long, value_name = "TIME")]
    give_up: Option<Span>,

    /// Print results as JSON, one line for each game
    #[arg(long)]
    json: bool,
}

/// The bot that plays unless another is named.
const OUR_BOT: Kind = Kind::Default;

/// How many games to play: a positive number, or `forever`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Games {
    Count(NonZeroU32),
    Forever,
}

impl FromStr for Games {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "forever" => Ok(Self::Forever),
            number => number.parse().map(Self::Count).map_err(|_| "write a number from 1, or forever"),
        }
    }
}

impl fmt::Display for Games {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(number) => number.fmt(out),
            Self::Forever => out.write_str("forever"),
        }
    }
}

/// What kind of games: `arena` or `training`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ModeName {
    Arena,
    Training,
}

impl FromStr for ModeName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "arena" => Ok(Self::Arena),
            "training" => Ok(Self::Training),
            _ => Err("write arena or training"),
        }
    }
}

impl fmt::Display for ModeName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Arena => "arena",
            Self::Training => "training",
        })
    }
}

/// Plays the games that the options ask for.
///
/// # Errors
/// [`Exit::Usage`] for options that contradict each other, [`Exit::Configuration`] for a bad
/// address or key file, and what the session says.
pub fn run(args: Args) -> Result<(), Failure> {
    let json = args.json;
    let (config, player) = resolve(args)?;
    let stop = signals::stop_flag().map_err(|error| Failure::new(Exit::Unexpected, error))?;
    let mut results = Results { json, rows: 0 };
    let finite = config.games.is_some();
    let tally = Session::new(config, player, stop).run(&mut |event| {
        if let Event::Ended(summary) = event {
            results.game(summary);
        }
    });
    let tally = tally.map_err(|error| failure(&error))?;
    results.total(&tally);
    if finite && !tally.stopped && tally.timed_out > 0 {
        let message = format!("{} of {} games lost by time-out", tally.timed_out, tally.games);
        return Err(Failure::new(Exit::TimedOut, message));
    }
    Ok(())
}

/// The settings that raw options mean.
fn resolve(args: Args) -> Result<(Config, Box<dyn Player>), Failure> {
    let usage = |message: &str| Failure::new(Exit::Usage, message);
    let mode = match args.mode {
        ModeName::Training => Mode::Training { map: args.map, turns: args.turns },
        ModeName::Arena if args.map.is_some() || args.turns.is_some() => {
            return Err(usage("--map and --turns are for --mode training; in the arena the server chooses"));
        }
        ModeName::Arena => Mode::Arena,
    };
    let seed = fastrand::u64(..);
    let player = player(args.bot, Thinking { depth: args.depth, threads: args.threads }, seed)?;
    let configuration = |message: &dyn fmt::Display| Failure::new(Exit::Configuration, message);
    let server: Server = args.server.parse().map_err(|error| configuration(&error))?;
    let credentials = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
    let path = credentials::key_path(args.key_file, credentials).map_err(|error| configuration(&error))?;
    let key = credentials::read_key(&path).map_err(|error| configuration(&error))?;
    let deadline = Duration::from_millis(args.deadline.into());
    let mut limits = Limits::default();
    limits.turn = limits.turn.max(deadline + MARGIN);
    // Where turns are long, the others take theirs, too.
    limits.answer = limits.answer.max(4 * limits.turn);
    limits.patience = limits.patience.max(4 * limits.answer);
    let games = match args.games {
        Games::Count(number) => Some(number.get()),
        Games::Forever => None,
    };
    let give_up = args.give_up.map(|Span(time)| time);
    Ok((Config { server, key, mode, games, give_up, deadline, limits, seed }, player))
}

/// How a searching bot thinks; `None` is its own default.
#[derive(Clone, Copy)]
struct Thinking {
    depth: Option<u8>,
    threads: Option<u8>,
}

/// The player of a kind: the one place where a searching bot gets its depth and threads.
fn player(kind: Kind, thinking: Thinking, seed: u64) -> Result<Box<dyn Player>, Failure> {
    if !kind.thinks() && (thinking.depth.is_some() || thinking.threads.is_some()) {
        let message = format!("--depth and --threads are for bots that search; {kind} does not");
        return Err(Failure::new(Exit::Usage, message));
    }
    if kind != Kind::Default {
        return Ok(kind.player(seed));
    }
    let mut options = Options::default();
    options.depth = thinking.depth.unwrap_or(options.depth);
    options.threads = thinking.threads.map_or(options.threads, usize::from);
    Ok(Box::new(Bot::new(options)))
}

fn failure(error: &SessionError) -> Failure {
    let exit = match error {
        SessionError::KeyRejected { .. } => Exit::KeyRejected,
        SessionError::Refused { .. } => Exit::Configuration,
        SessionError::GaveUp { .. } => Exit::Network,
    };
    Failure::new(exit, error)
}

/// Prints results as games end, so that a session without end needs no memory for them.
struct Results {
    json: bool,
    rows: u32,
}

impl Results {
    fn game(&mut self, summary: &Summary) {
        let mut out = io::stdout().lock();
        let head = if self.rows == 0 && !self.json { HEAD } else { "" };
        let row = if self.json { json(summary) } else { row(summary) };
        self.rows += 1;
        // A closed pipe is not an error: games are played whether or not anybody reads.
        let _ = writeln!(out, "{head}{row}").and_then(|()| out.flush());
    }

    fn total(&self, tally: &Tally) {
        if self.json {
            return;
        }
        let Tally { games, first, timed_out, vanished, .. } = tally;
        // As above.
        let _ = writeln!(
            io::stdout().lock(),
            "games {games}, first {first}, lost by time-out {timed_out}, vanished {vanished}"
        );
    }
}

const HEAD: &str =
    "game      map    mines       turns      hero 1  hero 2  hero 3  hero 4  place  rating  slowest  end\n";

fn row(summary: &Summary) -> String {
    let Summary { id, size, mines, turn, max_turns, hero, gold, place, rating, change, slowest, end, .. } = summary;
    let gold: [String; HEROES] =
        std::array::from_fn(|seat| if seat == *hero { format!("[{}]", gold[seat]) } else { gold[seat].to_string() });
    let rating = match (rating, change) {
        (Some(_), Some(change)) if summary.complete() => format!("{change:+}"),
        _ => "-".into(),
    };
    let end = match end {
        End::Finished => "finished",
        End::TimedOut => "TIME-OUT",
        End::Vanished => "vanished",
    };
    format!(
        "{id:<8}  {map:<5}  {mines:>5}  {turns:>10}  {g0:>10}{g1:>8}{g2:>8}{g3:>8}  {place:>5}  {rating:>6}  {ms:>4} ms  {end}",
        map = format!("{size}x{size}"),
        turns = format!("{turn}/{max_turns}"),
        g0 = gold[0],
        g1 = gold[1],
        g2 = gold[2],
        g3 = gold[3],
        ms = slowest.as_millis(),
    )
}

/// One game as `--json` prints it.
#[derive(Serialize)]
struct Line<'a> {
    game: &'a str,
    url: &'a str,
    size: usize,
    mines: usize,
    turns: u32,
    max_turns: i32,
    hero: usize,
    gold: [u32; HEROES],
    place: u8,
    rating: Option<i32>,
    rating_change: Option<i32>,
    slowest_ms: u128,
    timed_out: bool,
    vanished: bool,
}

fn json(summary: &Summary) -> String {
    let line = Line {
        game: &summary.id,
        url: &summary.view_url,
        size: summary.size,
        mines: summary.mines,
        turns: summary.turn,
        max_turns: summary.max_turns,
        hero: summary.hero + 1,
        gold: summary.gold,
        place: summary.place,
        rating: summary.rating,
        rating_change: summary.change.filter(|_| summary.complete()),
        slowest_ms: summary.slowest.as_millis(),
        timed_out: summary.end == End::TimedOut,
        vanished: summary.end == End::Vanished,
    };
    serde_json::to_string(&line).expect("numbers, texts and lists always have a JSON form")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_written_as_they_are_read() {
        for text in ["1", "20", "forever"] {
            assert_eq!(text.parse::<Games>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "Forever", "1.5"] {
            assert!(text.parse::<Games>().is_err(), "{text}");
        }
        for text in ["arena", "training"] {
            assert_eq!(text.parse::<ModeName>().unwrap().to_string(), text);
        }
        assert!("Arena".parse::<ModeName>().is_err());
    }
}
