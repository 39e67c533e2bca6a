//! Engines written for the shell.

use boardbots_base::process::CommandLine;
use boardbots_base::process::guard;
use boardbots_tournament::program::{Kind, Manner, Program, ProgramFault, ProgramLimits};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Long enough for anything on a busy machine.
pub const LONG: Duration = Duration::from_mins(1);
/// For answers that do not come.
pub const SHORT: Duration = Duration::from_millis(300);

/// Limits that no honest program meets on a busy machine.
pub fn patient() -> ProgramLimits {
    ProgramLimits { start: LONG, ..ProgramLimits::default() }
}

/// A script in the shell; without single quotes. It starts with a guard, as in a match.
pub fn shell(script: &str) -> CommandLine {
    guard::post(env!("CARGO_BIN_EXE_boardbots").into());
    assert!(!script.contains('\''), "{script}");
    format!("sh -c '{script}'").parse().expect("a command")
}

/// An engine that does this when it is to think, with the position in `$position`, and is polite
/// else.
pub fn engine(go: &str) -> CommandLine {
    shell(&format!(
        "while read -r word rest; do case $word in uci) echo id name Shell; echo uciok;; isready) echo readyok;; \
         position) position=$rest;; go) {go};; quit) exit 0;; esac; done"
    ))
}

/// That engine, started.
pub fn started(go: &str) -> Program {
    Program::start(engine(go), Manner::default(), patient()).expect("a polite engine")
}

/// Asks for a move that does not come in time, and returns the fault and how long it took.
pub fn fault(program: &mut Program, deadline: Duration) -> (ProgramFault, Duration) {
    let begun = Instant::now();
    let fault = program.best_move("startpos", "", "depth 1", deadline).expect_err("no answer");
    assert!(!program.is_running());
    let again = program.best_move("startpos", "", "depth 1", LONG).expect_err("it has been ended");
    assert_eq!(again.kind, Kind::Died);
    (fault, begun.elapsed())
}

/// Whether a process with this number is there and has not ended.
pub fn runs(number: &str) -> bool {
    assert!(number.trim().parse::<u32>().is_ok(), "no number of a process: {number}");
    let stat = fs::read_to_string(format!("/proc/{}/stat", number.trim())).unwrap_or_default();
    !stat.is_empty() && !stat.contains(") Z ")
}

/// Whether there is one with this number, even if it is only a zombie.
pub fn is_there(number: &str) -> bool {
    assert!(number.trim().parse::<u32>().is_ok(), "no number of a process: {number}");
    Path::new(&format!("/proc/{}", number.trim())).exists()
}

/// What stands in the file, as soon as something does.
pub fn told(file: &Path) -> String {
    let until = Instant::now() + LONG;
    loop {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.ends_with('\n') || Instant::now() > until {
            return text.trim().to_string();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
