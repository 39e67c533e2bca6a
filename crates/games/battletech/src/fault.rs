//! Why the simulator refuses an action.

use serde::Serialize;
use std::fmt;

/// What kind of rule an action breaks; errors are counted by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The file is missing, or not what its phase asks for.
    Form,
    /// A step that cannot be taken.
    Step,
    /// More movement points than there are.
    Points,
    /// The declared end is not where the steps lead.
    Destination,
    /// No such weapon, limb or ammunition, or it cannot be used, or is used twice.
    Means,
    /// Out of the arc.
    Arc,
    /// Out of range.
    Range,
    /// Out of sight.
    Sight,
    /// No such target.
    Target,
    /// Needs more than 12: a warning, the attack is allowed and misses.
    Hopeless,
    /// Heat sinks or ammunition that are not there.
    Count,
}

words! { Rule:
    Form "form", Step "step", Points "points", Destination "destination", Means "means", Arc "arc",
    Range "range", Sight "sight", Target "target", Hopeless "hopeless", Count "count",
}

/// A broken rule, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", .rule.word(), .message)]
pub struct Fault {
    /// Which kind.
    pub rule: Rule,
    /// In one line: what was declared, and what the rule is.
    pub message: String,
}

impl Fault {
    /// A fault with its line.
    pub fn new(rule: Rule, message: impl fmt::Display) -> Self {
        Self { rule, message: message.to_string() }
    }

    /// Refuses what breaks a rule.
    ///
    /// # Errors
    /// The fault with its line, if the rule is broken.
    pub fn when(broken: bool, rule: Rule, message: impl fmt::Display) -> Result<(), Self> {
        if broken { Err(Self::new(rule, message)) } else { Ok(()) }
    }
}
