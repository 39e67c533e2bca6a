//! The share of a server that one address gets.

use boardbots_base::invalid::Invalid;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// The number of players that one address may stand for: a class or a club behind one router, a proxy. All limits by
/// address follow from it, generously: each player has a few browser tabs and bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(NonZeroU16);

impl Share {
    /// A share for this number of players, at least one.
    #[must_use]
    pub fn of(players: u16) -> Self {
        Self(NonZeroU16::new(players).unwrap_or(NonZeroU16::MIN))
    }

    fn players(self) -> usize {
        usize::from(self.0.get())
    }

    /// Connections at once.
    #[must_use]
    pub fn connections(self) -> usize {
        6 * self.players()
    }

    /// Heroes, seats or tables at once, of each kind.
    #[must_use]
    pub fn seats(self) -> usize {
        2 * self.players()
    }

    /// Streams at once of those who only watch.
    #[must_use]
    pub fn streams(self) -> usize {
        4 * self.players()
    }

    /// Requests at once that wait for a game to begin.
    #[must_use]
    pub fn joins(self) -> usize {
        4 * self.players()
    }

    /// New names at once, and in an hour.
    #[must_use]
    pub fn names(self) -> u32 {
        3 * u32::from(self.0.get())
    }

    /// New tables at once, and in an hour.
    #[must_use]
    pub fn tables(self) -> u32 {
        6 * u32::from(self.0.get())
    }
}

impl Default for Share {
    fn default() -> Self {
        Self::of(40)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for Share {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let players = text.parse().map(Self);
        players.map_err(|_| Invalid::new(format_args!("{text:?} is not a number of players from 1 to 65535")))
    }
}
