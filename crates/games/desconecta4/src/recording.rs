//! Recordings of Desconecta4-BOOM.
//!
//! | field | of a game |
//! |---|---|
//! | `seed` | names it |
//! | `moves` | digits, one for each move |
//! | `pos` | the position before each move and the last one, as [`position_line`] writes them |
//! | `win` | 0 nobody, 1 green, 2 blue |
//!
//! | field | of a count |
//! |---|---|
//! | `m` | moves from the start, with spaces; `-` for none |
//! | `p` | the position, as above |
//! | `perft` | for depths 1, 2, … positions exactly so deep, and ended ones at most so deep |

use crate::notation::{cells_text, digit, parse_action, parse_position};
use crate::rules::Position;
use boardbots_game::colour::Colour;
use boardbots_game::duel::Duel;
use boardbots_game::recording::{At, Fault, read};
use boardbots_search::game::{Game, MAX_DEPTH, Moves};
use boardbots_search::minimax::perft;
use serde::Deserialize;

#[derive(Deserialize)]
struct Record {
    seed: u64,
    moves: String,
    pos: Vec<String>,
    win: u8,
}

#[derive(Deserialize)]
struct Count {
    m: String,
    p: String,
    perft: Vec<(u64, u64)>,
}

/// A position as recordings write it: cells, mover, round, whether green and blue have a
/// bomb, a mask of the moves in hexadecimal, whether it has ended, who has won (0 for
/// nobody), whether the next drop is a bomb.
#[must_use]
pub fn position_line(position: &Position) -> String {
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

/// Replays the game of one line.
///
/// # Errors
/// See [`Fault`].
pub fn game(line: &str) -> Result<u64, Fault> {
    let record: Record = read(line)?;
    let name = format!("seed {}", record.seed);
    if record.pos.len() != record.moves.chars().count() + 1 {
        return Err(Fault::Unreadable("\"pos\" must hold one position more than there are \"moves\"".into()));
    }
    let mut position = Position::default();
    let mut moves = record.moves.chars();
    for (ply, expected) in record.pos.iter().enumerate() {
        let at = At { game: &name, ply };
        at.same("position", expected, &position_line(&position))?;
        match parse_position(expected) {
            Ok(read) if read == position && read.key() == position.key() => {}
            Ok(read) => return Err(at.differs("position read back", expected, &position_line(&read))),
            Err(error) => return Err(at.differs("position read back", expected, &error)),
        }
        let Some(text) = moves.next() else { break };
        let action = parse_action(&position, text.encode_utf8(&mut [0; 4]))
            .map_err(|error| at.differs("move", &text, &error))?;
        at.same("move", &text, &digit(action))?;
        position.play(action);
    }
    let at = At { game: &name, ply: record.pos.len() - 1 };
    at.same("winner", &record.win, &position.winner().flatten().map_or(0, Colour::number))?;
    Ok(record.pos.len() as u64)
}

/// Counts the moves from the position of one line.
///
/// # Errors
/// See [`Fault`].
pub fn count(line: &str) -> Result<u64, Fault> {
    let record: Count = read(line)?;
    if record.perft.len() > usize::from(MAX_DEPTH) {
        return Err(Fault::Unreadable(format!("\"perft\" can have {MAX_DEPTH} depths")));
    }
    let name = format!("moves {}", record.m);
    let at = At { game: &name, ply: 0 };
    let mut position = Position::default();
    for text in record.m.split_whitespace().filter(|text| *text != "-") {
        let action = parse_action(&position, text).map_err(|error| at.differs("move", &text, &error))?;
        position.play(action);
    }
    at.same("position", &record.p, &position_line(&position))?;
    let mut positions = 0;
    for (depth, expected) in (1..).zip(&record.perft) {
        let found = perft(&mut position.clone(), depth);
        At { game: &name, ply: depth.into() }.same("positions and ended ones", expected, &found)?;
        positions += found.0;
    }
    Ok(positions)
}
