//! Servers over real sockets.

mod arena;
mod demo;
mod remedies;
mod tables;
