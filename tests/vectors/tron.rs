//! Aspiradoras TRON: whole games position by position, and move counts.

use crate::shared::replay;

pub fn tron_games_are_followed_position_by_position() -> Option<()> {
    replay("tron", "tron/tron.jsonl.gz")
}

pub fn tron_moves_are_counted() -> Option<()> {
    replay("tron", "tron/tron_perft.jsonl")
}
