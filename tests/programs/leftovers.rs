//! Programs that do not want to end, and what they leave behind.

use super::script::{LONG, SHORT, fault, is_there, patient, runs, shell, started, told};
use boardbots::matches::program::{Kind, Limits, Program};
use std::path::Path;
use std::time::{Duration, Instant};

fn in_folder(of: impl Fn(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    of(&folder.path().join("id"));
}

#[test]
fn ignores_quit_and_signals() {
    in_folder(|file| {
        let script = format!(
            "trap : TERM INT HUP; echo $$ > {}; echo uciok; echo readyok; while true; do sleep 1; done",
            file.display()
        );
        let limits = Limits { grace: SHORT, ..patient() };
        let program = Program::start(shell(&script), Vec::new(), limits).expect("it says it is ready");
        let own = told(file);
        assert!(runs(&own));
        let begun = Instant::now();
        drop(program);
        assert!(begun.elapsed() >= SHORT);
        assert!(!is_there(&own), "not even as a zombie");
    });
}

#[test]
fn floods_instead_of_quitting() {
    in_folder(|file| {
        let script = format!("echo $$ > {}; echo uciok; echo readyok; exec yes info", file.display());
        let limits = Limits { grace: SHORT, ..patient() };
        let program = Program::start(shell(&script), Vec::new(), limits).expect("it says it is ready");
        let own = told(file);
        drop(program);
        assert!(!is_there(&own));
    });
}

#[test]
fn a_child_that_holds_the_pipes_does_not_hide_the_end() {
    in_folder(|file| {
        let go = format!("sleep 100 & echo $! > {}; exit 4", file.display());
        let (fault, _) = fault(&mut started(&go), LONG);
        assert_eq!(fault.detail, "it ended with exit code 4 before bestmove");
        assert!(!runs(&told(file)));
    });
}

#[test]
fn an_answer_before_the_end_counts_though_a_child_holds_the_pipes() {
    in_folder(|file| {
        let go = format!("sleep 100 & echo $! > {}; echo bestmove 4; exit 0", file.display());
        let mut program = started(&go);
        assert_eq!(program.best_move("startpos", "", LONG).expect("an answer").0, "4");
        assert_eq!(program.best_move("startpos", "", LONG).expect_err("it has ended").kind, Kind::Died);
        assert!(!runs(&told(file)));
    });
}

#[test]
fn children_end_with_it() {
    // Who left the group is found while its parent is there.
    for (child, hangs) in [("sleep 100", false), ("sleep 100", true), ("setsid sleep 100", true)] {
        in_folder(|file| {
            let mut program = started(&format!("{child} & echo $! > {}; echo bestmove 1", file.display()));
            program.best_move("startpos", "", LONG).expect("an answer");
            let number = told(file);
            assert!(runs(&number));
            if hangs {
                assert_eq!(fault(&mut program, Duration::ZERO).0.kind, Kind::Hang);
            } else {
                program.end();
                assert!(!program.is_running());
            }
            assert!(!runs(&number), "{child}");
        });
    }
}

#[test]
fn a_stopped_program_is_ended() {
    in_folder(|file| {
        let mut program = started(&format!("echo $$ > {}; echo bestmove 1; kill -STOP $$", file.display()));
        program.best_move("startpos", "", LONG).expect("an answer");
        assert_eq!(fault(&mut program, SHORT).0.kind, Kind::Hang);
        assert!(!is_there(&told(file)));
    });
}

#[test]
fn many_starts_leave_nothing_open() {
    let open = || std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    let mut program = started("exit 1");
    let before = open();
    for _ in 0..50 {
        assert_eq!(program.best_move("startpos", "", LONG).expect_err("it ends").kind, Kind::Died);
        program.new_game().expect("it starts anew");
    }
    // Other tests of this process open files, too.
    assert!(open() < before + 100, "{before} and then {}", open());
}
