//! Log lines: with time and level for people, with systemd's priorities for the journal.

use env_logger::{Builder, Env};
use log::{Level, LevelFilter};
use std::io::Write;

/// Starts the log on stderr: from `info` on, unless `$RUST_LOG` says otherwise. Under systemd
/// (`$JOURNAL_STREAM` is set), which keeps the time itself, a line begins with its priority
/// as `<N>` instead.
pub fn start() {
    let mut log = Builder::from_env(Env::default().default_filter_or("info"));
    // The HTTP client's own lines would bury ours, eight for each move.
    log.filter_module("ureq", LevelFilter::Warn);
    if to_journal() {
        log.format(|out, record| writeln!(out, "<{}>{}", priority(record.level()), record.args()));
    }
    log.init();
}

/// Whether the log goes to systemd's journal.
#[must_use]
pub fn to_journal() -> bool {
    std::env::var_os("JOURNAL_STREAM").is_some()
}

/// The priority of syslog, 0 to 7; see `sd-daemon(3)`.
fn priority(level: Level) -> u8 {
    match level {
        Level::Error => 3,
        Level::Warn => 4,
        Level::Info => 6,
        Level::Debug | Level::Trace => 7,
    }
}
