//! How near a search comes to the smallest tree that proves a value.
//!
//! Whoever wants to know the value of a position `d` plies deep must look at least at one
//! reply to every move of one side, and at all replies to one move of the other: with `P(i)`
//! positions `i` plies away, at `P(⌈i/2⌉) + P(⌊i/2⌋) − 1` of them on every level `i` (Knuth
//! and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975; for
//! `P(i) = bⁱ` exactly their theorem). A search that meets positions again through its table
//! can do with fewer, and one that deepens step by step looks at every level more than once.

use boardbots_search::game::Game;
use boardbots_search::minimax::perft;

/// Positions in the smallest tree `depth` plies deep that proves the value of `position`,
/// all its levels together. Takes time in proportion to the positions half as deep.
#[must_use]
pub fn minimal_nodes<G: Game>(position: &G, depth: u8) -> u64 {
    let mut position = position.clone();
    let wide: Vec<u64> = (0..=depth.div_ceil(2)).map(|level| perft(&mut position, level).0).collect();
    let at = |half: u8| wide[usize::from(half)];
    (0..=depth).map(|level| (at(level.div_ceil(2)) + at(level / 2)).saturating_sub(1)).sum()
}

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
    use boardbots_desconecta4::rules::Position;

    #[test]
    fn smallest_trees_of_seven_moves_everywhere() {
        let start = Position::default();
        // The levels: 1, 7, 13, 55, 97.
        for (depth, due) in [(0, 1), (1, 8), (2, 21), (3, 76), (4, 173)] {
            assert_eq!(minimal_nodes(&start, depth), due, "depth {depth}");
        }
    }

    #[test]
    fn ratios_are_added_up_and_halved() {
        let visits = Visits::of(&[(10, 10), (90, 30), (40, 20)]);
        assert_eq!(visits.nodes, 140);
        assert!((visits.median - 2.0).abs() < 1e-9);
        assert_eq!(Visits::of(&[]).nodes, 0);
    }
}
