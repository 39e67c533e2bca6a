//! Lines of a file, each read as the kind of value that it should be.

use super::super::hex::{Hex, Side};
use super::super::location::Location;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// The byte order mark with which some writers of UTF-8 start a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The unread part of a file. Lines end with LF, CRLF or CR; the last one may lack its end.
pub(crate) struct Lines<'a> {
    file: &'a str,
    bytes: &'a [u8],
    /// The number of the line read last.
    number: usize,
    /// A line was requested past the last one.
    over: bool,
    /// True if values that are not needed may be anything: see [`Lines::lenient()`].
    pub lenient: bool,
}

impl<'a> Lines<'a> {
    pub fn new(file: &'a str, bytes: &'a [u8]) -> Self {
        Self { file, bytes: bytes.strip_prefix(MARK).unwrap_or(bytes), number: 0, over: false, lenient: false }
    }

    /// The same for files given to a player, which must not fail over values that it does not need: words and numbers
    /// may have spaces around them, words other capitals and accents; extra lines at the end are ignored, and
    /// [`Lines::spare`] and [`Lines::spare_named`] accept anything.
    pub fn lenient(file: &'a str, bytes: &'a [u8]) -> Self {
        Self { lenient: true, ..Self::new(file, bytes) }
    }

    /// The number of unread bytes: a bound for the number of lines.
    pub fn left(&self) -> usize {
        self.bytes.len()
    }

    /// A line, without the spaces around it if the reading is lenient.
    #[inline]
    fn plain(&self, line: Option<&'a [u8]>) -> Option<&'a [u8]> {
        if self.lenient { line.map(<[u8]>::trim_ascii) } else { line }
    }

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        self.number += 1;
        if self.bytes.is_empty() {
            self.over = true;
            return None;
        }
        let Some(end) = self.bytes.iter().position(|&byte| byte <= b'\r' && matches!(byte, b'\n' | b'\r')) else {
            return Some(std::mem::take(&mut self.bytes));
        };
        let line = &self.bytes[..end];
        let past = if self.bytes[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
        self.bytes = &self.bytes[past..];
        Some(line)
    }

    /// The error of a line read last that does not fit.
    #[cold]
    pub fn wrong(&self, line: Option<&[u8]>, expected: impl Into<String>) -> NotationError {
        let found = line.map_or_else(|| "the end of the file".to_string(), |line| quoted(&decoded(line)));
        NotationError { file: self.file.to_string(), line: self.number, expected: expected.into(), found }
    }

    /// Any text, which may be empty.
    pub fn text(&mut self, field: &str) -> Parsed<String> {
        self.line(field).map(|line| decoded(line).into_owned())
    }

    /// A line as bytes.
    pub fn line(&mut self, field: &str) -> Parsed<&'a [u8]> {
        self.next().ok_or_else(|| self.wrong(None, field))
    }

    /// One of some words, by its index.
    pub fn word(&mut self, field: &str, words: &[&str]) -> Parsed<usize> {
        let line = self.next();
        let exact = line.and_then(|line| words.iter().position(|word| word.as_bytes() == line));
        let place = exact.or_else(|| if self.lenient { alike(line, words) } else { None });
        place.ok_or_else(|| self.wrong(line, format!("{field}: {}{}", listed(words), spelling(line, words))))
    }

    /// One of some words, by the value that it stands for.
    pub fn named<T: Copy, const N: usize>(&mut self, field: &str, table: &[(&str, T); N]) -> Parsed<T> {
        Ok(table[self.word(field, &table.map(|(word, _)| word))?].1)
    }

    /// One of some words that decisions do not need; in lenient reading any other counts as `other`.
    pub fn spare_named<T: Copy, const N: usize>(&mut self, field: &str, table: &[(&str, T); N], other: T) -> Parsed<T> {
        let place = self.word(field, &table.map(|(word, _)| word));
        self.forgive(place.map(|place| table[place].1), other)
    }

    /// A whole number that decisions do not need; in lenient reading any other line counts as `other`.
    pub fn spare<T>(&mut self, field: &str, range: RangeInclusive<T>, other: T) -> Parsed<T>
    where
        T: Copy + Into<i32> + TryFrom<i32>,
    {
        let number = self.number(field, range);
        self.forgive(number, other)
    }

    /// The value read, or `other` for an error if the reading is lenient and the file is not at its end.
    fn forgive<T>(&self, read: Parsed<T>, other: T) -> Parsed<T> {
        if self.lenient && !self.over { read.or(Ok(other)) } else { read }
    }

    /// The word with which a kind of file starts.
    pub fn magic(&mut self, word: &str) -> Parsed<()> {
        self.word("what kind of file it is", &[word]).map(|_| ())
    }

    /// `True` or `False`.
    #[inline]
    pub fn flag(&mut self, field: &str) -> Parsed<bool> {
        match self.next() {
            Some(b"True") => Ok(true),
            Some(b"False") => Ok(false),
            line => {
                let words = ["True", "False"];
                if let Some(place) = alike(line, &words).filter(|_| self.lenient) {
                    return Ok(place == 0);
                }
                Err(self.wrong(line, format!("{field}: {}{}", listed(&words), spelling(line, &words))))
            }
        }
    }

