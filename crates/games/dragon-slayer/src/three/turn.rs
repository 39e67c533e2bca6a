//! One turn, solved for the player whose turn it is, while what it is worth to others is carried
//! along.
//!
//! It is the turn of [`crate::turn`], but a value is a few numbers: choices of the mover go by the first,
//! and all others go with it. What they are is the caller's business: the value for another player, or
//! how often the turn ends in some way.

use crate::odds::DICE;
use crate::turn::{CYCLES, Lanes, POINTS, SLOTS, after, fight};

/// Choices that differ by less are equally good: rounding must not decide between them.
pub const EQUAL: f64 = 1e-12;
/// Below all values: a turn without warriors cannot be stopped.
pub const NEVER: f64 = -1.0;

/// A few values by warriors left.
pub type Carried<const N: usize> = [Lanes; N];
/// The same where one can stop, by times that all dragons came back and dragons alive.
pub type Spots<const N: usize> = [[Carried<N>; 8]; CYCLES + 1];
/// A few values by half the points of the turn.
pub type ByPoints<const N: usize> = [[f64; N]; SLOTS];

/// Times that all dragons came back, dragons alive, half the points.
pub type Place = (usize, usize, usize);

/// The values at a spot with this number of warriors.
#[must_use]
#[inline]
pub fn at<const N: usize>(spots: &Spots<N>, (cycle, alive, _): Place, warriors: usize) -> [f64; N] {
    std::array::from_fn(|kind| spots[cycle][alive][kind][warriors])
}

/// No spots yet.
#[must_use]
pub const fn spots<const N: usize>() -> Spots<N> {
    [[[[0.0; DICE + 1]; N]; 8]; CYCLES + 1]
}

/// What the ends of a turn are worth once a challenge is declared.
#[derive(Clone, Debug)]
pub struct Challenged<const N: usize> {
    /// It is refused.
    pub refused: ByPoints<N>,
    /// It is accepted, and a defeat follows.
    pub failed: [f64; N],
    /// It is accepted and met.
    pub met: ByPoints<N>,
}

/// Room for the turn after a challenge.
#[derive(Clone, Debug)]
pub struct Room<const N: usize> {
    /// What the ends are worth.
    pub ends: Challenged<N>,
    /// Stopping or fighting on, by half the points and dragons alive.
    doubled: [[Carried<N>; 8]; SLOTS],
}

impl<const N: usize> Default for Room<N> {
    fn default() -> Self {
        let ends = Challenged { refused: [[0.0; N]; SLOTS], failed: [0.0; N], met: [[0.0; N]; SLOTS] };
        Self { ends, doubled: [[[[0.0; DICE + 1]; N]; 8]; SLOTS] }
    }
}

/// Takes for each number of warriors what is better by the first value.
#[inline]
fn choose<const N: usize>(best: &mut Carried<N>, other: &Carried<N>) {
    for warriors in 0..=DICE {
        let better = other[0][warriors] > best[0][warriors] + EQUAL;
        for kind in 0..N {
            best[kind][warriors] = if better { other[kind][warriors] } else { best[kind][warriors] };
        }
    }
}

/// The best dragon for each number of warriors, if it is better than what there is.
#[inline]
fn fights<'a, const N: usize>(best: &mut Carried<N>, alive: usize, next: impl Fn(usize) -> &'a Carried<N>) {
    for dragon in (0..3).filter(|dragon| alive >> dragon & 1 == 1) {
        let next = next(dragon);
        choose(best, &std::array::from_fn(|kind| fight(dragon, &next[kind])));
    }
}

impl<const N: usize> Room<N> {
    /// What fighting this dragon is worth, by warriors, after an accepted challenge; [`Room::answers`] goes first.
    #[must_use]
    pub fn fight_on(&self, half: usize, alive: usize, dragon: usize, factor: usize) -> Carried<N> {
        let next = &self.doubled[(half + factor * (dragon + 1)).min(SLOTS - 1)][after(alive, dragon).0];
        std::array::from_fn(|kind| fight(dragon, &next[kind]))
    }

    /// What a challenge leads to where one has stopped, if it is answered as is best.
    pub fn answers(&mut self, factor: usize, cycles: usize, answers: &mut Spots<N>) {
        let Self { ends: Challenged { refused, failed, met }, doubled } = self;
        // No warriors left: a defeat.
        let lanes =
            |worth: &[f64; N]| std::array::from_fn(|kind| [failed[kind], worth[kind], worth[kind], worth[kind]]);
        let limit = 6 * cycles;
        for half in limit..=limit + 6 {
            doubled[half] = [lanes(&met[half]); 8];
        }
        for half in (1..=limit).rev() {
            // At the limit one may still be challenged.
            for alive in if half < limit { 1..8 } else { 7..8 } {
                let mut on = [[NEVER; DICE + 1]; N];
                fights(&mut on, alive, |dragon| &doubled[half + factor * (dragon + 1)][after(alive, dragon).0]);
                let all = half + POINTS[alive] / 2;
                if all.is_multiple_of(6) {
                    let mut answer = lanes(&refused[half]);
                    choose(&mut answer, &on);
                    answers[all / 6 - 1][alive] = answer;
                }
                if half < limit {
                    let mut best = lanes(&met[half]);
                    choose(&mut best, &on);
                    doubled[half][alive] = best;
                }
            }
        }
    }
}

/// Every spot in which one can stop.
pub fn all_spots(cycles: usize) -> impl Iterator<Item = Place> {
    (0..=cycles)
        .flat_map(move |cycle| (1..8).map(move |alive| (cycle, alive, 6 * cycle + 6 - POINTS[alive] / 2)))
        // At the limit all dragons have just come back; without points one cannot stop.
        .filter(move |(cycle, alive, half)| (*cycle < cycles || *alive == 7) && *half > 0)
}

/// Lets stopping be worth what `worth` says of each spot and number of warriors.
#[inline]
pub fn stop<const N: usize>(stops: &mut Spots<N>, cycles: usize, mut worth: impl FnMut(Place, usize) -> [f64; N]) {
    stops[0][7][0] = [NEVER; DICE + 1];
    for spot in all_spots(cycles) {
        let stop = &mut stops[spot.0][spot.1];
        stop[0][0] = NEVER;
        for warriors in 1..=DICE {
            for (lanes, worth) in stop.iter_mut().zip(worth(spot, warriors)) {
                lanes[warriors] = worth;
            }
        }
    }
}

/// What being at each spot is worth if stopping is worth this, and a defeat without a challenge that.
#[inline]
pub fn nodes<const N: usize>(stops: &Spots<N>, lost: &[f64; N], cycles: usize, nodes: &mut Spots<N>) {
    nodes[cycles][7] = stops[cycles][7];
    for kind in 0..N {
        nodes[cycles][7][kind][0] = lost[kind];
    }
    for cycle in (0..cycles).rev() {
        for alive in 1..8 {
            let mut node = stops[cycle][alive];
            fights(&mut node, alive, |dragon| {
                let (left, more) = after(alive, dragon);
                &nodes[cycle + more][left]
            });
            nodes[cycle][alive] = node;
        }
    }
}

/// What a turn is worth by that, from its beginning.
#[must_use]
pub fn begin<const N: usize>(stops: &Spots<N>, lost: &[f64; N], cycles: usize) -> [f64; N] {
    let mut room = spots::<N>();
    nodes(stops, lost, cycles, &mut room);
    room[0][7].map(|lanes| lanes[DICE])
}
