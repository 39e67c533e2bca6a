//! Options that only some games know: given in any other, they would change nothing.

use super::usage;
use crate::cli::exit::Failure;
use crate::matches::contest::spec::Game;

/// Options, without dashes, and the games that know them.
const SCOPES: [(&str, &[Game]); 9] = [
    ("depth", &[Game::Desconecta4, Game::Tron, Game::Vindinium]),
    ("movetime", &[Game::Desconecta4, Game::Tron]),
    ("deadline", &[Game::Desconecta4, Game::Tron, Game::Vindinium, Game::Battletech]),
    ("openings", &[Game::Desconecta4]),
    ("plies", &[Game::Desconecta4]),
    ("sizes", &[Game::Tron]),
    ("turns", &[Game::Vindinium, Game::Battletech]),
    ("map", &[Game::Battletech]),
    ("mech", &[Game::Battletech]),
];

/// Refuses what was given, by name, though the game does not know it.
///
/// # Errors
/// [`crate::cli::exit::Exit::Usage`]: the first such option, and the games that know it.
pub fn check(game: Game, given: &[(&str, bool)]) -> Result<(), Failure> {
    for (option, games) in SCOPES {
        if games.contains(&game) || !given.contains(&(option, true)) {
            continue;
        }
        let known = games.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
        let instead = match (option, game) {
            ("movetime", Game::Vindinium) => "; its players look ahead by plies: say --depth, or depth= of a player",
            _ => "",
        };
        return Err(usage(format_args!("--{option} has no effect in {game}: it is for {known}{instead}")));
    }
    Ok(())
}
