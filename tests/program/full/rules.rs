//! `boardbots rules` as a process.

use std::collections::BTreeSet;
use std::process::{Command, Output};

/// The games with rules in every language; others may have them in English alone, or none.
const TRANSLATED: [&str; 6] = ["battletech", "connect-four", "desconecta4", "dragon-slayer", "tron", "vindinium"];

/// Exit code, stdout and stderr.
fn rules(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let Output { status, stdout, stderr } = command.arg("rules").args(arguments).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code().expect("it ends by itself"), text(stdout), text(stderr))
}

#[test]
fn games_say_their_rules_in_every_language() {
    let mut seen = BTreeSet::new();
    for game in boardbots_catalog::all() {
        for language in ["en", "es", "ca", "ru"] {
            let (code, out, err) = rules(&[game.name(), "--lang", language]);
            assert_eq!((code, err.as_str()), (0, ""), "{game} {language}");
            if !TRANSLATED.contains(&game.name()) {
                continue;
            }
            // In a line what it is about, then the rules.
            assert!(out.lines().count() >= 3 && out.chars().count() > 150, "{game} {language}: {out}");
            assert!(out.lines().all(|line| line.chars().count() <= 80), "{game} {language}: {out}");
            assert!(seen.insert(out), "{game} {language} is there twice");
        }
    }
    assert_eq!(seen.len(), 4 * TRANSLATED.len());
    let numbers = rules(&["vindinium"]).1;
    assert!(numbers.contains("20 life") && numbers.contains("300 rounds"), "{numbers}");
    assert_eq!(rules(&["tron"]).1, rules(&["tron", "--lang", "en"]).1);
}

#[test]
fn what_there_is_not_is_said() {
    let (code, out, err) = rules(&["chess"]);
    assert!(code == 2 && out.is_empty() && err.contains("there are dragon-slayer"), "{err}");
    let (code, _, err) = rules(&["tron", "--lang", "de"]);
    assert!(code == 2 && err.contains("en, es, ca, ru"), "{err}");
}
