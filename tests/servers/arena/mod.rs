//! The arena over real sockets: what clients send, what they get, and when.

mod admin;
pub mod client;
mod client_seats;
mod clock;
mod damaged;
mod events;
mod guess;
mod kill;
mod limits;
mod lists;
mod lobby;
mod persons;
pub mod process;
mod protocol;
mod register;
mod retention;
pub mod seat;
mod shares;
mod silence;
mod store;
mod tables;
mod transport;
mod trouble;
