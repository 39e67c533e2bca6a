//! The two sides of the games for two: both games call them green and blue.

use boardbots_base::invalid::Invalid;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Player 1.
    Green = 0,
    /// Player 2.
    Blue = 1,
}

boardbots_base::words! { Colour::word: Green "green", Blue "blue" }

impl Colour {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Green => Self::Blue,
            Self::Blue => Self::Green,
        }
    }

    /// The player's number in the games' own files: 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl FromStr for Colour {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        match text {
            "green" | "1" => Ok(Self::Green),
            "blue" | "2" => Ok(Self::Blue),
            _ => Err(format!("no colour \"{text}\"; the colours are green and blue").into()),
        }
    }
}

/// One thing of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<T>(pub [T; 2]);

impl<T> Index<Colour> for Sides<T> {
    type Output = T;

    fn index(&self, colour: Colour) -> &T {
        &self.0[colour as usize]
    }
}

impl<T> IndexMut<Colour> for Sides<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour as usize]
    }
}
