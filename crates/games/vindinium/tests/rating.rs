//! The rating on games reckoned by hand.

use crate::rating::{START_RATING, Seat, changes, rated};

fn seats(seats: [(&'static str, i32, u32); 4]) -> [Seat<'static>; 4] {
    seats.map(|(user, rating, gold)| Seat { user, rating, gold })
}

fn changed(seats: &[Seat<'_>]) -> Vec<i32> {
    changes(seats).to_vec()
}

#[test]
fn equals() {
    let r = START_RATING;
    // Half of 16 for every pair.
    assert_eq!(changed(&seats([("a", r, 10), ("b", r, 5), ("c", r, 5), ("d", r, 0)])), [24, 0, 0, -24]);
    assert_eq!(changed(&seats([("a", r, 7), ("b", r, 7), ("c", r, 7), ("d", r, 7)])), [0; 4]);
}

#[test]
fn a_favourite() {
    // Ten to one: 16 × (1 − 10/11) = 1.45, 16 × (½ − 10/11) = −6.5, 16 × (0 − 10/11) = −14.5; each
    // pair is cut off towards zero.
    let game = |gold: [u32; 2]| {
        changed(&seats([("a", 1600, gold[0]), ("b", 1200, gold[1]), ("b", 1200, gold[1]), ("b", 1200, gold[1])]))
    };
    assert_eq!(game([9, 1]), [3, -3, -3, -3]);
    assert_eq!(game([5, 5]), [-18, 18, 18, 18]);
    assert_eq!(game([1, 9]), [-42, 42, 42, 42]);
}

#[test]
fn several_seats_of_one_user() {
    let game = seats([("a", 1200, 10), ("a", 1200, 0), ("b", 1200, 5), ("c", 1200, 4)]);
    assert!(rated(&game));
    assert_eq!(changed(&game), [0, 0, 8, -8], "a wins two pairs and loses two");
    let alone = seats([("a", 1200, 10), ("a", 1200, 0), ("a", 1200, 5), ("a", 1200, 4)]);
    assert!(!rated(&alone));
    assert_eq!(changed(&alone), [0; 4]);
}

#[test]
fn extreme_ratings() {
    // The gap is beyond what the formula tells apart: everything is expected, or nothing.
    let game = seats([("a", 1_000_000, 1), ("b", -1_000_000, 2), ("c", 0, 0), ("d", 0, 0)]);
    assert_eq!(changed(&game), [-16, 16 + 16 + 16, -16, -16]);
}
