//! Keeps a match of a game for two: its moves, whether it is over, and who has won.

use super::colour::Colour;
use super::duel::{Drawn, Duel};

/// How a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won; `None` if it is drawn.
    pub winner: Option<Colour>,
    /// Set if it is drawn by the match, not by the rules of the game.
    pub drawn: Option<Drawn>,
}

/// A match so far. Moves can be taken back.
#[derive(Clone)]
pub struct Referee<D: Duel> {
    /// The present position.
    pub position: D,
    done: Vec<(D::Move, D::Undo)>,
    /// Of all positions, so one more than moves.
    pub keys: Vec<u64>,
}

impl<D: Duel> Referee<D> {
    /// A match that begins with this position.
    #[must_use]
    pub fn new(start: D) -> Self {
        let keys = vec![start.key()];
        Self { position: start, done: Vec::new(), keys }
    }

    /// Moves so far.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.done.len()
    }

    /// All moves so far, the first one first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = D::Move> + '_ {
        self.done.iter().map(|(action, _)| *action)
    }

    /// The position before the last move, and that move.
    #[must_use]
    pub fn before(&mut self) -> Option<(D, D::Move)> {
        let action = self.take_back()?;
        let before = self.position.clone();
        self.play(action);
        Some((before, action))
    }

    /// Makes a move, which must be legal.
    pub fn play(&mut self, action: D::Move) {
        let undo = self.position.play(action);
        self.done.push((action, undo));
        self.keys.push(self.position.key());
    }

    /// Takes the last move back, if there is one.
    pub fn take_back(&mut self) -> Option<D::Move> {
        let (action, undo) = self.done.pop()?;
        self.keys.pop();
        self.position.undo(action, undo);
        Some(action)
    }

    /// How the match is over; `None` while it goes on. What the rules say comes first.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let by_rules = self.position.winner().map(|winner| Verdict { winner, drawn: None });
        by_rules.or_else(|| D::drawn(&self.keys).map(|drawn| Verdict { winner: None, drawn: Some(drawn) }))
    }
}
