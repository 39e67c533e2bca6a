//! Recorded games, replayed: every state that was recorded must come out again.
//!
//! A recording is JSON lines, each one game or one count of moves (perft). Lines of a count
//! have a field `perft`. Empty lines are passed over, unknown fields too.

use boardbots_base::lines::Lines;
use boardbots_game::recording::Recordings;
pub use boardbots_game::recording::{Difference, RecordingError, VerifyError};
use std::io::BufRead;

/// Most bytes of a line: the longest game there can be on the largest board fits.
pub const MAX_BYTES: usize = 16 << 20;

/// The numbers of games and counts that have been replayed.
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
pub fn verify(recordings: Recordings, input: impl BufRead, tally: &mut Tally) -> Result<(), VerifyError> {
    let mut lines = Lines::up_to(MAX_BYTES, input);
    for line in 1.. {
        let wrong = |fault| VerifyError { line, fault };
        let text = match lines.next_line() {
            Ok(None) => break,
            Ok(Some(Ok(text))) => text,
            Ok(Some(Err(error))) => return Err(wrong(RecordingError::Unreadable(error.to_string()))),
            Err(error) => return Err(wrong(RecordingError::Unreadable(error.to_string()))),
        };
        if text.is_empty() {
            continue;
        }
        // Cheaper than to read it twice; a game has no such name in it.
        let positions = if text.contains("\"perft\"") {
            tally.counts += 1;
            (recordings.count)(&text)
        } else {
            tally.games += 1;
            (recordings.game)(&text)
        };
        tally.positions += positions.map_err(wrong)?;
    }
    Ok(())
}
