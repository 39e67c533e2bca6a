//! Desconecta4-BOOM: whole games position by position, and move counts.

use crate::shared::json_lines;
use boardbots::games::colour::Colour;
use boardbots::games::desconecta4::notation::{cells_text, digit, parse_action, parse_position};
use boardbots::games::desconecta4::rules::Position;
use boardbots::games::duel::Duel;
use boardbots::search::game::{Game, Moves};
use boardbots::search::minimax::perft;
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    seed: u64,
    moves: String,
    pos: Vec<String>,
    win: u8,
}

/// A position as the recording writes it.
fn recorded(position: &Position) -> String {
    let mut moves = Moves::new();
    position.moves(&mut moves);
    let mask = moves.iter().fold(0_u8, |mask, action| mask | 1 << action.number());
    let winner = position.winner();
    format!(
        "{} {} {} {}{} {mask:02x} {} {} {}",
        cells_text(position),
        position.mover().number(),
        position.round(),
        u8::from(position.bomb(Colour::Green) != 0),
        u8::from(position.bomb(Colour::Blue) != 0),
        u8::from(winner.is_some()),
        winner.flatten().map_or(0, Colour::number),
        u8::from(position.drops_bomb()),
    )
}

#[test]
fn desconecta4_games_are_followed_position_by_position() {
    for (line, game) in json_lines::<Recorded>("desconecta4/desconecta4.jsonl.gz") {
        let mut position = Position::default();
        assert_eq!(game.pos.len(), game.moves.len() + 1, "line {line}");
        for (ply, expected) in game.pos.iter().enumerate() {
            assert_eq!(recorded(&position), *expected, "line {line}, seed {}, ply {ply}", game.seed);
            let read = parse_position(expected).unwrap_or_else(|e| panic!("line {line}, ply {ply}: {e}"));
            assert_eq!(read.key(), position.key(), "line {line}, ply {ply}");
            assert_eq!(read, position, "line {line}, ply {ply}");
            let Some(text) = game.moves.get(ply..=ply) else { break };
            let action = parse_action(&position, text).unwrap_or_else(|e| panic!("line {line}, ply {ply}: {e}"));
            assert_eq!(digit(action).to_string(), text);
            position.play(action);
        }
        assert_eq!(position.winner().flatten().map_or(0, Colour::number), game.win, "line {line}");
    }
}

#[derive(Deserialize)]
struct Counted {
    m: String,
    p: String,
    perft: Vec<(u64, u64)>,
}

#[test]
fn desconecta4_moves_are_counted() {
    for (line, counted) in json_lines::<Counted>("desconecta4/desconecta4_perft.jsonl") {
        let mut position = Position::default();
        for text in counted.m.split_whitespace().filter(|text| *text != "-") {
            position.play(parse_action(&position, text).unwrap_or_else(|e| panic!("line {line}: {e}")));
        }
        assert_eq!(recorded(&position), counted.p, "line {line}");
        for (depth, expected) in (1..).zip(counted.perft) {
            assert_eq!(perft(&mut position.clone(), depth), expected, "line {line}, depth {depth}");
        }
    }
}
