//! `boardbots match replay`: a game of a record once more.

use super::{store, usage};
use crate::cli::exit::{Exit, Failure};
use crate::games::{desconecta4, tron};
use crate::matches::contest::duel;
use crate::matches::contest::opening::Contested;
use crate::matches::contest::plan::Plan;
use crate::matches::contest::played::Played;
use crate::matches::contest::record;
use crate::matches::contest::runner::{Duels, Host};
use crate::matches::contest::spec::Game;
use std::io::{self, Write};
use std::path::PathBuf;

/// The options of `boardbots match replay`.
#[derive(clap::Args)]
pub struct Args {
    /// The record
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The number of the game, from 0
    #[arg(value_name = "N")]
    number: u64,

    /// Let the players play it again, and look whether the same comes out
    #[arg(long)]
    again: bool,

    /// Print the line of the record
    #[arg(long)]
    json: bool,
}

/// Shows a game.
///
/// # Errors
/// [`Exit::Store`] if there is no such game; [`Exit::Unexpected`] if it does not agree with the rules, or
/// comes out otherwise the second time.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (plan, games) = record::read(&args.file).map_err(|error| store(&error))?;
    let Some(played) = games.get(&args.number) else {
        let message = format!("{}: there is no game {}; there are {}", args.file.display(), args.number, games.len());
        return Err(Failure::new(Exit::Store, message));
    };
    match plan.game {
        Game::Desconecta4 => show::<desconecta4::rules::Position>(args, &plan, played),
        Game::Tron => show::<tron::rules::Position>(args, &plan, played),
        other => Err(usage(format_args!("there are no matches of {other} yet"))),
    }
}

fn show<D: Contested>(args: &Args, plan: &Plan, played: &Played) -> Result<(), Failure> {
    let unexpected = |message: String| Failure::new(Exit::Unexpected, message);
    let game = duel::check::<D>(played).map_err(|error| unexpected(format!("game {}: {error}", played.game)))?;
    let titles = plan.titles().map_err(usage)?;
    let text = if args.json {
        serde_json::to_string(played).map_err(|error| unexpected(error.to_string()))?
    } else {
        let mut lines = vec![format!("Game {} of {}, {}", played.game, plan.games, plan.game)];
        for (seat, &player) in played.seats.iter().enumerate() {
            lines.push(format!("{}. {}, place {}", seat + 1, titles[player], played.places[seat]));
        }
        lines.extend(played.opening.options.iter().map(|(name, value)| format!("{name} {value}")));
        lines.push(format!("opening {}", played.opening.moves));
        lines.push(format!("moves   {}", played.moves));
        lines.push(format!("ended {}", played.end));
        lines.extend(
            played.faults.iter().map(|fault| format!("seat {}: {}: {}", fault.seat + 1, fault.fault, fault.detail)),
        );
        lines.push(game.position().picture(None).to_string());
        lines.join("\n")
    };
    if args.again {
        let host = Duels::<D>::new(plan).map_err(usage)?;
        let mut room = host.room().map_err(unexpected)?;
        let again = host.play(&mut room, &plan.fixture(played.game)).map_err(unexpected)?;
        if !again.agrees(played) {
            return Err(unexpected(format!("the second time the moves are {}, ended {}", again.moves, again.end)));
        }
    }
    match writeln!(io::stdout(), "{}", text.trim_end()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unexpected(format!("stdout: {error}"))),
        _ => Ok(()),
    }
}
