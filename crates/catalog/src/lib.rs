//! All games that this build has.

use boardbots_base::invalid::Invalid;
use boardbots_battletech::game::BattleTech;
use boardbots_dragon_slayer::game::DragonSlayer;
use boardbots_game::duel::game::Duels;
use boardbots_game::game::Game;
use boardbots_vindinium::game::Vindinium;

/// The game of this name.
///
/// # Errors
/// Which games there are.
pub fn find(name: &str) -> Result<&'static dyn Game, Invalid> {
    let found = all().into_iter().find(|game| game.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = all().iter().map(|game| game.name()).collect();
        Invalid::new(format_args!("no game \"{name}\"; there are {}", names.join(", ")))
    })
}

/// All games that are played at tables.
#[must_use]
pub fn at_tables() -> Vec<&'static dyn Game> {
    all().into_iter().filter(|game| game.has_tables()).collect()
}

static DESCONECTA4: Duels<boardbots_desconecta4::rules::Position> = Duels::new();
static TRON: Duels<boardbots_tron::rules::Position> = Duels::new();

/// All of them, in the order in which the lobby offers them.
#[must_use]
pub fn all() -> Vec<&'static dyn Game> {
    vec![&DragonSlayer, &DESCONECTA4, &TRON, &BattleTech, &Vindinium]
}

#[cfg(test)]
mod duels;
