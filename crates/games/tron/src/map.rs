//! Maps and their files.
//!
//! The first line of a file is a comment. Then come whole numbers with any white space
//! between: the size, row and column of green's start, row and column of blue's start (from
//! 0, row 0 at the top), and the cells row by row: 0 is an obstacle, any other number is
//! floor with one unit of dirt less than the number.

use boardbots_game::two_player::side::{Side, Sides};
use std::fmt::{self, Write};

/// Rows and columns of the largest map.
pub const MAX_SIZE: usize = 80;
/// Most units of dirt on a cell.
pub const MAX_DIRT: u8 = 35;

/// The map that is played on unless there is another: 20 rows and columns.
const DEFAULT: &str = include_str!("default.map");

/// A cell of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 on the left.
    pub column: u8,
}

/// The map of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    size: u8,
    /// The numbers of the file.
    cells: Vec<u8>,
    starts: Sides<Place>,
}

impl Default for Map {
    fn default() -> Self {
        parse(DEFAULT).expect("tested")
    }
}

/// The part of a map that is expected at some place of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Rows and columns.
    Size,
    /// Row of a start.
    StartRow(Side),
    /// Column of a start.
    StartColumn(Side),
    /// A cell.
    Cell(Place),
}

/// An error in the text of a map. Lines and columns of the text count from 1; columns count characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    /// A word is not the number that is expected here.
    #[error("line {line}, column {column}: expected {}; found \"{found}\"", .part.expected(*.size))]
    Number {
        /// Line of the text.
        line: usize,
        /// Column of the text.
        column: usize,
        /// The part that is expected.
        part: Part,
        /// Size of the map; 0 while it is unknown.
        size: u8,
        /// The word that was found.
        found: String,
    },
    /// The text ends too early.
    #[error("line {line}, column {column}: the map ends too early; expected {}", .part.expected(*.size))]
    Short {
        /// Line of the text's end.
        line: usize,
        /// Column of the text's end.
        column: usize,
        /// The part that is expected.
        part: Part,
        /// Size of the map; 0 while it is unknown.
        size: u8,
    },
    /// There is more text behind the last cell.
    #[error(
        "line {line}, column {column}: found \"{found}\" behind the last of {size} x {size} cells; correct the size or take it out"
    )]
    Long {
        /// Line of the text.
        line: usize,
        /// Column of the text.
        column: usize,
        /// Size of the map.
        size: u8,
        /// The first word too many.
        found: String,
    },
    /// A start is an obstacle; the place in the text is that of the cell.
    #[error(
        "line {line}, column {column}: {} starts in {place}, but found an obstacle, 0, there; make the cell 1 or start elsewhere",
        side.colour()
    )]
    Blocked {
        /// Line of the text.
        line: usize,
        /// Column of the text.
        column: usize,
        /// The side of the start.
        side: Side,
        /// The start.
        place: Place,
    },
    /// Both start on the same cell; the place in the text is that of blue's row.
    #[error("line {line}, column {column}: blue starts where green does, in {place}; start elsewhere")]
    Shared {
        /// Line of the text.
        line: usize,
        /// Column of the text.
        column: usize,
        /// The cell.
        place: Place,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "row {}, column {} (from 0)", self.row, self.column)
    }
}

impl Part {
    /// A description of the part, on a map of this size.
    fn expected(self, size: u8) -> String {
        let last = size.saturating_sub(1);
        match self {
            Self::Size => {
                format!("the size of the map, 2 to {MAX_SIZE} (the first line of the file is a comment)")
            }
            Self::StartRow(side) => format!("the row of {}'s start, 0 to {last}", side.colour()),
            Self::StartColumn(side) => format!("the column of {}'s start, 0 to {last}", side.colour()),
            Self::Cell(place) => format!(
                "the cell in {place}: 0 for an obstacle, 1 for clean floor, 2 to {} for floor with 1 to {MAX_DIRT} units of dirt",
                MAX_DIRT + 1
            ),
        }
    }

    /// The smallest and the largest number, on a map of this size.
    fn range(self, size: u8) -> (u8, u8) {
        match self {
            Self::Size => (2, u8::try_from(MAX_SIZE).expect("a small number")),
            Self::StartRow(_) | Self::StartColumn(_) => (0, size - 1),
            Self::Cell(_) => (0, MAX_DIRT + 1),
        }
    }
}

/// A word of a text and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

/// The words behind the first line, and the end of the text.
fn words(text: &str) -> (Vec<Word<'_>>, (usize, usize)) {
    let mut words = Vec::new();
    let mut end = (1, 1);
    for (line, row) in (1..).zip(text.split('\n')) {
        end = (line, row.trim_end().chars().count() + 1);
        if line == 1 {
            continue;
        }
        let mut begun = None;
        // One more space ends the last word.
        for (column, (at, c)) in (1..).zip(row.char_indices().chain([(row.len(), ' ')])) {
            match begun {
                None if !c.is_whitespace() => begun = Some((column, at)),
                Some((column, from)) if c.is_whitespace() => {
                    words.push(Word { line, column, text: &row[from..at] });
                    begun = None;
                }
                _ => {}
            }
        }
    }
    (words, end)
}

