//! The last of what a program wrote on stderr.

use boardbots_base::printable::printable;

/// Bytes that are kept.
const KEPT: usize = 4096;

/// The last bytes of any number.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    bytes: Vec<u8>,
    cut: bool,
}

impl Tail {
    /// Adds bytes behind.
    pub fn push(&mut self, bytes: &[u8]) {
        // More than the last of them would be thrown away again.
        let last = &bytes[bytes.len().saturating_sub(KEPT)..];
        self.cut |= last.len() < bytes.len();
        self.bytes.extend_from_slice(last);
        // Not each time, so that many small pieces do not move the same bytes again and again.
        if self.bytes.len() > 2 * KEPT {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        let over = self.bytes.len().saturating_sub(KEPT);
        self.bytes.drain(..over);
        self.cut |= over > 0;
    }

    /// The text, from the beginning of a line if there is one; what is no text is replaced, and
    /// control characters are spelt out.
    pub fn text(&mut self) -> String {
        self.shorten();
        let after = self.bytes.iter().position(|byte| *byte == b'\n').filter(|_| self.cut).map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&self.bytes[after..]);
        let lines: Vec<String> = text.lines().map(|line| printable(line, KEPT)).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let mut tail = Tail::default();
        assert_eq!(tail.text(), "");
        tail.push(b"one\ntw\x1bo\xff\nthree");
        assert_eq!(tail.text(), "one\ntw\\u{1b}o\u{fffd}\nthree");
        for number in 0..100_000 {
            tail.push(format!("line {number}\n").as_bytes());
            assert!(tail.bytes.len() <= 3 * KEPT);
        }
        let text = tail.text();
        assert!(text.starts_with("line ") && text.ends_with("line 99998\nline 99999"), "{text}");
        assert!((KEPT - 20..=KEPT).contains(&text.len()), "{}", text.len());
        tail.push(&vec![b'x'; 1 << 20]);
        assert_eq!(tail.text(), "x".repeat(KEPT));
    }
}
