//! Time for a move in a game that is played by clocks.

use boardbots_game::state::Seat;
use std::time::Duration;

/// Moves that share the time if `movestogo` is not given.
const MOVES: u64 = 30;
/// Time lost between search and clock: the line must be read, and a search checks the time only now and then.
const RESERVE: Duration = Duration::from_millis(50);
/// The longest time for a move.
pub const LONGEST: Duration = Duration::from_hours(24);

/// The clocks of `go`, in milliseconds. White, as the protocol calls it, moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Time that each side has left.
    pub left: [Option<u64>; 2],
    /// Time that each side gains with every move.
    pub bonus: [Option<u64>; 2],
    /// Moves of a side until it gets more time.
    pub moves: Option<u64>,
}

impl Clocks {
    /// The field that a word of `go` sets; `None` for words that are not about clocks.
    pub fn field(&mut self, word: &str) -> Option<&mut Option<u64>> {
        let Self { left: [white, black], bonus: [white_bonus, black_bonus], moves } = self;
        match word {
            "wtime" => Some(white),
            "btime" => Some(black),
            "winc" => Some(white_bonus),
            "binc" => Some(black_bonus),
            "movestogo" => Some(moves),
            _ => None,
        }
    }

    /// The time for a move of this seat; `None` if `go` does not give its clock.
    ///
    /// An equal part of the time left, and most of the bonus; never so much that the clock could run out, and at
    /// least a millisecond.
    #[must_use]
    pub fn budget(&self, seat: Seat) -> Option<Duration> {
        let left = Duration::from_millis((*self.left.get(seat)?)?);
        let bonus = Duration::from_millis(self.bonus[seat].unwrap_or(0));
        let moves = u32::try_from(self.moves.unwrap_or(MOVES).max(1)).unwrap_or(u32::MAX);
        let most = left.saturating_sub(RESERVE.min(left / 2));
        let share = (left / moves).saturating_add(bonus / 4 * 3);
        Some(share.min(most).clamp(Duration::from_millis(1), LONGEST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(line: &str, seat: Seat) -> Option<u128> {
        let mut clocks = Clocks::default();
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.chunks(2) {
            *clocks.field(pair[0]).expect("a clock") = pair[1].parse().ok();
        }
        clocks.budget(seat).map(|time| time.as_millis())
    }

    #[test]
    fn shares_of_what_is_left() {
        for (line, green, blue) in [
            ("wtime 60000 btime 30000", Some(2000), Some(1000)),
            ("wtime 60000 btime 30000 winc 1000 binc 4000", Some(2750), Some(4000)),
            ("wtime 60000 btime 30000 movestogo 2", Some(30_000), Some(15_000)),
            // Not all of it for the last move, however much it is.
            ("wtime 60000 btime 60 movestogo 1", Some(59_950), Some(30)),
            ("wtime 60000 btime 60 movestogo 0", Some(59_950), Some(30)),
            ("wtime 100 btime 1 winc 60000 binc 60000", Some(50), Some(1)),
            ("wtime 0 btime 0", Some(1), Some(1)),
            ("btime 30000", None, Some(1000)),
            ("winc 500 movestogo 3", None, None),
        ] {
            assert_eq!((budget(line, 0), budget(line, 1)), (green, blue), "{line}");
        }
        let all = u64::MAX.to_string();
        let vast = format!("wtime {all} winc {all} movestogo {all}");
        assert_eq!(budget(&vast, 0), Some(LONGEST.as_millis()));
    }
}
