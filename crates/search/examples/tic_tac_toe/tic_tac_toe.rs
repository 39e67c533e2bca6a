// Searches tic-tac-toe: the first player with three squares in a row wins.

use boardbots_search::{ArrayVec, Ending, Evaluator, Options, Position, SearchLimits, Searcher, ends_in};

/// The squares of each player as bits 0 to 8, row by row.
#[derive(Clone, Debug, Default)]
pub struct TicTacToe {
    /// Those of the player to move.
    pub own: u16,
    /// Those of the other player, who moved last.
    pub other: u16,
}

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

impl Position for TicTacToe {
    type Move = u8;
    type Moves = ArrayVec<u8, 9>;
    type Undo = ();
    const INDICES: usize = 9;

    fn moves(&self) -> ArrayVec<u8, 9> {
        (0..9).filter(|square| (self.own | self.other) & 1 << square == 0).collect()
    }
    fn index(&self, square: u8) -> usize {
        square.into()
    }
    fn play(&mut self, square: u8) {
        (self.own, self.other) = (self.other, self.own | 1 << square);
    }
    fn undo(&mut self, square: u8, (): ()) {
        (self.own, self.other) = (self.other & !(1 << square), self.own);
    }
    fn ended(&self) -> Option<Ending> {
        if ROWS.iter().any(|row| self.other & row == *row) {
            return Some(Ending::Loss);
        }
        (self.own | self.other == 0o777).then_some(Ending::Draw)
    }
    fn key(&self) -> u64 {
        // The transposition table takes the low bits for the place of an entry, so all bits should look random.
        (u64::from(self.own) << 9 | u64::from(self.other)).wrapping_mul(0x9e37_79b9_7f4a_7c15).swap_bytes()
    }
}

/// An evaluation that knows nothing: a search to the end of the game needs no more.
#[derive(Clone)]
pub struct Even;

impl Evaluator<TicTacToe> for Even {
    fn evaluate(&mut self, _: &TicTacToe) -> i32 {
        0
    }
}

fn main() {
    // The first player has taken the middle, the other one the square above it.
    let position = TicTacToe { own: 0o020, other: 0o002 };
    let mut searcher = Searcher::new(Even, Options::default());
    let found = searcher.search(&position, SearchLimits::plies(7), &mut |_| ());
    if let Some(plies) = ends_in(found.value) {
        println!("{:?} wins in {plies} plies", found.line);
    }
}
