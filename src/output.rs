//! Output of commands. All of it is made printable here; only [`Styled`] brings colours.

use crate::exit::CliError;
use anstyle::Style;
pub use boardbots_base::object;
use boardbots_base::printable::{self, Printer, lines};
use boardbots_ops::logging;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::OnceLock;

/// Prints what `write` writes. A reader that has closed the pipe is not an error.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut out = Printer::new(BufWriter::new(io::stdout().lock()), logging::to_journal());
    done(write(&mut out).and_then(|()| out.flush()))
}

fn done(written: io::Result<()>) -> Result<(), CliError> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CliError::configuration(format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a text.
pub fn text(text: &str) -> Result<(), CliError> {
    print(|out| out.write_all(text.as_bytes()))
}

/// Prints a text with its colours.
pub fn styled(text: &Styled) -> Result<(), CliError> {
    done(text.write(&mut io::stdout().lock()))
}

/// Standard output for a conversation, line by line.
pub fn conversation() -> Printer<StdoutLock<'static>> {
    Printer::new(io::stdout().lock(), false)
}

/// Says a line on stderr that is no part of the log.
#[cfg(feature = "full")]
pub fn note(line: impl std::fmt::Display) {
    logging::tell(&(printable::line(&line.to_string()) + "\n"));
}

/// Prints a line while games are played, which go on whether or not it can be written.
pub fn line(line: &str) {
    let _ = print(|out| writeln!(out, "{}", line.trim_end()));
}

/// Prints a line of JSON.
pub fn json(value: &impl Serialize) -> Result<(), CliError> {
    print(|out| writeln!(out, "{}", json_text(value)))
}

/// A value as JSON, without a line break.
pub fn json_text(value: &impl Serialize) -> String {
    printable::json(&serde_json::to_string(value).expect("numbers, texts and lists always have a JSON form"))
}

/// The use of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On terminals, unless the environment says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The value of the option `--color`.
static COLOUR: OnceLock<When> = OnceLock::new();

/// True if stdout is to be coloured: by a command's own option, else by `--color`.
pub fn coloured(own: Option<When>) -> bool {
    own.or_else(|| COLOUR.get().copied()).unwrap_or(When::Auto).coloured()
}

impl When {
    /// From now on this is what `--color` says.
    pub fn announce(self) {
        COLOUR.get_or_init(|| self);
    }

    /// True if stdout is to be coloured; see <https://no-color.org>.
    fn coloured(self) -> bool {
        let unwanted = || {
            std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
                || std::env::var_os("TERM").is_some_and(|value| value == "dumb")
        };
        match self {
            Self::Auto => io::stdout().is_terminal() && !unwanted(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// Text with colours. These are this program's own; what stands between them is made printable.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Styled(String);

impl Styled {
    /// Adds text in a style.
    pub fn add(&mut self, style: Style, text: &str) {
        // Writing to a text cannot fail.
        let _ = write!(self.0, "{style}{}{style:#}", lines(text));
    }

    /// Adds text without any style.
    pub fn plain(&mut self, text: &str) {
        self.add(Style::new(), text);
    }

    /// The text with all of its colours.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Writes it with all of its colours.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.as_str().as_bytes())?;
        out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{json_text, object};

    #[test]
    fn keys_stay_in_their_order() {
        let inner = object! { z: 1, a: [object! { y: "1", b: () }] };
        let outer = object! { seed: 7_u64, inner: &inner, best: None::<u8> };
        let text = r#"{"seed":7,"inner":{"z":1,"a":[{"y":"1","b":null}]},"best":null}"#;
        assert_eq!(json_text(&outer), text);
    }
}
