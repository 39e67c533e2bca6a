//! Maps as text: two characters for each tile, one line for each row.
//!
//! | text | tile |
//! |---|---|
//! | two spaces | air |
//! | `##` | wall |
//! | `[]` | tavern |
//! | `$-`, `$1` … | mine, neutral or owned |
//! | `@1` … | start of a hero, on air |
//!
//! Short rows and missing rows are filled with air, as the original did.

use super::board::{Board, Cell, HEROES, MAX_SIZE, Tile};
use super::rules::{NEUTRAL, Owner, State};
use arrayvec::ArrayVec;

/// A board with the ownerships its text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Tiles, starts and spawns.
    pub board: Board,
    /// Mines that have an owner from the beginning: number of the mine, owner.
    pub owned: Vec<(usize, Owner)>,
}

impl Map {
    /// The state before the first move on this map.
    #[must_use]
    pub fn start(&self, max_turns: i32, training: bool) -> State {
        let mut state = State::new(&self.board, max_turns, training);
        for &(mine, owner) in &self.owned {
            state.set_owner(mine, owner);
        }
        state
    }

    /// The map as text, one line for each row, heroes drawn where they start.
    #[must_use]
    pub fn text(&self) -> String {
        let state = self.start(0, false);
        let tiles = tiles_text(&self.board, &state);
        let width = 2 * self.board.size();
        let rows: Vec<&str> = (0..self.board.size()).map(|x| &tiles[x * width..(x + 1) * width]).collect();
        rows.join("\n")
    }
}

/// An error in the text of a map. Lines and columns count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// There are not exactly four different heroes; holds how many were found.
    #[error("a map needs the four starts @1 to @4, found {0}")]
    Heroes(usize),
    /// A hero's digit stands twice: line, column, digit.
    #[error("line {0}, column {1}: a second start of hero {2}")]
    HeroTwice(usize, usize, char),
    /// The longest line, of this number, has an odd count of characters.
    #[error("line {0}: every tile takes two characters, the last has only one")]
    OddLine(usize),
    /// Two characters that mean nothing: line, column, the characters.
    #[error("line {0}, column {1}: {2:?} is no tile; use two spaces, ##, [], $-, $1 to $4, @1 to @4")]
    Tile(usize, usize, String),
    /// More rows than columns: rows, columns.
    #[error("{0} rows but {1} columns: a map has no more rows than columns")]
    NotSquare(usize, usize),
    /// More columns than [`MAX_SIZE`].
    #[error("{0} columns: the largest map is {MAX_SIZE} by {MAX_SIZE}")]
    TooLarge(usize),
    /// Nothing is drawn.
    #[error("the map is empty")]
    Empty,
}

