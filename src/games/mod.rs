//! Commands that only one game has: a file or folder for each.

pub mod battletech;
mod desconecta4;
#[cfg(feature = "desk")]
pub mod dragon_slayer;
mod tron;
mod vindinium;

use crate::CliError;
#[cfg(feature = "desk")]
use crate::desk::path::path_map::{Heuristic, PathMap};
use crate::service::Kind;
#[cfg(feature = "desk")]
use boardbots_base::store::Layout;
#[cfg(feature = "desk")]
use boardbots_game::terminal::argument::Given;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Play a whole game on this machine and show it: what happens without a command.
    #[cfg(feature = "server")]
    Demo(vindinium::demo::Args),
    /// Play on a Vindinium server.
    Vindinium(vindinium::Args),
    /// Play Desconecta4-BOOM over the network.
    Desconecta4(desconecta4::Args),
    /// Play BattleTech for its simulator; let players fight, replay fights, measure players.
    Battletech(battletech::Args),
    /// Make and check maps of Aspiradoras TRON.
    Tron(tron::Args),
    /// Analyse Dragon Slayer: solve it, ask for advice, let bots play many games.
    #[cfg(feature = "desk")]
    DragonSlayer(dragon_slayer::Args),
}

/// Runs a command.
///
/// # Errors
/// Fails as the command does.
pub fn run(command: Command) -> Result<(), CliError> {
    match command {
        #[cfg(feature = "server")]
        Command::Demo(args) => vindinium::demo::run(&args),
        Command::Vindinium(args) => vindinium::run(args),
        Command::Desconecta4(args) => desconecta4::run(args),
        Command::Battletech(args) => battletech::run(&args),
        Command::Tron(args) => tron::run(&args),
        #[cfg(feature = "desk")]
        Command::DragonSlayer(args) => dragon_slayer::run(&args),
    }
}

/// The bots that run as services.
pub const BOTS: &[Kind] = &[vindinium::KIND, vindinium::squad::KIND];

/// The databases of games that are played on this machine.
#[cfg(feature = "desk")]
pub const LAYOUTS: &[Layout] = &[dragon_slayer::store::LAYOUT];

/// The command of a program that is called by this name, if it is the name that a game's own simulator calls
/// its players by.
#[must_use]
pub fn called_as(name: &str) -> Option<&'static str> {
    name.eq_ignore_ascii_case(battletech::PLAYER).then_some("battletech")
}

/// The keeper of terminal games of this name, if they are kept.
///
/// # Errors
/// Fails if an option names a file that cannot be used.
#[cfg(feature = "desk")]
pub fn keeper(game: &str, given: &Given) -> Result<Option<dragon_slayer::Keeper>, CliError> {
    if game == boardbots_dragon_slayer::game::NAME { dragon_slayer::Keeper::open(given) } else { Ok(None) }
}

/// The first line of a hex map.
#[cfg(feature = "desk")]
pub use battletech::hex_map::MAGIC as HEX_MAP;

/// The help on hex maps.
#[cfg(feature = "desk")]
pub use battletech::hex_map::help as hex_help;

/// The hex map with these bytes; `None` if its first line is another one.
///
/// # Errors
/// The file and line of an error in a map, and the expected text.
#[cfg(feature = "desk")]
#[must_use]
pub fn hex_map(file: &str, bytes: &[u8], heuristic: Heuristic) -> Option<Result<Box<dyn PathMap>, String>> {
    let map = battletech::hex_map::HexMap::read(file, bytes, heuristic)?;
    Some(map.map(|map| Box::new(map) as _).map_err(|error| error.to_string()))
}

/// The demo of a call without a command. Where no one is at a terminal, it ends with the result.
///
/// # Errors
/// As the demo says, or that this build has none.
#[cfg(feature = "server")]
pub fn demo() -> Result<(), CliError> {
    vindinium::demo::run(&vindinium::demo::Args::alone())
}

/// The demo, which runs without a command.
///
/// # Errors
/// That this build has no demo.
#[cfg(not(feature = "server"))]
pub fn demo() -> Result<(), CliError> {
    Err(CliError::new(crate::Exit::Usage, "this build has no arena and so no demo; see boardbots --help"))
}
