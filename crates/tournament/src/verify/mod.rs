//! Recorded games, replayed: every state that was recorded must come out again.
//!
//! A recording is JSON lines, each one game or one count of moves (perft). Lines of a count
//! have a field `perft`. Empty lines are passed over, unknown fields too.
//!
//! | room | holds |
//! |---|---|
//! | [`desconecta4`], [`tron`], [`vindinium`] | the lines of each game |
//! | [`fault`] | what can be wrong, and where |

pub mod desconecta4;
pub mod fault;
pub mod tron;
pub mod vindinium;

use boardbots_base::lines::Lines;
pub use fault::{Difference, Fault, VerifyError};
use serde::de::DeserializeOwned;
use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

/// Most bytes of a line: the longest game there can be on the largest board fits.
pub const MAX_BYTES: usize = 16 << 20;

/// A game of which recordings can be replayed.
#[derive(Clone, Copy)]
pub struct Recorded {
    /// Its name on the command line.
    pub name: &'static str,
    /// Replays one game; the positions that were compared.
    game: fn(&str) -> Result<u64, Fault>,
    /// Counts moves as one line says; the positions that were counted.
    count: fn(&str) -> Result<u64, Fault>,
}

impl Recorded {
    /// All of them.
    pub const ALL: [Self; 3] = [
        Self { name: "desconecta4", game: desconecta4::game, count: desconecta4::count },
        Self { name: "tron", game: tron::game, count: tron::count },
        Self { name: "vindinium", game: vindinium::game, count: vindinium::count },
    ];
}

impl fmt::Debug for Recorded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name)
    }
}

impl FromStr for Recorded {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|game| game.name == text).ok_or_else(|| {
            let names = Self::ALL.map(|game| game.name);
            format!("there are recordings of {}", names.join(", "))
        })
    }
}

/// What has been replayed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played from beginning to end.
    pub games: u64,
    /// Lines that count moves.
    pub counts: u64,
    /// Positions compared in games, and positions counted.
    pub positions: u64,
}

/// Replays all lines of a recording and adds them to the tally.
///
/// # Errors
/// The first line that differs from the rules, or that is no record.
pub fn verify(recorded: Recorded, input: impl BufRead, tally: &mut Tally) -> Result<(), VerifyError> {
    let mut lines = Lines::up_to(MAX_BYTES, input);
    for line in 1.. {
        let wrong = |fault| VerifyError { line, fault };
        let text = match lines.next_line() {
            Ok(None) => break,
            Ok(Some(Ok(text))) => text,
            Ok(Some(Err(error))) => return Err(wrong(Fault::Unreadable(error.to_string()))),
            Err(error) => return Err(wrong(Fault::Unreadable(error.to_string()))),
        };
        if text.is_empty() {
            continue;
        }
        // Cheaper than to read it twice; a game has no such name in it.
        let positions = if text.contains("\"perft\"") {
            tally.counts += 1;
            (recorded.count)(&text)
        } else {
            tally.games += 1;
            (recorded.game)(&text)
        };
        tally.positions += positions.map_err(wrong)?;
    }
    Ok(())
}

/// Reads one line.
fn read<T: DeserializeOwned>(line: &str) -> Result<T, Fault> {
    serde_json::from_str(line).map_err(|error| {
        // It calls everything line 1; the line of the file is told elsewhere.
        let text = error.to_string();
        let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
        Fault::Unreadable(format!("column {}: {text}", error.column()))
    })
}
