//! When colours are wanted, and texts with colours.

use anstyle::Style;
use boardbots_base::printable::lines;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// On terminals, unless the environment says otherwise.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// Whether stdout is to be coloured; see <https://no-color.org>.
    #[must_use]
    pub fn coloured(self) -> bool {
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

    /// Writes it with all of its colours.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())?;
        out.flush()
    }
}
