//! Recordings of Aspiradoras TRON.
//!
//! | field | of a game |
//! |---|---|
//! | `seed` | names it |
//! | `map` | the text of the map file |
//! | `first` | the side that begins: 1 green, 2 blue |
//! | `moves` | digits; one that cannot be done is a bump, and 5 is the pass of a blocked player |
//! | `pos` | the position before each move and the last one, as [`position_line`] writes them |
//! | `win` | 0 no side, 1 green, 2 blue |
//!
//! | field | of a count |
//! |---|---|
//! | `map`, `first` | as above |
//! | `perft` | for depths 1, 2, … positions exactly so deep, without a look at the end |

use crate::map;
use crate::notation::position_text;
use crate::rules::{Action, Position};
use boardbots_game::recording::{At, RecordingError, read};
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Ending, MAX_DEPTH, Position as _};
use serde::Deserialize;

#[derive(Deserialize)]
struct Record {
    seed: u64,
    first: u8,
    map: String,
    moves: String,
    win: u8,
    pos: Vec<String>,
}

#[derive(Deserialize)]
struct Count {
    #[serde(default)]
    seed: u64,
    map: String,
    first: u8,
    perft: Vec<u64>,
}

/// A position as recordings write it: what [`position_text`] says, masks of the moves of
/// green and blue, whether the original's interface stops, whether it has ended.
#[must_use]
pub fn position_line(position: &Position) -> String {
    let [green, blue] = Side::ALL.map(|side| position.mask(side));
    let stops = u8::from(position.interface_stops());
    format!("{} {green:x} {blue:x} {stops} {}", position_text(position), u8::from(position.ended().is_some()))
}

/// The position before the first move.
fn start(text: &str, first: u8) -> Result<Position, RecordingError> {
    let map = map::parse(text).map_err(|error| RecordingError::Unreadable(format!("\"map\": {error}")))?;
    let side = Side::ALL.into_iter().find(|side| side.number() == first);
    let side = side.ok_or_else(|| RecordingError::Unreadable(format!("\"first\" is 1 or 2, not {first}")))?;
    Ok(Position::new(&map, side))
}

/// The number of the side that has won, 0 for no side.
fn winner(position: &Position, ending: Ending) -> u8 {
    match ending {
        Ending::Win => position.mover.number(),
        Ending::Loss => position.mover.other().number(),
        Ending::Draw => 0,
    }
}

/// Replays the game of one line.
///
/// # Errors
/// See [`RecordingError`].
pub fn game(line: &str) -> Result<u64, RecordingError> {
    let record: Record = read(line)?;
    let name = format!("seed {}", record.seed);
    if record.pos.len() != record.moves.chars().count() + 1 {
        return Err(RecordingError::Unreadable("\"pos\" must hold one position more than there are \"moves\"".into()));
    }
    let mut position = start(&record.map, record.first)?;
    let mut moves = record.moves.chars();
    let mut won = None;
    for (ply, expected) in record.pos.iter().enumerate() {
        let at = At { game: &name, ply };
        at.same("position", expected, &position_line(&position))?;
        if let Some(ending) = position.ended() {
            // Recordings go on until both are blocked; nothing can change any more.
            let winner = winner(&position, ending);
            at.same("winner", &record.win, &winner)?;
            won = Some(winner);
        }
        let Some(text) = moves.next() else { break };
        let action = text.to_digit(10).and_then(|digit| u8::try_from(digit).ok()).and_then(Action::new);
        let action =
            action.ok_or_else(|| RecordingError::Unreadable(format!("\"moves\": {text:?} is none of 0 to 3 and 5")))?;
        advance(&mut position, action, at)?;
    }
    let at = At { game: &name, ply: record.pos.len() - 1 };
    at.same("winner", &Some(record.win), &won)?;
    let [green, blue] = Side::ALL.map(|side| position.score(side));
    let most = [0, 1, 2][usize::from(green > blue) + 2 * usize::from(blue > green)];
    at.same("who has most", &record.win, &most)?;
    Ok(record.pos.len() as u64)
}

/// Plays an action, or bumps where it cannot be done; what can be done can be taken back.
fn advance(position: &mut Position, action: Action, at: At<'_>) -> Result<(), RecordingError> {
    let moves = position.moves();
    let allowed = position.allows(action);
    at.same("move in the list", &allowed, &moves.contains(&action))?;
    if !allowed {
        position.bump();
        return Ok(());
    }
    let before = position.clone();
    let undo = position.play(action);
    let after = position.clone();
    position.undo(action, undo);
    if *position != before {
        return Err(at.differs("position after taking back", &position_line(&before), &position_line(position)));
    }
    *position = after;
    Ok(())
}

/// Counts the moves from the start of one line's map.
///
/// # Errors
/// See [`RecordingError`].
pub fn count(line: &str) -> Result<u64, RecordingError> {
    let record: Count = read(line)?;
    if record.perft.len() > usize::from(MAX_DEPTH) {
        return Err(RecordingError::Unreadable(format!("\"perft\" can have {MAX_DEPTH} depths")));
    }
    let name = format!("seed {}", record.seed);
    let mut position = start(&record.map, record.first)?;
    let before = position.clone();
    let mut positions = 0;
    for (depth, expected) in (1..).zip(&record.perft) {
        let at = At { game: &name, ply: depth };
        let found = below(&mut position, depth);
        at.same("positions", expected, &found)?;
        if position != before {
            return Err(at.differs("position afterwards", &position_line(&before), &position_line(&position)));
        }
        positions += found;
    }
    Ok(positions)
}

/// Positions exactly `depth` plies away; the count does not look at the end, but nothing
/// follows where both are blocked.
fn below(position: &mut Position, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    if Side::ALL.into_iter().all(|side| position.mask(side) == 0) {
        return 0;
    }
    let moves = position.moves();
    let mut sum = 0;
    for action in moves {
        let undo = position.play(action);
        sum += below(position, depth - 1);
        position.undo(action, undo);
    }
    sum
}
