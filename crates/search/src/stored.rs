//! Conversions between the values of a search and the entries of the transposition table.

use super::position::{MAX_EVALUATION, WIN};
use super::transposition_table::{Bound, Entry, TranspositionTable};

/// The kind of bound of a value that was found between `floor` and `beta`.
pub fn bound(value: i32, floor: i32, beta: i32) -> Bound {
    match value {
        value if value >= beta => Bound::Lower,
        value if value <= floor => Bound::Upper,
        _ => Bound::Exact,
    }
}

/// The value of an entry for a search of this depth with this bound, if it says enough.
///
/// An entry serves a search of exactly its depth, and a win or loss that was seen to the
/// end one of every depth that sees as far: then what is stored never changes a value.
#[inline]
pub fn cut(entry: Entry, depth: u8, ply: u8, beta: i32) -> Option<i32> {
    let within = |plies: i32| plies <= i32::from(depth);
    let sees = entry.depth == depth
        || entry.bound != Bound::Upper && entry.value > MAX_EVALUATION && within(WIN - entry.value)
        || entry.bound != Bound::Lower && entry.value < -MAX_EVALUATION && within(WIN + entry.value);
    let value = match entry.value {
        value if value > MAX_EVALUATION => value - i32::from(ply),
        value if value < -MAX_EVALUATION => value + i32::from(ply),
        value => value,
    };
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value < beta,
    };
    (sees && enough).then_some(value)
}

/// Stores what a search of this depth found.
#[inline]
pub fn store(table: Option<&TranspositionTable>, key: u64, value: i32, depth: u8, ply: u8, bound: Bound, best: u16) {
    let Some(table) = table else { return };
    // From here, not from the root.
    let value = match value {
        value if value > MAX_EVALUATION => value + i32::from(ply),
        value if value < -MAX_EVALUATION => value - i32::from(ply),
        value => value,
    };
    table.put(key, Entry { value, depth, bound, best });
}
