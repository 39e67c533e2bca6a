//! `boardbots play`: a game in the terminal.

mod dragon_slayer;
mod duel;
mod order;
mod paint;
mod table;

use crate::cli::exit::Failure;

/// The options of `boardbots play`.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(clap::Subcommand)]
enum Game {
    /// Desconecta4-BOOM against the bot
    Desconecta4(duel::Args),
    /// Aspiradoras TRON against the bot
    Tron(duel::Args),
    /// Dragon Slayer: two to six people and characters at one table
    DragonSlayer(dragon_slayer::Args),
}

/// Plays the game that was asked for.
///
/// # Errors
/// As the games say: [`duel::desconecta4`], [`duel::tron`], [`dragon_slayer::run`].
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.game {
        Game::Desconecta4(args) => duel::desconecta4(args),
        Game::Tron(args) => duel::tron(args),
        Game::DragonSlayer(args) => dragon_slayer::run(args),
    }
}
