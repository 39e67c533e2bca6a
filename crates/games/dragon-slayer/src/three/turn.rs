//! One turn, solved for the player whose turn it is, with values for others carried along.
//!
//! It is the turn of [`crate::turn`], but a value is a few numbers: the mover chooses by the first, and all others
//! follow. Their meaning is the caller's: the value for another player, or the probability that the turn ends in some
//! way.

use crate::odds::DICE;
use crate::turn::{CYCLES, Lanes, POINTS, SLOTS, after, fight};

/// The difference below which choices are equally good: rounding must not decide between them.
pub const EQUAL: f64 = 1e-12;
/// Below all values: a turn without warriors cannot be stopped.
pub const NEVER: f64 = -1.0;

/// A few values by warriors left.
pub type Carried<const N: usize> = [Lanes; N];
/// The same for each spot in which a turn can be stopped, by times that all dragons came back and dragons alive.
pub type Spots<const N: usize> = [[Carried<N>; 8]; CYCLES + 1];
/// A few values by half the points of the turn.
pub type ByPoints<const N: usize> = [[f64; N]; SLOTS];

/// A place in the tables: times that all dragons came back, dragons alive, half the points.
pub type TurnIndex = (usize, usize, usize);

/// The values at a spot with this number of warriors.
#[must_use]
#[inline]
pub fn at<const N: usize>(spots: &Spots<N>, (cycle, alive, _): TurnIndex, warriors: usize) -> [f64; N] {
    std::array::from_fn(|kind| spots[cycle][alive][kind][warriors])
}

/// Empty tables.
#[must_use]
pub const fn spots<const N: usize>() -> Spots<N> {
    [[[[0.0; DICE + 1]; N]; 8]; CYCLES + 1]
}

/// The values of the ends of a turn once a challenge is declared.
#[derive(Clone, Debug)]
pub struct Challenged<const N: usize> {
    /// A refused challenge.
    pub refused: ByPoints<N>,
    /// A defeat after accepting it.
    pub failed: [f64; N],
    /// An accepted challenge that is met.
    pub met: ByPoints<N>,
}

impl<const N: usize> Challenged<N> {
    /// Fills in the values for a turn in which `past` points, an even number, have been won before those that are
    /// counted: `ended` gives them by the points that the turn brings its player and the challenger.
    pub fn fill(&mut self, past: u16, bonus: u16, cycles: usize, ended: impl Fn(u16, u16) -> [f64; N]) {
        self.failed = ended(0, bonus);
        let ends = self.met.iter_mut().zip(&mut self.refused);
        for (half, (met, refused)) in (past / 2..).zip(ends).take(6 * cycles + 7) {
            *met = ended(2 * half, 0);
            *refused = ended(half, bonus);
        }
    }
}

/// The memory for the turn after a challenge.
#[derive(Clone, Debug)]
pub struct TurnWorkspace<const N: usize> {
    /// The values of the ends.
    pub ends: Challenged<N>,
    /// The better of stopping and fighting on, by half the points and dragons alive.
    doubled: [[Carried<N>; 8]; SLOTS],
}

impl<const N: usize> Default for TurnWorkspace<N> {
    fn default() -> Self {
        let ends = Challenged { refused: [[0.0; N]; SLOTS], failed: [0.0; N], met: [[0.0; N]; SLOTS] };
        Self { ends, doubled: [[[[0.0; DICE + 1]; N]; 8]; SLOTS] }
    }
}

/// Takes the better value by the first number, for each number of warriors.
#[inline]
fn choose<const N: usize>(best: &mut Carried<N>, other: &Carried<N>) {
    for warriors in 0..=DICE {
        let better = other[0][warriors] > best[0][warriors] + EQUAL;
        for kind in 0..N {
            best[kind][warriors] = if better { other[kind][warriors] } else { best[kind][warriors] };
        }
    }
}

/// Takes the best dragon for each number of warriors, if it is better than the value so far.
#[inline]
fn fights<'a, const N: usize>(best: &mut Carried<N>, alive: usize, next: impl Fn(usize) -> &'a Carried<N>) {
    for dragon in (0..3).filter(|dragon| alive >> dragon & 1 == 1) {
        let next = next(dragon);
        choose(best, &std::array::from_fn(|kind| fight(dragon, &next[kind])));
    }
}

impl<const N: usize> TurnWorkspace<N> {
    /// The values of fighting this dragon, by warriors, after an accepted challenge; call [`TurnWorkspace::answers`] first.
    #[must_use]
    pub fn fight_on(&self, half: usize, alive: usize, dragon: usize, factor: usize) -> Carried<N> {
        let next = &self.doubled[(half + factor * (dragon + 1)).min(SLOTS - 1)][after(alive, dragon).0];
        std::array::from_fn(|kind| fight(dragon, &next[kind]))
    }

    /// Computes the values of a challenge at each stop, with the best answer.
    pub fn answers(&mut self, factor: usize, cycles: usize, answers: &mut Spots<N>) {
        let Self { ends: Challenged { refused, failed, met }, doubled } = self;
        // A defeat leaves no warriors.
        let lanes =
            |worth: &[f64; N]| std::array::from_fn(|kind| [failed[kind], worth[kind], worth[kind], worth[kind]]);
        let limit = 6 * cycles;
        for half in limit..=limit + 6 {
            doubled[half] = [lanes(&met[half]); 8];
        }
        for half in (1..=limit).rev() {
            // At the limit a challenge is still possible.
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

/// Every spot in which a turn can be stopped.
pub fn all_spots(cycles: usize) -> impl Iterator<Item = TurnIndex> {
    (0..=cycles)
        .flat_map(move |cycle| (1..8).map(move |alive| (cycle, alive, 6 * cycle + 6 - POINTS[alive] / 2)))
        // At the limit all dragons have just come back; a turn without points cannot be stopped.
        .filter(move |(cycle, alive, half)| (*cycle < cycles || *alive == 7) && *half > 0)
}

/// Sets the values of stopping to those of `worth` for each spot and number of warriors.
#[inline]
pub fn stop<const N: usize>(stops: &mut Spots<N>, cycles: usize, mut worth: impl FnMut(TurnIndex, usize) -> [f64; N]) {
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

/// Computes the values of being at each spot, given those of stopping and of a defeat without a challenge.
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

/// The values of a turn at its beginning, given the same.
#[must_use]
pub fn begin<const N: usize>(stops: &Spots<N>, lost: &[f64; N], cycles: usize) -> [f64; N] {
    let mut room = spots::<N>();
    nodes(stops, lost, cycles, &mut room);
    room[0][7].map(|lanes| lanes[DICE])
}
