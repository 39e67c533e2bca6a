//! `boardbots play desconecta4` and `boardbots play tron`: games for two, which bots search.

use super::order::Humans;
use super::table::{Laid, Table, Thinking};
use crate::cli::colours::When;
use crate::cli::exit::{Exit, Failure};
use crate::games::colour::Colour;
use crate::games::picture::Pictured;
use crate::games::tron::bot::Setup;
use crate::games::tron::ground::Ground;
use crate::games::{desconecta4, tron};
use crate::matches::lines::printable;
use crate::search::alpha_beta::Options;
use crate::search::game::MAX_DEPTH;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

/// What `--help` says at its end.
const COMMANDS: &str = "\
Type the digit of a move, or help. Colours are used on terminals, unless NO_COLOR is set.";

/// The options of both games.
#[derive(clap::Args)]
#[command(after_help = COMMANDS)]
pub struct Args {
    /// Which side you play: green (first), blue, both, or none to watch the bot
    #[arg(long, value_name = "WHO", default_value = "green")]
    side: Humans,

    /// Plies that the bot looks ahead [default: the game's, or what the time allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u8>,

    /// Milliseconds for a move of the bot [default: as long as the depth takes]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..=86_400_000))]
    movetime: Option<u32>,

    /// How the bot values positions: strong or course
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,

    /// Threads of the bot
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,

    /// Moves made already, as digits
    #[arg(long, value_name = "DIGITS", default_value = "", hide_default_value = true)]
    moves: String,

    /// Colours: auto, always or never
    #[arg(long, alias = "color", value_name = "WHEN", default_value_t = When::Auto)]
    colour: When,

    /// TRON: the map file [default: a map that comes with the program]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "seed"])]
    map: Option<PathBuf>,

    /// TRON: rows and columns of a random map, 6 to 80 [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(6..=80))]
    size: Option<u8>,

    /// TRON: a random map, the same for the same number [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// TRON: who begins, green or blue [default: green]
    #[arg(long, value_name = "COLOUR")]
    first: Option<Colour>,
}

/// Plays Desconecta4-BOOM.
///
/// # Errors
/// [`Exit::Usage`] for options that do not fit the game, [`Exit::Unexpected`] if the terminal
/// fails.
pub fn desconecta4(args: &Args) -> Result<(), Failure> {
    if args.map.is_some() || args.size.is_some() || args.seed.is_some() || args.first.is_some() {
        return Err(Failure::new(Exit::Usage, "--map, --size, --seed and --first are for tron"));
    }
    sit_down::<desconecta4::rules::Position>(args, &())
}

/// Plays Aspiradoras TRON.
///
/// # Errors
/// As for [`desconecta4`], and [`Exit::Configuration`] for a bad map.
pub fn tron(args: &Args) -> Result<(), Failure> {
    let ground = match &args.map {
        Some(path) => Ground::File(path.clone()),
        None if args.size.is_some() || args.seed.is_some() => Ground::random(args.size, args.seed),
        None => Ground::Standard,
    };
    let map = ground.map().map_err(|error| Failure::new(Exit::Configuration, error))?;
    sit_down::<tron::rules::Position>(args, &Setup { map, first: args.first.unwrap_or(Colour::Green) })
}

fn sit_down<D: Pictured>(args: &Args, setup: &D::Setup) -> Result<(), Failure> {
    let laid = lay::<D>(args, setup).map_err(|error| Failure::new(Exit::Usage, error))?;
    match Table::new(laid, io::stdin().lock(), io::stdout().lock()).play() {
        // A closed pipe is not an error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| Failure::new(Exit::Unexpected, format!("terminal: {error}"))),
    }
}

/// The table that raw options mean.
fn lay<D: Pictured>(args: &Args, setup: &D::Setup) -> Result<Laid<D>, String> {
    let first = D::JUDGES.first().expect("every game has a judge");
    let judge = args.judge.as_deref().unwrap_or(first);
    let judge = D::JUDGES.iter().find(|name| **name == judge).ok_or_else(|| {
        format!("--judge: no judge \"{}\"; there are {}", printable(judge, 40), D::JUDGES.join(" and "))
    })?;
    let start = D::start(setup);
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for (number, digit) in (1..).zip(args.moves.chars().filter(|digit| !digit.is_whitespace())) {
        let action = position.parse_move(digit.encode_utf8(&mut [0; 4]));
        let action = action.map_err(|error| format!("--moves: move {number}: {error}"))?;
        position.play(action);
        moves.push(action);
    }
    let unlimited = if args.movetime.is_some() { MAX_DEPTH } else { D::DEFAULT_DEPTH };
    let thinking = Thinking {
        depth: args.depth.unwrap_or(unlimited),
        time: args.movetime.map(|time| Duration::from_millis(time.into())),
        judge,
        search: Options { threads: args.threads.into(), ..Options::default() },
    };
    let prompt = io::stdin().is_terminal() && io::stdout().is_terminal();
    Ok(Laid { start, moves, humans: args.side, thinking, coloured: args.colour.coloured(), prompt })
}
