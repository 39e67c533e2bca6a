//! Text of others, fit to be printed, or to stand in HTML and XML.
//!
//! Names, files, servers and programs may say anything, such as what acts on the terminal, reorders the text
//! around it, or cannot be seen. All that is printed and logged passes through here. Spelt out, as `\u{1b}`, are
//! Unicode's control characters, its line and paragraph separators, the marks of annotations, and
//! `Default_Ignorable_Code_Point`: that is what shows nothing, and holds all that changes directions. The other
//! characters of the category Format can be seen, such as signs of Arabic numbers.
//!
//! Two kinds of these are part of writing where they follow something: joiners behind emoji and the letters that
//! join, all of which come after U+0600, and the variation selectors of whatever is not ASCII.

pub use crate::names::is_hidden;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The characters of a text, each with whether it has to be replaced where it stands.
pub(crate) fn judged(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = '\0';
    text.chars().map(move |c| {
        let joins = match c {
            '\u{200c}' | '\u{200d}' => before >= '\u{600}',
            '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => {
                !before.is_ascii() && !is_hidden(before)
            }
            _ => false,
        };
        let replaced = is_hidden(c) && !joins;
        // A joiner carries nothing itself.
        before = if replaced || matches!(c, '\u{200c}' | '\u{200d}') { '\0' } else { c };
        (c, replaced)
    })
}

/// A text in which all is spelt out that has to be, but for these characters.
fn spelt(text: &str, kept: &[char]) -> String {
    let mut shown = String::with_capacity(text.len());
    for (c, replaced) in judged(text) {
        if replaced && !kept.contains(&c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// A text as a part of one line: line breaks and tabs are spelt out as well.
#[must_use]
pub fn line(text: &str) -> String {
    spelt(text, &[])
}

/// The same, cut where it has more than `most` characters.
#[must_use]
pub fn printable(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most).map_or(text.len(), |(at, _)| at);
    line(&text[..end]) + if end < text.len() { "..." } else { "" }
}

/// A text of several lines: line breaks, those of CR LF among them, and tabs stay.
#[must_use]
pub fn lines(text: &str) -> String {
    let parts: Vec<String> = text.split("\r\n").map(|part| spelt(part, &['\n', '\t'])).collect();
    parts.join("\r\n")
}

/// Lines of which none begins with a priority: `<0>` is one to systemd's journal, which shows such a line on all
/// terminals.
#[must_use]
pub fn without_priorities(text: &str) -> String {
    let indent = if text.starts_with('<') { " " } else { "" };
    format!("{indent}{}", text.replace("\n<", "\n <"))
}

/// JSON with the same values whose texts are printable: what others may have written in them is escaped.
#[must_use]
pub fn json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) && c != '\n' {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a text cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A writer of [`lines`], which writes them as they end; [`flush`](Write::flush) writes what is left.
pub struct Printer<W> {
    out: W,
    /// True if the output goes to systemd's journal.
    journal: bool,
    /// The line that has not ended.
    rest: Vec<u8>,
}

impl<W: Write> Printer<W> {
    /// One that writes here; `journal` says whether that is systemd's journal.
    pub const fn new(out: W, journal: bool) -> Self {
        Self { out, journal, rest: Vec::new() }
    }

    /// Writes so many bytes of what is left. Bytes that are no UTF-8 stay if they are letters of Latin-1, as files of
    /// BattleTech have them.
    fn pass(&mut self, length: usize) -> io::Result<()> {
        let whole: Vec<u8> = self.rest.drain(..length).collect();
        for chunk in whole.utf8_chunks() {
            let text = lines(chunk.valid());
            let text = if self.journal { without_priorities(&text) } else { text };
            self.out.write_all(text.as_bytes())?;
            for &byte in chunk.invalid() {
                if byte < 0xa0 { write!(self.out, "\\x{byte:x}") } else { self.out.write_all(&[byte]) }?;
            }
        }
        Ok(())
    }
}

impl<W: Write> Write for Printer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = self.rest.len();
        self.rest.extend_from_slice(bytes);
        if let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') {
            self.pass(before + end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.rest.len())?;
        self.out.flush()
    }
}

