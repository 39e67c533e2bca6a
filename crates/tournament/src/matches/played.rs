//! A game that was played: one line of a record.

use boardbots_game::setup::Opening;
use boardbots_game::state::Ending;
use boardbots_stats::latency::Latency;
use serde::{Deserialize, Serialize};

/// The cause of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules of the game.
    Rules,
    /// A position was repeated too often: drawn.
    Repetition,
    /// It took too many moves: drawn, or decided as the game says.
    Limit,
    /// A player did what nobody may; the others have won.
    Fault,
}

boardbots_base::words! { End::word:
    Rules "by the rules", Repetition "by repetition", Limit "by the limit of moves", Fault "by a fault",
}

impl From<Ending> for End {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Rules => Self::Rules,
            Ending::Repetition => Self::Repetition,
            Ending::Limit => Self::Limit,
        }
    }
}

/// A fault of a player in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    /// The player's seat.
    pub seat: usize,
    /// One word for the kind of fault, which tables count.
    pub fault: String,
    /// The details; of the first fault, if there are several.
    pub detail: String,
    /// The move that was due, from 1; `None` before the first one was, and in older records.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub due: Option<u32>,
    /// The number of such faults, in games that go on after one.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    pub count: u64,
}

const fn once() -> u64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_once(count: &u64) -> bool {
    *count == 1
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Its number in the match.
    pub game: u64,
    /// Players, by their places in the plan; in the order of the seats.
    pub seats: Vec<usize>,
    /// The opening.
    pub opening: Opening,
    /// The moves behind it, in the game's own text.
    pub moves: String,
    /// By seat: the place, 1 for the first; equal ones share it.
    pub places: Vec<u8>,
    /// By seat: the game's own scores, in games that count more than places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// The cause of its end.
    pub end: End,
    /// The faults of players, including those after which the game went on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Offence>,
    /// By seat: the times of decisions.
    pub times: Vec<Latency>,
    /// The length in the game's own unit: moves, turns or plies.
    pub length: u32,
}

impl Played {
    /// True if two records tell of the same game, apart from times and the words of faults.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        let bare = |fault: &Offence| Offence { detail: String::new(), due: None, ..fault.clone() };
        let faults = |game: &Self| game.faults.iter().map(bare).collect();
        let timeless = |game: &Self| Self { times: Vec::new(), faults: faults(game), ..game.clone() };
        timeless(self) == timeless(other)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::plan::Plan;
    use super::*;

    /// A game of a plan that ended so, without moves that could be played.
    pub fn game(plan: &Plan, number: u64, places: Vec<u8>) -> Played {
        let seats = plan.fixture(number).seats;
        Played {
            game: number,
            opening: Opening { options: vec![("Size".into(), "10".into())], moves: String::new() },
            moves: format!("0123é{number}"),
            places,
            scores: Vec::new(),
            end: End::Rules,
            faults: Vec::new(),
            times: vec![Latency::default(); seats.len()],
            seats,
            length: 4,
        }
    }
}
