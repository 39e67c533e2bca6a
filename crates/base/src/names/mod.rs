//! Names of people and bots: allowed names, and names that look alike.
//!
//! One rule for all names that others see: they are in Unicode's composed form (NFC) and consist of
//! characters that can be seen. [`check`] decides if a text is such a name, [`from_key`] makes one of any text. Names
//! that a reader cannot tell apart are found by [`alike`] and [`Taken`].
//!
//! The tables come from Unicode's `General_Category`, `White_Space`, `Script_Extensions` and
//! `Default_Ignorable_Code_Point`, and from the confusables and identifier types of UTS #39; the build script writes
//! them.

mod letters;

pub use letters::{alike, is_hidden, is_refused, skeletons};
use letters::{is_mark, is_written};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Most characters of a name on a server.
pub const LONGEST: usize = 20;
/// Most bytes of the parts of a composed character, and more.
const LETTER: usize = 16;
/// Most marks on one letter; UTS #39 knows no writing that needs more.
const MARKS: usize = 4;
/// The name of a user whose key has nothing to make a name of.
const NAMELESS: &str = "player";
/// Emoji that are also signs of texts are followed by one of these, which tells their style.
const STYLES: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// An error in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It has fewer or more characters than these.
    #[error("a name has {0} to {1} characters")]
    Length(usize, usize),
    /// This character cannot be seen, is a blank other than a space, or changes the text around it.
    #[error(
        "a name has no characters that are invisible or change the text around them, such as U+{:04X}",
        u32::from(*.0)
    )]
    Refused(char),
    /// This mark has no letter to stand on, none of its script, is there twice, or is one of more than four.
    #[error(
        "the mark U+{:04X} cannot stand there: a letter has at most {MARKS} different marks of its script",
        u32::from(*.0)
    )]
    Mark(char),
    /// It has several spaces in a row.
    #[error("a name has single spaces only")]
    Spaces,
}

/// The name in a text: composed, without blanks around it.
///
/// # Errors
/// Fails if it is not allowed; lengths are in characters.
pub fn check(given: &str, shortest: usize, longest: usize) -> Result<String, NameError> {
    let given = given.trim();
    // What is too long in any case is not composed, which takes its time.
    let name = if given.len() > longest * LETTER { String::new() } else { composed(given) };
    if !(shortest.max(1)..=longest).contains(&name.chars().count()) {
        return Err(NameError::Length(shortest, longest));
    }
    let mut before = Before::default();
    for c in name.chars() {
        before.follow(c)?;
    }
    Ok(name)
}

/// A text in composed form (NFC): one, however its letters were put together.
#[must_use]
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// A name of at most [`LONGEST`] characters, made of any text; what names cannot have is left out.
#[must_use]
pub fn from_key(key: &str) -> String {
    let mut name = String::new();
    let (mut before, mut count) = (Before::default(), 0);
    let seen =
        key.chars().filter(|&c| !is_refused(c) || STYLES.contains(&c)).take(LONGEST * LETTER).collect::<String>();
    for c in seen.trim().nfc() {
        if count < LONGEST && before.follow(c).is_ok() {
            name.push(c);
            count += 1;
        }
    }
    let name = name.trim_end();
    // What was left out may have kept letters and marks apart; then it is no name as it is.
    if name.is_empty() || check(name, 1, LONGEST).as_deref() != Ok(name) {
        NAMELESS.to_string()
    } else {
        name.to_string()
    }
}

/// The name with something behind it that makes it another, such as `-2`; the name is cut so that
/// both have at most [`LONGEST`] characters.
#[must_use]
pub fn numbered(name: &str, suffix: &str) -> String {
    let room = LONGEST.saturating_sub(suffix.chars().count());
    let cut: String = name.chars().take(room).collect();
    format!("{}{suffix}", cut.trim_end())
}

/// The context of a character of a name.
#[derive(Default)]
struct Before {
    last: Option<char>,
    /// The letter on which marks stand.
    letter: Option<char>,
    /// The marks since the last letter.
    marks: [Option<char>; MARKS],
}

impl Before {
    /// Goes on by one character, if it can stand here; if not, nothing changes.
    fn follow(&mut self, c: char) -> Result<(), NameError> {
        let last = self.last;
        if is_combining_mark(c) && !is_refused(c) && self.letter.is_none_or(|letter| !is_written(c, letter)) {
            return Err(NameError::Mark(c));
        }
        if is_mark(c) && !is_refused(c) {
            let free = self.marks.iter().position(Option::is_none);
            let free = free.filter(|_| !self.marks.contains(&Some(c)));
            self.marks[free.ok_or(NameError::Mark(c))?] = Some(c);
            self.last = Some(c);
            return Ok(());
        }
        // Only signs have styles; the digits that have them too are better seen without.
        let styled = |sign: char| !sign.is_ascii() && !sign.is_alphanumeric() && !is_mark(sign);
        let style = STYLES.contains(&c) && last.is_some_and(styled);
        if is_refused(c) && !style {
            return Err(NameError::Refused(c));
        }
        if c == ' ' && last == Some(' ') {
            return Err(NameError::Spaces);
        }
        (self.last, self.letter, self.marks) = (Some(c), Some(c), [None; MARKS]);
        Ok(())
    }
}

/// The number of parts, by the first byte of a hash, so that a new one moves few others.
const PARTS: usize = 256;
/// The number of hashes for which a full part makes room.
const ROOM: usize = 32;

/// A set of names in which those that look alike are one. It keeps 8 to 16 bytes of each, and asks
/// the same effort whatever the names are: hashes differ from process to process.
pub struct Taken {
    parts: Vec<Vec<u64>>,
    state: RandomState,
}

impl Default for Taken {
    fn default() -> Self {
        Self { parts: vec![Vec::new(); PARTS], state: RandomState::new() }
    }
}

impl Taken {
    /// True if this name, or one that looks like it, is taken.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.has(self.hashes(name))
    }

    /// Takes a name, unless it or one that looks like it is taken. Returns true if it was free.
    pub fn insert(&mut self, name: &str) -> bool {
        let hashes = self.hashes(name);
        let free = !self.has(hashes);
        if free {
            self.note(hashes);
        }
        free
    }

    fn note(&mut self, hashes: [u64; 2]) {
        for hash in hashes {
            let part = &mut self.parts[place(hash)];
            if let Err(index) = part.binary_search(&hash) {
                if part.len() == part.capacity() {
                    part.reserve_exact(ROOM);
                }
                part.insert(index, hash);
            }
        }
    }

    fn has(&self, hashes: [u64; 2]) -> bool {
        hashes.iter().any(|hash| self.parts[place(*hash)].binary_search(hash).is_ok())
    }

    fn hashes(&self, name: &str) -> [u64; 2] {
        skeletons(name).map(|skeleton| self.state.hash_one(skeleton))
    }
}

/// Takes names that are there already, whether they look alike or not.
impl<'a> Extend<&'a str> for Taken {
    fn extend<T: IntoIterator<Item = &'a str>>(&mut self, names: T) {
        for name in names {
            self.note(self.hashes(name));
        }
    }
}

/// The part of a hash.
fn place(hash: u64) -> usize {
    usize::from(hash.to_be_bytes()[0])
}

#[cfg(test)]
mod tests;
