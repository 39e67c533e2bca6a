//! How near a search comes to the smallest tree that proves a value.
//!
//! A search for the value of a position `d` plies deep must look at least at one
//! reply to every move of one side, and at all replies to one move of the other: with `P(i)`
//! positions `i` plies away, at `P(⌈i/2⌉) + P(⌊i/2⌋) − 1` of them on every level `i` (Knuth
//! and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975; for
//! `P(i) = bⁱ` exactly their theorem). A search that meets positions again through its table
//! can do with fewer, and one that deepens step by step looks at every level more than once.

/// One depth's searches of all positions against their smallest trees.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Plies.
    pub depth: u8,
    /// Positions of the smallest trees, all together.
    pub minimal: u64,
    /// What the search looked at with its usual table.
    pub with_table: Visits,
    /// What it looked at without any table.
    pub without_table: Visits,
}

/// Positions looked at, all iterations counted.
#[derive(Clone, Copy, Debug)]
pub struct Visits {
    /// In all searches together.
    pub nodes: u64,
    /// The middle one of the searches' ratios to their smallest tree.
    pub median: f64,
}

impl Visits {
    /// Of searches given as pairs of positions looked at and positions of the smallest tree.
    #[must_use]
    pub fn of(searches: &[(u64, u64)]) -> Self {
        // Far below the numbers that a float cannot tell apart.
        #[allow(clippy::cast_precision_loss)]
        let mut ratios: Vec<f64> =
            searches.iter().map(|(nodes, minimal)| *nodes as f64 / (*minimal).max(1) as f64).collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or(0.0);
        Self { nodes: searches.iter().map(|(nodes, _)| nodes).sum(), median }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_added_up_and_halved() {
        let visits = Visits::of(&[(10, 10), (90, 30), (40, 20)]);
        assert_eq!(visits.nodes, 140);
        assert!((visits.median - 2.0).abs() < 1e-9);
        assert_eq!(Visits::of(&[]).nodes, 0);
    }
}
