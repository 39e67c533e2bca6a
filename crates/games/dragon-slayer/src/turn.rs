//! One turn, solved: the value of every choice in it for the player whose turn it is.
//!
//! The values of its ends are given ([`Ends`]); the rest follows by dynamic programming from many points to few. Before
//! a challenge the points follow from the dragons: with `c` the times that all three came back, they are `12 c + 12`
//! less the points of the living. After an accepted one they can be any even number.
//!
//! ```text
//! doubled(T, alive, w) = max(kept', fight on)                    after the challenge
//! stop(T, alive, w)    = kept, or with an opponent's token
//!                        min(kept, max(refused, fight on doubled))
//! node(c, alive, w)    = max(stop, fight on)
//! ```
//!
//! The values for 0, 1, 2 and 3 warriors are side by side in four lanes, of which lane 0 holds that of a defeat, so
//! that a fight is a product with a 4 by 4 matrix. Sums are computed in one order, and IEEE 754 does the rest: all
//! machines get the same bits.

use super::dice::{Alive, Dragon};
use super::odds::{DICE, ODDS};
use boardbots_chance::Tangent;

/// The number of times that all dragons can come back in a computed turn; then the player stops. More would change the
/// value of a game by less than 1e-10, and nothing else by more than 2e-4: only players who are more than 56 points
/// behind in the last turn need that many.
pub const CYCLES: usize = LIMIT as usize / 12;
/// The points at which a turn stops at the latest: those of all dragons, a few times over.
pub const LIMIT: u16 = 12 * 5;
/// The number of even numbers of points, from 0 to the limit with one more dragon, doubled.
pub const SLOTS: usize = 6 * (CYCLES + 1) + 1;

/// Values by warriors left.
pub type Lanes = [f64; DICE + 1];
/// Values by dragons alive and warriors left.
type ByAlive = [Lanes; 8];

/// The values of the ends of a turn for the player whose turn it is, 0 to 1; some of them by half the points of the
/// turn.
#[derive(Clone, Debug)]
pub struct Ends {
    /// A defeat without a challenge.
    pub lost: f64,
    /// Keeping all points.
    pub kept: [f64; SLOTS],
    /// True if an opponent has a token to challenge with; otherwise the following fields have no meaning.
    pub token: bool,
    /// Refusing the challenge.
    pub refused: [f64; SLOTS],
    /// A defeat after accepting it.
    pub failed: f64,
    /// Keeping all points after accepting it.
    pub met: [f64; SLOTS],
}

impl Ends {
    /// Ends whose values are all 0.
    #[must_use]
    pub const fn new() -> Self {
        Self { lost: 0.0, kept: [0.0; SLOTS], token: false, refused: [0.0; SLOTS], failed: 0.0, met: [0.0; SLOTS] }
    }
}

impl Default for Ends {
    fn default() -> Self {
        Self::new()
    }
}

/// [`ODDS`] as columns: `[dragon][warriors left][warriors]`.
const COLUMNS: [[Lanes; DICE + 1]; 3] = {
    let mut columns = [[[0.0; DICE + 1]; DICE + 1]; 3];
    let mut i = 0;
    while i < 3 * 16 {
        columns[i / 16][i / 4 % 4][i % 4] = ODDS[i / 16][i % 4][i / 4 % 4];
        i += 1;
    }
    columns
};

/// The values of fighting this dragon for every number of warriors, given the values after the fight.
#[inline]
pub(super) fn fight(dragon: usize, next: &Lanes) -> Lanes {
    let [lost, one, two, three] = &COLUMNS[dragon];
    std::array::from_fn(|w| lost[w] * next[0] + one[w] * next[1] + two[w] * next[2] + three[w] * next[3])
}

#[inline]
fn best(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|w| if a[w] > b[w] { a[w] } else { b[w] })
}

/// The living dragons once bit `dragon` is taken away, and 1 if all came back.
#[inline]
pub(super) const fn after(alive: usize, dragon: usize) -> (usize, usize) {
    let left = alive & !(1 << dragon);
    if left == 0 { (7, 1) } else { (left, 0) }
}

/// Points of all living dragons.
pub(super) const POINTS: [usize; 8] = [0, 2, 4, 6, 6, 8, 10, 12];

