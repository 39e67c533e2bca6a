//! Programs that answer.

use super::script::{LONG, SHORT, engine, fault, patient, runs, shell, started, told};
use boardbots_tournament::program::{Kind, Manner, Program};
use std::thread;
use std::time::Duration;

#[test]
fn answers_are_those_to_the_question() {
    let mut program = started("echo info depth 1; echo bestmove $position/$rest");
    assert_eq!((program.name.as_str(), program.starts), ("Shell", 1));
    for round in 0..100 {
        if round % 10 == 0 {
            program.new_game().expect("polite");
        }
        let (action, took) = program.best_move(&format!("startpos {round}"), "", "depth 3", LONG).expect("an answer");
        assert_eq!(action, format!("startpos {round}/depth 3"));
        assert!(took > Duration::ZERO && took < LONG);
    }
    assert_eq!((program.garbage, program.starts, program.complaint.as_deref()), (0, 1, None));
}

#[test]
fn answers_of_any_form_are_read() {
    for (printed, expected) in [
        ("echo bestmove 3 ponder 4", "3"),
        ("echo bestmove fight B", "fight B"),
        ("echo \"  bestmove   none  \"", "none"),
        ("printf \"bestmove 7\\r\\n\"", "7"),
        ("echo bestmove", ""),
        ("printf bestm; sleep 0.1; echo ove 5", "5"),
        ("printf \"bestmove 9\"; exit 0", "9"),
        ("exec 2>&-; echo bestmove 2", "2"),
    ] {
        let answer = started(printed).best_move("startpos", "", "", LONG).expect("an answer");
        assert_eq!(answer.0, expected, "{printed}");
    }
}

#[test]
fn numbers_for_charts_are_those_of_the_last_choice() {
    let lines = "echo info string depth=7 best=2 score=-1.5; echo info string hello there x=1e999 y=nan =3 a=b=c; \
                 echo info string score=$position; echo bestmove 1";
    let mut program = started(lines);
    for score in ["0.25", "3"] {
        program.best_move(score, "", "", LONG).expect("an answer");
        let score = score.parse().expect("a number");
        let numbers = [("depth", 7.0), ("best", 2.0), ("score", score)].map(|(key, number)| (key.to_string(), number));
        assert_eq!(program.numbers, numbers);
    }
    let mut many = started("for i in $(seq 100); do echo info string k$i=$i; done; echo bestmove 1");
    many.best_move("startpos", "", "", LONG).expect("an answer");
    assert_eq!(many.numbers.len(), 16);
}

#[test]
fn an_answer_too_many_is_not_taken_for_the_next() {
    let mut program = started("echo bestmove $position; echo bestmove spare; echo readyok");
    for round in ["1", "2", "3", "4"] {
        // So that the spare answer to the last question has come. The readyok behind it must not
        // make it an answer to this one either.
        thread::sleep(Duration::from_millis(20));
        let (action, _) = program.best_move(round, "", "", LONG).expect("an answer");
        assert_eq!(action, round);
    }
}

#[test]
fn a_late_answer_is_not_taken_for_the_next() {
    let mut program = started("case $position in slow) sleep 1;; esac; echo bestmove $position");
    let late = program.best_move("slow", "", "", SHORT).expect_err("too late");
    assert_eq!(late.kind, Kind::Hang);
    assert!(late.detail.contains(" within 300ms (wall "), "{late}");
    program.new_game().expect("it starts anew");
    assert_eq!(program.starts, 2);
    for round in ["1", "2"] {
        assert_eq!(program.best_move(round, "", "", LONG).expect("an answer").0, round);
        thread::sleep(Duration::from_millis(800));
    }
}

#[test]
fn a_few_lines_that_are_no_protocol_do_no_harm() {
    let go = "echo; echo I am thinking; printf \"\\377\\376\\n\"; head -c 300000 /dev/zero; echo; echo bestmove 1";
    let mut program = started(go);
    assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, "1");
    assert_eq!(program.garbage, 3);
    assert!(program.is_running());
}

#[test]
fn a_long_position_meets_a_program_that_talks_meanwhile() {
    // Both pipes are full before either side reads: 1 MB there, 1 MB back.
    let script = "read -r uci; echo uciok; read -r ready; echo readyok; read -r ready; \
                  head -c 1000000 /dev/zero | tr \"\\\\000\" \"\\\\n\"; echo readyok; head -c 1000000 >/dev/null; \
                  echo bestmove 1; sleep 100";
    let mut program = Program::start(shell(script), Manner::default(), patient()).expect("polite");
    let position = format!("startpos moves{}", " 3".repeat(500_000));
    assert_eq!(program.best_move(&position, "", "", LONG).expect("an answer").0, "1");
}

#[test]
fn a_program_that_does_not_read_hangs_alone() {
    let script = "read -r uci; echo uciok; read -r ready; echo readyok; sleep 100";
    let mut program = Program::start(shell(script), Manner::default(), patient()).expect("polite");
    let position = "3".repeat(1 << 20);
    let late = program.best_move(&position, "", "", SHORT).expect_err("nobody reads");
    assert_eq!(late.kind, Kind::Hang);
    assert!(late.detail.contains("no readyok"), "{late}");
}

#[test]
fn what_is_said_is_one_line() {
    let mut program = started("echo bestmove $position");
    let (action, _) = program.best_move("a\nquit\rb", "", "depth 1\ngo", LONG).expect("an answer");
    assert_eq!(action, "a quit b");
}

#[test]
fn it_is_asked_to_quit() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("said");
    let script = format!(
        "echo $$ > {0}.id; while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
         quit) echo goodbye > {0}; exit 0;; esac; done",
        file.display()
    );
    let limits = boardbots_tournament::program::ProgramLimits { grace: LONG, ..patient() };
    let program = Program::start(shell(&script), Manner::default(), limits).expect("polite");
    drop(program);
    assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), "goodbye\n");
    assert!(!runs(&told(&file.with_extension("id"))));
}

#[test]
fn the_end_of_the_input_is_the_end_for_those_who_do_not_know_quit() {
    let script = "while read -r word rest; do case $word in uci) echo uciok;; isready) echo readyok;; esac; done";
    let limits = boardbots_tournament::program::ProgramLimits { grace: LONG, ..patient() };
    let begun = std::time::Instant::now();
    drop(Program::start(shell(script), Manner::default(), limits).expect("polite"));
    assert!(begun.elapsed() < LONG / 2);
}

#[test]
fn several_at_the_same_time_do_not_mix() {
    let mut programs: Vec<Program> = (0..8)
        .map(|_| Program::start(engine("echo bestmove $position"), Manner::default(), patient()).expect("polite"))
        .collect();
    thread::scope(|scope| {
        for (number, program) in programs.iter_mut().enumerate() {
            scope.spawn(move || {
                for round in 0..50 {
                    let position = format!("{number} {round}");
                    assert_eq!(program.best_move(&position, "", "", LONG).expect("an answer").0, position);
                }
            });
        }
    });
    drop(programs);
    let (fault, _) = fault(&mut started("sleep 100"), SHORT);
    assert_eq!(fault.kind, Kind::Hang);
}