/// A text as it stands for itself in HTML and XML, in elements and in quoted attributes. Control
/// characters, which XML does not allow, and what reorders the text around it or hides become blanks.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (letter, replaced) in judged(text) {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ if replaced => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_the_terminal_or_hides_is_spelt_out() {
        for (said, shown) in [
            ("\u{1b}[31m\u{1b}]0;x\u{7}", r"\u{1b}[31m\u{1b}]0;x\u{7}"),
            ("a\u{7f}b\u{8}c\u{9b}1m\0", r"a\u{7f}b\u{8}c\u{9b}1m\u{0}"),
            ("a\u{202e}b\u{2066}c\u{61c}d\u{200f}e", r"a\u{202e}b\u{2066}c\u{61c}d\u{200f}e"),
            ("a\u{2028}b\u{2029}c\u{fffb}", r"a\u{2028}b\u{2029}c\u{fffb}"),
            ("a\u{200b}b\u{feff}c\u{ad}d\u{e0041}e\u{3164}", r"a\u{200b}b\u{feff}c\u{ad}d\u{e0041}e\u{3164}"),
            // Joiners and variation selectors that follow nothing of theirs.
            ("a\u{200d}b\u{200c}\u{fe0f}1\u{fe0f}", r"a\u{200d}b\u{200c}\u{fe0f}1\u{fe0f}"),
            ("❤\u{fe0f}\u{fe0f}👩\u{200d}\u{200d}", "❤\u{fe0f}\\u{fe0f}👩\u{200d}\\u{200d}"),
            ("\u{202e}\u{200d}\u{fe0f}", r"\u{202e}\u{200d}\u{fe0f}"),
            ("a\rb", r"a\rb"),
        ] {
            assert_eq!((line(said).as_str(), lines(said).as_str()), (shown, shown), "{said:?}");
        }
        let all: String = ('\0'..=char::MAX).filter(|&c| is_hidden(c)).collect();
        assert!(line(&all).chars().all(|c| !is_hidden(c)));
    }

    #[test]
    fn what_people_write_stays() {
        for text in [
            "Núria, Олег, 田中, משה",
            "مریم می\u{200c}خواهد ٣",
            "क\u{94d}\u{200d}ष",
            "👩\u{200d}🚀 ❤\u{fe0f}\u{200d}🔥 👍🏽 🇪🇸 ©\u{fe0f}",
            "葛\u{e0100}城",
            "\u{600}١٢ a\u{a0}b ½",
            "",
        ] {
            assert_eq!((line(text).as_str(), lines(text).as_str()), (text, text));
        }
        assert_eq!(lines("a\tb\n\r\nc\r\n\rd"), "a\tb\n\r\nc\r\n\\rd");
        assert_eq!(line("a\tb\r\n"), r"a\tb\r\n");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(printable("a\tb\u{1b}[2J\u{85}", 20), "a\\tb\\u{1b}[2J\\u{85}");
        assert_eq!((printable("äöü", 3), printable("äöü", 2)), ("äöü".into(), "äö...".into()));
    }

    #[test]
    fn json_keeps_its_values() {
        let text = "[\"a\u{7f}\u{9b}\u{202e}\u{e0041}❤\u{fe0f}ñ\",\"\\n\"]\n";
        let due = "[\"a\\u007f\\u009b\\u202e\\udb40\\udc41❤\\ufe0fñ\",\"\\n\"]\n";
        assert_eq!(json(text), due);
    }

    #[test]
    fn no_line_has_a_priority_of_its_own() {
        assert_eq!(without_priorities("<0>a\nb\n<1>c <d>"), " <0>a\nb\n <1>c <d>");
    }

    #[test]
    fn a_writer_takes_texts_in_pieces() {
        for journal in [false, true] {
            let bytes = "ñ\u{202e}\r\n<0>\u{1b}x\n👩\u{200d}🚀".as_bytes();
            let mut whole = Printer::new(Vec::new(), journal);
            for byte in bytes {
                whole.write_all(&[*byte]).unwrap();
            }
            whole.flush().unwrap();
            let indent = if journal { " " } else { "" };
            let due = format!("ñ\\u{{202e}}\r\n{indent}<0>\\u{{1b}}x\n👩\u{200d}🚀");
            assert_eq!(String::from_utf8(whole.out).unwrap(), due);
        }
        let mut latin = Printer::new(Vec::new(), false);
        latin.write_all(b"A\xf1o\x9b1m\xc2\n").unwrap();
        assert_eq!(latin.out, b"A\xf1o\\x9b1m\xc2\n");
    }

    #[test]
    fn markup_loses_its_meaning() {
        let text = "<b a=\"1\" b='2'>&</b>\u{1}\u{202e}";
        assert_eq!(escaped(text), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;&lt;/b&gt;  ");
    }
}
