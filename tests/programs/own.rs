//! The engines of this program.

use super::script::{LONG, patient};
use boardbots_tournament::program::{Kind, Manner, Program};
use std::time::Duration;

fn engine(game: &str, options: &[(&str, &str)]) -> Program {
    let command = format!("\"{}\" engine {game}", env!("CARGO_BIN_EXE_boardbots")).parse().expect("a command");
    let options = options.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    Program::start(command, Manner { options, ..Manner::default() }, patient()).expect("our own engine")
}

#[test]
fn plays_whole_games() {
    for (game, options) in [
        ("desconecta4", vec![("Depth", "2"), ("Threads", "1")]),
        ("tron", vec![("Depth", "2"), ("Size", "8"), ("Seed", "3")]),
    ] {
        let mut program = engine(game, &options);
        assert!(program.name.starts_with(&format!("boardbots {game}")), "{}", program.name);
        for _ in 0..2 {
            program.new_game().expect("polite");
            let mut moves = String::new();
            loop {
                let (action, _) =
                    program.best_move(&format!("startpos moves {moves}"), "", "", LONG).expect("an answer");
                assert_eq!(program.complaint.as_deref(), None);
                if action == "none" || moves.len() >= 400 {
                    break;
                }
                assert!(action.len() == 1, "{game}: {action}");
                moves.push_str(&action);
            }
            assert!(moves.len() > 6, "{game}: {moves}");
        }
        assert_eq!((program.garbage, program.starts), (0, 1));
    }
}

#[test]
fn dragon_slayer_answers_in_words() {
    let mut program = engine("dragon-slayer", &[("Personality", "Abel")]);
    let (action, _) = program.best_move("startpos", "", "", LONG).expect("an answer");
    assert!(action.starts_with("fight ") || action == "challenge", "{action}");
}

#[test]
fn an_endless_search_hangs() {
    let mut program = engine("desconecta4", &[]);
    let fault = program.best_move("startpos", "", "infinite", Duration::from_millis(200)).expect_err("no end");
    assert_eq!(fault.kind, Kind::Hang);
    program.new_game().expect("it starts anew");
    program.best_move("startpos", "", "depth 1", LONG).expect("an answer");
}

#[test]
fn nonsense_is_complained_about() {
    let mut program = engine("desconecta4", &[]);
    program.best_move("startpos moves 9", "", "depth 1", LONG).expect("an answer for the old position");
    assert!(program.complaint.as_ref().is_some_and(|text| text.contains('9')), "{:?}", program.complaint);
    let command = format!("\"{}\" engine tron", env!("CARGO_BIN_EXE_boardbots")).parse().expect("a command");
    let options = vec![("Dept".to_string(), "3".to_string())];
    let manner = Manner { options, ..Manner::default() };
    let fault = Program::start(command, manner, patient()).map(|_| ()).expect_err("no such option");
    assert_eq!(fault.kind, Kind::Refusal);
    assert!(fault.detail.contains("no option \"Dept\""), "{fault}");
}
