//! The network protocol of the original server of Desconecta4-BOOM, over real sockets.

mod client;
mod command;
mod garbage;
mod house;
mod matches;
mod raw;
mod server;
