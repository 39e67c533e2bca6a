//! The person at the terminal who is asked: their answers, and keys that are not shown while they are typed.

use crate::desk::play::inbox::{Heard, Inbox};
use crate::{CliError, Exit, output};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, IsTerminal};

/// The person.
pub struct Person(Inbox);

impl Person {
    /// The one at the terminal of this process, if it has one.
    ///
    /// # Errors
    /// The system refuses handlers of signals.
    pub fn of_this_process() -> Result<Option<Self>, CliError> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(None);
        }
        let mut inbox = Inbox::of(|| io::stdin().lock());
        inbox.hear_interrupts().map_err(CliError::unexpected)?;
        Ok(Some(Self(inbox)))
    }

    /// Asks until `take` takes the answer; says why it did not.
    ///
    /// # Errors
    /// There is no answer.
    pub fn ask<T>(
        &mut self,
        question: &str,
        is_secret: bool,
        mut take: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, CliError> {
        loop {
            // Before the prompt: who sees it may type at once.
            let hidden = is_secret.then(Hidden::begin).transpose().map_err(CliError::unexpected)?;
            output::text(&format!("{question}: "))?;
            let heard = self.0.next().map_err(CliError::unexpected)?;
            drop(hidden);
            let (exit, end) = match heard {
                Heard::Line(line) => match line.map_err(|why| why.to_string()).and_then(|line| take(line.trim())) {
                    Ok(taken) => return Ok(taken),
                    Err(why) => {
                        output::text(&format!("  {why}\n"))?;
                        continue;
                    }
                },
                Heard::Interrupt => (Exit::Unexpected, "interrupted"),
                Heard::End => (Exit::Usage, "the input ended before all was answered"),
            };
            // The cursor still stands behind the prompt.
            output::text("\n")?;
            return Err(CliError::new(exit, format_args!("{end}; nothing was changed")));
        }
    }
}

/// A terminal that does not show what is typed, for as long as this lives; only the end of the line.
struct Hidden(Termios);

impl Hidden {
    fn begin() -> io::Result<Self> {
        let usual = tcgetattr(io::stdin())?;
        let mut modes = usual.clone();
        modes.local_modes -= LocalModes::ECHO;
        modes.local_modes |= LocalModes::ECHONL;
        tcsetattr(io::stdin(), OptionalActions::Drain, &modes)?;
        Ok(Self(usual))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // A terminal that is gone shows nothing.
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &self.0);
    }
}
