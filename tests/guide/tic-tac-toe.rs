//! Tic-tac-toe, as somebody who follows docs/adding-a-game.md writes it.

use arrayvec::ArrayVec;
use boardbots_base::invalid::InputError;
use boardbots_game::options::Settings;
use boardbots_game::picture::{Ink, Picture};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::game::TwoPlayer;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Ending, Evaluator, Position};
use std::fmt;
use std::process::ExitCode;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A cell, row by row from the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u8);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

/// The cells of each side.
#[derive(Clone, Copy, Debug)]
struct Board([u16; 2]);

impl Board {
    fn count(self) -> u32 {
        (self.0[0] | self.0[1]).count_ones()
    }
}

impl Position for Board {
    type Move = Cell;
    type Moves = ArrayVec<Cell, 9>;
    type Undo = ();
    const INDICES: usize = 9;

    fn moves(&self) -> ArrayVec<Cell, 9> {
        if self.ended().is_some() {
            return ArrayVec::new();
        }
        (0..9).filter(|cell| (self.0[0] | self.0[1]) >> cell & 1 == 0).map(Cell).collect()
    }

    fn index(&self, cell: Cell) -> usize {
        cell.0.into()
    }

    fn play(&mut self, cell: Cell) {
        let side = self.turn().seat();
        self.0[side] |= 1 << cell.0;
    }

    fn undo(&mut self, cell: Cell, (): ()) {
        self.0 = self.0.map(|cells| cells & !(1 << cell.0));
    }

    fn ended(&self) -> Option<Ending> {
        let last = self.0[self.turn().other().seat()];
        if LINES.iter().any(|line| last & line == *line) {
            return Some(Ending::Loss);
        }
        (self.count() == 9).then_some(Ending::Draw)
    }

    fn key(&self) -> u64 {
        (u64::from(self.0[0]) << 9 | u64::from(self.0[1]) | 1 << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[derive(Clone, Default)]
struct Even;

impl Evaluator<Board> for Even {
    fn evaluate(&mut self, _: &Board) -> i32 {
        0
    }
}

impl TwoPlayerGame for Board {
    type Evaluation = Even;
    const NAME: &'static str = "tic-tac-toe";
    const TITLE: &'static str = "Tic-tac-toe";

    fn start(_: &Settings) -> Result<Self, InputError> {
        Ok(Self([0, 0]))
    }

    fn turn(&self) -> Side {
        Side::ALL[self.count() as usize % 2]
    }

    fn picture(&self) -> Picture {
        let mut picture = Picture::of_cells(3, 3, |row, column| {
            let owner = Side::ALL.into_iter().find(|side| self.0[side.seat()] >> (3 * row + column) & 1 == 1);
            owner.map_or(('.', Ink::Faint), |side| (['x', 'o'][side.seat()], Ink::Side(side)))
        });
        picture.say(format!("{} to move", Self::called(self.turn())));
        picture
    }
}

fn main() -> ExitCode {
    boardbots_catalog::add::<TwoPlayer<Board>>();
    boardbots::main()
}
