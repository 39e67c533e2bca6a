//! The name of a player: any bytes.

use boardbots_base::names::is_refused;
use std::fmt::{self, Write};
use std::str::FromStr;

/// Most bytes of a nick: the length goes over the wire as one signed byte.
pub const MAX_NICK_BYTES: usize = 127;

/// The name a player gives, at most [`MAX_NICK_BYTES`] bytes of whatever encoding.
/// `Display` shows it fit for terminals and logs: what is no printable UTF-8 is escaped.
#[derive(Clone, PartialEq, Eq)]
pub struct Nick(Vec<u8>);

/// An error in a text that is to be a nick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NickError {
    /// It has more than [`MAX_NICK_BYTES`] bytes: this many.
    #[error("a nick of {0} bytes; {MAX_NICK_BYTES} are possible")]
    TooLong(usize),
    /// A nick of ours is not empty.
    #[error("an empty nick; write one character or more")]
    Empty,
    /// A nick of ours has no control characters, whatever its encoding; one in UTF-8 has none of the
    /// characters that names cannot have.
    #[error("a nick with U+{:04X}, which is invisible or moves other text; leave it out", u32::from(*.0))]
    Refused(char),
}

impl Nick {
    /// A nick as it came in.
    ///
    /// # Errors
    /// [`NickError::TooLong`].
    pub fn new(bytes: &[u8]) -> Result<Self, NickError> {
        if bytes.len() > MAX_NICK_BYTES {
            return Err(NickError::TooLong(bytes.len()));
        }
        Ok(Self(bytes.into()))
    }

    /// A nick for us, which others are to read.
    ///
    /// # Errors
    /// All of [`NickError`].
    pub fn ours(bytes: &[u8]) -> Result<Self, NickError> {
        if bytes.is_empty() {
            return Err(NickError::Empty);
        }
        if let Some(control) = bytes.iter().find(|byte| byte.is_ascii_control()) {
            return Err(NickError::Refused(char::from(*control)));
        }
        // What is no UTF-8 is in an encoding that only its owner knows.
        let refused = std::str::from_utf8(bytes).ok().and_then(|text| text.chars().find(|&c| is_refused(c)));
        if let Some(refused) = refused {
            return Err(NickError::Refused(refused));
        }
        Self::new(bytes)
    }

    /// The bytes as they go over the wire, without their length.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl FromStr for Nick {
    type Err = NickError;

    /// A nick for us.
    fn from_str(text: &str) -> Result<Self, NickError> {
        Self::ours(text.as_bytes())
    }
}

impl fmt::Display for Nick {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            for shown in chunk.valid().chars() {
                match shown {
                    '\'' => out.write_char('\''),
                    other => write!(out, "{}", other.escape_debug()),
                }?;
            }
            write!(out, "{}", chunk.invalid().escape_ascii())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Nick {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "\"{self}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_shown_is_escaped() {
        for (bytes, shown) in [
            (&b"Ana"[..], "Ana"),
            ("Íñigo d'A".as_bytes(), "Íñigo d'A"),
            (b"a\nb\x1b[31m\x07\0", r"a\nb\u{1b}[31m\u{7}\0"),
            (b"\xcd\xf1igo", r"\xcd\xf1igo"),
            ("a\u{202e}b".as_bytes(), r"a\u{202e}b"),
            (b"q\"\\", r#"q\"\\"#),
            (b"", ""),
        ] {
            assert_eq!(Nick::new(bytes).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn our_own_nick_can_be_read() {
        assert_eq!("".parse::<Nick>(), Err(NickError::Empty));
        assert_eq!("a\tb".parse::<Nick>(), Err(NickError::Refused('\t')));
        assert_eq!("a\u{202e}b".parse::<Nick>(), Err(NickError::Refused('\u{202e}')));
        assert_eq!("\u{3164}".parse::<Nick>(), Err(NickError::Refused('\u{3164}')));
        assert!(Nick::ours(b"\xcd\xf1igo").is_ok() && Nick::ours("Íñigo d'A".as_bytes()).is_ok());
        assert_eq!("ñ".repeat(64).parse::<Nick>(), Err(NickError::TooLong(128)));
        assert_eq!("x".repeat(127).parse::<Nick>().unwrap().bytes().len(), 127);
    }

    #[test]
    fn no_bytes_show_raw_controls() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..rng.usize(..=MAX_NICK_BYTES)).map(|_| rng.u8(..)).collect();
            let nick = Nick::new(&bytes).unwrap();
            assert!(!nick.to_string().chars().any(char::is_control), "{bytes:?}");
            assert_eq!(nick.bytes(), bytes);
        }
    }
}
