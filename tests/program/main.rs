//! The program as its users call it: bots, services, measurements, the engine protocol.

#[cfg(feature = "desk")]
mod battletech;
mod bench;
mod bot;
mod desconecta4;
#[cfg(unix)]
mod doctor;
mod engine;
mod help;
mod refusing;
#[cfg(feature = "server")]
mod rules;
mod service;
mod squad;
mod tron;
mod wrong_words;
