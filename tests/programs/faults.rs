//! Programs that do not answer.

use super::script::{LONG, SHORT, engine, fault, patient, shell, started};
use boardbots_tournament::program::{Kind, Manner, Program, ProgramFault, ProgramLimits};
use std::time::Duration;

fn not_started(script: &str, start: Duration) -> ProgramFault {
    let limits = ProgramLimits { start, ..ProgramLimits::default() };
    Program::start(shell(script), Manner::default(), limits).map(|_| ()).expect_err(script)
}

#[test]
fn is_not_there() {
    for command in ["no-such-program-anywhere --x", "/etc/passwd", "/etc"] {
        let command = command.parse().expect("a command");
        let fault = Program::start(command, Manner::default(), patient()).map(|_| ()).expect_err("no program");
        assert_eq!(fault.kind, Kind::Start, "{fault}");
    }
}

#[test]
fn is_never_ready() {
    for script in ["sleep 100", "cat > /dev/null", "cat"] {
        let fault = not_started(script, SHORT);
        assert_eq!(
            (fault.kind, fault.detail.as_str()),
            (Kind::SlowStart, "no uciok or ugiok within 300ms"),
            "{script}"
        );
    }
    let fault = not_started("echo uciok; sleep 100", Duration::from_secs(3));
    assert_eq!((fault.kind, fault.detail.as_str()), (Kind::SlowStart, "no readyok within 3s"));
}

#[test]
fn dies_before_it_is_ready() {
    for (script, how) in [
        ("exit 3", "it ended with exit code 3 before uciok"),
        ("kill -SEGV $$", "signal 11 ended it before uciok"),
        ("read -r uci; echo uciok; exit 0", "it ended with exit code 0 before readyok"),
        ("no-such-program-anywhere", "it ended with exit code 127 before uciok"),
        ("exec >&-; sleep 100", "its stdout was closed before uciok"),
    ] {
        let fault = not_started(script, LONG);
        assert_eq!((fault.kind, fault.detail.as_str()), (Kind::Died, how), "{script}");
    }
}

#[test]
fn dies_while_it_thinks() {
    for (go, how) in [
        ("exit 3", "it ended with exit code 3"),
        ("kill -KILL $$", "signal 9 ended it"),
        ("exec >&-; sleep 100", "its stdout was closed"),
        ("echo info depth 1; printf best; exit 0", "it ended with exit code 0"),
    ] {
        let (fault, _) = fault(&mut started(go), LONG);
        assert_eq!((fault.kind, fault.detail), (Kind::Died, format!("{how} before bestmove")), "{go}");
    }
}

#[test]
fn dies_between_moves_and_is_started_anew() {
    let mut program = started("echo bestmove 1; exit 0");
    assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, "1");
    let fault = program.best_move("startpos", "", "", LONG).expect_err("it has ended");
    assert_eq!(fault.kind, Kind::Died, "{fault}");
    program.new_game().expect("it starts anew");
    assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, "1");
    // It is told that a game begins, and is not there.
    let fault = program.new_game().expect_err("it has ended");
    assert_eq!((fault.kind, program.starts), (Kind::Died, 2), "{fault}");
    program.new_game().expect("it starts anew");
    assert_eq!(program.starts, 3);
}

#[test]
fn hangs() {
    for go in ["sleep 100", "while true; do echo info depth 1; sleep 0.05; done", "while :; do :; done"] {
        let (fault, took) = fault(&mut started(go), SHORT);
        assert_eq!(fault.kind, Kind::Hang, "{go}: {fault}");
        assert!(fault.detail.contains(" within 300ms (wall "), "{go}: {fault}");
        assert!(took >= SHORT, "{go}: {took:?}");
    }
}

#[test]
fn hangs_before_a_game() {
    let script = "read -r uci; echo uciok; read -r ready; echo readyok; sleep 100";
    let limits = ProgramLimits { start: Duration::from_secs(3), ..ProgramLimits::default() };
    let mut program = Program::start(shell(script), Manner::default(), limits).expect("ready once");
    let fault = program.new_game().expect_err("it sleeps");
    assert_eq!((fault.kind, fault.detail.as_str()), (Kind::Hang, "no readyok within 3s"));
}

#[test]
fn a_deadline_may_be_anything() {
    let mut program = started("echo bestmove 1");
    assert_eq!(program.best_move("startpos", "", "", Duration::ZERO).expect_err("no time").kind, Kind::Hang);
    program.new_game().expect("it starts anew");
    assert_eq!(program.best_move("startpos", "", "", Duration::MAX).expect("an answer").0, "1");
}

#[test]
fn complaints_are_told() {
    let mut program = started("echo info string error: no such position; echo bestmove 1");
    assert_eq!(program.best_move("x", "", "", LONG).expect("an answer").0, "1");
    assert_eq!(program.complaint.as_deref(), Some("no such position"));
    let (fault, _) = fault(&mut started("echo \"info string error: what?\""), Duration::from_secs(3));
    let (start, end) = ("no bestmove within 3s (wall ", "; it complained: what?");
    assert!(fault.detail.starts_with(start) && fault.detail.ends_with(end), "{fault}");
}

#[test]
fn last_words_are_told() {
    let (fault, _) = fault(&mut started("echo one >&2; echo \"thread main panicked\" >&2; exit 101"), LONG);
    assert_eq!(fault.stderr, "one\nthread main panicked");
    let expected = "died: it ended with exit code 101 before bestmove; its last words: one | thread main panicked";
    assert_eq!(fault.to_string(), expected);
}

#[test]
fn much_on_stderr_holds_nobody_up() {
    // More than a pipe holds, before each answer and after it.
    let noise = "head -c 200000 /dev/zero | tr \"\\\\000\" x >&2; echo >&2";
    let mut program = started(&format!("{noise}; echo bestmove $position; {noise}"));
    for round in ["1", "2", "3"] {
        assert_eq!(program.best_move(round, "", "", LONG).expect("an answer").0, round);
    }
}

#[test]
fn no_fault_of_one_touches_another() {
    let mut good = started("echo bestmove 1");
    let bad = Program::start(engine("kill -KILL 0"), Manner::default(), patient()).expect("polite");
    let (fault, _) = fault(&mut { bad }, LONG);
    assert_eq!(fault.detail, "signal 9 ended it before bestmove");
    assert_eq!(good.best_move("startpos", "", "", LONG).expect("an answer").0, "1");
}
