//! The rules a second time, written down cell by cell without any tricks.

/// A board as the original has it: `cells[row][column]`, row 0 at the bottom; 0 is empty, 1
/// and 2 pieces, 4 and 5 bombs of green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oracle {
    pub cells: [[u8; 7]; 7],
    /// 1 or 2.
    pub mover: u8,
    pub round: u32,
}

/// Who owns a cell: 1, 2, or no side.
fn owner(cell: u8) -> u8 {
    cell % 3
}

impl Oracle {
    pub fn start() -> Self {
        Self { cells: [[0; 7]; 7], mover: 1, round: 1 }
    }

    /// Where a player's bomb is: row and column.
    pub fn bomb(&self, player: u8) -> Option<(usize, usize)> {
        let all = (0..7).flat_map(|row| (0..7).map(move |column| (row, column)));
        all.into_iter().find(|(row, column)| self.cells[*row][*column] == player + 3)
    }

    pub fn drops_bomb(&self) -> bool {
        self.round.is_multiple_of(5) && self.bomb(self.mover).is_none()
    }

    /// The actions that are legal, in order.
    pub fn actions(&self) -> Vec<u8> {
        let columns = (0..7).filter(|column| self.cells[6][usize::from(*column)] == 0);
        columns.chain(self.bomb(self.mover).map(|_| 7)).collect()
    }

    pub fn play(&mut self, action: u8) {
        if action == 7 {
            self.explode();
        } else {
            let column = usize::from(action);
            let row = (0..7).find(|row| self.cells[*row][column] == 0).expect("a column that is not full");
            self.cells[row][column] = if self.drops_bomb() { self.mover + 3 } else { self.mover };
        }
        if self.mover == 2 {
            self.round += 1;
        }
        self.mover = 3 - self.mover;
    }

    fn explode(&mut self) {
        let (row, _) = self.bomb(self.mover).expect("a bomb");
        for column in 0..7 {
            if owner(self.cells[row][column]) == self.mover && self.cells[row][column] != 0 {
                for above in row..6 {
                    self.cells[above][column] = self.cells[above + 1][column];
                }
                self.cells[6][column] = 0;
            }
        }
    }

    /// `None` while the game goes on; the winner, or 0 for a draw.
    pub fn result(&self) -> Option<u8> {
        for row in 0..7_i8 {
            for column in 0..7_i8 {
                for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                    let cell = |step: i8| {
                        let row = usize::try_from(row + up * step).ok()?;
                        let column = usize::try_from(column + right * step).ok()?;
                        self.cells.get(row)?.get(column).copied().filter(|cell| *cell != 0).map(owner)
                    };
                    if let Some(first) = cell(0)
                        && (1..4).all(|step| cell(step) == Some(first))
                    {
                        return Some(3 - first);
                    }
                }
            }
        }
        self.cells.iter().flatten().all(|cell| *cell != 0).then_some(0)
    }

    pub fn text(&self) -> String {
        let cells: String = self.cells.iter().flatten().map(|cell| char::from(b'0' + cell)).collect();
        format!("{cells} {} {}", self.mover, self.round)
    }
}
