//! `boardbots battletech`: our player of BattleTech, and fights between players.

#[cfg(feature = "full")]
pub mod bouts;

use crate::exit::{CliError, Exit};
use boardbots_battletech::action::Phase;
use boardbots_battletech::player::Style;
use boardbots_battletech::simulator::call::{CallError, call, folder_of};

/// The name by which the game's own simulator calls a player's program.
pub const PLAYER: &str = "jugador";

/// The options of `boardbots battletech`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(flatten)]
    phase: PhaseArgs,

    #[cfg(feature = "full")]
    #[command(subcommand)]
    command: Option<bouts::Command>,
}

/// The arguments with which the simulator calls a player.
#[derive(clap::Args)]
#[group(skip)]
struct PhaseArgs {
    /// Number of the player and its mech, from 0
    #[arg(value_name = "PLAYER", value_parser = clap::value_parser!(u8).range(0..32))]
    player: Option<u8>,

    #[arg(
        value_name = "PHASE",
        requires = "player",
        help = "Movimiento, Reaccion, AtaqueArmas, AtaqueFisico or FinalTurno"
    )]
    phase: Option<Phase>,

    /// How to play: strong, course or camper
    #[arg(long, value_name = "STYLE", default_value_t)]
    style: Style,
}

/// Runs one of the commands about the game.
///
/// # Errors
/// What the command says.
pub fn run(args: &Args) -> Result<(), CliError> {
    #[cfg(feature = "full")]
    if let Some(command) = &args.command {
        return bouts::run(command);
    }
    play(&args.phase)
}

/// Plays the phase in the current folder, or in the program's own if only there are any files.
///
/// # Errors
/// [`Exit::Usage`] without player and phase, [`Exit::Idle`] if the files cannot be read and the
/// phase is passed, [`Exit::Unexpected`] if the action cannot be written.
fn play(args: &PhaseArgs) -> Result<(), CliError> {
    let (Some(player), Some(phase)) = (args.player, args.phase) else {
        return Err(CliError::usage("a player and a phase are needed, as in: battletech 0 Movimiento"));
    };
    let player = usize::from(player);
    let folder =
        folder_of(player).map_err(|error| CliError::unexpected(format!("the current folder is unknown: {error}")))?;
    call(&folder, player, phase, args.style).map_err(|error| {
        let exit = if matches!(error, CallError::Unread(_)) { Exit::Idle } else { Exit::Unexpected };
        CliError::new(exit, error)
    })
}
