//! `boardbots match`: bots against bots.

pub(super) mod args;
pub mod merge;
mod progress;
mod replay;
pub mod scope;
mod shown;
mod table;

use super::failures::stopped;
use crate::exit::{CliError, Exit};
use args::Match;
use boardbots_game::player::ClientServer;
use boardbots_ops::signals;
use boardbots_tournament::journal::Journal;
use boardbots_tournament::matches::PlayError;
use boardbots_tournament::matches::account::Decision;
use boardbots_tournament::matches::plan::Fixture;
use boardbots_tournament::matches::record::{self, Games};
use boardbots_tournament::matches::runner::Runner;
use progress::Progress;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

/// The options of `boardbots match`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: Match,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Show a game of a record and check it against the rules
    Replay(replay::Args),
    /// Merge the records of a match's parts and print the joint table
    Merge(merge::Args),
}

/// Plays a match, or does something with its records.
///
/// # Errors
/// [`Exit::Usage`] for players or options that make no sense; [`Exit::Store`] for a record that cannot
/// be used; [`Exit::Unexpected`] if stdout fails, except by a closed pipe.
pub fn run(args: &Args) -> Result<(), CliError> {
    match &args.command {
        Some(Command::Replay(args)) => replay::run(args),
        Some(Command::Merge(args)) => merge::run(args),
        None => play(&args.play),
    }
}

fn play(args: &Match) -> Result<(), CliError> {
    let plan = &args.plan()?;
    let stop = &*signals::stop_flag().map_err(CliError::unexpected)?;
    let runner = Runner::new(plan).map_err(CliError::usage)?.until(stop);
    let server = if runner.has_clients() { Some(server(!plan.unrated)?) } else { None };
    let runner = runner.with_server(server);
    let threads = threads(args.concurrency, args.force)?;
    let anchor = args.shown.anchor(plan)?;
    let (mut record, mut games) = match &args.record {
        Some(path) => {
            let (record, games) = record::open(path, plan).map_err(CliError::store)?;
            (Some(record), games)
        }
        None => (None, Games::new()),
    };
    let mut decision = Decision::default();
    let decided = decision.look(plan, &games);
    let todo: Vec<Fixture> = plan
        .numbers()
        .filter(|number| !decided && !games.contains_key(number))
        .map(|number| plan.fixture(number))
        .collect();
    match runner.ready(&todo) {
        Ok(()) => {}
        Err(PlayError::Failed(why)) => return Err(CliError::configuration(why)),
        Err(PlayError::Stopped) => return interrupted(stop, todo.len(), args),
    }
    let mut progress = Progress::new(plan, &games);
    let mut failed: Option<CliError> = None;
    let done = runner.play(&todo, threads, stop, |played, _| {
        if failed.as_ref().is_some_and(|failure| failure.exit == Exit::Store) {
            // Behind a line that may be torn nothing could be read.
            return ControlFlow::Break(());
        }
        if let Some(record) = &mut record
            && let Err(error) = record.add(&played)
        {
            failed = Some(CliError::store(&error));
            return ControlFlow::Break(());
        }
        let fault = args.strict.then(|| played.faults.first().cloned()).flatten();
        let number = played.game;
        games.insert(number, played);
        decision.look(plan, &games);
        progress.tell(&games, number, &decision);
        match fault {
            None if decision.decided() => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
            Some(fault) => {
                let message = format!("game {number}, seat {}: {}: {}", fault.seat + 1, fault.fault, fault.detail);
                // Games that were being played when it happened need not be reported.
                failed.get_or_insert(CliError::unexpected(message));
                ControlFlow::Break(())
            }
        }
    });
    drop(progress);
    let kept = record.map_or(Ok(()), Journal::close);
    let left = plan.numbers().filter(|number| !decision.decided() && !games.contains_key(number)).count();
    decision.cut(&mut games);
    args.shown.show(plan, &games, &decision, anchor)?;
    done.map_err(CliError::unexpected)?;
    failed.map_or(Ok(()), Err)?;
    kept.map_err(CliError::store)?;
    interrupted(stop, left, args)
}

/// A server for players that are clients.
pub fn server(ratings: bool) -> Result<Arc<dyn ClientServer>, CliError> {
    let seats = boardbots_server::arena::ClientSeats::start(ratings);
    seats.map(|seats| Arc::new(seats) as Arc<dyn ClientServer>).map_err(CliError::unexpected)
}

/// Games at a time: as many as asked for, or as there are cores; more than those only by force.
pub(super) fn threads(asked: Option<usize>, force: bool) -> Result<usize, CliError> {
    let cores = available_parallelism().map_or(1, usize::from);
    match asked {
        None => Ok(cores),
        Some(asked) if asked > cores && !force => Err(CliError::usage(format_args!(
            "--concurrency {asked}: this machine has {cores} cores, and players would take each other's time; \
             --force does it nevertheless"
        ))),
        Some(asked) => Ok(asked),
    }
}

/// Says how to go on with a match that was stopped.
fn interrupted(stop: &AtomicBool, left: usize, args: &Match) -> Result<(), CliError> {
    if left == 0 || !stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Ok(());
    }
    Err(stopped("record", args.record.as_deref(), format_args!("with {left} games to play")))
}
