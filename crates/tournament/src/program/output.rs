//! Output of a program, cut into lines as it comes, in bounded memory.

use boardbots_base::lines::MAX_BYTES;
use std::ops::Range;

/// Bytes that have come and lines that have not been taken.
pub struct Output {
    /// Twice the longest line, so that behind any beginning of a line there is room.
    bytes: Box<[u8]>,
    /// The part of it that has come and was not taken.
    held: Range<usize>,
    /// The start of the search for the next end of a line: there is none before it.
    seen: usize,
    /// The beginning of the current line was too long and has been thrown away.
    long: bool,
}

/// A line, by its place.
pub struct Found {
    at: Range<usize>,
    long: bool,
}

impl Output {
    pub fn new() -> Self {
        Self { bytes: vec![0; 2 * MAX_BYTES + 2].into(), held: 0..0, seen: 0, long: false }
    }

    /// The space for the next bytes, at least [`MAX_BYTES`]. All whole lines must have been taken.
    pub fn space(&mut self) -> &mut [u8] {
        if self.held.len() > MAX_BYTES {
            self.long = true;
            self.held = 0..0;
        } else if self.held.start > 0 {
            self.bytes.copy_within(self.held.clone(), 0);
            self.held = 0..self.held.len();
        }
        self.seen = self.held.end;
        &mut self.bytes[self.held.end..]
    }

    /// Marks this many bytes of the space as filled.
    pub fn filled(&mut self, count: usize) {
        self.held.end = (self.held.end + count).min(self.bytes.len());
    }

    /// Ends the input: the rest is the last line.
    pub fn finish(&mut self) {
        if !self.held.is_empty() || self.long {
            self.space()[0] = b'\n';
            self.filled(1);
        }
    }

    /// Takes the next line, if it has come to its end.
    pub fn take(&mut self) -> Option<Found> {
        let end = self.seen + self.bytes[self.seen..self.held.end].iter().position(|byte| *byte == b'\n')?;
        let found = Found { at: self.held.start..end, long: self.long || end - self.held.start > MAX_BYTES };
        (self.held.start, self.seen, self.long) = (end + 1, end + 1, false);
        Some(found)
    }

    /// The text of the line that was taken last, without its end; `None` if it is no text, or
    /// longer than [`MAX_BYTES`].
    pub fn text(&self, found: &Found) -> Option<&str> {
        let line = &self.bytes[found.at.clone()];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = std::str::from_utf8(line).ok()?;
        (!found.long && !line.contains(&0)).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_base::lines::Lines;

    /// The lines of these bytes, which come in pieces of such a length.
    fn all(bytes: &[u8], piece: usize) -> Vec<Option<String>> {
        let mut output = Output::new();
        let mut lines = Vec::new();
        let take = |output: &mut Output, lines: &mut Vec<_>| {
            while let Some(found) = output.take() {
                lines.push(output.text(&found).map(str::to_string));
            }
        };
        let mut rest = bytes;
        while !rest.is_empty() {
            let space = output.space();
            assert!(space.len() >= MAX_BYTES);
            let count = piece.min(rest.len()).min(space.len());
            space[..count].copy_from_slice(&rest[..count]);
            output.filled(count);
            rest = &rest[count..];
            take(&mut output, &mut lines);
        }
        output.finish();
        take(&mut output, &mut lines);
        lines
    }

    #[test]
    fn agrees_with_lines_of_an_input() {
        let mut hostile = b"one\r\n\n\nthree\n\xff\xfe\na\0b\nbestmove 3".to_vec();
        let mut texts = vec![b"".to_vec(), b"\n".to_vec(), b"last\n".to_vec(), hostile.clone()];
        for length in [MAX_BYTES - 1, MAX_BYTES, MAX_BYTES + 1, 2 * MAX_BYTES, 5 * MAX_BYTES] {
            hostile.push(b'\n');
            hostile.extend(vec![b'x'; length]);
            texts.push(hostile.clone());
            hostile.extend(b"\nfine");
            texts.push(hostile.clone());
        }
        for text in texts {
            let mut lines = Lines::new(text.as_slice());
            let expected: Vec<_> =
                std::iter::from_fn(|| lines.next_line().expect("bytes in memory")).map(Result::ok).collect();
            for piece in [1, 7, 4096, MAX_BYTES, 2 * MAX_BYTES + 2] {
                assert!(all(&text, piece) == expected, "{} bytes in pieces of {piece}", text.len());
            }
        }
    }
}
