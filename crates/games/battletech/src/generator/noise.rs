//! Smooth noise over the hexes of a map, in whole numbers: the same on every machine.

use crate::hex::Hex;
use crate::map::Map;
use fastrand::Rng;

/// The distance between two neighbours of one column, in the unit of the lattice; hexes lie as in drawings.
const STEP: i64 = 56;
/// The fixed-point value of 1, for shares.
const ONE: i64 = 1 << 10;

/// Value noise (K. Perlin's lattice with values instead of gradients): each corner of a square lattice has a value,
/// with a smooth transition between corners.
struct Octave {
    seed: u64,
    /// The side of a square, in the unit of [`STEP`].
    side: i64,
    /// The offset of the first square to the right and down.
    first: (i64, i64),
}

impl Octave {
    /// The value of a corner, 0 to 65535 (the last step of `SplitMix64`).
    fn corner(&self, x: i64, y: i64) -> i64 {
        let key = x.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ y.cast_unsigned().wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut mixed = self.seed ^ key;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 48).cast_signed()
    }

    /// 0 to 65535.
    fn at(&self, hex: Hex) -> i64 {
        let (column, row) = (i64::from(hex.column), i64::from(hex.row));
        let (x, y) = (48 * column, STEP * row + STEP / 2 * (column % 2));
        let (x, y) = (x + self.first.0, y + self.first.1);
        let (left, top) = (x / self.side, y / self.side);
        let smooth = |place: i64| {
            let share = place % self.side * ONE / self.side;
            share * share * (3 * ONE - 2 * share) / (ONE * ONE)
        };
        let between = |from: i64, to: i64, share: i64| from + (to - from) * share / ONE;
        let (right, down) = (smooth(x), smooth(y));
        let row = |y| between(self.corner(left, y), self.corner(left + 1, y), right);
        between(row(top), row(top + 1), down)
    }
}

/// Noise with hills this many hexes apart and smaller ones on them, hex by hex in the order of [`Map::cells`]. Only the
/// order of the values has a meaning.
pub fn noise(map: &Map, apart: u8, rng: &mut Rng) -> Vec<i64> {
    let side = STEP * i64::from(apart.max(1));
    let octaves: [_; 3] = [1, 2, 4].map(|part| {
        let side = (side / part).max(1);
        Octave { seed: rng.u64(..), side, first: (rng.i64(0..side), rng.i64(0..side)) }
    });
    let value = |hex: Hex| octaves.iter().zip([5, 2, 1]).map(|(octave, weight)| weight * octave.at(hex)).sum();
    map.hexes().map(value).collect()
}

/// The ranks of the values, in thousandths: from 0 for the lowest to at most 999. Of equal values the first ranks
/// lower.
pub fn ranks(values: &[i64]) -> Vec<i64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by_key(|&index| (values[index], index));
    let mut ranks = vec![0; values.len()];
    let count = i64::try_from(values.len().max(1)).unwrap_or(i64::MAX);
    for (place, index) in (0..).zip(order) {
        ranks[index] = 1000 * place / count;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Cell;

    #[test]
    fn neighbours_are_alike_and_all_ranks_are_there() {
        let map = Map::new(30, 30, vec![Cell::OPEN; 900]).expect("a map");
        let ranks = ranks(&noise(&map, 8, &mut Rng::with_seed(1)));
        let mut sorted = ranks.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().zip(0..).all(|(&rank, place)| rank == 1000 * place / 900));
        // Of two hexes drawn by lot the ranks would be 333 apart.
        let steps = (0..899).filter(|index| index % 30 < 29).map(|index| (ranks[index] - ranks[index + 1]).abs());
        let (count, sum) = steps.fold((0, 0), |(count, sum), step| (count + 1, sum + step));
        assert!(sum / count < 120, "{}", sum / count);
    }
}