/// A spot of a turn: its state before a challenge, or when it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Points of the turn.
    pub points: u16,
    /// Dragons to fight.
    pub alive: Alive,
    /// Warriors left, 1 to 3.
    pub warriors: u8,
}

impl Spot {
    /// The times that all dragons came back, dragons alive, and warriors.
    pub(super) const fn index(self) -> (usize, usize, usize) {
        let cycle = ((self.points + self.alive.points() as u16) / 12).saturating_sub(1);
        (cycle as usize, self.alive.bits(), self.warriors as usize)
    }
}

/// A solved turn. Made once, it can be prepared again and again without allocating.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The better of stopping and fighting on after an accepted challenge, by half the points.
    doubled: [ByAlive; SLOTS],
    /// The values of fighting on doubled from a possible stop, by times that all came back.
    accepted: [ByAlive; CYCLES + 1],
    /// The values of stopping, by times that all came back. Lane 0 is below all values.
    stops: [ByAlive; CYCLES + 1],
    /// The better of stopping and fighting on, by times that all came back.
    nodes: [ByAlive; CYCLES + 1],
}

/// A value below all others: a turn without warriors cannot be stopped.
const NEVER: f64 = -1.0;

impl Default for Turn {
    fn default() -> Self {
        Self::new()
    }
}

