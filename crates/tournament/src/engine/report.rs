//! The lines that go out, each at once.

use boardbots_base::printable::printable;
use boardbots_game::player::Info;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// Most characters of a message about an error.
const MAX_MESSAGE: usize = 300;

/// The output.
pub struct Report<W>(pub W);

impl<W: Write> Report<W> {
    /// Says a line.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn line(&mut self, line: impl fmt::Display) -> io::Result<()> {
        writeln!(self.0, "{line}")?;
        self.0.flush()
    }

    /// Reports an error in the input.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn error(&mut self, message: &str) -> io::Result<()> {
        self.line(format_args!("info string error: {}", printable(message, MAX_MESSAGE)))
    }

    /// Says the choice; `None` if there is none.
    ///
    /// # Errors
    /// Nobody listens any more.
    pub fn best(&mut self, choice: Option<&str>) -> io::Result<()> {
        self.line(format_args!("bestmove {}", choice.unwrap_or("none")))
    }
}

/// The line about what a player says so long after it began to think.
///
/// A score is `mate N` if the end of the game is in sight, in N plies, negative for a loss; else
/// `cp N` in units of the evaluation.
#[must_use]
pub fn info(info: Info<'_>, time: Duration) -> String {
    match info {
        Info::Iteration { depth, value, ends, nodes, line } => {
            let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
            let score = ends.map_or_else(|| format!("cp {value}"), |plies| format!("mate {plies}"));
            let time = time.as_millis();
            format!("info depth {depth} score {score} nodes {nodes} nps {rate} time {time} pv {line}")
        }
        Info::Worth { choice, win } => format!("info q {choice} {win:.4}"),
        Info::Pause(pause) => format!("info pause {}", pause.as_millis()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_player_says_is_a_line() {
        let found = |ends| Info::Iteration { depth: 4, value: -12, ends, nodes: 500, line: &"3 0" };
        for (said, expected) in [
            (found(None), "info depth 4 score cp -12 nodes 500 nps 250000 time 2 pv 3 0"),
            (found(Some(-4)), "info depth 4 score mate -4 nodes 500 nps 250000 time 2 pv 3 0"),
            (Info::Worth { choice: "fight R", win: 0.500_04 }, "info q fight R 0.5000"),
            (Info::Pause(Duration::from_millis(1234)), "info pause 1234"),
        ] {
            assert_eq!(info(said, Duration::from_millis(2)), expected);
        }
    }
}
