//! Hits that wait.

use super::{Cause, Hit};

/// A hit that waits for the end of the phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) target: usize,
    pub(super) by: Option<usize>,
    pub(super) cause: Cause,
    pub(super) hit: Hit,
    /// The roll for the location was one that goes through armour.
    pub(super) through: bool,
}
