//! Commands that only one game has: a file or folder for each.

pub mod battletech;
mod desconecta4;
#[cfg(feature = "full")]
pub mod dragon_slayer;
#[cfg(feature = "full")]
mod full;
mod tron;
mod vindinium;

use crate::CliError;
use crate::service::Kind;
#[cfg(feature = "full")]
pub use full::*;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play a whole game on this machine and show it: what happens without a command.
    #[cfg(feature = "full")]
    Demo(vindinium::demo::Args),
    /// Play on a Vindinium server.
    Vindinium(vindinium::Args),
    /// Play Desconecta4-BOOM over the network.
    #[command(subcommand)]
    Desconecta4(desconecta4::Command),
    /// Play BattleTech for its simulator; let players fight, replay fights, measure players.
    Battletech(battletech::Args),
    /// Make and check maps of Aspiradoras TRON.
    #[command(subcommand)]
    Tron(tron::Command),
    /// Analyse Dragon Slayer: solve it, ask for advice, let bots play many games.
    #[cfg(feature = "full")]
    #[command(subcommand)]
    DragonSlayer(dragon_slayer::Command),
}

/// Runs a command.
///
/// # Errors
/// Fails as the command does.
pub fn run(command: Command) -> Result<(), CliError> {
    match command {
        #[cfg(feature = "full")]
        Command::Demo(args) => vindinium::demo::run(&args),
        Command::Vindinium(args) => vindinium::run(args),
        Command::Desconecta4(command) => desconecta4::run(command),
        Command::Battletech(args) => battletech::run(&args),
        Command::Tron(command) => tron::run(&command),
        #[cfg(feature = "full")]
        Command::DragonSlayer(command) => dragon_slayer::run(&command),
    }
}

/// The bots that run as services.
pub const BOTS: &[Kind] = &[vindinium::KIND, vindinium::squad::KIND];

/// The command of a program that is called by this name, if it is the name that a game's own simulator calls
/// its players by.
#[must_use]
pub fn called_as(name: &str) -> Option<&'static str> {
    name.eq_ignore_ascii_case(battletech::PLAYER).then_some("battletech")
}

/// The demo, which runs without a command.
///
/// # Errors
/// That this build has no demo.
#[cfg(not(feature = "full"))]
pub fn demo() -> Result<(), CliError> {
    Err(CliError::new(crate::Exit::Usage, "this build has no arena and so no demo; see boardbots --help"))
}
