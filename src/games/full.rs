//! Parts of single games that only the full program calls: databases, kept games, hex maps, the demo.

use super::{dragon_slayer, vindinium};
use crate::CliError;
use crate::setup::task::{NAME, Question, Task};
use boardbots_base::store::Layout;
use boardbots_game::terminal::argument::Given;

/// The databases of games that are played on this machine.
pub const LAYOUTS: &[Layout] = &[dragon_slayer::store::LAYOUT];

/// The tasks of single games that a board can be set up for.
pub const TASKS: &[Task] = &[Task {
    verb: "play",
    offer: "Play on a Vindinium server",
    kind: vindinium::KIND,
    questions: &[
        Question::of("server", "Address of the server, like http://192.168.1.10:9000", None),
        Question::of(NAME, "Name of the instance", Some("bot")),
    ],
    fixed: &[],
    folder: None,
}];

/// The keeper of terminal games of this name, if they are kept.
///
/// # Errors
/// Fails if an option names a file that cannot be used.
pub fn keeper(game: &str, given: &Given) -> Result<Option<dragon_slayer::Keeper>, CliError> {
    if game == boardbots_dragon_slayer::game::NAME { dragon_slayer::Keeper::open(given) } else { Ok(None) }
}

/// The first line of a hex map.
pub use super::battletech::bouts::hex_map::MAGIC as HEX_MAP;

/// The help on hex maps.
pub use super::battletech::bouts::hex_map::help as hex_help;

/// The hex map of a file.
pub use super::battletech::bouts::hex_map::read as hex_map;

/// The demo of a call without a command. Where no one is at a terminal, it ends with the result.
///
/// # Errors
/// As the demo says, or that this build has none.
pub fn demo() -> Result<(), CliError> {
    vindinium::demo::run(&vindinium::demo::Args::alone())
}
