//! Maps and scenarios in the text formats of the `MovingAI` benchmarks.
//!
//! N. Sturtevant, *Benchmarks for grid-based pathfinding*, IEEE Transactions on Computational
//! Intelligence and AI in Games 4 (2012). A map is `type octile`, `height H`, `width W`, `map`, then a
//! row for each line. One walks on `.` and `G`, and on swamp, `S`, as on any ground; not on `@`, `O`
//! (outside) and `T` (trees). Water, `W`, is passable, but not from ground: whoever is in it stays in it.
//! The lengths are those of HOG2, where no step leads from the one to the other either way. A scenario file is `version
//! 1`, then in each line bucket, map, its width and height, column and row of the start and of the goal, and the length
//! of the shortest path.

use super::grid::{Grid, MAX_SIDE};
use std::fmt;

/// An error in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line of the text, from 1.
    pub line: usize,
    /// The text expected there.
    pub expected: String,
    /// The text found there; `None` if the text has ended.
    pub found: Option<String>,
}

impl fmt::Display for TextError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: expected {}, found ", self.line, self.expected)?;
        match &self.found {
            Some(found) => write!(out, "{found:?}"),
            None => out.write_str("the end"),
        }
    }
}

impl std::error::Error for TextError {}

/// A query and its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Line of the text, from 1.
    pub line: usize,
    /// Length of the path divided by 4, which the benchmark groups by.
    pub bucket: u32,
    /// The file of the map.
    pub map: String,
    /// Columns and rows of the map.
    pub size: (u32, u32),
    /// Column and row.
    pub start: (u32, u32),
    /// Column and row.
    pub goal: (u32, u32),
    /// Length of the shortest path, with steps of 1 and √2.
    pub length: f64,
    /// Value of the last digit to which the file writes lengths of this size.
    pub precision: f64,
}

/// More than the error of a sum of many steps in single precision.
const SUMMED: f64 = 1e-4;

impl Scenario {
    /// True if a length is the given one, as exactly as the file writes it.
    #[must_use]
    pub fn agrees(&self, length: f64) -> bool {
        (length - self.length).abs() <= self.precision / 2.0 + SUMMED
    }
}

/// An error about a word of a line, shortened: a line may be long.
fn wrong(line: usize, expected: impl Into<String>, found: Option<&str>) -> TextError {
    TextError { line, expected: expected.into(), found: found.map(|found| found.chars().take(40).collect()) }
}

/// The letters of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    /// Columns and rows.
    pub size: (u32, u32),
    /// The letters of the map, row by row.
    cells: Vec<u8>,
}

impl Terrain {
    /// True if it has one of these letters.
    #[must_use]
    pub fn has(&self, letters: &[u8]) -> bool {
        self.cells.iter().any(|cell| letters.contains(cell))
    }

    /// The places of these letters as a grid of this size, to which the map is scaled: each place is that
    /// of the map at the same part of its width and height, rounded down. `None` if no grid has this size.
    #[must_use]
    pub fn grid(&self, letters: &[u8], (width, height): (u32, u32)) -> Option<Grid> {
        let (columns, rows) = self.size;
        Grid::new(width, height, |x, y| {
            letters.contains(&self.cells[(y * rows / height * columns + x * columns / width) as usize])
        })
    }
}

/// The letters on which one walks.
pub const GROUND: &[u8] = b".GS";
/// The letter of water.
pub const WATER: &[u8] = b"W";

/// The grid of a map's ground.
///
/// ```
/// let text = "type octile\nheight 2\nwidth 3\nmap\n.G@\nS.T\n";
/// let grid = boardbots_path::moving_ai::map(text).expect("a map");
/// assert_eq!((grid.width(), grid.height()), (3, 2));
/// let walls: Vec<u32> = (0..6).filter(|&node| !grid.is_passable(node)).collect();
/// assert_eq!(walls, [2, 5]);
/// ```
///
/// # Errors
/// The first line that is not as it should be.
pub fn map(text: &str) -> Result<Grid, TextError> {
    terrain(text).map(|terrain| terrain.grid(GROUND, terrain.size).expect("the sides have been checked"))
}

/// The terrain of a map.
///
/// # Errors
/// As [`map`].
pub fn terrain(text: &str) -> Result<Terrain, TextError> {
    let mut lines = text.lines().map(str::trim_end);
    let mut line = |number: usize, expected: &str| lines.next().ok_or_else(|| wrong(number, expected, None));
    let kind = line(1, "`type octile`")?;
    if kind.split_whitespace().ne(["type", "octile"]) {
        return Err(wrong(1, "`type octile`", Some(kind)));
    }
    let mut side = |number: usize, name: &str| {
        let expected = format!("`{name}` and a number from 1 to {MAX_SIDE}");
        let text = line(number, &expected)?;
        let mut words = text.split_whitespace();
        let value = (words.next() == Some(name)).then(|| words.next()?.parse().ok()).flatten();
        let value = value.filter(|value| (1..=MAX_SIDE).contains(value) && words.next().is_none());
        value.ok_or_else(|| wrong(number, expected, Some(text)))
    };
    let (height, width) = (side(2, "height")?, side(3, "width")?);
    let head = line(4, "`map`")?;
    if head != "map" {
        return Err(wrong(4, "`map`", Some(head)));
    }
    let mut cells = Vec::new();
    for y in 0..height as usize {
        let row = line(5 + y, &format!("row {} of {height}", y + 1))?;
        let before = cells.len();
        if row.bytes().any(|cell| !b".GS@OTW".contains(&cell)) {
            return Err(wrong(5 + y, "only the cells . G S @ O T W", Some(row)));
        }
        cells.extend(row.bytes());
        if cells.len() - before != width as usize {
            return Err(wrong(5 + y, format!("{width} cells"), Some(row)));
        }
    }
    if let Some((more, rest)) = (5 + height as usize..).zip(lines).find(|(_, rest)| !rest.is_empty()) {
        return Err(wrong(more, format!("nothing after {height} rows"), Some(rest)));
    }
    Ok(Terrain { size: (width, height), cells })
}

