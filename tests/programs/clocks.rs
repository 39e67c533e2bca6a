//! The time that counts for a program.

use super::script::{LONG, engine, patient, started};
use boardbots_game::game::Clock;
use boardbots_tournament::program::{Kind, Manner, Program, ProgramLimits};
use std::time::Duration;

/// Counts to this number, which takes so many hundred thousand rounds of the shell.
const BUSY: &str = "i=0; while [ $i -lt 3000000 ]; do i=$((i + 1)); done; echo bestmove 1";

fn by(clock: Clock, go: &str) -> Program {
    Program::start(engine(go), Manner::default(), ProgramLimits { clock, ..patient() }).expect("a polite engine")
}

#[test]
fn a_program_that_sleeps_uses_no_processor_time() {
    let go = "sleep 1; echo bestmove 1";
    let limit = Duration::from_millis(700);
    let fault = by(Clock::Wall, go).best_move("startpos", "", "", limit).expect_err("it is late");
    assert_eq!(fault.kind, Kind::Hang, "{fault}");
    assert_eq!(by(Clock::Cpu, go).best_move("startpos", "", "", limit).expect("it has used little").0, "1");
    // But wall time has an end, too.
    let fault = by(Clock::Cpu, "sleep 100").best_move("startpos", "", "", Duration::from_millis(100));
    assert_eq!(fault.expect_err("it never answers").kind, Kind::Hang);
}

#[test]
fn a_program_that_computes_is_late_by_either_clock() {
    for clock in Clock::ALL {
        let fault = by(clock, BUSY).best_move("startpos", "", "", Duration::from_millis(50)).expect_err("it is late");
        assert_eq!(fault.kind, Kind::Hang, "{fault}");
    }
    // With children, which count as well.
    let children = format!("for child in 1 2 3; do ({BUSY} >/dev/null) & done; wait; echo bestmove 1");
    let fault = by(Clock::Cpu, &children).best_move("startpos", "", "", Duration::from_millis(50));
    assert_eq!(fault.expect_err("they are late").kind, Kind::Hang);
}

#[test]
fn a_loss_on_time_says_what_the_machine_did() {
    let mut program = started("sleep 100");
    let fault = program.best_move("startpos", "", "", Duration::from_millis(300)).expect_err("it is late");
    for part in ["no bestmove within 300ms (wall ", " ms, CPU ", " ms, wait ", " ms, load "] {
        assert!(fault.detail.contains(part), "{fault}");
    }
    program.new_game().expect("it starts anew");
    let fault = program.best_move("startpos", "", "", Duration::from_millis(1)).expect_err("it is late");
    // Also of the first milliseconds.
    assert!(fault.detail.contains("within 1ms (wall ") && fault.detail.contains(" ms, CPU "), "{fault}");
    drop(by(Clock::Wall, "echo bestmove 1").best_move("startpos", "", "", LONG).expect("in time"));
}
