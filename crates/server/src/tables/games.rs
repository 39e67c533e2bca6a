//! The games that can be played at tables.

use super::battletech::BattleTech;
use super::dragon_slayer::DragonSlayer;
use super::duel::duels::Duels;
use super::game::Game;
use boardbots_desconecta4 as desconecta4;
use boardbots_tron as tron;

static DESCONECTA4: Duels<desconecta4::rules::Position> = Duels::new();
static TRON: Duels<tron::rules::Position> = Duels::new();

/// All of them, in the order in which the lobby offers them.
#[must_use]
pub fn all() -> Vec<&'static dyn Game> {
    vec![&DragonSlayer, &DESCONECTA4, &TRON, &BattleTech]
}
