//! Instances as services: files, units, and what the manager is told. With real processes,
//! and a socket in place of systemd's.

#[path = "../bot/http.rs"]
#[allow(dead_code)]
mod http;
#[path = "../bot/mini.rs"]
#[allow(dead_code)]
mod mini;

mod files;
mod manager;
mod notify;
mod unit;
mod units;
