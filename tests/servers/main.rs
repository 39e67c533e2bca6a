//! Servers over real sockets.

mod arena;
mod demo;
mod tables;
