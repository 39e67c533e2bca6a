//! Choices of players and orders of seats, each by its number.

use fastrand::Rng;
use std::ops::Range;

/// The salt of the seeds of lots, which keeps them apart from those of openings.
const LOTS: u64 = 0x6c6f_7473_6472_6177;

/// `count` of these, by the number of the choice in lexical order.
#[must_use]
pub fn choice(from: Range<usize>, count: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(count);
    for player in from.clone() {
        if chosen.len() == count {
            break;
        }
        // Choices that go on with this one come before those that pass it over.
        let with = combinations(from.end - player - 1, count - chosen.len() - 1);
        if number < with {
            chosen.push(player);
        } else {
            number -= with;
        }
    }
    chosen
}

/// The number of ways to choose this many.
#[must_use]
pub fn combinations(from: usize, count: usize) -> u64 {
    // Each step leaves a whole number: the combinations of as many as there were steps.
    let step = |ways: u128, taken: usize| ways.saturating_mul((from - taken) as u128) / (taken as u128 + 1);
    if count > from { 0 } else { u64::try_from((0..count).fold(1, step)).unwrap_or(u64::MAX) }
}

/// The number of seatings of a sorted group: its factorial, divided by those of the seats of each player.
#[must_use]
pub fn orders(group: &[usize]) -> u64 {
    let factorial = |count: usize| (1..=count as u64).product::<u64>();
    group.chunk_by(|one, other| one == other).fold(factorial(group.len()), |all, seats| all / factorial(seats.len()))
}

/// The order of a sorted group that has this number; 0 leaves it as it is.
#[must_use]
pub fn permuted(mut group: Vec<usize>, mut order: u64) -> Vec<usize> {
    let mut seats = Vec::with_capacity(group.len());
    while !group.is_empty() {
        // The first player leaves this many orders to the others; the numbers of his orders come
        // one after another.
        let mut at = 0;
        loop {
            let rest: Vec<usize> = group[..at].iter().chain(&group[at + 1..]).copied().collect();
            let count = orders(&rest);
            let next = group[at..].iter().position(|player| *player != group[at]).map(|step| at + step);
            match next {
                Some(next) if order >= count => {
                    order -= count;
                    at = next;
                }
                _ => break,
            }
        }
        seats.push(group.remove(at));
    }
    seats
}

/// The first of so many players and those that it meets in a unit. The others are drawn from a bag that is filled
/// anew when it is empty.
#[must_use]
pub fn drawn(seed: u64, players: usize, seats: usize, unit: u64) -> Vec<usize> {
    let others = players.saturating_sub(1).max(1);
    let mut draws = (others as u64, Vec::new());
    let mut draw = |number: u64| {
        let (bag, place) = (number / others as u64, usize::try_from(number % others as u64).unwrap_or(0));
        if draws.1.is_empty() || draws.0 != bag {
            draws = (bag, (1..=others).collect());
            Rng::with_seed(mixed(seed ^ LOTS, bag)).shuffle(&mut draws.1);
        }
        draws.1[place]
    };
    let each = seats as u64 - 1;
    let met = (0..each).map(|place| draw(unit.wrapping_mul(each).wrapping_add(place)));
    std::iter::once(0).chain(met).collect()
}

/// A seed for one of many things that depend on one seed (the finalizer of `SplitMix64`).
#[must_use]
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
