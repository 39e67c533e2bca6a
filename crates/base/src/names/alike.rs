//! Names that a reader cannot tell apart.

use super::letters::{is_ignored, look};
use unicode_normalization::UnicodeNormalization as _;

/// Whether two names look alike: they share one of their [`skeletons`].
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

/// What is left of a name when all is the same that looks the same, without spaces: as it is written,
/// and as it is written in small letters. Two are needed: a Cyrillic В looks like a B and its small
/// letter like no b, while ВОВА and вова are one name. This is the skeleton of UTS #39 with
/// compatible letters and both cases taken for one.
#[must_use]
pub fn skeletons(name: &str) -> [String; 2] {
    let compatible: String = name.nfkc().collect();
    let small = folded(&compatible);
    [folded(&looks(&folded(&looks(&compatible)))), folded(&looks(&small))]
}

/// A text by the looks of its characters.
fn looks(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    for c in text.nfd().filter(|&c| !is_ignored(c) && !c.is_whitespace()) {
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