    /// This many flags as bits, the first one lowest.
    #[inline]
    pub fn flags(&mut self, field: &str, count: u8) -> Parsed<u32> {
        let mut bits = 0;
        for place in 0..count {
            bits |= u32::from(self.flag(field)?) << place;
        }
        Ok(bits)
    }

    /// A whole number.
    #[inline]
    pub fn number<T>(&mut self, field: &str, range: RangeInclusive<T>) -> Parsed<T>
    where
        T: Copy + Into<i32> + TryFrom<i32>,
    {
        let (least, most) = ((*range.start()).into(), (*range.end()).into());
        let line = self.next();
        let number = self.plain(line).and_then(whole).filter(|number| (least..=most).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let range = if least == most { format!("{least}") } else { format!("a number from {least} to {most}") };
            self.wrong(line, format!("{field}: {range}"))
        })
    }

    /// A number of points from 0 on. A negative one is read as 0: the simulator subtracts more damage than there are
    /// points.
    pub fn rest(&mut self, field: &str, most: u16) -> Parsed<u16> {
        let number = self.number(field, -i32::from(most)..=i32::from(most))?;
        Ok(u16::try_from(number).unwrap_or(0))
    }

    /// A side, 1 to 6.
    pub fn side(&mut self, field: &str) -> Parsed<Side> {
        let number = self.number(field, 1..=6)?;
        Ok(Side::from_number(number).unwrap_or(Side::NORTH))
    }

    /// A hex, `CCRR` with both from 01 to 99.
    pub fn hex(&mut self, field: &str) -> Parsed<Hex> {
        let line = self.next();
        self.plain(line)
            .and_then(Hex::parse)
            .ok_or_else(|| self.wrong(line, format!("{field}: CCRR, column and row from 01 to 99")))
    }

    /// A hex, or `0000` for none.
    pub fn hex_or_none(&mut self, field: &str) -> Parsed<Option<Hex>> {
        let line = self.next();
        let digits = self.plain(line);
        if digits == Some(b"0000") {
            return Ok(None);
        }
        let hex = digits.and_then(Hex::parse).map(Some);
        hex.ok_or_else(|| self.wrong(line, format!("{field}: CCRR, column and row from 01 to 99, or 0000 for none")))
    }

    /// A location by its word.
    pub fn location(&mut self, field: &str) -> Parsed<Location> {
        let words = Location::ALL.map(Location::word);
        Ok(Location::ALL[self.word(field, &words)?])
    }

    /// The end of the file: only empty lines, or anything at all if the reading is lenient.
    pub fn end(&mut self) -> Parsed<()> {
        if self.lenient {
            return Ok(());
        }
        while let Some(line) = self.next() {
            if !line.is_empty() {
                return Err(self.wrong(Some(line), "the end of the file"));
            }
        }
        Ok(())
    }
}

/// A whole number of at most nine digits, with a `-` if it is negative.
#[inline]
fn whole(text: &[u8]) -> Option<i32> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let plain = (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    str::from_utf8(text).ok().filter(|_| plain)?.parse().ok()
}

/// Bytes as text: UTF-8 if valid, else Latin-1.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Words as a list: `a, b or c`.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_string(),
        [start @ .., last] => format!("{} or {last}", start.join(", ")),
    }
}

/// A hint about spelling, if a line differs from a word only in accents, capitals and spaces around it.
fn spelling(line: Option<&[u8]>, words: &[&str]) -> &'static str {
    if alike(line, words).is_some() { " (exactly so: no accents, no spaces around it)" } else { "" }
}

/// The index of the word from which a line differs only in accents, capitals and spaces around it.
fn alike(line: Option<&[u8]>, words: &[&str]) -> Option<usize> {
    let line = line.filter(|line| line.len() < 40)?;
    let plain = |text: &str| text.trim().to_lowercase().chars().map(bare).collect::<String>();
    let found = plain(&decoded(line));
    words.iter().position(|word| plain(word) == found)
}

/// A letter without its accent.
fn bare(letter: char) -> char {
    match letter {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' => 'u',
        other => other,
    }
}

/// The most characters of a line that an error repeats.
const MOST: usize = 40;

/// A line that does not fit its file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: expected {expected}; found {found}", if *.line > 0 { format!(":{line}") } else { String::new() })]
pub struct NotationError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; 0 for an error of the file as a whole.
    pub line: usize,
    /// The expected content.
    pub expected: String,
    /// The content found: the line in quotation marks, cut after 40 characters, or the end of the file.
    pub found: String,
}

/// The result of reading a part of a file.
pub type Parsed<T> = Result<T, NotationError>;

impl NotationError {
    /// An error of a file as a whole, such as one that does not fit the others.
    pub fn whole(file: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { file: file.into(), line: 0, expected: expected.into(), found: found.into() }
    }
}

/// A text in quotation marks, on one line, cut if it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(MOST).flat_map(char::escape_debug).collect();
    let rest = if characters.next().is_some() { "…" } else { "" };
    format!("\"{start}{rest}\"")
}
