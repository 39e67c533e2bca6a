//! Recorded games and cases of the originals, read from `$BOARDBOTS_SHARED/vectors` (or
//! `../shared/vectors`). Where a file is absent the test says so and passes.

#[path = "../../crates/games/battletech/tests/audit.rs"]
mod battletech_audit;
mod battletech_battle;
mod battletech_files;
mod battletech_sight;
mod battletech_states;
mod desconecta4;
mod dragon_slayer;
mod four;
mod judgement;
mod moving_ai;
mod shared;
#[cfg(feature = "server")]
mod transcript;
mod tron;
mod vindinium;
mod vindinium_opponents;
