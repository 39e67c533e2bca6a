//! Desconecta4-BOOM: whole games position by position, and move counts.

use crate::shared::replay;

pub fn desconecta4_games_are_followed_position_by_position() -> Option<()> {
    replay("desconecta4", "desconecta4/desconecta4.jsonl.gz")
}

pub fn desconecta4_moves_are_counted() -> Option<()> {
    replay("desconecta4", "desconecta4/desconecta4_perft.jsonl")
}