impl Turn {
    /// A turn with empty tables.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            doubled: [[[0.0; 4]; 8]; SLOTS],
            accepted: [[[0.0; 4]; 8]; CYCLES + 1],
            stops: [[[0.0; 4]; 8]; CYCLES + 1],
            nodes: [[[0.0; 4]; 8]; CYCLES + 1],
        }
    }

    /// Computes everything that does not depend on the value of a defeat without a challenge: the turn after a
    /// challenge, and the values of stopping. After an accepted challenge a dragon counts `factor` times its points, 1
    /// or 2.
    pub fn prepare(&mut self, ends: &Ends, factor: u8) {
        if ends.token {
            if factor == 2 { self.answer::<2>(ends) } else { self.answer::<1>(ends) }
        } else {
            for cycle in 0..=CYCLES {
                for alive in if cycle < CYCLES { 1..8 } else { 7..8 } {
                    let kept = ends.kept[6 * cycle + 6 - POINTS[alive] / 2];
                    self.stops[cycle][alive] = [NEVER, kept, kept, kept];
                }
            }
        }
        self.stops[0][7] = [NEVER; 4];
    }

    /// Computes the turn after a challenge, and the values of stopping when one must be expected.
    fn answer<const FACTOR: usize>(&mut self, ends: &Ends) {
        let limit = LIMIT as usize / 2;
        for half in limit..SLOTS {
            let met = ends.met[half];
            self.doubled[half] = [[ends.failed, met, met, met]; 8];
        }
        for half in (1..=limit).rev() {
            let met = ends.met[half];
            let stop = [ends.failed, met, met, met];
            // At the limit a challenge is still possible.
            for alive in if half < limit { 1..8 } else { 7..8 } {
                let mut on = [NEVER; 4];
                for dragon in 0..3 {
                    if alive >> dragon & 1 == 1 {
                        let (left, _) = after(alive, dragon);
                        on = best(&fight(dragon, &self.doubled[half + FACTOR * (dragon + 1)][left]), &on);
                    }
                }
                if half < limit {
                    self.doubled[half][alive] = best(&stop, &on);
                }
                let all = half + POINTS[alive] / 2;
                if all.is_multiple_of(6) {
                    let cycle = all / 6 - 1;
                    self.accepted[cycle][alive] = on;
                    let (kept, refused) = (ends.kept[half], ends.refused[half]);
                    self.stops[cycle][alive] = on.map(|on| {
                        let answered = if on > refused { on } else { refused };
                        if answered < kept { answered } else { kept }
                    });
                    self.stops[cycle][alive][0] = NEVER;
                }
            }
        }
    }

    /// The value of the whole turn, given that of a defeat; call [`Turn::prepare`] first.
    pub fn value(&mut self, lost: f64) -> f64 {
        self.nodes[CYCLES][7] = self.stops[CYCLES][7];
        self.nodes[CYCLES][7][0] = lost;
        for cycle in (0..CYCLES).rev() {
            for alive in 1..8 {
                let mut node = self.stops[cycle][alive];
                for dragon in 0..3 {
                    if alive >> dragon & 1 == 1 {
                        let (left, more) = after(alive, dragon);
                        node = best(&fight(dragon, &self.nodes[cycle + more][left]), &node);
                    }
                }
                self.nodes[cycle][alive] = node;
            }
        }
        self.nodes[0][7][DICE]
    }

    /// [`Turn::value`] and its slope: the probability that the turn ends in a defeat without a challenge under the best
    /// policy.
    pub fn tangent(&mut self, lost: f64) -> Tangent {
        let value = self.value(lost);
        let mut reached = [[[0.0; DICE + 1]; 8]; CYCLES + 1];
        reached[0][7][DICE] = 1.0;
        let mut slope = 0.0;
        for cycle in 0..CYCLES {
            // Every cycle begins with all dragons alive.
            if reached[cycle][7].iter().all(|probability| *probability <= 0.0) {
                break;
            }
            // Slain dragons leave fewer alive, or all of the next cycle.
            for alive in (1..8).rev() {
                for warriors in 1..=DICE {
                    let probability: f64 = reached[cycle][alive][warriors];
                    if probability <= 0.0 {
                        continue;
                    }
                    let (mut most, mut choice) = (self.stops[cycle][alive][warriors], None);
                    for dragon in 0..3 {
                        if alive >> dragon & 1 == 1 {
                            let (left, more) = after(alive, dragon);
                            let worth = fight(dragon, &self.nodes[cycle + more][left])[warriors];
                            if worth > most {
                                (most, choice) = (worth, Some((dragon, cycle + more, left)));
                            }
                        }
                    }
                    if let Some((dragon, cycle, alive)) = choice {
                        let odds = &ODDS[dragon][warriors];
                        slope += probability * odds[0];
                        for (to, odds) in reached[cycle][alive].iter_mut().zip(odds).skip(1) {
                            *to += probability * odds;
                        }
                    }
                }
            }
        }
        Tangent { value, slope }
    }

    /// The value of stopping, before a challenge; call [`Turn::prepare`] first. These methods take more than 0 and at
    /// most [`LIMIT`] points.
    pub(super) fn stop(&self, at: Spot) -> f64 {
        let (cycle, alive, warriors) = at.index();
        self.stops[cycle][alive][warriors]
    }

    /// The value of fighting this dragon, before a challenge, with less than [`LIMIT`] points; call [`Turn::value`]
    /// first.
    pub(super) fn fight(&self, at: Spot, dragon: Dragon) -> f64 {
        let (cycle, alive, warriors) = at.index();
        let (left, more) = after(alive, dragon as usize);
        fight(dragon as usize, &self.nodes[cycle + more][left])[warriors]
    }

    /// The value of accepting a challenge; call [`Turn::prepare`] first, with a token.
    pub(super) fn accept(&self, at: Spot) -> f64 {
        let (cycle, alive, warriors) = at.index();
        self.accepted[cycle][alive][warriors]
    }

    /// The value of fighting this dragon after an accepted challenge in which dragons count `factor` times; call
    /// [`Turn::prepare`] first, with a token.
    pub(super) fn fight_on(&self, at: Spot, dragon: Dragon, factor: u8) -> f64 {
        let (_, alive, warriors) = at.index();
        let (left, _) = after(alive, dragon as usize);
        let half = usize::from(at.points + u16::from(factor * dragon.points())) / 2;
        fight(dragon as usize, &self.doubled[half.min(SLOTS - 1)][left])[warriors]
    }

    /// Replaces the value of stopping by that of `worth`, for each spot in which a turn can be stopped before a
    /// challenge. Call [`Turn::value`] afterwards.
    pub(super) fn expect(&mut self, mut worth: impl FnMut(&Self, Spot) -> f64) {
        for (cycle, points) in (0..=CYCLES).zip((12_u16..).step_by(12)) {
            // At the limit all dragons have just come back.
            for alive in (1..8).filter_map(Alive::of_bits).filter(|alive| cycle < CYCLES || *alive == Alive::ALL) {
                let points = points - u16::from(alive.points());
                for warriors in (1..4).filter(|_| points > 0) {
                    let at = Spot { points, alive, warriors };
                    self.stops[cycle][alive.bits()][usize::from(warriors)] = worth(self, at);
                }
            }
        }
    }
}
