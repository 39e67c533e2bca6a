//! The lines that go out, each at once.

use boardbots_base::lines::printable;
use boardbots_game::duel::Duel;
use boardbots_search::alpha_beta::Outcome;
use boardbots_search::game::ends_in;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// Most characters of a message about an error.
const MAX_MESSAGE: usize = 300;

/// Whoever listens.
pub struct Report<W>(pub W);

impl<W: Write> Report<W> {
    /// Says a line.
    ///
    /// # Errors
    ///
    /// Nobody listens any more.
    pub fn line(&mut self, line: impl fmt::Display) -> io::Result<()> {
        writeln!(self.0, "{line}")?;
        self.0.flush()
    }

    /// Says what was wrong.
    ///
    /// # Errors
    ///
    /// Nobody listens any more.
    pub fn error(&mut self, message: &str) -> io::Result<()> {
        self.line(format_args!("info string error: {}", printable(message, MAX_MESSAGE)))
    }

    /// Says what a whole iteration found.
    ///
    /// # Errors
    ///
    /// Nobody listens any more.
    pub fn found<D: Duel>(&mut self, outcome: &Outcome<D::Move>, time: Duration) -> io::Result<()> {
        let Outcome { value, depth, nodes, line } = outcome;
        let rate = u128::from(*nodes) * 1_000_000 / time.as_micros().max(1);
        let line: String = line.iter().flat_map(|action| [' ', D::digit(*action)]).collect();
        self.line(format_args!(
            "info depth {depth} score {} nodes {nodes} nps {rate} time {} pv{line}",
            Score(*value),
            time.as_millis()
        ))
    }

    /// Says the move; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Nobody listens any more.
    pub fn best<D: Duel>(&mut self, action: Option<D::Move>) -> io::Result<()> {
        match action {
            Some(action) => self.line(format_args!("bestmove {}", D::digit(action))),
            None => self.line("bestmove none"),
        }
    }
}

/// A value as the protocol writes it: `mate N` if the end of the game was seen, in N plies,
/// negative for a loss; else `cp N` in units of the judge.
pub struct Score(pub i32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match ends_in(self.0) {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_search::game::WIN;

    #[test]
    fn scores_count_plies_to_the_end() {
        let scores = [WIN - 7, 4 - WIN, -12, 0].map(|value| Score(value).to_string());
        assert_eq!(scores, ["mate 7", "mate -4", "cp -12", "cp 0"]);
    }
}
