//! Programs that print too much.

use super::script::{LONG, fault, patient, shell, started};
use boardbots_base::process::family::resident;
use boardbots_tournament::program::{Kind, Manner, Program, ProgramLimits};

/// None of them may make this process large.
const MOST: u64 = 100 << 20;

fn own_memory() -> u64 {
    resident(rustix::process::getpid())
}

#[test]
fn garbage_ends_soon() {
    for go in ["yes", "cat /dev/urandom", "while :; do echo bestmoves 3; done", "yes readyok", "yes \u{e9}"] {
        let (fault, _) = fault(&mut started(go), LONG);
        let kinds = [Kind::Garbage, Kind::Flood];
        assert!(kinds.contains(&fault.kind), "{go}: {fault}");
        assert!(fault.to_string().len() < 2000, "{go}: {fault}");
    }
    let (fault, _) = fault(&mut started("yes castle"), LONG);
    assert_eq!(fault.detail, "more than 1000 lines that are no protocol before bestmove: castle");
}

#[test]
fn floods_end_soon_and_are_not_kept() {
    for go in [
        "yes info string thinking",
        "head -c 100000000 /dev/zero; sleep 100",
        "yes >&2",
        "yes \"\"",
        "yes option name X type string",
        "yes id name Y",
    ] {
        // Millions of lines would take long on a busy machine.
        let limits = ProgramLimits { flood: 1 << 20, ..patient() };
        let mut program = Program::start(super::script::engine(go), Manner::default(), limits).expect("polite");
        let (fault, _) = fault(&mut program, LONG);
        assert_eq!(fault.kind, Kind::Flood, "{go}: {fault}");
        assert!(fault.stderr.len() <= 5000, "{go}");
        assert!(own_memory() < MOST, "{go}: {}", own_memory());
    }
}

#[test]
fn floods_at_the_start() {
    for script in ["yes", "yes id name X", "yes option name X type check", "cat /dev/zero"] {
        let fault = Program::start(shell(script), Manner::default(), patient()).map(|_| ()).expect_err(script);
        assert!(matches!(fault.kind, Kind::Garbage | Kind::Flood), "{script}: {fault}");
        assert!(own_memory() < MOST, "{script}: {}", own_memory());
    }
}

#[test]
fn each_answer_has_its_own_measure() {
    // 60,000 bytes and 30 lines that are no protocol for each.
    let line = "x".repeat(1999);
    let go = format!("i=0; while [ $i -lt 30 ]; do echo {line}; i=$((i+1)); done; echo bestmove 1");
    let limits = ProgramLimits { garbage: 30, flood: 100_000, ..patient() };
    let mut program = Program::start(super::script::engine(&go), Manner::default(), limits).expect("polite");
    for _ in 0..10 {
        assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, "1");
    }
    assert_eq!(program.garbage, 300);
    let limits = ProgramLimits { garbage: 29, ..limits };
    let mut program = Program::start(super::script::engine(&go), Manner::default(), limits).expect("polite");
    assert_eq!(fault(&mut program, LONG).0.kind, Kind::Garbage);
    let limits = ProgramLimits { garbage: 30, flood: 30_000, ..limits };
    let mut program = Program::start(super::script::engine(&go), Manner::default(), limits).expect("polite");
    // The pipe may hold the answer already when the limit is passed.
    if let Err(fault) = program.best_move("startpos", "", "", LONG) {
        assert_eq!(fault.kind, Kind::Flood);
    }
}
