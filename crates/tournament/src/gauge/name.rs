//! The games that are measured, by name.

use std::fmt;
use std::str::FromStr;

/// A game that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Desconecta4-BOOM.
    Desconecta4,
    /// Aspiradoras TRON.
    Tron,
    /// Vindinium.
    Vindinium,
}

impl Name {
    /// All games, in the order in which they are measured.
    pub const ALL: [Self; 3] = [Self::Desconecta4, Self::Tron, Self::Vindinium];

    /// The name as the command line has it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Desconecta4 => "desconecta4",
            Self::Tron => "tron",
            Self::Vindinium => "vindinium",
        }
    }

    /// What its depth counts.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Desconecta4 | Self::Tron => "plies",
            Self::Vindinium => "rounds",
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.text())
    }
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|name| name.text() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|name| name.text()).collect();
            format!("the games are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_they_are_read() {
        for name in Name::ALL {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        assert!("chess".parse::<Name>().is_err());
    }
}
