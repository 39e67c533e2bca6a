//! Text that people write: one `key = value` on a line.
//!
//! Keys are made of small letters, digits and dashes. Values stand as they are up to the end
//! of the line, without quotes. `#` at the beginning of a line, or after a space, begins a
//! comment; blank lines mean nothing.

use super::input;

/// One line that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the text, from 1.
    pub line: usize,
    /// The text before the `=`.
    pub key: String,
    /// The text behind it.
    pub value: String,
}

/// A line that is not understood, as it is written behind the name of its file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(":{line}: {problem}")]
pub struct LineError {
    /// Its number in the text, from 1.
    pub line: usize,
    /// The problem, and the remedy.
    pub problem: String,
}

/// All entries of a text in their order; no key is there twice. `keys` lists the keys for errors: `keys are …`.
///
/// # Errors
/// Fails for the first line that is no entry, or repeats a key.
pub fn parse(bytes: &[u8], keys: &str) -> Result<Vec<Entry>, LineError> {
    let (entries, errors) = parse_all(bytes, keys);
    errors.into_iter().next().map_or(Ok(entries), Err)
}

/// The entries of a text as [`parse`] reads them, and the errors of all other lines.
#[must_use]
pub fn parse_all(bytes: &[u8], keys: &str) -> (Vec<Entry>, Vec<LineError>) {
    parse_from(1, bytes, keys)
}

/// The same of a part of a text, of which `first` is the number of the first line.
#[must_use]
pub fn parse_from(first: usize, bytes: &[u8], keys: &str) -> (Vec<Entry>, Vec<LineError>) {
    let (mut entries, mut errors) = (Vec::<Entry>::new(), Vec::new());
    let bytes = input::tidy(bytes);
    for (index, bytes) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = first + index;
        let problem = match pair(bytes, keys) {
            Ok(None) => continue,
            Ok(Some((key, value))) => {
                let Some(before) = entries.iter().find(|entry| entry.key == key) else {
                    entries.push(Entry { line, key: key.into(), value: value.into() });
                    continue;
                };
                format!("{key} stands already in line {}; keep one of them", before.line)
            }
            Err(problem) => problem,
        };
        errors.push(LineError { line, problem });
    }
    (entries, errors)
}

/// The key and the value of a line; `None` for one that says nothing.
fn pair<'a>(bytes: &'a [u8], keys: &str) -> Result<Option<(&'a str, &'a str)>, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "these bytes are no text (UTF-8)")?;
    let text = without_comment(text).trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().any(|c| c.is_control() && c != '\t') {
        return Err("there are control characters in this line".into());
    }
    let (key, value) =
        text.split_once('=').ok_or_else(|| format!("{text:?} has no '='; write key = value, or # before a comment"))?;
    let (key, value) = (key.trim(), value.trim());
    if !is_key(key) {
        return Err(format!("{key:?} is no key; {keys}"));
    }
    if value.is_empty() {
        return Err(format!("{key} has no value; write one, or take the line away"));
    }
    Ok(Some((key, value)))
}

/// True if a word can be a key: small letters, digits and dashes, with no dash at the start.
#[must_use]
pub fn is_key(word: &str) -> bool {
    let known = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !word.is_empty() && !word.starts_with('-') && word.bytes().all(known)
}

/// A line up to its comment.
#[must_use]
pub fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| at == 0 || line[..at].ends_with([' ', '\t']);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(usize, String, String)> {
        let entries = parse(text.as_bytes(), "").unwrap();
        entries.into_iter().map(|entry| (entry.line, entry.key, entry.value)).collect()
    }

    #[test]
    fn keys_values_and_comments() {
        let text = "\u{feff}# a bot\r\nrun = vindinium\r\n\r\nserver=http://h:1/x#y  # where\n\tmap = a = b \n";
        let due = [(2, "run", "vindinium"), (4, "server", "http://h:1/x#y"), (5, "map", "a = b")];
        assert_eq!(pairs(text), due.map(|(line, key, value)| (line, key.into(), value.into())));
        assert!(pairs("# nothing").is_empty());
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line, part) in [
            ("run", 1, "no '='"),
            ("\n\nRun = x", 3, "\"Run\" is no key; keys are small"),
            ("a = 1\n = 2", 2, "no key"),
            ("--a = 1", 1, "\"--a\" is no key"),
            ("a =  # b", 1, "no value"),
            ("a = 1\nb = 2\na = 3", 3, "line 1"),
            ("a = \u{1}", 1, "control"),
        ] {
            let error = parse(text.as_bytes(), "keys are small").unwrap_err();
            assert!(error.line == line && error.problem.contains(part), "{error}");
        }
        let (entries, errors) = parse_all(b"a\nb = 1\nb = 2\n= 3\nc = 4", "");
        assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [2, 5]);
        assert_eq!(errors.iter().map(|error| error.line).collect::<Vec<_>>(), [1, 3, 4]);
        let error = parse(b"a = 1\nb = \xff", "").unwrap_err();
        assert_eq!(error.to_string(), ":2: these bytes are no text (UTF-8)");
    }
}
