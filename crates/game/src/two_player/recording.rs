//! Recordings of games for two whose positions have a text.
//!
//! | field | of a game |
//! |---|---|
//! | `seed` | names it |
//! | `moves` | the moves, with spaces between unless each is a character |
//! | `pos` | the position before each move and the last one, as [`TwoPlayerGame::recorded`](super::TwoPlayerGame::recorded) writes them |
//! | `win` | 0 for a draw, 1 for the first side, 2 for the second |
//!
//! | field | of a count |
//! |---|---|
//! | `m` | moves from the start, separated by spaces; `-` for none |
//! | `p` | the position, as above |
//! | `perft` | for depths 1, 2, …: positions at this depth, and ended games at most as deep |

use super::TwoPlayerGame;
use super::opening::start;
use super::side::Side;
use super::state::separator;
use crate::options::Settings;
use crate::recording::{At, RecordingError, Recordings, read};
use crate::state::split;
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
pub const fn recordings<G: TwoPlayerGame>() -> Recordings {
    Recordings { game: game::<G>, count: count::<G> }
}

/// Plays a move by its text.
fn play<G: TwoPlayerGame>(position: &mut G, text: &str, at: At<'_>) -> Result<(), RecordingError> {
    let action = position.parse_move(text).map_err(|error| at.differs("move", &text, &error))?;
    at.same("move", &text.to_string(), &action.to_string())?;
    position.play(action);
    Ok(())
}

/// Replays the game of one line.
fn game<G: TwoPlayerGame>(line: &str) -> Result<u64, RecordingError> {
    let record: Record = read(line)?;
    let name = format!("seed {}", record.seed);
    let moves = || split(&record.moves, separator::<G>());
    if record.pos.len() != moves().count() + 1 {
        return Err(RecordingError::Unreadable("\"pos\" must hold one position more than there are \"moves\"".into()));
    }
    let mut position: G = start(&Settings::default());
    let mut moves = moves();
    for (ply, expected) in record.pos.iter().enumerate() {
        let at = At { game: &name, ply };
        at.same("position", expected, &position.recorded())?;
        let text = position.text().unwrap_or_default();
        match G::read(&text) {
            Ok(read) if read.recorded() == *expected && read.key() == position.key() => {}
            Ok(read) => return Err(at.differs("position read back", expected, &read.recorded())),
            Err(error) => return Err(at.differs("position read back", expected, &error)),
        }
        let Some(text) = moves.next() else { break };
        play(&mut position, text, at)?;
    }
    let at = At { game: &name, ply: record.pos.len() - 1 };
    at.same("winner", &record.win, &position.winner().flatten().map_or(0, Side::number))?;
    Ok(record.pos.len() as u64)
}

/// Counts the positions that follow from the one of a line.
fn count<G: TwoPlayerGame>(line: &str) -> Result<u64, RecordingError> {
    let record: Count = read(line)?;
    if record.perft.len() > usize::from(MAX_DEPTH) {
        return Err(RecordingError::Unreadable(format!("\"perft\" can have {MAX_DEPTH} depths")));
    }
    let name = format!("moves {}", record.m);
    let at = At { game: &name, ply: 0 };
    let mut position: G = start(&Settings::default());
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
