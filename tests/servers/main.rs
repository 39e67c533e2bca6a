//! Servers over real sockets.

mod arena;
mod demo;
mod metrics;
mod remedies;
mod tables;
