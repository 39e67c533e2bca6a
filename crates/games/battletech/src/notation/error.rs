//! What is wrong with a file.

/// The most characters of a line that an error repeats.
const MOST: usize = 40;

/// A line that is not what its file asks for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: expected {expected}; found {found}", if *.line > 0 { format!(":{line}") } else { String::new() })]
pub struct NotationError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; 0 if it is about the file as a whole.
    pub line: usize,
    /// What should stand there.
    pub expected: String,
    /// What does: the line in quotation marks, cut after 40 characters, or the end of the file.
    pub found: String,
}

impl NotationError {
    /// An error about a file as a whole, such as one that does not fit the others.
    pub fn whole(file: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { file: file.into(), line: 0, expected: expected.into(), found: found.into() }
    }
}

/// A text in quotation marks, on one line, cut where it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(MOST).flat_map(char::escape_debug).collect();
    let rest = if characters.next().is_some() { "…" } else { "" };
    format!("\"{start}{rest}\"")
}
