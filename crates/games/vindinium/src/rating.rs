//! The original's rating: Elo over all pairs of seats, truncated pair by pair.

use super::board::HEROES;
use arrayvec::ArrayVec;

/// Rating of a new user.
pub const START_RATING: i32 = 1200;

/// One seat of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat<'a> {
    /// The user who played it; one user may have several seats.
    pub user: &'a str,
    /// The player's rating before the game.
    pub rating: i32,
    /// Gold of this seat at the end.
    pub gold: u32,
}

/// True if a game counts: at least two different users played.
#[must_use]
pub fn rated(seats: &[Seat<'_>]) -> bool {
    seats.iter().any(|seat| seat.user != seats[0].user)
}

/// The changes that the game makes in the ratings of the seats' users, without the random bonus. Seats of one user all
/// get the user's one change. A game that is not [`rated`] changes nothing.
///
/// # Panics
/// If there are more seats than a game has.
#[must_use]
pub fn changes(seats: &[Seat<'_>]) -> ArrayVec<i32, HEROES> {
    let change = |own: &Seat<'_>| {
        let mut sum = 0;
        for seat in seats.iter().filter(|seat| seat.user == own.user) {
            for other in seats.iter().filter(|other| other.user != own.user) {
                sum += pair_change(seat, other);
            }
        }
        sum
    };
    seats.iter().map(change).collect()
}

/// One pair of seats: 16 points times what was won beyond expectation, towards zero.
fn pair_change(seat: &Seat<'_>, other: &Seat<'_>) -> i32 {
    // The original divides in single precision before it raises in double.
    #[allow(clippy::cast_precision_loss)]
    let gap = f64::from((i64::from(other.rating) - i64::from(seat.rating)) as f32 / 400.0);
    let expected = 1.0 / (1.0 + 10f64.powf(gap));
    let score = match seat.gold.cmp(&other.gold) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    #[allow(clippy::cast_possible_truncation)]
    let change = (16.0 * (score - expected)) as i32;
    change
}
