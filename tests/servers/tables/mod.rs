//! Tables over real sockets: what clients send, what they get, and that nothing is lost.

pub mod client;
mod damaged;
mod events;
mod hostile;
mod join;
mod kill;
mod owners;
mod parts;
mod play;
mod voice;
