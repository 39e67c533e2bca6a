//! Nim: two players in turn take one to three stones from a heap, and whoever takes the last one wins.
//!
//! The smallest game of boardbots, as `docs/adding-a-game.md` explains it: `cargo run --example nim -- play nim`.

use arrayvec::ArrayVec;
use boardbots_base::invalid::InputError;
use boardbots_game::options::{GameOption, Setting, Settings};
use boardbots_game::picture::Picture;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::game::TwoPlayer;
use boardbots_game::two_player::side::Side;
use boardbots_search::position::{Ending, Evaluator, Position};
use std::process::ExitCode;

/// The stones that are left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Nim {
    stones: u8,
    turn: Side,
}

/// The rules.
impl Position for Nim {
    type Move = u8;
    type Moves = ArrayVec<u8, 3>;
    type Undo = ();
    const INDICES: usize = 4;

    fn moves(&self) -> ArrayVec<u8, 3> {
        (1..=self.stones.min(3)).collect()
    }

    fn index(&self, stones: u8) -> usize {
        stones.into()
    }

    fn play(&mut self, stones: u8) {
        self.stones -= stones;
        self.turn = self.turn.other();
    }

    fn undo(&mut self, stones: u8, (): ()) {
        self.stones += stones;
        self.turn = self.turn.other();
    }

    fn ended(&self) -> Option<Ending> {
        (self.stones == 0).then_some(Ending::Loss)
    }

    /// A number with bits that look random, different for each position.
    fn key(&self) -> u64 {
        (2 * u64::from(self.stones) + self.turn as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

/// An evaluation that knows nothing: a search finds who wins.
#[derive(Clone, Default)]
struct Even;

impl Evaluator<Nim> for Even {
    fn evaluate(&mut self, _: &Nim) -> i32 {
        0
    }
}

/// All else that the program needs to know.
impl TwoPlayerGame for Nim {
    type Evaluation = Even;
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const RULES: &'static str = "Take one, two or three stones in turn. Whoever takes the last stone wins.";

    fn options() -> Vec<GameOption> {
        vec![GameOption::number("stones", 21_u8, &(5..=200))]
    }

    fn start(settings: &Settings) -> Result<Self, InputError> {
        let stones = settings.get("stones").map_or(21, Setting::as_number);
        Ok(Self { stones, turn: Side::First })
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn picture(&self) -> Picture {
        let mut picture = Picture::default();
        picture.say("o".repeat(self.stones.into()));
        picture.line();
        picture.say(format!("{} stones, {} to move", self.stones, Self::called(self.turn)));
        picture
    }
}

fn main() -> ExitCode {
    boardbots_catalog::add::<TwoPlayer<Nim>>();
    boardbots::main()
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::conform::conform;
    use boardbots_search::contract;
    use boardbots_search::minimax::{minimax, perft};

    #[test]
    fn it_is_a_game() {
        conform::<TwoPlayer<Nim>>();
        contract::check(&Nim { stones: 7, turn: Side::Second }, &mut Even);
    }

    #[test]
    fn who_leaves_a_multiple_of_four_wins() {
        for stones in 1..=12 {
            let mut heap = Nim { stones, turn: Side::First };
            assert_eq!(minimax(&mut heap, &mut Even, 12).0 > 0, stones % 4 > 0, "{stones}");
        }
        // Sums of ones, twos and threes.
        let counts: Vec<u64> =
            (1..=4).map(|depth| perft(&mut Nim { stones: 10, turn: Side::First }, depth).0).collect();
        assert_eq!(counts, [3, 9, 27, 76]);
    }
}
