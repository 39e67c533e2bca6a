//! `boardbots probe`: examines a program before it plays matches.

use super::matches::server;
use crate::exit::{CliError, Exit};
use crate::output::{self, object};
use boardbots_base::invalid::InputError;
use boardbots_catalog::Entry;
use boardbots_game::game::{Programs, Terms, Usage};
use boardbots_game::spec::{Kind, Spec};
use boardbots_ops::signals;
use boardbots_tournament::matches::plan::{Fixture, MatchPlan};
use boardbots_tournament::matches::runner::Runner;
use boardbots_tournament::program::probe::{Check, Probe};
use std::ops::ControlFlow;

/// The text at the end of `--help`.
const DETAILS: &str = "\
PLAYER is a program that speaks the engine protocol, cmd:COMMAND, or a client of a server, client:COMMAND with {server} \
and {key}. It is started several times.

Exit code: 0 it has passed everything, 6 something is to be changed.";

/// Games against the opponent.
const GAMES: u64 = 10;
/// The time for a move in these games, in milliseconds.
const MOVE: u32 = 100;

/// The options of `boardbots probe`.
#[derive(clap::Args)]
#[command(after_help = DETAILS)]
pub struct Args {
    /// The program
    #[arg(value_name = "PLAYER")]
    player: Spec,

    /// The game
    #[arg(long, value_name = "GAME")]
    game: Entry,

    /// Print JSON, one line for each check
    #[arg(long)]
    json: bool,
}

/// Examines a program.
///
/// # Errors
/// [`Exit::TimedOut`] if it fails a check; [`Exit::Usage`] for a player that is no program.
pub fn run(args: &Args) -> Result<(), CliError> {
    let game = args.game.game();
    let mut failures = 0;
    let mut tell = |check: &Check| {
        failures += u32::from(check.problem.is_some());
        // A stdout that is closed is noticed at the end.
        let _ = told(args, check);
    };
    let plays = match (&args.player.kind, game.programs()) {
        (Kind::House { .. }, _) => return Err(CliError::usage("write cmd:COMMAND or client:COMMAND")),
        (Kind::Command(command, dialect), Programs::Engine) => {
            let command = command.parse().map_err(|error: InputError| CliError::usage(error.at(&args.player)))?;
            Probe { command, dialect: *dialect, game }.examine(&mut tell)
        }
        (Kind::Command(..) | Kind::Client(_), _) => true,
    };
    if plays {
        let remedy =
            "read the fault; boardbots match --record FILE keeps games, boardbots match replay FILE N shows one";
        tell(&Check { name: "ten games", problem: games(args)?, remedy });
    }
    let failed = || CliError::new(Exit::TimedOut, format!("checks failed: {failures}"));
    if failures == 0 { Ok(()) } else { Err(failed()) }
}

/// Prints the result of a check.
fn told(args: &Args, Check { name, problem, remedy }: &Check) -> Result<(), CliError> {
    if args.json {
        let remedy = problem.as_ref().map(|_| remedy);
        return output::json(&object! { check: name, passed: problem.is_none(), problem: problem, remedy: remedy });
    }
    output::print(|out| match problem {
        None => writeln!(out, "ok      {name}"),
        Some(problem) => writeln!(out, "FAILED  {name}: {problem}\n        {remedy}"),
    })
}

/// The first fault of games against the weakest bot of the game, if there is one.
fn games(args: &Args) -> Result<Option<String>, CliError> {
    let game = args.game.game();
    let random = format!("{}:random", game.name());
    let is_there = random.parse().is_ok_and(|spec| game.check(&spec, Usage::Match(&Terms::default())).is_ok());
    let weakest =
        || game.offers().into_iter().min_by_key(|offer| offer.strength).map_or(String::new(), |offer| offer.player);
    let opponent = if is_there { random } else { weakest() };
    let mut plan = MatchPlan::new(args.game, vec![args.player.to_string(), opponent]);
    let matches = game.matches();
    (plan.games, plan.seed, plan.turns) = (GAMES, 1, matches.turns);
    plan.pace.movetime = matches.knows("movetime").then_some(MOVE);
    plan.pace.deadline = 10_000;
    plan.field = game.ground(&[]).map_err(CliError::configuration)?;
    let stop = &*signals::stop_flag().map_err(CliError::unexpected)?;
    let runner = Runner::new(&plan).map_err(CliError::usage)?.until(stop);
    let clients = if runner.has_clients() { Some(server(true)?) } else { None };
    let runner = runner.with_server(clients);
    let todo: Vec<Fixture> = plan.numbers().map(|number| plan.fixture(number)).collect();
    if let Err(why) = runner.ready(&todo) {
        return Ok(Some(why.to_string()));
    }
    let mut fault = None;
    let _ = runner.play(&todo, 1, stop, |played, _| {
        fault = played.faults.first().map(|found| format!("game {}: {}: {}", played.game, found.fault, found.detail));
        if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Ok(fault)
}
