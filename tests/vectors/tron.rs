//! Aspiradoras TRON: whole games position by position, and move counts.

use crate::shared::json_lines;
use boardbots::games::colour::Colour;
use boardbots::games::tron::map;
use boardbots::games::tron::notation::{digit, position_text};
use boardbots::games::tron::rules::{Action, Position};
use boardbots::search::game::{Ending, Game, Moves};
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    seed: u64,
    first: u8,
    map: String,
    moves: String,
    win: u8,
    pos: Vec<String>,
}

fn start(text: &str, first: u8) -> Position {
    let map = map::parse(text).unwrap_or_else(|e| panic!("{e}"));
    Position::new(&map, if first == 1 { Colour::Green } else { Colour::Blue })
}

/// A position as the recording writes it.
fn recorded(position: &Position) -> String {
    let [green, blue] = Colour::ALL.map(|side| position.mask(side));
    let stops = u8::from(position.interface_stops());
    format!("{} {green:x} {blue:x} {stops} {}", position_text(position), u8::from(position.ended().is_some()))
}

/// The number of the side that has won, 0 for nobody, as `ended` says it.
fn winner(position: &Position, ending: Ending) -> u8 {
    match ending {
        Ending::Win => position.mover().number(),
        Ending::Loss => position.mover().other().number(),
        Ending::Draw => 0,
    }
}

#[test]
fn tron_games_are_followed_position_by_position() {
    let mut bumps = 0;
    for (line, game) in json_lines::<Recorded>("tron/tron.jsonl.gz") {
        let mut position = start(&game.map, game.first);
        assert_eq!(game.pos.len(), game.moves.len() + 1, "line {line}");
        let mut first_end = None;
        for (ply, expected) in game.pos.iter().enumerate() {
            let at = format!("line {line}, seed {}, ply {ply}", game.seed);
            assert_eq!(recorded(&position), *expected, "{at}");
            if let Some(ending) = position.ended() {
                let winner = winner(&position, ending);
                assert_eq!(*first_end.get_or_insert(winner), winner, "{at}: the winner changes after the end");
            }
            let Some(text) = game.moves.get(ply..=ply) else { break };
            let action = Action::new(text.parse().expect("a digit")).unwrap_or_else(|| panic!("{at}: {text}"));
            assert_eq!(digit(action).to_string(), text);
            let before = position.clone();
            if position.allows(action) {
                let mut moves = Moves::new();
                position.moves(&mut moves);
                assert!(moves.contains(&action), "{at}");
                let undo = position.play(action);
                let after = position.clone();
                position.undo(action, undo);
                assert!(position == before, "{at}: not taken back");
                position = after;
            } else {
                bumps += 1;
                position.bump();
            }
        }
        assert_eq!(first_end, Some(game.win), "line {line}");
        let [green, blue] = Colour::ALL.map(|side| position.score(side));
        let most = [0, 1, 2][usize::from(green > blue) + 2 * usize::from(blue > green)];
        assert_eq!(most, game.win, "line {line}");
    }
    println!("{bumps} bumps");
}

#[derive(Deserialize)]
struct Counted {
    map: String,
    first: u8,
    perft: Vec<u64>,
}

/// Positions exactly `depth` plies away; the count does not look at the end, but nothing
/// follows where both are blocked.
fn count(position: &mut Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if Colour::ALL.into_iter().all(|side| position.mask(side) == 0) {
        return 0;
    }
    let mut moves = Moves::new();
    position.moves(&mut moves);
    let mut sum = 0;
    for action in moves {
        let undo = position.play(action);
        sum += count(position, depth - 1);
        position.undo(action, undo);
    }
    sum
}

#[test]
fn tron_moves_are_counted() {
    for (line, counted) in json_lines::<Counted>("tron/tron_perft.jsonl") {
        let mut position = start(&counted.map, counted.first);
        let before = position.clone();
        for (depth, expected) in (1..).zip(counted.perft) {
            assert_eq!(count(&mut position, depth), expected, "line {line}, depth {depth}");
        }
        assert!(position == before, "line {line}");
    }
}
