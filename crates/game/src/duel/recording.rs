//! Recordings of games for two whose positions have a text.
//!
//! | field | of a game |
//! |---|---|
//! | `seed` | names it |
//! | `moves` | digits, one for each move |
//! | `pos` | the position before each move and the last one, as [`Board::recorded`] writes them |
//! | `win` | 0 for a draw, 1 for green, 2 for blue |
//!
//! | field | of a count |
//! |---|---|
//! | `m` | moves from the start, separated by spaces; `-` for none |
//! | `p` | the position, as above |
//! | `perft` | for depths 1, 2, …: positions at this depth, and ended games at most as deep |

use super::board::Board;
use crate::colour::Colour;
use crate::recording::{At, Fault, Recordings, read};
use boardbots_search::minimax::perft;
use boardbots_search::position::MAX_DEPTH;
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

/// Replays recordings of this game.
#[must_use]
pub const fn recordings<D: Board>() -> Recordings {
    Recordings { game: game::<D>, count: count::<D> }
}

/// Plays a move by its digit.
fn play<D: Board>(position: &mut D, text: &str, at: At<'_>) -> Result<(), Fault> {
    let action = position.parse_move(text).map_err(|error| at.differs("move", &text, &error))?;
    at.same("move", &text.to_string(), &D::digit(action).to_string())?;
    position.play(action);
    Ok(())
}

/// Replays the game of one line.
fn game<D: Board>(line: &str) -> Result<u64, Fault> {
    let record: Record = read(line)?;
    let name = format!("seed {}", record.seed);
    if record.pos.len() != record.moves.chars().count() + 1 {
        return Err(Fault::Unreadable("\"pos\" must hold one position more than there are \"moves\"".into()));
    }
    let mut position = D::start(&D::Setup::default());
    let mut moves = record.moves.chars();
    for (ply, expected) in record.pos.iter().enumerate() {
        let at = At { game: &name, ply };
        at.same("position", expected, &position.recorded())?;
        let text = position.text().unwrap_or_default();
        match D::read(&text) {
            Ok(read) if read.recorded() == *expected && read.key() == position.key() => {}
            Ok(read) => return Err(at.differs("position read back", expected, &read.recorded())),
            Err(error) => return Err(at.differs("position read back", expected, &error)),
        }
        let Some(digit) = moves.next() else { break };
        play(&mut position, digit.encode_utf8(&mut [0; 4]), at)?;
    }
    let at = At { game: &name, ply: record.pos.len() - 1 };
    at.same("winner", &record.win, &position.winner().flatten().map_or(0, Colour::number))?;
    Ok(record.pos.len() as u64)
}

/// Counts the positions that follow from the one of a line.
fn count<D: Board>(line: &str) -> Result<u64, Fault> {
    let record: Count = read(line)?;
    if record.perft.len() > usize::from(MAX_DEPTH) {
        return Err(Fault::Unreadable(format!("\"perft\" can have {MAX_DEPTH} depths")));
    }
    let name = format!("moves {}", record.m);
    let at = At { game: &name, ply: 0 };
    let mut position = D::start(&D::Setup::default());
    for text in record.m.split_whitespace().filter(|text| *text != "-") {
        play(&mut position, text, at)?;
    }
    at.same("position", &record.p, &position.recorded())?;
    let mut positions = 0;
    for (depth, expected) in (1..).zip(&record.perft) {
        let found = perft(&mut position.clone(), depth);
        At { game: &name, ply: depth.into() }.same("positions and ended ones", expected, &found)?;
        positions += found.0;
    }
    Ok(positions)
}
