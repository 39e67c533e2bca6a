//! The two sides of a game for two.

use crate::state::Seat;
use boardbots_base::invalid::InputError;
use std::ops::{Index, IndexMut};

/// A side. A game says what people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Player 1, at the first seat.
    First = 0,
    /// Player 2.
    Second = 1,
}

impl Side {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The player's number in files: 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The seat of this side.
    #[must_use]
    pub const fn seat(self) -> Seat {
        self as Seat
    }

    /// The side that is called green or blue, as several games call theirs.
    #[must_use]
    pub const fn colour(self) -> &'static str {
        COLOURS[self as usize]
    }

    /// The side of a colour, or of a player's number.
    ///
    /// # Errors
    /// The colours that there are.
    pub fn of_colour(text: &str) -> Result<Self, InputError> {
        match text {
            "green" | "1" => Ok(Self::First),
            "blue" | "2" => Ok(Self::Second),
            _ => Err(format!("no colour \"{text}\"; the colours are green and blue").into()),
        }
    }
}

/// The names of the sides in games that call them by colours.
pub const COLOURS: [&str; 2] = ["green", "blue"];

/// One thing of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<T>(pub [T; 2]);

impl<T> Index<Side> for Sides<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for Sides<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
