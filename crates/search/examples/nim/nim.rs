// Searches a small game: a heap of stones, from which two players take one to three in turn. The player
// who takes the last stone wins.

use arrayvec::ArrayVec;
use boardbots_search::alpha_beta::{Limits, Options, Searcher};
use boardbots_search::position::{Ending, Evaluator, Position, ends_in};

/// How many stones are left.
#[derive(Clone, Debug)]
pub struct Nim(pub u8);

impl Position for Nim {
    type Move = u8;
    type Moves = ArrayVec<u8, 3>;
    type Undo = ();
    const INDICES: usize = 4;

    fn moves(&self) -> ArrayVec<u8, 3> {
        (1..=self.0.min(3)).collect()
    }
    fn index(&self, stones: u8) -> usize {
        stones.into()
    }
    fn play(&mut self, stones: u8) {
        self.0 -= stones;
    }
    fn undo(&mut self, stones: u8, (): ()) {
        self.0 += stones;
    }
    fn ended(&self) -> Option<Ending> {
        (self.0 == 0).then_some(Ending::Loss)
    }
    fn key(&self) -> u64 {
        // Slots of the transposition table are chosen by the low bits, so all bits should look random.
        (u64::from(self.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// Gives every position in which stones are left the same value.
#[derive(Clone)]
pub struct Even;

impl Evaluator<Nim> for Even {
    fn evaluate(&mut self, _: &Nim) -> i32 {
        0
    }
}

/// Searches a heap of ten stones. The winning move leaves a multiple of four.
pub fn main() {
    let mut searcher = Searcher::new(Even, Options { threads: 1, table_kib: 64 });
    let limits = Limits::plies(10);
    let found = searcher.search(&Nim(10), limits, &mut |_| ());
    assert_eq!(found.best(), Some(2));
    assert_eq!(ends_in(found.value), Some(5));
    println!("take {:?}: {} nodes", found.line, found.nodes);
}
