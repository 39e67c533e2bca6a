//! Servers over real sockets.

mod arena;
mod demo;
mod league;
mod metrics;
mod remedies;
mod tables;
