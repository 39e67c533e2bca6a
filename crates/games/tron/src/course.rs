//! The evaluation of the course's own player, kept as a named opponent.
//!
//! It looks at the dirt nearest to each player as the crow flies: the farther it is and the
//! more there is, the better for them. That distance is rewarded keeps it from collecting.

use super::map::Place;
use super::rules::Position;
use boardbots_search::position::{Evaluator, MAX_EVALUATION};

/// Values positions by distance to the nearest dirt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Course;

impl Evaluator<Position> for Course {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let own = position.mover;
        let other = own.other();
        let (score, against) = (position.score(own), position.score(other));
        if score > against + position.rest {
            return MAX_EVALUATION;
        }
        if against > score + position.rest {
            return -MAX_EVALUATION;
        }
        let [own, other] = [own, other].map(|side| prospect(position, position.place(side)));
        own - other
    }
}

/// The distance to the nearest dirt times its units times 100, rounded down; 0 if there is
/// none. Of several at the same distance the first counts, row by row.
fn prospect(position: &Position, place: Place) -> i32 {
    // Squares of whole distances compare as distances do, on every machine.
    let Some((squared, dirt)) = nearest(position, place) else { return 0 };
    let dirt = u64::from(position.dirt(dirt));
    let value = (u64::from(squared) * dirt * dirt * 10_000).isqrt();
    i32::try_from(value).expect("distances and dirt are small")
}

/// The square of the distance to the nearest dirt, and where it is.
fn nearest(position: &Position, place: Place) -> Option<(u32, Place)> {
    let mut best: Option<(u32, Place)> = None;
    for away in 0..position.size {
        if best.is_some_and(|(squared, _)| squared < u32::from(away).pow(2)) {
            break;
        }
        let above = place.row.checked_sub(away);
        let below = Some(place.row + away).filter(|row| *row < position.size && away > 0);
        for row in [above, below].into_iter().flatten() {
            let cells = position.dirty[usize::from(row) + 1] >> 1;
            let left = cells << (127 - place.column);
            let right = cells >> place.column;
            #[allow(clippy::cast_possible_truncation)]
            let (left, right) = (left.leading_zeros() as u8, right.trailing_zeros() as u8);
            // 128 is no cell.
            let left = place.column.checked_sub(left);
            let right = Some(right).filter(|right| *right < 128).map(|right| place.column + right);
            for column in [left, right].into_iter().flatten() {
                let squared = u32::from(away).pow(2) + u32::from(column.abs_diff(place.column)).pow(2);
                let found = (squared, Place { row, column });
                let key = |(squared, place): (u32, Place)| (squared, place.row, place.column);
                if best.is_none_or(|best| key(found) < key(best)) {
                    best = Some(found);
                }
            }
        }
    }
    best
}
