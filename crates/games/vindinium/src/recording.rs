//! Recordings of Vindinium.
//!
//! | field | of a game |
//! |---|---|
//! | `label` | names it |
//! | `size`, `tiles` | tiles along one side; the map row by row, two characters for each tile |
//! | `training`, `maxTurns` | as in the protocol |
//! | `start`, `spawn` | `[row, column]` of each hero |
//! | `mines` | `[row, column]` of each mine, row by row |
//! | `moves` | one character for each single move: `S`tay, `N`orth, `D`own, `E`ast, `W`est, `X` missed |
//! | `states` | the state after each move: see [`Seen`] |
//! | `end` | `TurnMax`, `AllCrashed`, or `running` if the recording stops before |
//!
//! There are no counts of moves.

use crate::board::{Board, Cell, Dir, HEROES, MAX_SIZE, Pos, Tile};
use crate::map::{owner_char, tile_of};
use crate::rules::{Order, State, Status};
use boardbots_game::recording::{At, RecordingError, read};
use serde::{Deserialize, Serialize};

/// Row, column, life, gold, whether it has crashed (0 or 1), last direction (`-` for none).
pub type HeroSeen = (u8, u8, u8, u32, u8, String);

/// A state as recordings have it: turn, heroes, one character for the owner of each mine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen(pub u32, pub [HeroSeen; HEROES], pub String);

impl Seen {
    /// The recorded part of a state.
    #[must_use]
    pub fn of(board: &Board, state: &State) -> Self {
        let heroes = std::array::from_fn(|hero| {
            let hero = &state.heroes[hero];
            let Pos { x, y } = board.pos(hero.pos);
            (x, y, hero.life, hero.gold, u8::from(hero.crashed), dir_char(hero.last_dir).to_string())
        });
        let owners = (0..board.mines.len()).map(|mine| owner_char(state.owner(mine))).collect();
        Self(state.turn, heroes, owners)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    label: String,
    size: usize,
    training: bool,
    max_turns: i32,
    tiles: Vec<String>,
    start: [[u8; 2]; HEROES],
    spawn: [[u8; 2]; HEROES],
    mines: Vec<[u8; 2]>,
    moves: String,
    states: Vec<Seen>,
    end: String,
}

/// Replays the game of one line.
///
/// # Errors
/// See [`RecordingError`].
pub fn game(line: &str) -> Result<u64, RecordingError> {
    let record: Record = read(line)?;
    let board = board(&record)?;
    if record.moves.chars().count() != record.states.len() {
        return Err(RecordingError::Unreadable("\"states\" must hold one state for each of \"moves\"".into()));
    }
    let pair = |cell: &Cell| {
        let Pos { x, y } = board.pos(*cell);
        [x, y]
    };
    let at = At { game: &record.label, ply: 0 };
    at.same("spawns", &record.spawn, &std::array::from_fn(|hero| pair(&board.spawns[hero])))?;
    at.same("mines", &record.mines, &board.mines.iter().map(pair).collect())?;
    let mut state = State::new(&board, record.max_turns, record.training);
    for (ply, (code, expected)) in (1..).zip(record.moves.chars().zip(&record.states)) {
        let at = At { game: &record.label, ply };
        let order = order_of(code)
            .ok_or_else(|| RecordingError::Unreadable(format!("\"moves\": {code:?} is none of S, N, D, E, W and X")))?;
        if state.finished() {
            return Err(at.differs("end", &format_args!("move {code}"), &status_name(state.status)));
        }
        state.play(&board, order);
        at.same("state", expected, &Seen::of(&board, &state))?;
        for (hero, digit) in state.heroes.iter().zip('1'..) {
            let owned = expected.2.chars().filter(|owner| *owner == digit).count();
            at.same("count of a hero's mines", &owned, &usize::from(hero.mines))?;
        }
    }
    let at = At { game: &record.label, ply: record.states.len() };
    at.same("end", &record.end.as_str(), &status_name(state.status))?;
    Ok(record.states.len() as u64)
}

/// There are none.
///
/// # Errors
/// Always [`RecordingError::Unreadable`].
pub fn count(_line: &str) -> Result<u64, RecordingError> {
    Err(RecordingError::Unreadable("there are no counts of moves of Vindinium".into()))
}

/// The board of a recording, checked: what can be wrong with it is said, not met later.
fn board(record: &Record) -> Result<Board, RecordingError> {
    let wrong = |problem: String| Err(RecordingError::Unreadable(problem));
    let size = record.size;
    if !(1..=MAX_SIZE).contains(&size) {
        return wrong(format!("\"size\" is {size}; it can be 1 to {MAX_SIZE}"));
    }
    if record.tiles.len() != size || record.tiles.iter().any(|row| row.len() != 2 * size) {
        return wrong(format!("\"tiles\" must hold {size} rows of {size} tiles, two characters each"));
    }
    let mut tiles: Vec<Tile> = Vec::with_capacity(size * size);
    for (row, text) in (1..).zip(&record.tiles) {
        for pair in text.as_bytes().chunks_exact(2) {
            let Some(tile) = tile_of(pair) else {
                return wrong(format!("\"tiles\", row {row}: {:?} is no tile", String::from_utf8_lossy(pair)));
            };
            tiles.push(tile);
        }
    }
    let start = record.start.map(|place| place.map(usize::from));
    if start.as_flattened().iter().any(|at| *at >= size) {
        return wrong(format!("\"start\": {:?} is not on the board", record.start));
    }
    let cell = |[x, y]: [usize; 2]| Cell::try_from(x * size + y).expect("fewer than MAX_CELLS cells");
    Ok(Board::new(size, &tiles, start.map(cell)))
}

const fn dir_char(dir: Option<Dir>) -> char {
    match dir {
        None => '-',
        Some(Dir::Stay) => 'S',
        Some(Dir::North) => 'N',
        Some(Dir::South) => 'D',
        Some(Dir::East) => 'E',
        Some(Dir::West) => 'W',
    }
}

fn order_of(code: char) -> Option<Order> {
    let dir = Dir::ALL.into_iter().find(|dir| dir_char(Some(*dir)) == code).map(Order::Go);
    if code == 'X' { Some(Order::Crash) } else { dir }
}

const fn status_name(status: Status) -> &'static str {
    match status {
        Status::Running => "running",
        Status::TurnMax => "TurnMax",
        Status::AllCrashed => "AllCrashed",
    }
}
