//! The rules once more, cell by cell: slow and simple.

use std::cmp::Ordering;

/// Steps to the eight neighbours, as rows and columns.
pub const STEPS: [(i8, i8); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// A game: what each cell shows, in rows from the top, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub rows: [[char; 8]; 8],
    pub mover: char,
}

/// The other side's letter.
pub fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

impl Plain {
    pub fn start() -> Self {
        let mut rows = [['-'; 8]; 8];
        (rows[3][4], rows[4][3], rows[3][3], rows[4][4]) = ('X', 'X', 'O', 'O');
        Self { rows, mover: 'X' }
    }

    pub fn at(&self, row: i8, column: i8) -> Option<char> {
        Some(*self.rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?)
    }

    /// The cells that a disc of this side turns, in no order; none if the cell is not empty.
    fn turned(&self, side: char, (row, column): (i8, i8)) -> Vec<(i8, i8)> {
        let mut turned = Vec::new();
        if self.at(row, column) != Some('-') {
            return turned;
        }
        for (down, right) in STEPS {
            let ray = (1..8).map(|far| (row + down * far, column + right * far));
            let line: Vec<_> = ray.take_while(|(row, column)| self.at(*row, *column) == Some(other(side))).collect();
            let far = i8::try_from(line.len()).unwrap() + 1;
            if self.at(row + down * far, column + right * far) == Some(side) {
                turned.extend(line);
            }
        }
        turned
    }

    pub fn moves_of(&self, side: char) -> Vec<(i8, i8)> {
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        cells.filter(|cell| !self.turned(side, *cell).is_empty()).collect()
    }

    /// The texts of all moves, from a1 to h8; none once the game has ended.
    pub fn moves(&self) -> Vec<String> {
        let cells = self.moves_of(self.mover);
        let name = |(row, column): (i8, i8)| {
            let letter = "abcdefgh".as_bytes()[usize::try_from(column).unwrap()];
            format!("{}{}", char::from(letter), row + 1)
        };
        match cells.is_empty() {
            true if self.moves_of(other(self.mover)).is_empty() => Vec::new(),
            true => vec!["pass".to_string()],
            false => cells.into_iter().map(name).collect(),
        }
    }

    pub fn play(&mut self, text: &str) {
        if let &[letter, number] = text.as_bytes() {
            let cell = (i8::try_from(number - b'1').unwrap(), i8::try_from(letter - b'a').unwrap());
            for (row, column) in self.turned(self.mover, cell).into_iter().chain([cell]) {
                self.rows[usize::try_from(row).unwrap()][usize::try_from(column).unwrap()] = self.mover;
            }
        }
        self.mover = other(self.mover);
    }

    pub fn count(&self, side: char) -> usize {
        self.rows.as_flattened().iter().filter(|cell| **cell == side).count()
    }

    /// Who has more discs than the other, of a game that has ended.
    pub fn ahead(&self) -> Ordering {
        self.count('X').cmp(&self.count('O'))
    }

    pub fn text(&self) -> String {
        format!("{} {}", self.rows.as_flattened().iter().collect::<String>(), self.mover)
    }
}
