//! The Vindinium client against scripted servers, a fault proxy, and as a process.

#[cfg(feature = "tls")]
mod certificates;
pub mod command;
mod faults;
pub mod http;
pub mod mini;
pub mod proxy;
mod recovery;
pub mod session;
mod team;
