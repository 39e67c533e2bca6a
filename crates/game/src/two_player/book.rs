//! Books of perfect play: for each side the one move that it makes, and every reply, from the start on.
//!
//! A book is text: a line with the name of a side, then a line for each of its turns, with two characters for each
//! position that it can come to: the place of its move in [`Position::moves`]
//! as a digit, and the position's score as a character, `M` for 0 and `N` for 1. The moves say which positions the next
//! line is about, in the order of replies; a position that was there before, or its mirror image, is left out.
//!
//! So a book that was begun can be continued, and its scores check each other: a position is worth as much as the reply
//! that is worst for the side.

use super::TwoPlayerGame;
use super::side::Side;
use boardbots_base::invalid::InputError;
use boardbots_search::position::Position;
use boardbots_search::solve::Score;
use std::collections::{HashMap, HashSet};

/// The character of a draw.
const DRAW: u8 = b'M';

/// A move of a book, and the score of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The move.
    pub action: M,
    /// The score of the position, for the side that makes the move.
    pub score: Score,
}

/// The positions of a turn with their entries.
pub type Turn<G> = Vec<(G, Entry<<G as Position>::Move>)>;

/// The moves of a book by the keys of positions.
pub struct Book<G: TwoPlayerGame>(HashMap<u64, Entry<G::Move>>);

impl<G: TwoPlayerGame> Book<G> {
    /// The book of a text.
    ///
    /// # Errors
    /// Fails with the place of what is no book of this game.
    pub fn new(text: &str) -> Result<Self, InputError> {
        let mut book = Self(HashMap::new());
        for side in Side::ALL {
            let mut reading = Reading::<G>::new(side, text)?;
            while let Some(entries) = reading.next_turn()? {
                book.0.extend(entries.into_iter().map(|(position, entry)| (position.key(), entry)));
            }
        }
        Ok(book)
    }

    /// The move of a position, or of its mirror image; `None` if the book has neither.
    #[must_use]
    pub fn get(&self, position: &G) -> Option<Entry<G::Move>> {
        self.0.get(&position.key()).copied().or_else(|| {
            let Entry { action, score } = *self.0.get(&position.mirrored()?.key())?;
            Some(Entry { action: G::mirrored_move(action), score })
        })
    }
}

/// The turns of a side, one after the other.
pub struct Reading<'a, G: TwoPlayerGame> {
    lines: std::str::Lines<'a>,
    /// True if the last line is not finished.
    is_open: bool,
    /// The positions of the next turn.
    positions: Vec<G>,
    seen: HashSet<u64>,
    turn: usize,
    side: Side,
}

impl<'a, G: TwoPlayerGame> Reading<'a, G> {
    /// The turns of a side in a text.
    ///
    /// # Errors
    /// Fails if the text is not a book of the game.
    pub fn new(side: Side, text: &'a str) -> Result<Self, InputError> {
        if text.lines().next().is_some_and(|line| line != G::called(Side::First)) {
            return Err(InputError::new(format_args!("a book begins with the line {}", G::called(Side::First))));
        }
        let mut lines = text.lines();
        let _ = lines.by_ref().find(|line| *line == G::called(side));
        let is_open = !text.ends_with('\n');
        let mut reading = Self { lines, is_open, positions: Vec::new(), seen: HashSet::new(), turn: 0, side };
        let start = super::opening::start::<G>(&crate::options::Settings::default());
        if start.turn() == side {
            reading.add(start);
        } else {
            reading.add_replies(&start);
        }
        Ok(reading)
    }

    /// The positions of the next turn.
    #[must_use]
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    fn add(&mut self, position: G) {
        let key = position.mirrored().map_or(u64::MAX, |image| image.key()).min(position.key());
        if position.ended().is_none() && self.seen.insert(key) {
            self.positions.push(position);
        }
    }

    fn add_replies(&mut self, position: &G) {
        if position.ended().is_none() {
            for reply in position.moves() {
                let mut next = position.clone();
                next.play(reply);
                self.add(next);
            }
        }
    }

    /// Goes on to the turn after these moves.
    pub fn play(&mut self, moves: impl Iterator<Item = G::Move>) {
        self.turn += 1;
        for (mut position, action) in std::mem::take(&mut self.positions).into_iter().zip(moves) {
            position.play(action);
            self.add_replies(&position);
        }
    }

    /// The next turn's positions with their entries; `None` after the last turn that is there as a whole.
    ///
    /// # Errors
    /// Fails with the place of what is no book of this game.
    pub fn next_turn(&mut self) -> Result<Option<Turn<G>>, InputError> {
        let mut rest = self.lines.clone();
        let Some(line) = rest.next().filter(|line| Side::ALL.iter().all(|side| *line != G::called(*side))) else {
            return Ok(None);
        };
        let due = 2 * self.positions.len();
        if line.len() < due && self.is_open && rest.clone().next().is_none() {
            return Ok(None);
        }
        if line.len() != due {
            let (called, turn, found) = (G::called(self.side), self.turn, line.len());
            return Err(InputError::new(format_args!("{called}, turn {turn}: {found} characters instead of {due}")));
        }
        self.lines = rest;
        let entries =
            self.positions.iter().zip(line.as_bytes().chunks(2)).enumerate().map(|(number, (position, text))| {
                let wrong = || {
                    InputError::new(format_args!(
                        "{}, turn {}, position {number}: no entry",
                        G::called(self.side),
                        self.turn
                    ))
                };
                let [place, letter] = text else { return Err(wrong()) };
                let place = char::from(*place).to_digit(36).ok_or_else(wrong)?;
                let action =
                    position.moves().get(usize::try_from(place).map_err(|_| wrong())?).copied().ok_or_else(wrong)?;
                let score = i16::from(*letter) - i16::from(DRAW);
                Ok((position.clone(), Entry { action, score: Score::try_from(score).map_err(|_| wrong())? }))
            });
        let entries: Turn<G> = entries.collect::<Result<_, InputError>>()?;
        self.play(entries.iter().map(|(_, entry)| entry.action));
        Ok(Some(entries))
    }
}

/// The text of an entry; `None` if the book has no character for its score.
pub fn written<G: TwoPlayerGame>(position: &G, entry: Entry<G::Move>) -> Option<[char; 2]> {
    let place = position.moves().iter().position(|action| *action == entry.action)?;
    let place = char::from_digit(u32::try_from(place).ok()?, 36)?;
    let letter = char::from(DRAW.checked_add_signed(entry.score)?);
    letter.is_ascii_graphic().then_some([place, letter])
}