/// Reads a map text.
///
/// ```
/// use boardbots_vindinium::map;
/// let map = map::parse("@1$-@4\n##[]##\n@2  @3").unwrap();
/// assert_eq!((map.board.size(), map.board.mines.len()), (3, 1));
/// assert_eq!(map::parse("@1@2@3").unwrap_err(), map::MapError::Heroes(3));
/// ```
///
/// # Errors
/// A text that is no map of at most [`MAX_SIZE`] columns, with the place of the fault.
pub fn parse(text: &str) -> Result<Map, MapError> {
    let lines: Vec<Vec<char>> = text.split('\n').map(|line| line.trim_end_matches('\r').chars().collect()).collect();
    let above = lines.iter().take_while(|line| line.is_empty()).count();
    let below = lines.iter().rev().take_while(|line| line.is_empty()).count();
    if above == lines.len() {
        return Err(MapError::Empty);
    }
    let rows = &lines[above..lines.len() - below];
    let number = |row: usize| row + above + 1;
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if longest % 2 == 1 {
        let row = rows.iter().position(|line| line.len() == longest).unwrap_or(0);
        return Err(MapError::OddLine(number(row)));
    }
    let size = longest / 2;
    if size > MAX_SIZE {
        return Err(MapError::TooLarge(size));
    }
    if rows.len() > size {
        return Err(MapError::NotSquare(rows.len(), size));
    }
    let mut tiles = vec![Tile::Air; size * size];
    let mut taken = Vec::new();
    let mut heroes: Vec<(char, usize)> = Vec::new();
    let mut mines = 0;
    for (x, line) in rows.iter().enumerate() {
        for y in 0..size {
            let char_at = |i: usize| line.get(i).copied().unwrap_or(' ');
            let (line, column) = (number(x), 2 * y + 1);
            let pair = (char_at(2 * y), char_at(2 * y + 1));
            tiles[x * size + y] = match pair {
                (' ', ' ') => Tile::Air,
                ('#', '#') => Tile::Wall,
                ('[', ']') => Tile::Tavern,
                ('$', digit) => {
                    let owner = owner_of(digit);
                    if owner != NEUTRAL {
                        taken.push((mines, owner));
                    }
                    mines += 1;
                    Tile::Mine
                }
                ('@', digit) if digit.is_ascii_digit() => {
                    if heroes.iter().any(|&(seen, _)| seen == digit) {
                        return Err(MapError::HeroTwice(line, column, digit));
                    }
                    heroes.push((digit, x * size + y));
                    Tile::Air
                }
                (a, b) => return Err(MapError::Tile(line, column, format!("{a}{b}"))),
            };
        }
    }
    heroes.sort_unstable();
    let starts: ArrayVec<Cell, MAX_HERO_DIGITS> =
        heroes.iter().map(|&(_, cell)| Cell::try_from(cell).expect("fewer than MAX_CELLS cells")).collect();
    let starts = <[Cell; HEROES]>::try_from(starts.as_slice()).map_err(|_| MapError::Heroes(heroes.len()))?;
    Ok(Map { board: Board::new(size, &tiles, starts), owned: taken })
}

/// Different digits after `@`.
const MAX_HERO_DIGITS: usize = 10;

/// The owner that the second character of a mine names.
#[must_use]
pub fn owner_of(digit: char) -> Owner {
    match digit {
        '1'..='9' => digit as Owner - b'1',
        '0' => 9,
        _ => NEUTRAL,
    }
}

/// The second character of a mine with this owner; the inverse of [`owner_of`].
#[must_use]
pub fn owner_char(owner: Owner) -> char {
    match owner {
        0..=8 => char::from(b'1' + owner),
        9 => '0',
        _ => '-',
    }
}

/// The tile that two characters of the protocol or of a recording mean; a hero hides air.
#[must_use]
pub const fn tile_of(pair: &[u8]) -> Option<Tile> {
    match pair {
        b"  " | [b'@', b'1'..=b'4'] => Some(Tile::Air),
        b"##" => Some(Tile::Wall),
        b"[]" => Some(Tile::Tavern),
        [b'$', _] => Some(Tile::Mine),
        _ => None,
    }
}

/// The tiles as the protocol writes them: two characters each, no line breaks, heroes drawn
/// over (the first by number where two share a cell).
#[must_use]
pub fn tiles_text(board: &Board, state: &State) -> String {
    let mut text = vec![b' '; 2 * board.cells()];
    for (pair, tile) in text.as_chunks_mut::<2>().0.iter_mut().zip(board.tiles()) {
        *pair = *match tile {
            Tile::Air => b"  ",
            Tile::Wall => b"##",
            Tile::Tavern => b"[]",
            Tile::Mine => b"$-",
        };
    }
    for (mine, &cell) in board.mines.iter().enumerate() {
        text[2 * usize::from(cell) + 1] = owner_char(state.owner(mine)) as u8;
    }
    for (index, hero) in state.heroes.iter().enumerate().rev() {
        let at = 2 * usize::from(hero.pos);
        text[at] = b'@';
        text[at + 1] = b'1' + u8::try_from(index).expect("four heroes");
    }
    String::from_utf8(text).expect("tiles are ASCII")
}

/// The text of a named map, `m1` to `m6`: our drawings, in the sizes and with as many mines
/// as the maps of these names on the original server.
#[must_use]
pub fn named(name: &str) -> Option<&'static str> {
    Some(match name {
        "m1" => include_str!("maps/m1.txt"),
        "m2" => include_str!("maps/m2.txt"),
        "m3" => include_str!("maps/m3.txt"),
        "m4" => include_str!("maps/m4.txt"),
        "m5" => include_str!("maps/m5.txt"),
        "m6" => include_str!("maps/m6.txt"),
        _ => return None,
    })
}