/// Reads the numbers of a text one by one.
struct Reader<'a> {
    words: std::vec::IntoIter<Word<'a>>,
    end: (usize, usize),
    size: u8,
}

impl<'a> Reader<'a> {
    /// The next number and where it stands.
    fn number(&mut self, part: Part) -> Result<(u8, Word<'a>), MapError> {
        let Some(word) = self.words.next() else {
            let (line, column) = self.end;
            return Err(MapError::Short { line, column, part, size: self.size });
        };
        let (low, high) = part.range(self.size);
        match word.text.parse::<u8>() {
            Ok(number) if (low..=high).contains(&number) => Ok((number, word)),
            _ => {
                let found = word.text.to_string();
                Err(MapError::Number { line: word.line, column: word.column, part, size: self.size, found })
            }
        }
    }

    fn start(&mut self, side: Side) -> Result<(Place, Word<'a>), MapError> {
        let (row, word) = self.number(Part::StartRow(side))?;
        let (column, _) = self.number(Part::StartColumn(side))?;
        Ok((Place { row, column }, word))
    }
}

/// Reads a map file.
///
/// ```
/// use boardbots_tron::map;
/// let map = map::parse("the smallest\n2  0 0  1 1\n1 5\n5 1\n").unwrap();
/// assert_eq!((map.size(), map.dirt()), (2, 8));
/// let error = map::parse("no dirt\n2  0 0  1 1\n1 1\n1 x\n").unwrap_err();
/// assert!(error.to_string().starts_with("line 4, column 3: expected the cell in row 1, column 1"));
/// ```
///
/// # Errors
///
/// The first thing wrong and where, for every text that is no map of 2 to [`MAX_SIZE`] rows.
pub fn parse(text: &str) -> Result<Map, MapError> {
    let (words, end) = words(text);
    let mut reader = Reader { words: words.into_iter(), end, size: 0 };
    reader.size = reader.number(Part::Size)?.0;
    let size = reader.size;
    let (green, _) = reader.start(Side::First)?;
    let (blue, word) = reader.start(Side::Second)?;
    if green == blue {
        return Err(MapError::Shared { line: word.line, column: word.column, place: blue });
    }
    let starts = Sides([green, blue]);
    let mut cells = Vec::with_capacity(usize::from(size) * usize::from(size));
    for row in 0..size {
        for column in 0..size {
            let place = Place { row, column };
            let (cell, Word { line, column, .. }) = reader.number(Part::Cell(place))?;
            if let Some(side) = Side::ALL.into_iter().find(|side| cell == 0 && starts[*side] == place) {
                return Err(MapError::Blocked { line, column, side, place });
            }
            cells.push(cell);
        }
    }
    if let Some(Word { line, column, text }) = reader.words.next() {
        return Err(MapError::Long { line, column, size, found: text.to_string() });
    }
    Ok(Map { size, cells, starts })
}

impl Map {
    /// A map of `size` rows of `size` of a file's numbers each; `None` if the size or a number
    /// is out of range, or if the starts are equal, obstacles or outside.
    #[must_use]
    pub fn new(size: u8, cells: Vec<u8>, starts: Sides<Place>) -> Option<Self> {
        let fits = (2..=MAX_SIZE).contains(&usize::from(size))
            && cells.len() == usize::from(size) * usize::from(size)
            && cells.iter().all(|cell| *cell <= MAX_DIRT + 1);
        let map = Self { size, cells, starts };
        let floor = |side| map.cell(map.starts[side]) > 0;
        (fits && map.starts.0[0] != map.starts.0[1] && Side::ALL.into_iter().all(floor)).then_some(map)
    }

    /// Rows and columns.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// A side's start.
    #[must_use]
    pub fn start(&self, side: Side) -> Place {
        self.starts[side]
    }

    /// The number of a cell: 0 for an obstacle, else one more than its dirt. Outside is
    /// obstacle.
    #[must_use]
    pub fn cell(&self, place: Place) -> u8 {
        let (row, column, size) = (usize::from(place.row), usize::from(place.column), usize::from(self.size));
        if column < size { self.cells.get(row * size + column).copied().unwrap_or(0) } else { 0 }
    }

    /// All places, row by row.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Place { row, column }))
    }

    /// Cells that are no obstacles.
    #[must_use]
    pub fn floor(&self) -> usize {
        self.cells.iter().filter(|cell| **cell > 0).count()
    }

    /// All units of dirt, those under the starts included.
    #[must_use]
    pub fn dirt(&self) -> u32 {
        self.cells.iter().map(|cell| u32::from(cell.saturating_sub(1))).sum()
    }

    /// The map as a file with this comment, of which line breaks become spaces.
    #[must_use]
    pub fn text(&self, comment: &str) -> String {
        let mut text = comment.replace(['\n', '\r'], " ");
        let [green, blue] = self.starts.0;
        let _ = writeln!(text, "\n{} {} {} {} {}", self.size, green.row, green.column, blue.row, blue.column);
        for row in self.cells.chunks(usize::from(self.size)) {
            let row: Vec<String> = row.iter().map(u8::to_string).collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
        text
    }
}
