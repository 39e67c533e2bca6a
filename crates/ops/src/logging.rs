//! Log lines: with time and level for people, with systemd's priorities for the journal.
//!
//! Logging never waits for stderr: lines go through a [`LogQueue`]. What the process says last
//! (a failure, a panic) goes the same way, and the end waits [`FAREWELL`] for it at most.

use super::log_queue::LogQueue;
use boardbots_base::printable;
use boardbots_client::session::THREAD;
use env_logger::{Builder, Env, Target};
use log::{Level, LevelFilter};
use std::fmt;
use std::io::{self, Write};
use std::panic;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, SystemTime};

/// Longest time that the end of the process waits for lines that are not written yet.
pub const FAREWELL: Duration = Duration::from_secs(1);

/// The queue of this process, once its log has started.
static QUEUE: OnceLock<LogQueue> = OnceLock::new();

/// Starts the log on stderr: from `info` on, unless `$RUST_LOG` says otherwise. Under systemd
/// (`$JOURNAL_STREAM` is set), which keeps the time itself, a line begins with its priority
/// as `<N>` instead. Lines of one of many bots begin with its name. Messages of panics go the same way from now on.
pub fn start() {
    let mut log = Builder::from_env(Env::default().default_filter_or("info"));
    // The HTTP client's own lines would bury ours, eight for each move.
    log.filter_module("ureq", LevelFilter::Warn);
    let journal = to_journal();
    log.format(move |out, record| {
        let (level, text) = (record.level(), format!("{Speaker}{}", record.args()));
        let line = if journal { prioritised(level, &text) } else { line(SystemTime::now(), level, &text) };
        writeln!(out, "{line}")
    });
    // Without a thread, lines are written where they are made.
    if let Ok(queue) = LogQueue::start(io::stderr(), dropped) {
        let queue = QUEUE.get_or_init(|| queue);
        log.target(Target::Pipe(Box::new(queue.clone())));
        panic::set_hook(Box::new(|panicked| tell_panic(&panicked.to_string())));
    }
    log.init();
}

/// The bot whose thread this is, as its lines begin; nothing on others.
struct Speaker;

impl fmt::Display for Speaker {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thread = thread::current();
        thread.name().and_then(|name| name.strip_prefix(THREAD)).map_or(Ok(()), |bot| write!(out, "{bot}: "))
    }
}

/// A line of the log for people; the further lines of its text are indented.
fn line(time: SystemTime, level: Level, text: &str) -> String {
    let time = humantime::format_rfc3339_seconds(time);
    format!("[{time} {level}] {}", printable::lines(text).replace('\n', "\n    "))
}

/// A line of the log for systemd's journal, to which each further line is one of its own: it has the same priority,
/// and none that stands in the text.
fn prioritised(level: Level, text: &str) -> String {
    let start = format!("<{}>", priority(level));
    start.clone() + &printable::lines(text).replace('\n', &format!("\n{start}    "))
}

/// True if the log goes to systemd's journal.
#[must_use]
pub fn to_journal() -> bool {
    std::env::var_os("JOURNAL_STREAM").is_some()
}

/// Writes lines on stderr that are no part of the log, after all that was logged before. Does
/// not wait for them; [`flush`] does. They are made printable, and none has a priority.
pub fn tell(lines: &str) {
    let lines = printable::without_priorities(&printable::lines(lines));
    match QUEUE.get() {
        Some(queue) => queue.push_always(lines.as_bytes()),
        // A closed stderr is not an error.
        None => drop(io::stderr().write_all(lines.as_bytes())),
    }
}

/// Waits until everything is written, for [`FAREWELL`] at most: the last thing a process does.
pub fn flush() {
    if let Some(queue) = QUEUE.get() {
        // If it is not read, there is no way left to report that.
        let _ = queue.flush(FAREWELL);
    }
}

/// Logs the message of a panic as the standard library writes it.
fn tell_panic(panicked: &str) {
    let thread = thread::current();
    tell(&format!("\nthread '{}' {panicked}\n{}", thread.name().unwrap_or("<unnamed>"), backtrace()));
    flush();
}

/// The calls that led here, if `$RUST_BACKTRACE` asks for them. A board's program has neither the tables that find them
/// nor their names, and what would look for both is 40 KB.
fn backtrace() -> String {
    #[cfg(not(target_env = "musl"))]
    {
        use std::backtrace::{Backtrace, BacktraceStatus};
        let backtrace = Backtrace::capture();
        if backtrace.status() == BacktraceStatus::Captured {
            return format!("{backtrace}\n");
        }
    }
    String::new()
}

/// The line that says how many lines were dropped.
fn dropped(count: u64) -> String {
    let priority = if to_journal() { "<4>" } else { "" };
    format!("{priority}boardbots: {count} log lines were dropped: stderr did not take them in time\n")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_when_and_how_grave_and_indents_what_follows() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(1_709_210_096_789);
        assert_eq!(
            line(time, Level::Warn, "first\nsecond\n\nlast"),
            "[2024-02-29T12:34:56Z WARN] first\n    second\n    \n    last"
        );
    }

    #[test]
    fn what_others_said_makes_no_other_line() {
        let text = "no game: \u{1b}[2J\u{202e}x\r\n<0>kernel panic\n[2024-02-29T12:34:56Z ERROR x] y";
        let shown = line(SystemTime::UNIX_EPOCH, Level::Info, text);
        let due = "no game: \\u{1b}[2J\\u{202e}x\r\n    <0>kernel panic\n    [2024-02-29T12:34:56Z ERROR x] y";
        assert_eq!(shown, format!("[1970-01-01T00:00:00Z INFO] {due}"));
        assert_eq!(prioritised(Level::Info, text), format!("<6>{}", due.replace('\n', "\n<6>")));
    }

    #[test]
    fn lines_of_one_of_many_bots_begin_with_its_name() {
        let said = |name: String| thread::Builder::new().name(name).spawn(|| Speaker.to_string()).unwrap().join();
        assert_eq!(said(format!("{THREAD}alice")).unwrap(), "alice: ");
        assert_eq!(said("database".into()).unwrap(), "");
    }

    #[test]
    fn priorities_are_those_of_syslog() {
        let all = [Level::Error, Level::Warn, Level::Info, Level::Debug, Level::Trace];
        assert_eq!(all.map(priority), [3, 4, 6, 7, 7]);
    }
}
