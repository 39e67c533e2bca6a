//! The Vindinium client against scripted servers, a fault proxy, and as a process.

#[cfg(feature = "server")]
mod arena;
#[cfg(feature = "tls")]
mod certificates;
pub mod command;
mod faults;
pub mod http;
pub mod mini;
mod proxy;
mod recovery;
mod session;
mod team;
