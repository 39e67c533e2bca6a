//! Programs of others, which may do anything, and the command lines that start them.
//!
//! | file | holds |
//! |---|---|
//! | here | command lines |
//! | [`call`] | a program that runs to its end within limits |
//! | [`family`] | a program and all that it starts; the processes that there are, and their memory |
//! | [`usage`] | the processor time of a program |
//! | [`guard`] | a process that ends a program when this one is gone |

pub mod call;
pub mod family;
pub mod guard;
pub mod usage;

use crate::invalid::InputError;
use rustix::io::Errno;
use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;
use std::{fmt, io};

/// A command line: a program and its first arguments.
///
/// Written as words as in a POSIX shell, but nothing is replaced in it: `'…'`, `"…"` and `\` hold blanks together, `#`
/// before a word begins a comment. No shell reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    /// The program itself; a path to it is absolute, for it is started in another folder.
    pub executable: OsString,
    /// Its first arguments.
    pub arguments: Vec<String>,
}

impl FromStr for CommandLine {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let words = shlex::split(text).ok_or("a quotation mark is not closed, or nothing follows a backslash")?;
        let mut words = words.into_iter();
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
            _ => None,
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
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
        let program: CommandLine = r#"my\ bot a\'b "c\"d" 'e\f' g\\h # nothing"#.parse().expect("a command");
        assert_eq!((program.executable.to_str(), program.arguments.len()), (Some("my bot"), 4));
        assert_eq!(program.arguments, ["a'b", "c\"d", "e\\f", "g\\h"]);
        for wrong in ["", "  ", "''", "sh 'x", "sh \"x", "sh \\", "# sh", "./no/such/program"] {
            assert!(wrong.parse::<CommandLine>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_path_is_made_absolute() {
        let program: CommandLine = "/bin/../bin/sh -c true".parse().expect("there is a shell");
        assert!(Path::new(&program.executable).is_absolute());
    }
}
