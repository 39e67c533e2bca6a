//! The dialect in which a program is spoken to.

use super::script::{LONG, engine, patient, shell};
use boardbots_base::process::CommandLine;
use boardbots_game::spec::Dialect;
use boardbots_tournament::program::{Manner, Program};

/// A program that knows these words of the greeting, each with the lines that it answers, and tells all that it has
/// heard before `go` as its move.
fn knowing(greeting: &str) -> CommandLine {
    shell(&format!(
        "while read -r word rest; do heard=\"$heard$word-\"; case $word in {greeting} isready) echo readyok;; \
         go) echo bestmove $heard;; quit) exit 0;; esac; done"
    ))
}

fn started(greeting: &str, manner: Manner) -> Program {
    Program::start(knowing(greeting), manner, patient()).expect("a polite program")
}

#[test]
fn its_first_answer_says_which() {
    for (greeting, dialect, heard) in [
        ("ugi) echo ugiok;;", Dialect::Ugi, "ugi-"),
        ("ugi) echo ugiok;; uci) echo uciok;;", Dialect::Ugi, "ugi-"),
        ("uci) echo uciok;;", Dialect::Compact, "ugi-uci-"),
        ("ugi) echo what is ugi;; uci) echo uciok;;", Dialect::Compact, "ugi-uci-"),
        (
            "uci) echo option name UCI_Variant type combo default chess var chess; echo uciok;;",
            Dialect::Uci,
            "ugi-uci-",
        ),
        // One that ends at a word that it does not know is started once more without it.
        ("ugi) exit 1;; uci) echo uciok;;", Dialect::Compact, "uci-"),
    ] {
        let mut program = started(greeting, Manner::default());
        assert_eq!((program.dialect(), program.garbage), (dialect, 0), "{greeting}");
        let answer = program.best_move("startpos", "", "", LONG).expect("an answer").0;
        // A machine that is busy asks a slow starter in both ways.
        let (first, then) = answer.split_at(heard.len());
        assert_eq!(first, heard, "{greeting}");
        assert!(["isready-isready-position-go-", "uci-isready-isready-position-go-"].contains(&then), "{answer}");
    }
}

#[test]
fn a_dialect_that_is_named_is_the_only_one() {
    let both = "ugi) echo ugiok;; uci) echo uciok;;";
    for (dialect, heard) in [(Dialect::Ugi, "ugi-"), (Dialect::Uci, "uci-"), (Dialect::Compact, "uci-")] {
        let mut program = started(both, Manner { dialect: Some(dialect), ..Manner::default() });
        assert_eq!(program.dialect(), dialect);
        let answer = program.best_move("startpos", "", "", LONG).expect("an answer").0;
        assert_eq!(answer, format!("{heard}isready-isready-position-go-"), "{dialect}");
    }
}

#[test]
fn a_game_begins_in_its_own_words() {
    for (greeting, word) in [("ugi) echo ugiok;;", "uginewgame-"), ("uci) echo uciok;;", "ucinewgame-")] {
        let mut program = started(greeting, Manner::default());
        program.new_game().expect("polite");
        let answer = program.best_move("startpos", "", "", LONG).expect("an answer").0;
        assert!(answer.contains(word), "{answer}");
    }
}

#[test]
fn positions_come_to_those_who_ask_for_them() {
    for (greeting, wants) in [
        ("ugi) echo setoption name SendPosition value true; echo ugiok;;", true),
        ("ugi) echo setoption name sendposition value true; echo ugiok;;", true),
        ("ugi) echo setoption name SendPosition value false; echo ugiok;;", false),
        ("ugi) echo ugiok;;", false),
    ] {
        assert_eq!(started(greeting, Manner::default()).wants_positions, wants, "{greeting}");
    }
    let mut program = Program::start(engine("echo bestmove $position"), Manner::default(), patient()).expect("polite");
    // The line stands between position and go, and is no position itself.
    assert_eq!(program.best_move("startpos", "moves 1 2", "", LONG).expect("an answer").0, "startpos");
}

#[test]
fn a_variant_of_chess_is_set_where_it_is_known() {
    let variants = |list: &str| {
        format!(
            "uci) echo option name UCI_Variant type combo default chess {list}; echo uciok;; setoption) heard=\"$heard$rest-\";;"
        )
    };
    for (list, plays) in [("var chess var cfour", true), ("var cfour var chess", true), ("var chess", false)] {
        let mut program = started(&variants(list), Manner { variant: Some("cfour"), ..Manner::default() });
        assert_eq!(program.plays_variant, plays, "{list}");
        let answer = program.best_move("startpos", "", "", LONG).expect("an answer").0;
        assert_eq!(answer.contains("name UCI_Variant value cfour"), plays, "{answer}");
    }
}
