//! Aspiradoras TRON: whole games position by position, and move counts.

use crate::shared::replay;

#[test]
fn tron_games_are_followed_position_by_position() {
    replay("tron", "tron/tron.jsonl.gz");
}

#[test]
fn tron_moves_are_counted() {
    replay("tron", "tron/tron_perft.jsonl");
}
