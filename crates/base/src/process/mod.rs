//! Programs of others, which may do anything, and the command lines that start them.
//!
//! | file | holds |
//! |---|---|
//! | here | command lines |
//! | [`family`] | a program and all that it starts; the processes that there are, and their memory |
//! | [`guard`] | a process that ends a program when this one is gone |

pub mod family;
pub mod guard;

use crate::invalid::Invalid;
use rustix::io::Errno;
use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;
use std::{fmt, io};

/// A command line: a program and its first arguments.
///
/// Written as words with blanks between them; `'…'` and `"…"` hold blanks together. No shell
/// reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    /// The program itself; a path to it is absolute, for it is started in another folder.
    pub executable: OsString,
    /// Its first arguments.
    pub arguments: Vec<String>,
}

impl FromStr for CommandLine {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut words = words(text)?.into_iter();
        let first = words.next().filter(|word| !word.is_empty()).ok_or("the command is empty")?;
        let executable = if first.contains('/') {
            let path = Path::new(&first);
            path.canonicalize().map_err(|error| format!("{first}: {error}"))?.into_os_string()
        } else {
            first.into()
        };
        Ok(Self { text: text.trim().to_string(), executable, arguments: words.collect() })
    }
}

impl CommandLine {
    /// The remedy if the system refuses to start it, where one is known.
    #[must_use]
    pub fn remedy(&self, error: &io::Error) -> Option<&'static str> {
        let program = self.executable.to_string_lossy();
        match error.raw_os_error().map(Errno::from_raw_os_error)? {
            Errno::MFILE | Errno::NFILE => {
                Some("; fewer games at a time (--concurrency) or more files (ulimit -n) help")
            }
            Errno::AGAIN => Some("; fewer games at a time (--concurrency) or more processes (ulimit -u) help"),
            Errno::NOMEM => Some("; fewer games at a time (--concurrency) or a higher --memory help"),
            Errno::NOENT if program.contains('=') => Some("; for a variable write env NAME=VALUE COMMAND"),
            Errno::NOENT if program.ends_with('\\') => Some("; a path with blanks stands in quotation marks"),
            _ => None,
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The words of a command line.
fn words(text: &str) -> Result<Vec<String>, Invalid> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match quote {
            Some(mark) if mark == letter => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err("a quotation mark is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_parted_by_blanks_outside_of_quotes() {
        let program: CommandLine = " java  -jar 'my bot.jar' \"\" a\"b c\"d ".parse().expect("a command");
        assert_eq!(program.executable, "java");
        assert_eq!(program.arguments, ["-jar", "my bot.jar", "", "ab cd"]);
        assert_eq!(program.to_string(), "java  -jar 'my bot.jar' \"\" a\"b c\"d");
        for wrong in ["", "  ", "''", "sh 'x", "./no/such/program"] {
            assert!(wrong.parse::<CommandLine>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_path_is_made_absolute() {
        let program: CommandLine = "/bin/../bin/sh -c true".parse().expect("there is a shell");
        assert!(Path::new(&program.executable).is_absolute());
    }
}
