//! Desconecta4-BOOM: rules and notation against a second implementation, and the original's
//! network protocol over real sockets.

mod client;
mod command;
mod garbage;
mod house;
mod matches;
mod notation;
mod oracle;
mod random_games;
mod raw;
mod referee;
mod repetition;
mod rules;
mod server;
