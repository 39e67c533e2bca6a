//! All games that this build has.

use boardbots_battletech::game::BattleTech;
use boardbots_dragon_slayer::game::DragonSlayer;
use boardbots_game::duel::game::Duels;
use boardbots_game::game::Game;

static DESCONECTA4: Duels<boardbots_desconecta4::rules::Position> = Duels::new();
static TRON: Duels<boardbots_tron::rules::Position> = Duels::new();

/// All of them, in the order in which the lobby offers them.
#[must_use]
pub fn all() -> Vec<&'static dyn Game> {
    vec![&DragonSlayer, &DESCONECTA4, &TRON, &BattleTech]
}

#[cfg(test)]
mod duels;
