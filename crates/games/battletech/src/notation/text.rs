//! The text of a file, as the simulator writes it.

use super::super::hex::Hex;
use std::fmt::Write;

/// A file that is being written.
pub(super) struct Text {
    bytes: Vec<u8>,
    end: &'static [u8],
}

impl Text {
    /// A file with the simulator's line ends, and room for this many bytes.
    pub fn windows(room: usize) -> Self {
        Self { bytes: Vec::with_capacity(room), end: b"\r\n" }
    }

    /// A file with plain line ends, as players write.
    pub fn plain() -> Self {
        Self { bytes: Vec::new(), end: b"\n" }
    }

    pub fn done(self) -> Vec<u8> {
        self.bytes
    }

    /// A line of ASCII.
    #[inline]
    pub fn word(&mut self, word: &str) -> &mut Self {
        self.bytes.extend_from_slice(word.as_bytes());
        self.bytes.extend_from_slice(self.end);
        self
    }

    /// The word for a value.
    pub fn named<T: PartialEq>(&mut self, table: &[(&str, T)], value: &T) -> &mut Self {
        self.text(table.iter().find(|(_, other)| other == value).map_or("", |(word, _)| word))
    }

    /// A line of any text, in Latin-1. Text that Latin-1 has no letters for, or that would look like UTF-8, is written
    /// in UTF-8, which readers tell apart. Line ends become spaces.
    pub fn text(&mut self, text: &str) -> &mut Self {
        let start = self.bytes.len();
        let text = text.replace(['\r', '\n'], " ");
        let latin = text.chars().all(|letter| {
            u8::try_from(u32::from(letter)).is_ok_and(|byte| {
                self.bytes.push(byte);
                true
            })
        });
        if !latin || (!text.is_ascii() && std::str::from_utf8(&self.bytes[start..]).is_ok()) {
            self.bytes.truncate(start);
            self.bytes.extend_from_slice(text.as_bytes());
        }
        self.word("")
    }

    #[inline]
    pub fn flag(&mut self, flag: bool) -> &mut Self {
        self.word(if flag { "True" } else { "False" })
    }

    /// The lowest bits, each on a line.
    #[inline]
    pub fn flags(&mut self, bits: u32, count: u8) -> &mut Self {
        for place in 0..count {
            self.flag(bits >> place & 1 == 1);
        }
        self
    }

    #[inline]
    pub fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        let number = number.into();
        if number < 0 {
            self.bytes.push(b'-');
        }
        let (mut digits, mut rest) = ([0; 20], number.unsigned_abs());
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes.extend_from_slice(&digits[first..]);
        self.word("")
    }

    pub fn numbers<T: Copy + Into<i64>>(&mut self, numbers: &[T]) -> &mut Self {
        for &number in numbers {
            self.number(number);
        }
        self
    }

    /// An index in a list, or -1 for none.
    pub fn place(&mut self, place: Option<u16>) -> &mut Self {
        self.number(place.map_or(-1, i64::from))
    }

    /// A hex, or `0000` for none.
    pub fn hex(&mut self, hex: Hex) -> &mut Self {
        let mut digits = arrayvec::ArrayString::<8>::new();
        // Two numbers of at most three digits each.
        let _ = write!(digits, "{hex}");
        self.word(&digits)
    }

    /// The number of elements that follow.
    pub fn count(&mut self, count: usize) -> &mut Self {
        self.number(i64::try_from(count).unwrap_or(i64::MAX))
    }
}
