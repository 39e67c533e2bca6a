//! Builds for desks: games in the terminal, matches, tuning, fights, analysis.

mod dragon_slayer;
mod inputs;
mod learn;
mod matches;
mod outputs;
mod path;
mod play;
#[cfg(feature = "server")]
mod printed;
mod progress;
mod tune;
mod verify;
#[cfg(feature = "server")]
mod ways;
