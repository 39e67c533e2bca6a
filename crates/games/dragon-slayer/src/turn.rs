//! One turn, solved: what every choice in it is worth to the player whose turn it is.
//!
//! What the turn can end in is given ([`Ends`]); the rest follows by dynamic programming from
//! many points to few. Before a challenge the points follow from the dragons: with `c` the times
//! that all three came back, they are `12 c + 12` less the points of the living. After an
//! accepted one they can be any even number.
//!
//! ```text
//! doubled(T, alive, w) = max(kept', fight on)                    after the challenge
//! stop(T, alive, w)    = kept, or with an opponent's token
//!                        min(kept, max(refused, fight on doubled))
//! node(c, alive, w)    = max(stop, fight on)
//! ```
//!
//! The values for 0, 1, 2 and 3 warriors stand side by side in four lanes, of which lane 0 holds
//! what a defeat leads to, so that a fight is a product with a 4 by 4 matrix. Sums are taken in
//! one order on every machine, and IEEE 754 does the rest: all machines get the same bits.

use super::dice::{Alive, Dragon};
use super::odds::{DICE, ODDS};
use boardbots_chance::Tangent;

/// Times that all dragons can come back in a turn as it is computed; then one stops. More would
/// change the value of a game by less than 1e-10, and nothing else by more than 2e-4: only
/// players who are more than 56 points behind in the last turn need that many.
pub const CYCLES: usize = LIMIT as usize / 12;
/// Points at which a turn stops at the latest: those of all dragons, a few times over.
pub const LIMIT: u16 = 12 * 5;
/// Even numbers of points, from 0 to what one more dragon, doubled, adds to the limit.
pub const SLOTS: usize = 6 * (CYCLES + 1) + 1;

/// Values by warriors left.
pub type Lanes = [f64; DICE + 1];
/// Values by dragons alive and warriors left.
type ByAlive = [Lanes; 8];

/// What the end of a turn is worth to the player whose turn it is, 0 to 1, by half the points
/// of the turn where they matter.
#[derive(Clone, Debug)]
pub struct Ends {
    /// A defeat without a challenge.
    pub lost: f64,
    /// Keeping all points.
    pub kept: [f64; SLOTS],
    /// Whether an opponent has a token to challenge with; without one the rest means nothing.
    pub token: bool,
    /// Refusing the challenge.
    pub refused: [f64; SLOTS],
    /// A defeat after accepting it.
    pub failed: f64,
    /// Keeping all points after accepting it.
    pub met: [f64; SLOTS],
}

impl Ends {
    /// Nothing is worth anything.
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

/// What fighting this dragon is worth for every number of warriors, if the values after it are
/// these.
#[inline]
pub(super) fn fight(dragon: usize, next: &Lanes) -> Lanes {
    let [lost, one, two, three] = &COLUMNS[dragon];
    std::array::from_fn(|w| lost[w] * next[0] + one[w] * next[1] + two[w] * next[2] + three[w] * next[3])
}

#[inline]
fn best(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|w| if a[w] > b[w] { a[w] } else { b[w] })
}

/// Who lives once bit `dragon` has been taken away, and 1 if all came back.
#[inline]
pub(super) const fn after(alive: usize, dragon: usize) -> (usize, usize) {
    let left = alive & !(1 << dragon);
    if left == 0 { (7, 1) } else { (left, 0) }
}

/// Points of the living.
pub(super) const POINTS: [usize; 8] = [0, 2, 4, 6, 6, 8, 10, 12];

/// Where a turn is before a challenge, or where it is stopped.
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
    /// By times that all dragons came back, dragons alive, and warriors.
    pub(super) const fn index(self) -> (usize, usize, usize) {
        let cycle = ((self.points + self.alive.points() as u16) / 12).saturating_sub(1);
        (cycle as usize, self.alive.bits(), self.warriors as usize)
    }
}

/// A turn, solved. Made once, it can be prepared again and again without allocating.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Once a challenge is accepted: the better of stopping and fighting on, by half the
    /// points.
    doubled: [ByAlive; SLOTS],
    /// Fighting on doubled from where one might have stopped, by times that all came back.
    accepted: [ByAlive; CYCLES + 1],
    /// Stopping, by times that all came back. Lane 0 is below all values.
    stops: [ByAlive; CYCLES + 1],
    /// The better of stopping and fighting on, by times that all came back.
    nodes: [ByAlive; CYCLES + 1],
}

/// Below all values: a turn without warriors cannot be stopped.
const NEVER: f64 = -1.0;

impl Default for Turn {
    fn default() -> Self {
        Self::new()
    }
}

impl Turn {
    /// Room for a turn.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            doubled: [[[0.0; 4]; 8]; SLOTS],
            accepted: [[[0.0; 4]; 8]; CYCLES + 1],
            stops: [[[0.0; 4]; 8]; CYCLES + 1],
            nodes: [[[0.0; 4]; 8]; CYCLES + 1],
        }
    }

    /// Computes everything that does not depend on what a defeat without a challenge is worth: what
    /// happens after a challenge, and what stopping is worth. After an accepted challenge a
    /// dragon counts `factor` times its points, 1 or 2.
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

    /// The turn after a challenge, and stopping where one must expect it.
    fn answer<const FACTOR: usize>(&mut self, ends: &Ends) {
        let limit = LIMIT as usize / 2;
        for half in limit..SLOTS {
            let met = ends.met[half];
            self.doubled[half] = [[ends.failed, met, met, met]; 8];
        }
        for half in (1..=limit).rev() {
            let met = ends.met[half];
            let stop = [ends.failed, met, met, met];
            // At the limit one may still be challenged.
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

    /// What the whole turn is worth if a defeat is worth this; [`Turn::prepare`] goes first.
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

    /// [`Turn::value`] and its slope: how often the turn ends in a defeat without a challenge
    /// if it is played by the policy that is best.
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

    /// What stopping is worth, before a challenge; [`Turn::prepare`] goes first. All of these
    /// ask for at most [`LIMIT`] points, and more than none.
    pub(super) fn stop(&self, at: Spot) -> f64 {
        let (cycle, alive, warriors) = at.index();
        self.stops[cycle][alive][warriors]
    }

    /// What fighting this dragon is worth, before a challenge, with less than [`LIMIT`] points;
    /// [`Turn::value`] goes first.
    pub(super) fn fight(&self, at: Spot, dragon: Dragon) -> f64 {
        let (cycle, alive, warriors) = at.index();
        let (left, more) = after(alive, dragon as usize);
        fight(dragon as usize, &self.nodes[cycle + more][left])[warriors]
    }

    /// What accepting a challenge is worth; [`Turn::prepare`] goes first, with a token.
    pub(super) fn accept(&self, at: Spot) -> f64 {
        let (cycle, alive, warriors) = at.index();
        self.accepted[cycle][alive][warriors]
    }

    /// What fighting this dragon is worth after an accepted challenge in which dragons count
    /// `factor` times; [`Turn::prepare`] goes first, with a token.
    pub(super) fn fight_on(&self, at: Spot, dragon: Dragon, factor: u8) -> f64 {
        let (_, alive, warriors) = at.index();
        let (left, _) = after(alive, dragon as usize);
        let half = usize::from(at.points + u16::from(factor * dragon.points())) / 2;
        fight(dragon as usize, &self.doubled[half.min(SLOTS - 1)][left])[warriors]
    }

    /// Lets stopping be worth something else: what `worth` says of each spot in which one can
    /// stop before a challenge. [`Turn::value`] follows.
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
