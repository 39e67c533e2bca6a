//! When colours are wanted.

use std::io::{self, IsTerminal};

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
