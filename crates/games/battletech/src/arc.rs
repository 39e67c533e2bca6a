//! Arcs: the direction in which a mech sees its target, and the side on which it is hit.

use super::hex::{Hex, Side};
use serde::Serialize;

/// One of the four directions of a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[must_use]
pub enum Arc {
    /// Ahead.
    Front,
    /// To the right.
    Right,
    /// Behind.
    Rear,
    /// To the left.
    Left,
}

impl Arc {
    /// The danger of being struck from there: 0 in front, 2 from behind.
    #[must_use]
    #[inline]
    pub const fn exposure(self) -> u8 {
        match self {
            Self::Front => 0,
            Self::Left | Self::Right => 1,
            Self::Rear => 2,
        }
    }

    /// The firing arc of a mech on `at`, facing `facing`, in which `target` lies. For weapons in torso and arms
    /// `facing` is the torso's, for weapons in legs and kicks that of the legs.
    ///
    /// The front is the closed third of the plane around the facing; the rear is as large and starts one hex behind;
    /// right and left share the rest. A mech's own hex counts as its front.
    #[inline]
    pub fn of(at: Hex, facing: Side, target: Hex) -> Self {
        let (left, right) = components(at, facing, target);
        match (left >= 0, right >= 0) {
            (true, true) => Self::Front,
            (false, true) => Self::Right,
            (false, false) => Self::Rear,
            (true, false) => Self::Left,
        }
    }

    /// The side on which a shot from `from` hits a mech on `target` whose legs face `facing`: the side of its hex that
    /// the line between the centres crosses. The manual is silent on lines through a corner: they hit the side that is
    /// better for the target.
    #[inline]
    pub fn struck(target: Hex, facing: Side, from: Hex) -> Self {
        // Each side of the hex is a sixth of the plane. The front, which is three sides, is tried
        // first and the rear last, so that a corner goes to the better one.
        const TRIED: [(i8, Arc); 6] =
            [(0, Arc::Front), (1, Arc::Front), (-1, Arc::Front), (2, Arc::Right), (-2, Arc::Left), (3, Arc::Rear)];
        for (turn, arc) in TRIED {
            let (left, right) = components(target, facing.turned(turn), from);
            if 2 * left >= right && 2 * right >= left {
                return arc;
            }
        }
        Self::Rear
    }
}

/// The way from one hex to another as multiples of the directions one side to the left and one
/// side to the right of a facing.
fn components(from: Hex, facing: Side, to: Hex) -> (i16, i16) {
    let (from, to) = (from.cube(), to.cube());
    let [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    match facing.index() {
        0 => (y, -z),
        1 => (-z, x),
        2 => (x, -y),
        3 => (-y, z),
        4 => (z, -x),
        _ => (-x, y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hex this many steps away, on a plane large enough.
    fn walked(mut hex: Hex, steps: &[(Side, u8)]) -> Hex {
        for &(side, count) in steps {
            for _ in 0..count {
                hex = hex.neighbour(side).expect("far from the edge");
            }
        }
        hex
    }

    #[test]
    fn adjacent_hexes() {
        for start in [Hex::new(40, 40), Hex::new(41, 40)] {
            for facing in Side::ALL {
                let by_turn = [(0, Arc::Front), (1, Arc::Front), (5, Arc::Front), (2, Arc::Right), (4, Arc::Left)];
                for (turn, arc) in by_turn.into_iter().chain([(3, Arc::Rear)]) {
                    let next = walked(start, &[(facing.turned(turn), 1)]);
                    assert_eq!(Arc::of(start, facing, next), arc, "{facing} {turn}");
                    assert_eq!(Arc::struck(start, facing, next), arc, "{facing} {turn}");
                }
            }
        }
    }

    #[test]
    fn arcs_are_cones_as_the_manual_draws_them() {
        let start = Hex::new(40, 40);
        for facing in Side::ALL {
            let at = |steps: &[(i8, u8)]| {
                let steps = steps.iter().map(|&(turn, count)| (facing.turned(turn), count)).collect::<Vec<_>>();
                walked(start, &steps)
            };
            for a in 0..5 {
                for b in 0..5 {
                    for side in [1, -1] {
                        assert_eq!(Arc::of(start, facing, at(&[(0, a), (side, b)])), Arc::Front);
                        assert_eq!(Arc::of(start, facing, at(&[(3, a + 1), (3 - side, b)])), Arc::Rear);
                    }
                    assert_eq!(Arc::of(start, facing, at(&[(2, a + 1), (1, b)])), Arc::Right);
                    assert_eq!(Arc::of(start, facing, at(&[(-2, a + 1), (-1, b)])), Arc::Left);
                }
            }
        }
    }

    #[test]
    fn corners_are_better_for_who_is_hit() {
        let start = Hex::new(40, 40);
        let corner = |turn: i8| walked(start, &[(Side::NORTH.turned(turn), 2), (Side::NORTH.turned(turn + 1), 2)]);
        let arcs = [0, 1, 2, 3, 4, 5].map(|turn| Arc::struck(start, Side::NORTH, corner(turn)));
        assert_eq!(arcs, [Arc::Front, Arc::Front, Arc::Right, Arc::Left, Arc::Front, Arc::Front]);
        // Beside the corner the nearer side counts.
        let beside = walked(start, &[(Side::NORTH.turned(1), 2), (Side::NORTH.turned(2), 3)]);
        assert_eq!(Arc::struck(start, Side::NORTH, beside), Arc::Right);
    }
}
