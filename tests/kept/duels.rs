//! The engine protocol: the same searches of fixed depth.

use crate::program::{program, same};
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;

/// What an engine is told; after `go` its answer is waited for.
const DESCONECTA4: &[&str] = &[
    "uci",
    "position startpos",
    "d",
    "go depth 8",
    "position startpos moves 33442",
    "go depth 7",
    "setoption name Judge value course",
    "go depth 7",
    "setoption name Judge value strong",
    "setoption name Table value 0",
    "setoption name Threads value 2",
    "position startpos moves 26322026",
    "d",
    "go depth 6",
    "ucinewgame",
    "position startpos moves 2632202610527440175630060077426700047621456201771357100476",
    "d",
    "go depth 8",
];
const TRON: &[&str] = &[
    "uci",
    "position startpos",
    "d",
    "go depth 8",
    "setoption name Size value 12",
    "setoption name Seed value 7",
    "setoption name First value blue",
    "position startpos moves 23",
    "d",
    "go depth 7",
    "setoption name Judge value course",
    "setoption name Table value 0",
    "setoption name Threads value 2",
    "go depth 6",
];
const DRAGON_SLAYER: &[&str] = &[
    "uci",
    "position startpos",
    "go",
    "position 12T,20 1 BG 2 6 - choose 3",
    "go",
    "setoption name Personality value Killer impulsive",
    "setoption name Seed value 9",
    "go",
    "position 12T,20 1 BG 2 6 - choose 3",
    "go",
    "setoption name Personality value Carla",
    "position 30T,33 2 R 1 6 - challenge1 5 40 5 1",
    "go",
    "position 30T,33 1 BR 3 4 2 fight 5",
    "go",
];

/// What an engine says to this, without what differs each time.
fn session(game: &str, lines: &[&str]) -> String {
    let mut command = program(Path::new("."), &["engine", game]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let (mut input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
    let mut answers = BufReader::new(output).lines().map(|line| line.expect("text"));
    let mut told = String::new();
    let mut alone = true;
    for line in lines {
        // How threads share their work differs each time; what comes out does not.
        if let Some(threads) = line.strip_prefix("setoption name Threads value ") {
            alone = threads == "1";
        }
        writeln!(told, "> {line}").expect("it is a text");
        let last = if line.starts_with("go") { "bestmove" } else { "readyok" };
        writeln!(input, "{line}").expect("it reads");
        if last == "readyok" {
            writeln!(input, "isready").expect("it reads");
        }
        loop {
            let answer = answers.next().unwrap_or_else(|| panic!("{game}: it has ended after {line:?}"));
            if answer != "readyok" && !answer.starts_with("id ") && !answer.starts_with("option ") {
                writeln!(told, "{}", lasting(&answer, alone)).expect("it is a text");
            }
            if answer.starts_with(last) {
                break;
            }
        }
    }
    drop(input);
    assert!(child.wait().expect("it ends").success(), "{game}");
    told
}

/// A line without `time N` and `nps N`, and without the positions and lines that threads look at.
fn lasting(line: &str, alone: bool) -> String {
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "time" | "nps" if line.starts_with("info") => drop(words.next()),
            "nodes" if !alone => break,
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

#[test]
fn engines_search_the_same() {
    for (game, lines) in [("desconecta4", DESCONECTA4), ("tron", TRON), ("dragon-slayer", DRAGON_SLAYER)] {
        same(&format!("engine-{game}.txt"), &session(game, lines));
    }
}
