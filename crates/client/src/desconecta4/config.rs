//! The original's `game.conf`: the server's address in the first line, the nick in the
//! second.

use super::nick::{Nick, NickError};
use boardbots_base::input;
use std::io;
use std::path::{Path, PathBuf};

/// Most bytes of the file.
const MAX_BYTES: u64 = 4096;

/// The contents of a `game.conf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameConf {
    /// Name or address of the server.
    pub server: String,
    /// Our nick, in whatever encoding the file has.
    pub nick: Nick,
}

/// A fault of a `game.conf`, as it is written behind the file's name.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// It cannot be opened or read, or has more than 4096 bytes.
    #[error(": {0}; name a file that can be read")]
    Unreadable(io::Error),
    /// Line 1 is missing or blank.
    #[error(" line 1: no server; write its address there, like 192.168.1.5")]
    NoServer,
    /// Line 1 is more than one word, or no text.
    #[error(" line 1: not one word of text; write the server's address there, like 192.168.1.5")]
    BadServer,
    /// Line 2 is missing.
    #[error(" line 2: missing; write your nick there")]
    NoNick,
    /// Line 2 is no nick.
    #[error(" line 2: {0}")]
    BadNick(NickError),
}

/// A file that is no `game.conf`. `Display` names file, line and remedy.
#[derive(Debug, thiserror::Error)]
#[error("{path}{problem}")]
pub struct GameConfError {
    /// The file.
    pub path: PathBuf,
    /// The fault.
    pub problem: Problem,
}

impl GameConf {
    /// Reads a file.
    ///
    /// # Errors
    /// The first fault of the file.
    pub fn read(path: &Path) -> Result<Self, GameConfError> {
        let wrong = |problem| GameConfError { path: path.into(), problem };
        let bytes = input::read(path, MAX_BYTES).map_err(|error| wrong(Problem::Unreadable(error)))?;
        Self::parse(&bytes).map_err(wrong)
    }

    /// Reads the contents of a file; lines after the second are ignored, as in the original.
    ///
    /// # Errors
    /// Everything but [`Problem::Unreadable`].
    pub fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let bytes = input::tidy(bytes);
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let server = lines.next().unwrap_or_default().trim_ascii();
        let server = std::str::from_utf8(server).map_err(|_| Problem::BadServer)?;
        if server.is_empty() {
            return Err(Problem::NoServer);
        }
        if server.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(Problem::BadServer);
        }
        let nick = lines.next().ok_or(Problem::NoNick)?;
        let nick = Nick::ours(nick).map_err(Problem::BadNick)?;
        Ok(Self { server: server.into(), nick })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_are_read() {
        for text in
            [&b"10.0.0.7\nAna B\n"[..], b"10.0.0.7\r\nAna B\r\n", b" 10.0.0.7 \nAna B", b"10.0.0.7\nAna B\nmore"]
        {
            let conf = GameConf::parse(text).unwrap();
            assert_eq!((conf.server.as_str(), conf.nick.bytes()), ("10.0.0.7", &b"Ana B"[..]));
        }
        // Names in the encoding of an older system.
        assert_eq!(GameConf::parse(b"h\n\xcd\xf1igo\n").unwrap().nick.to_string(), r"\xcd\xf1igo");
    }

    #[test]
    fn what_is_wrong_names_file_and_line() {
        for (text, due) in [
            (&b""[..], "line 1: no server"),
            (b"\nAna\n", "line 1: no server"),
            (b"two words\nAna\n", "line 1: not one word"),
            (b"\xff\nAna\n", "line 1: not one word"),
            (b"10.0.0.7", "line 2: missing"),
            (b"10.0.0.7\n", "line 2: an empty nick"),
            (b"10.0.0.7\n\nAna", "line 2: an empty nick"),
            (b"10.0.0.7\nA\x07na", "line 2: a nick with U+0007"),
            (&[b"h\n".as_slice(), &[b'n'; 128]].concat(), "line 2: a nick of 128 bytes"),
        ] {
            let problem = GameConf::parse(text).unwrap_err();
            let shown = GameConfError { path: "game.conf".into(), problem }.to_string();
            assert!(shown.starts_with("game.conf") && shown.contains(due), "{shown}");
        }
    }
}
