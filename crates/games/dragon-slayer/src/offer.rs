//! What stopping offers the others, and what a challenge can lead to.

/// What stopping can lead to, for the player whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// No player challenges.
    pub kept: f64,
    /// An opponent challenges, and the challenge is answered well: the opponent who gains by it, or the first
    /// who can. `None` if there can be no challenge.
    pub answered: Option<f64>,
    /// Whether an opponent gains by a challenge.
    pub dared: bool,
}

impl Offer {
    /// What it is worth against opponents who challenge if they gain by it.
    #[must_use]
    pub fn worth(self) -> f64 {
        self.answered.filter(|_| self.dared).unwrap_or(self.kept)
    }
}

/// What a challenge can lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answers {
    /// It is refused.
    pub refuse: f64,
    /// It is accepted.
    pub accept: f64,
}

impl Answers {
    /// The better one.
    #[must_use]
    pub fn best(self) -> f64 {
        if self.accept > self.refuse { self.accept } else { self.refuse }
    }
}
