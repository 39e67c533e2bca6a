//! A game for two so far: its position, its moves, the positions that it has seen, its end.

use super::TwoPlayerGame;
use super::side::Side;
use boardbots_search::position::Position;

/// The reason why a game is drawn although the rules let it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It took too many plies.
    TooLong,
    /// A position occurred too often.
    Repetition,
}

boardbots_base::words! { Drawn::word: TooLong "too many plies", Repetition "a position was repeated" }

/// A game so far.
#[derive(Clone)]
pub struct Referee<P: Position> {
    /// The present position.
    pub position: P,
    /// All moves so far.
    pub moves: Vec<P::Move>,
    /// The keys of all positions, so one more than moves.
    pub keys: Vec<u64>,
}

impl<P: Position> Referee<P> {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(start: P) -> Self {
        let keys = vec![start.key()];
        Self { position: start, moves: Vec::new(), keys }
    }

    /// Makes a move, which must be legal.
    pub fn play(&mut self, action: P::Move) {
        self.position.play(action);
        self.moves.push(action);
        self.keys.push(self.position.key());
    }
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The winner; `None` if it is drawn.
    pub winner: Option<Side>,
    /// Set if it is drawn although the rules let it go on.
    pub drawn: Option<Drawn>,
}

impl<G: TwoPlayerGame> Referee<G> {
    /// The end of the game; `None` while it goes on. What the rules say comes first.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let by_rules = self.position.winner().map(|winner| Verdict { winner, drawn: None });
        by_rules.or_else(|| G::drawn(&self.keys).map(|drawn| Verdict { winner: None, drawn: Some(drawn) }))
    }
}
