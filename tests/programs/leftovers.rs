//! Programs that do not want to end, and what they leave behind.

use super::script::{LONG, SHORT, engine, fault, is_there, patient, runs, shell, started, told};
use boardbots_tournament::program::{Kind, Manner, Program, ProgramLimits};
use std::path::Path;
use std::process::Command;
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
        let limits = ProgramLimits { grace: SHORT, ..patient() };
        let program = Program::start(shell(&script), Manner::default(), limits).expect("it says it is ready");
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
        let limits = ProgramLimits { grace: SHORT, ..patient() };
        let program = Program::start(shell(&script), Manner::default(), limits).expect("it says it is ready");
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
        assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, "4");
        assert_eq!(program.best_move("startpos", "", "", LONG).expect_err("it has ended").kind, Kind::Died);
        assert!(!runs(&told(file)));
    });
}

#[test]
fn children_end_with_it() {
    // A child that left the group is found while its parent is there.
    for (child, hangs) in [("sleep 100", false), ("sleep 100", true), ("setsid sleep 100", true)] {
        in_folder(|file| {
            let mut program = started(&format!("{child} & echo $! > {}; echo bestmove 1", file.display()));
            program.best_move("startpos", "", "", LONG).expect("an answer");
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

/// Whether a process is there that was called with this text.
fn called_with(text: &str) -> bool {
    let listed = std::fs::read_dir("/proc").expect("a list of processes").flatten();
    let calls = listed.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    calls.filter(|call| String::from_utf8_lossy(call).contains(text)).count() > 0
}

/// Children that left group and session, and whose parents have ended: nothing connects them with the
/// program any more.
#[test]
fn orphans_in_sessions_of_their_own_end_with_it() {
    for (orphan, hangs) in [("sleep 100", false), ("sleep 100", true), ("trap : TERM HUP; sleep 100; sleep 100", true)]
    {
        in_folder(|file| {
            let script = file.with_extension("sh");
            std::fs::write(&script, format!("echo $$ > {}; {orphan}", file.display())).expect("a file of this test");
            let mut program = started(&format!("(setsid setsid sh {} & ) ; echo bestmove 1", script.display()));
            // Another program of the same match is not harmed.
            let mut other = started("echo bestmove 2");
            program.best_move("startpos", "", "", LONG).expect("an answer");
            let number = told(file);
            assert!(runs(&number));
            if hangs {
                assert_eq!(fault(&mut program, Duration::ZERO).0.kind, Kind::Hang);
            } else {
                program.end();
            }
            assert!(!is_there(&number), "{orphan}: not even as a zombie");
            assert_eq!(other.best_move("startpos", "", "", LONG).expect("an answer").0, "2");
        });
    }
}

/// Processes of which each starts the next in a session of its own and ends, some thousand times a
/// second on a fast machine: each is gone before a look through all processes is over.
#[test]
fn a_chain_of_orphans_ends_with_the_program() {
    in_folder(|file| {
        let script = file.with_extension("sh");
        // Should it not be stopped, it ends by itself.
        let link = "[ $1 -gt 0 ] || exit; echo $$ > $2; setsid sh $0 $(($1 - 1)) $2 & exit";
        std::fs::write(&script, link).expect("a file of this test");
        let (script, file) = (script.to_str().expect("text"), file.to_str().expect("text"));
        let mut program = started(&format!("for chain in 1 2 3; do sh {script} 20000 {file}; done; echo bestmove 1"));
        program.best_move("startpos", "", "", LONG).expect("an answer");
        assert!(!told(Path::new(file)).is_empty());
        program.end();
        assert!(!called_with(script));
    });
}

/// A program that ends its guard goes on as an orphan of the match, with a child in a session of its own.
#[test]
fn a_program_that_kills_its_guard_ends_all_the_same() {
    in_folder(|file| {
        let mut other = started("echo bestmove 2");
        let script = format!("setsid sleep 100 & echo $! > {}; kill -KILL $PPID; exec sleep 100", file.display());
        let (fault, _) = fault(&mut started(&script), LONG);
        assert_eq!((fault.kind, fault.detail.as_str()), (Kind::Died, "signal 9 ended it before bestmove"));
        assert!(!runs(&told(file)));
        assert_eq!(other.best_move("startpos", "", "", LONG).expect("an answer").0, "2");
    });
}

/// A match of one program that leaves an orphan without a trace.
#[test]
fn orphans_that_hide_end_with_the_match() {
    in_folder(|file| {
        let script = file.with_extension("sh");
        let hide = format!("echo $$ > {}; exec sleep 100", file.display());
        std::fs::write(&script, hide).expect("a file of this test");
        // One orphan alone: a second would empty the file, and perhaps end before it writes.
        let go = format!(
            "[ -s {1} ] || (env -i setsid setsid /bin/sh {0} & ) ; while [ ! -s {1} ]; do :; done; echo bestmove 0",
            script.display(),
            file.display()
        );
        let program = engine(&go).to_string();
        let mut of_match = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        of_match.args([
            "match",
            "desconecta4:strong,depth=1",
            &format!("a=cmd:{program}"),
            "--games",
            "1",
            "--seed",
            "1",
            "--deadline",
            "60000",
        ]);
        let output = of_match.output().expect("the program runs");
        assert!(file.exists(), "{}", String::from_utf8_lossy(&output.stderr));
        let number = told(file);
        assert!(!is_there(&number), "{}", String::from_utf8_lossy(&output.stderr));
    });
}

#[test]
fn a_stopped_program_is_ended() {
    in_folder(|file| {
        let mut program = started(&format!("echo $$ > {}; echo bestmove 1; kill -STOP $$", file.display()));
        program.best_move("startpos", "", "", LONG).expect("an answer");
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
        assert_eq!(program.best_move("startpos", "", "", LONG).expect_err("it ends").kind, Kind::Died);
        program.new_game().expect("it starts anew");
    }
    // Other tests of this process open files, too.
    assert!(open() < before + 100, "{before} and then {}", open());
}
