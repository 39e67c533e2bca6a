//! The program as its users call it: bots, services, measurements, the engine protocol.

mod bench;
mod bot;
mod desconecta4;
#[cfg(unix)]
mod doctor;
mod engine;
#[cfg(feature = "full")]
mod full;
mod help;
mod refusing;
mod service;
mod squad;
mod tron;
mod version;
mod wrong_words;

/// True for the full program, false for the small one.
const FULL: bool = cfg!(feature = "full");
