//! Adversarial search that knows no game.

pub mod best_reply;
pub mod table;
