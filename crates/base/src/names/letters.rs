//! Properties of characters that matter in names.

use tables::{ALIKE, ENDS, HIDDEN, IGNORED, MARKS, REFUSED, SCRIPTS, SETS, WRITTEN};
use unicode_normalization::UnicodeNormalization as _;

/// The looks of characters, one after the other.
static LOOKS: &str = include_str!(concat!(env!("OUT_DIR"), "/looks.txt"));

// The numbers there are not for reading.
#[allow(clippy::unreadable_literal)]
mod tables {
    include!(concat!(env!("OUT_DIR"), "/names.rs"));
}

/// True for a character that no name may have: invisible, a blank other than a space, able to change the text around
/// it, or unassigned.
///
/// ```
/// use boardbots_base::names::is_refused;
///
/// assert!(is_refused('\u{202e}') && is_refused('\u{3164}') && is_refused('\n'));
/// assert!(!is_refused('ñ') && !is_refused(' ') && !is_refused('🦀'));
/// ```
#[must_use]
pub fn is_refused(c: char) -> bool {
    is_in(&REFUSED, c)
}

/// True if a character acts on a terminal, reorders the text around it, or shows nothing.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    // Most of what is printed.
    !matches!(c, ' '..='~') && is_in(&HIDDEN, c)
}

/// True for a mark, which stands on the character before it.
pub fn is_mark(c: char) -> bool {
    is_in(&MARKS, c)
}

/// True if a mark can stand on this letter: they share a script. Letters without one take no marks.
pub fn is_written(mark: char, letter: char) -> bool {
    scripts(mark).iter().zip(scripts(letter)).any(|(ones, others)| ones & others != 0)
}

/// The scripts of a character, as bits.
fn scripts(c: char) -> [u64; 3] {
    range(&WRITTEN, c).map_or([0; 3], |place| SCRIPTS[usize::from(SETS[place])])
}

/// The look of a character that is no composition, if it looks like other characters.
pub fn look(c: char) -> Option<&'static str> {
    let index = ALIKE.binary_search(&u32::from(c)).ok()?;
    LOOKS.get(usize::from(ENDS[index])..usize::from(ENDS[index + 1]))
}

fn is_in(ranges: &[(u32, u32)], c: char) -> bool {
    range(ranges, c).is_some()
}

/// The place of the range that holds a character.
fn range(ranges: &[(u32, u32)], c: char) -> Option<usize> {
    let c = u32::from(c);
    let place = ranges.partition_point(|&(first, _)| first <= c).checked_sub(1)?;
    (ranges[place].1 >= c).then_some(place)
}

/// True if two names look alike: they share one of their [`skeletons`].
///
/// ```
/// use boardbots_base::names::alike;
///
/// assert!(alike("Ada", "ADA") && alike("Ada", "\u{410}da") && alike("Bill", "Bi1l"));
/// assert!(!alike("Ada", "Eva"));
/// ```
#[must_use]
pub fn alike(one: &str, other: &str) -> bool {
    let (ones, others) = (skeletons(one), skeletons(other));
    ones.iter().any(|skeleton| !skeleton.is_empty() && others.contains(skeleton))
}

/// The skeletons of a name, in which everything that looks the same is the same, without spaces: one of the name as
/// it is written, one of it in small letters. Two are needed: a Cyrillic В looks like a B and its small letter like
/// no b, while ВОВА and вова are one name. This is the skeleton of UTS #39 with compatible letters and both cases
/// taken for one.
#[must_use]
pub fn skeletons(name: &str) -> [String; 2] {
    let compatible: String = name.nfkc().collect();
    let small = folded(&compatible);
    [folded(&looks(&folded(&looks(&compatible)))), folded(&looks(&small))]
}

/// A text by the looks of its characters.
fn looks(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    for c in text.nfd().filter(|&c| !is_in(&IGNORED, c) && !c.is_whitespace()) {
        match look(c) {
            Some(look) => seen.push_str(look),
            None => seen.push(c),
        }
    }
    seen.nfd().collect()
}

/// A text in one case.
fn folded(text: &str) -> String {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}