/// The scenarios of a file; empty lines play no part.
///
/// ```
/// let text = "version 1\n0\ta.map\t5\t4\t0\t1\t1\t2\t1.41421\n";
/// let scenarios = boardbots_path::moving_ai::scenarios(text).expect("scenarios");
/// assert_eq!((scenarios[0].start, scenarios[0].goal), ((0, 1), (1, 2)));
/// ```
///
/// # Errors
/// Fails for the first malformed line.
pub fn scenarios(text: &str) -> Result<Vec<Scenario>, TextError> {
    let (list, bad) = sound_scenarios(text)?;
    bad.into_iter().next().map_or(Ok(list), Err)
}

/// The scenarios of a file, and the errors of its other lines.
///
/// # Errors
/// Fails if the first line is not that of such a file.
pub fn sound_scenarios(text: &str) -> Result<(Vec<Scenario>, Vec<TextError>), TextError> {
    let mut lines = (1..).zip(text.lines());
    let (line, head) = lines.next().unzip();
    if !head.is_some_and(|head| matches!(head.trim_end(), "version 1" | "version 1.0")) {
        return Err(wrong(line.unwrap_or(1), "`version 1`", head));
    }
    let mut list = Vec::new();
    let (mut decimals, mut bad) = (Vec::new(), Vec::new());
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        match scenario(line, text) {
            Ok((scenario, digits)) => {
                list.push(scenario);
                decimals.push(digits);
            }
            Err(error) => bad.push(error),
        }
    }
    for (scenario, precision) in list.iter_mut().zip(precisions(&decimals)) {
        scenario.precision = precision;
    }
    Ok((list, bad))
}

/// Digits of a written number: before the point, and behind it.
type Digits = (usize, i32);

/// The digits of a number as a text.
fn digits(text: &str, value: f64) -> Digits {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let behind = mantissa.split_once('.').map_or(0, |(_, behind)| behind.len());
    let behind = i64::try_from(behind).unwrap_or(i64::MAX).saturating_sub(exponent.parse().unwrap_or(0));
    let mut before = 1;
    let mut left = value;
    while left >= 10.0 {
        left /= 10.0;
        before += 1;
    }
    (before, i32::try_from(behind.clamp(-15, 15)).unwrap_or(0))
}

/// The precision of each number of a file.
///
/// Files have a number of digits, six as a rule, or a number of decimals, and most leave zeros at the
/// end out: 18 may be 18.0000. So the precision of a number is that of the longest one of its size or
/// larger.
fn precisions(numbers: &[Digits]) -> impl Iterator<Item = f64> {
    let sizes = numbers.iter().map(|(before, _)| before + 1).max().unwrap_or(0);
    let mut most = vec![i32::MIN; sizes];
    for &(before, behind) in numbers {
        most[before] = most[before].max(behind);
    }
    for size in (1..sizes).rev() {
        most[size - 1] = most[size - 1].max(most[size]);
    }
    numbers.iter().map(move |&(before, _)| 10.0_f64.powi(-most[before]))
}

/// One line of scenarios, whose precision is still to be found, and the digits of its length.
fn scenario(line: usize, text: &str) -> Result<(Scenario, Digits), TextError> {
    let mut words = text.split_whitespace();
    let mut word = |expected: &str| words.next().ok_or_else(|| wrong(line, expected, None));
    let number = |word: &str, expected: &str| word.parse::<u32>().map_err(|_| wrong(line, expected, Some(word)));
    let bucket = number(word("a bucket")?, "a bucket")?;
    let map = word("the file of the map")?.to_owned();
    let mut numbers = [0; 6];
    let names = ["columns", "rows", "the start's column", "the start's row", "the goal's column", "the goal's row"];
    for (value, name) in numbers.iter_mut().zip(names) {
        *value = number(word(name)?, name)?;
    }
    let [width, height, x, y, to_x, to_y] = numbers;
    if let Some(side) = [width, height].into_iter().find(|side| *side > MAX_SIDE) {
        return Err(wrong(line, format!("a map of at most {MAX_SIDE} columns and rows"), Some(&side.to_string())));
    }
    for (place, name, end) in
        [(x, names[2], width), (y, names[3], height), (to_x, names[4], width), (to_y, names[5], height)]
    {
        if place >= end {
            return Err(wrong(line, format!("{name} below {end}"), Some(&place.to_string())));
        }
    }
    let length = word("the length of the path")?;
    let value = length.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
    let value = value.ok_or_else(|| wrong(line, "the length of the path", Some(length)))?;
    if let Some(more) = words.next() {
        return Err(wrong(line, "nothing after the length", Some(more)));
    }
    let (size, start, goal) = ((width, height), (x, y), (to_x, to_y));
    let scenario = Scenario { line, bucket, map, size, start, goal, length: value, precision: 0.0 };
    Ok((scenario, digits(length, value)))
}
