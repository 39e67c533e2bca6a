//! Books of perfect play: for each side the one move that it makes, and every reply, from the start on.
//!
//! A book is text. Its line N is about the positions N plies after the start to which the side to move can come by its
//! own moves of the book and any replies, in their order; a position that was there before, or its mirror image, is left
//! out. Each has two characters: the place of its move among all moves as a digit, and the position's score as a character,
//! `M` for 0 and `N` for 1.
//!
//! So a book that was begun can be continued, and its scores check each other: a position is worth as much as the reply
//! that is worst for the side.

use super::TwoPlayerGame;
use crate::options::Settings;
use boardbots_base::invalid::InputError;
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

/// A book of perfect play.
pub struct Book<G: TwoPlayerGame> {
    text: String,
    /// The moves by the keys of positions.
    entries: HashMap<u64, Entry<G::Move>>,
    /// For each side, the positions of its line that is under way, or of its next one.
    due: [Vec<G>; 2],
    seen: [HashSet<u64>; 2],
    /// Plies of whole lines.
    plies: usize,
    /// Positions of the line under way that have entries.
    written: usize,
}

impl<G: TwoPlayerGame> Book<G> {
    /// The book of a text, which may end after any entry, from the usual start on.
    ///
    /// # Errors
    /// Fails with the place of what is no book of this game.
    pub fn new(text: &str) -> Result<Self, InputError> {
        let start = G::start(&Settings::default())?;
        let (entries, due, seen) = (HashMap::new(), [Vec::new(), Vec::new()], [HashSet::new(), HashSet::new()]);
        let mut book = Self { text: String::new(), entries, due, seen, plies: 0, written: 0 };
        book.add_replies(1, &start);
        book.add_position(0, start);
        for pair in text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>().chunks(2) {
            let entry = book.next().and_then(|position| read(position, pair));
            let place = (book.plies + 1, 2 * book.written + 1);
            let entry = entry.ok_or_else(|| {
                InputError::new(format_args!("line {}, character {}: not of a book of this game", place.0, place.1))
            })?;
            book.add(entry)?;
        }
        Ok(book)
    }

    /// The text of the book.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first position without an entry, if it is fewer than so many plies after the start.
    #[must_use]
    pub fn due(&self, plies: u8) -> Option<&G> {
        self.next().filter(|_| self.plies < plies.into())
    }

    fn next(&self) -> Option<&G> {
        self.due[self.plies % 2].get(self.written)
    }

    /// Adds the entry of the first position without one.
    ///
    /// # Errors
    /// Fails if no character says this score.
    ///
    /// # Panics
    /// If every game of the book has ended, or the move is none of the position.
    pub fn add(&mut self, entry: Entry<G::Move>) -> Result<(), InputError> {
        let position = self.next().expect("a game that goes on");
        let place = (0..).zip(position.moves()).find(|(_, action)| *action == entry.action).expect("a move").0;
        let letter = DRAW.checked_add_signed(entry.score).map(char::from).filter(char::is_ascii_graphic);
        let (Some(place), Some(letter)) = (char::from_digit(place, 36), letter) else {
            return Err(InputError::new(format_args!("a book has no character for a score of {}", entry.score)));
        };
        let key = position.key();
        self.text.extend([place, letter]);
        self.entries.insert(key, entry);
        self.written += 1;
        // A line may have no positions, where all games of a side have ended.
        while self.next().is_none() && self.due.iter().any(|positions| !positions.is_empty()) {
            let number = self.plies % 2;
            for mut position in std::mem::take(&mut self.due[number]) {
                position.play(self.entries[&position.key()].action);
                self.add_replies(number, &position);
            }
            self.text.push('\n');
            (self.plies, self.written) = (self.plies + 1, 0);
        }
        Ok(())
    }

    fn add_replies(&mut self, number: usize, position: &G) {
        if position.ended().is_none() {
            for reply in position.moves() {
                let mut next = position.clone();
                next.play(reply);
                self.add_position(number, next);
            }
        }
    }

    fn add_position(&mut self, number: usize, position: G) {
        let key = position.mirrored().map_or(u64::MAX, |image| image.key()).min(position.key());
        if position.ended().is_none() && self.seen[number].insert(key) {
            self.due[number].push(position);
        }
    }

    /// The entry of a position, or of its mirror image; `None` if the book has neither.
    #[must_use]
    pub fn get(&self, position: &G) -> Option<Entry<G::Move>> {
        self.entries.get(&position.key()).copied().or_else(|| {
            let Entry { action, score } = *self.entries.get(&position.mirrored()?.key())?;
            Some(Entry { action: G::mirrored_move(action), score })
        })
    }
}

/// The entry of a position by its two characters.
fn read<G: TwoPlayerGame>(position: &G, pair: &[u8]) -> Option<Entry<G::Move>> {
    let [place, letter] = pair else { return None };
    let place = usize::try_from(char::from(*place).to_digit(36)?).ok()?;
    let score = Score::try_from(i16::from(*letter) - i16::from(DRAW)).ok()?;
    Some(Entry { action: *position.moves().get(place)?, score })
}
