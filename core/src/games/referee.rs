//! Keeps a match of a game for two: its moves, whether it is over, and who has won.

use super::colour::Colour;
use super::duel::Duel;
use std::fmt;

/// Why a match is drawn although the rules let the game go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It took too many plies.
    TooLong,
    /// A position occurred too often.
    Repetition,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TooLong => "too many plies",
            Self::Repetition => "a position was repeated",
        })
    }
}

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
    position: D,
    done: Vec<(D::Move, D::Undo)>,
    /// Of all positions, so one more than moves.
    keys: Vec<u64>,
}

impl<D: Duel> Referee<D> {
    /// A match that begins with this position.
    #[must_use]
    pub fn new(start: D) -> Self {
        let keys = vec![start.key()];
        Self { position: start, done: Vec::new(), keys }
    }

    /// The present position.
    #[must_use]
    pub const fn position(&self) -> &D {
        &self.position
    }

    /// The keys of all positions so far, the present one last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::desconecta4::draw::MAX_PLIES;
    use crate::games::desconecta4::notation::parse_position;
    use crate::games::desconecta4::rules::Position;
    use crate::search::game::{Game, Moves};

    fn play(referee: &mut Referee<Position>, digits: &str) {
        for digit in digits.chars() {
            assert_eq!(referee.verdict(), None, "before {digit}");
            let action = referee.position().parse_move(&digit.to_string()).expect("a legal move");
            referee.play(action);
        }
    }

    #[test]
    fn moves_are_taken_back_one_by_one() {
        let mut referee = Referee::new(Position::default());
        play(&mut referee, "0123456012");
        let (before, last) = referee.before().expect("there were moves");
        assert_eq!((before.ply(), Position::digit(last)), (9, '2'));
        assert_eq!(referee.moves().map(Position::digit).collect::<String>(), "0123456012");
        for _ in 0..10 {
            assert!(referee.take_back().is_some());
        }
        assert_eq!((referee.take_back(), referee.plies()), (None, 0));
        assert_eq!(*referee.position(), Position::default());
    }

    #[test]
    fn who_makes_a_line_has_lost() {
        let mut referee = Referee::new(Position::default());
        play(&mut referee, "0010203");
        assert_eq!(referee.verdict(), Some(Verdict { winner: Some(Colour::Blue), drawn: None }));
    }

    #[test]
    fn a_third_occurrence_is_a_draw_and_a_second_is_none() {
        let keys = |text: &str| parse_position(text).expect("a position").key();
        let empty = "0".repeat(49);
        let (a, b) = (keys(&format!("{empty} 1 1")), keys(&format!("{empty} 1 2")));
        assert_eq!(a, keys(&format!("{empty} 1 6")), "five rounds later");
        assert_eq!(Position::drawn(&[a, b, a, b]), None);
        assert_eq!(Position::drawn(&[a, b, a, b, a]), Some(Drawn::Repetition));
        assert_eq!(Position::drawn(&[a, a, a, b]), None, "the present one counts");
    }

    #[test]
    fn a_match_is_drawn_after_its_last_ply() {
        let distinct: Vec<u64> = (0..=MAX_PLIES as u64).collect();
        assert_eq!(Position::drawn(&distinct[..MAX_PLIES]), None);
        assert_eq!(Position::drawn(&distinct), Some(Drawn::TooLong));
        assert_eq!(Position::drawn(&[]), None);
    }

    #[test]
    fn every_random_match_gets_a_verdict() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut referee = Referee::new(Position::default());
            while referee.verdict().is_none() {
                let mut moves = Moves::new();
                referee.position().moves(&mut moves);
                referee.play(moves[rng.usize(..moves.len())]);
            }
            assert!(referee.plies() <= MAX_PLIES);
        }
    }
}
