//! Builds for desks: games in the terminal, matches, tuning, fights, analysis.

mod dragon_slayer;
mod inputs;
mod learn;
mod matches;
mod outputs;
mod path;
mod play;
mod printed;
mod probe;
mod progress;
mod setup;
mod tune;
mod verify;
mod ways;
