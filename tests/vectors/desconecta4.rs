//! Desconecta4-BOOM: whole games position by position, and move counts.

use crate::shared::replay;

#[test]
fn desconecta4_games_are_followed_position_by_position() {
    replay("desconecta4", "desconecta4/desconecta4.jsonl.gz");
}

#[test]
fn desconecta4_moves_are_counted() {
    replay("desconecta4", "desconecta4/desconecta4_perft.jsonl");
}
