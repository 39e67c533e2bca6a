//! `boardbots battletech PLAYER PHASE`: our player, called as the simulator calls one.

use crate::exit::{CliError, Exit};
use boardbots_battletech::action::Phase;
use boardbots_battletech::player::Style;
use boardbots_battletech::simulator::call::{CallError, call, folder_of};

/// What the simulator says when it calls a player.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
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

/// Plays the phase in the current folder, or in the program's own if only there are any files.
///
/// # Errors
/// [`Exit::Usage`] without player and phase, [`Exit::Idle`] if the files cannot be read and the
/// phase is passed, [`Exit::Unexpected`] if the action cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
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
