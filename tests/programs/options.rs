//! Options that programs are given.

use super::script::{LONG, patient, shell};
use boardbots_tournament::program::{Kind, Manner, Program, ProgramFault};

/// An engine that knows two options, and says them as its move.
const KNOWS: &str = "while read -r word rest; do case $word in \
    uci) echo option name Depth type spin default 1 min 1 max 9; echo option name Own Book type check; echo uciok;; \
    isready) echo readyok;; \
    setoption) case $rest in *9*) echo info string error: 9 is too deep;; esac; set=\"$set[$rest]\";; \
    go) echo bestmove $set;; quit) exit 0;; esac; done";

fn with(options: &[(&str, &str)]) -> Result<Program, ProgramFault> {
    let options = options.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    Program::start(shell(KNOWS), Manner { options, ..Manner::default() }, patient())
}

#[test]
fn are_set_at_each_start() {
    let mut program =
        with(&[("depth", "3"), ("Own Book", "true"), ("Hash", ""), ("Style", "a\nquit")]).expect("polite");
    let expected = "[name depth value 3][name Own Book value true][name Hash][name Style value a quit]";
    assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, expected);
    program.end();
    program.new_game().expect("it starts anew");
    assert_eq!(program.best_move("startpos", "", "", LONG).expect("an answer").0, expected);
    assert_eq!(program.starts, 2);
}

#[test]
fn that_are_refused_are_told() {
    let fault = with(&[("Depth", "9")]).map(|_| ()).expect_err("refused");
    assert_eq!((fault.kind, fault.detail.as_str()), (Kind::Refusal, "it refuses an option: 9 is too deep"));
}
