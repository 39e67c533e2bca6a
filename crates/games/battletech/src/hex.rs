//! Hexes and their six sides: flat tops, even columns half a hex lower.

use std::fmt;

/// The most columns or rows that four digits can name.
pub const MAX_SIDE: u8 = 99;

/// A hex by column and row, counted from 0; the files count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// 0 to 98 from left to right.
    pub column: u8,
    /// 0 to 98 from top to bottom.
    pub row: u8,
}

impl Hex {
    /// No hex at all: `0000` in the files, on no map.
    pub const NOWHERE: Self = Self { column: u8::MAX, row: u8::MAX };

    /// The hex of a column and a row, counted from 0.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// The hex of four digits, `CCRR`, both counted from 1.
    #[must_use]
    pub fn parse(digits: &[u8]) -> Option<Self> {
        let [c, d, r, s] = *digits else { return None };
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let column = ((c - b'0') * 10 + d - b'0').checked_sub(1)?;
        let row = ((r - b'0') * 10 + s - b'0').checked_sub(1)?;
        Some(Self { column, row })
    }

    /// The same, or [`Hex::NOWHERE`] for `0000`.
    #[must_use]
    pub fn parse_or_nowhere(digits: &[u8]) -> Option<Self> {
        if digits == b"0000" { Some(Self::NOWHERE) } else { Self::parse(digits) }
    }

    /// Cube coordinates, whose sum is 0.
    #[must_use]
    #[inline]
    pub fn cube(self) -> [i16; 3] {
        let (column, row) = (i16::from(self.column), i16::from(self.row));
        let z = row - column / 2;
        [column, -column - z, z]
    }

    /// Steps between two hexes.
    #[must_use]
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        let (from, to) = (self.cube(), other.cube());
        let sum = from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]) + from[2].abs_diff(to[2]);
        u8::try_from(sum / 2).unwrap_or(u8::MAX)
    }

    /// The next hex over a side; `None` above the first row and left of the first column. It may be off the map:
    /// [`super::map::Map::neighbour`] checks that.
    #[must_use]
    #[inline]
    pub fn neighbour(self, side: Side) -> Option<Self> {
        // Columns that the files call odd stand higher: to their left and right lie the row
        // above and their own.
        let high = self.column.is_multiple_of(2);
        let (right, down) = match (side.index(), high) {
            (0, _) => (0, -1),
            (1, true) => (1, -1),
            (1, false) | (2, true) => (1, 0),
            (2, false) => (1, 1),
            (3, _) => (0, 1),
            (4, false) => (-1, 1),
            (4, true) | (5, false) => (-1, 0),
            _ => (-1, -1),
        };
        Some(Self { column: self.column.checked_add_signed(right)?, row: self.row.checked_add_signed(down)? })
    }
}

impl fmt::Display for Hex {
    /// `CCRR`, counted from 1; `0000` for no hex.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NOWHERE {
            return f.write_str("0000");
        }
        write!(f, "{:02}{:02}", u16::from(self.column) + 1, u16::from(self.row) + 1)
    }
}

/// One of the six sides of a hex, and the direction over it: north, and on clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// North.
    pub const NORTH: Self = Self(0);
    /// All six, north first, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The side with the number that the files give it: 1 (north) to 6 (north-west).
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if matches!(number, 1..=6) { Some(Self(number - 1)) } else { None }
    }

    /// 1 to 6, as in the files.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This many sides on clockwise (`Derecha`); negative: anticlockwise (`Izquierda`).
    #[must_use]
    #[inline]
    pub const fn turned(self, clockwise: i8) -> Self {
        Self((self.0.cast_signed() + clockwise % 6).rem_euclid(6).cast_unsigned())
    }

    /// The side across.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The number of sides clockwise from this one to another: 0 to 5.
    #[must_use]
    pub const fn clockwise_to(self, other: Self) -> u8 {
        (other.0 + 6 - self.0) % 6
    }

    /// The fewest turns of one side from this one to another: 0 to 3.
    #[must_use]
    pub const fn turns_to(self, other: Self) -> u8 {
        let clockwise = self.clockwise_to(other);
        if clockwise > 3 { 6 - clockwise } else { clockwise }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
