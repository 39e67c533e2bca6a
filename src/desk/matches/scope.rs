//! Options that only some games know: given in any other, they would change nothing.

use super::failures::usage;
use crate::exit::Failure;
use boardbots_catalog::{Entry, all};
use boardbots_game::game::Game;

/// The games that know an option of matches, by their names.
fn known_by(option: &str) -> String {
    let games = all().filter(|game| game.matches().knows(option)).map(|game| game.name());
    games.collect::<Vec<_>>().join(", ")
}

/// The help of an option that not every game knows.
pub fn help(option: &str, text: &str) -> String {
    format!("{text} [{}]", known_by(option))
}

/// The help of `--turns`, with what there is without it.
pub fn turns() -> String {
    let games = all().filter(|game| game.matches().knows("turns"));
    let usual = games.map(|game| format!("{} {}", game.name(), game.matches().turns)).collect::<Vec<_>>();
    format!("Choices of each player, or turns, after which a game ends [default: {}]", usual.join(", "))
}

/// The bots of each game, for the help.
pub fn players() -> String {
    let wide = all().map(|game| game.name().len()).max().unwrap_or(0);
    let line = |game: Entry| format!("\n  {:<wide$}  {}", game.name(), game.matches().players);
    all().map(line).collect()
}

/// Refuses what was given, by name, though the game does not know it.
///
/// # Errors
/// [`crate::exit::Exit::Usage`]: the first such option, and the games that know it.
pub fn check(game: &dyn Game, given: &[(&str, bool)]) -> Result<(), Failure> {
    let matches = game.matches();
    let Some((option, _)) = given.iter().find(|(option, given)| *given && !matches.knows(option)) else {
        return Ok(());
    };
    let deep = *option == "movetime" && matches.knows("depth");
    let instead = if deep { "; its players look ahead by plies: say --depth, or depth= of a player" } else { "" };
    let known = known_by(option);
    Err(usage(format_args!("--{option} has no effect in {}: it is for {known}{instead}", game.name())))
}
