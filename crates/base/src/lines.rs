//! Lines of text from untrusted input.

use std::io::{self, BufRead};

/// Most bytes of a line in a conversation: the moves of the longest game fit many times.
pub const MAX_BYTES: usize = 64 * 1024;

/// An error in a line. The next line can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It has more bytes than the limit, which is given.
    #[error("a line has at most {0} bytes; this one was ignored")]
    TooLong(usize),
    /// It is not UTF-8; where it ceases to be, in bytes from 1.
    #[error("byte {0} of the line is not UTF-8; the line was ignored")]
    NotText(usize),
    /// It contains a NUL; where, in bytes from 1.
    #[error("byte {0} of the line is NUL; the line was ignored")]
    Nul(usize),
}

/// Reads lines of bounded length.
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
    most: usize,
    /// True while the rest of a line that is too long is skipped.
    skips: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of this input, of at most [`MAX_BYTES`].
    pub const fn new(input: R) -> Self {
        Self::up_to(MAX_BYTES, input)
    }

    /// Lines of this input, of at most this number of bytes.
    pub const fn up_to(most: usize, input: R) -> Self {
        Self { input, line: Vec::new(), most, skips: false }
    }

    /// The next line, without its end; `None` at the end of the input. A line that is too long is told as soon as it
    /// is, and the rest of it passed over when the next one is asked for: it may have no end.
    ///
    /// # Errors
    ///
    /// Fails with the error of reading; a wait that a signal interrupts goes on.
    pub fn next_line(&mut self) -> io::Result<Option<Result<String, LineError>>> {
        self.line.clear();
        loop {
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = bytes.iter().position(|byte| *byte == b'\n');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if bytes.is_empty() && self.line.is_empty() {
                return Ok(None);
            }
            let long = self.line.len() + part.len() > self.most;
            if !self.skips && !long {
                self.line.extend_from_slice(part);
            }
            let last = end.is_some() || bytes.is_empty();
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            let skipped = self.skips;
            self.skips = (skipped || long) && !last;
            match (skipped, long, last) {
                (false, true, _) => return Ok(Some(Err(LineError::TooLong(self.most)))),
                (false, _, true) => return Ok(Some(self.text())),
                _ => {}
            }
        }
    }

    fn text(&self) -> Result<String, LineError> {
        let line = super::input::tidy(&self.line);
        if let Some(at) = line.iter().position(|byte| *byte == 0) {
            return Err(LineError::Nul(at + 1));
        }
        String::from_utf8(line).map_err(|error| LineError::NotText(error.utf8_error().valid_up_to() + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8]) -> Vec<Result<String, LineError>> {
        // A small buffer, so that lines come in pieces.
        let mut lines = Lines::new(BufReader::with_capacity(7, bytes));
        std::iter::from_fn(|| lines.next_line().expect("bytes in memory")).collect()
    }

    #[test]
    fn lines_end_in_either_way_or_with_the_input() {
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(all(b""), []);
        assert_eq!(all(b"\xef\xbb\xbfone\ntwo\r\n\nlast"), [ok("one"), ok("two"), ok(""), ok("last")]);
        assert_eq!(all(b"\n"), [ok("")]);
    }

    #[test]
    fn what_is_no_line_is_skipped_once() {
        let mut bytes = vec![b'x'; 3 * MAX_BYTES];
        bytes.extend(b"\nfine\n\xff\xfe\na\0b\nfine");
        let fine = || Ok("fine".to_string());
        let expected =
            [Err(LineError::TooLong(MAX_BYTES)), fine(), Err(LineError::NotText(1)), Err(LineError::Nul(2)), fine()];
        assert_eq!(all(&bytes), expected);
        assert_eq!(all(&vec![b'x'; MAX_BYTES])[0].as_ref().map(String::len), Ok(MAX_BYTES));
        let mut short = Lines::up_to(3, b"four\nsix".as_slice());
        assert_eq!(short.next_line().expect("bytes in memory"), Some(Err(LineError::TooLong(3))));
        assert_eq!(short.next_line().expect("bytes in memory"), Some(Ok("six".into())));
        assert!(short.next_line().expect("bytes in memory").is_none());
        let mut endless = Lines::up_to(3, BufReader::new(io::repeat(b'x')));
        assert_eq!(endless.next_line().expect("bytes in memory"), Some(Err(LineError::TooLong(3))));
    }
}
