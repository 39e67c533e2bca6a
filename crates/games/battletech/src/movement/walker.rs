//! Movement over many turns: a mech's weight, its risks on the way, and its jump jets.

use super::cost::{bears, cause, clears};
use super::end::{CERTAIN, after};
use super::ground::{KINDS, chances};
use super::journey::Trial;
use super::mover::Mover;
use crate::hex::Hex;
use crate::map::Map;
use crate::situation::Mode;

/// The most that the risk of a step or a landing adds, in movement points.
pub(super) const MOST_FEAR: u8 = 60;

/// The part of a mech on which its movement over many turns depends.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Its weight.
    pub(super) tons: u16,
    /// The cost of the risk of each kind of roll on entering a hex, in movement points.
    pub(super) fears: [u8; KINDS],
    /// Its jumps, for a mech with jump jets.
    pub(super) jumper: Option<Jumper>,
}

/// The jumps of a mech.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    mover: Mover,
    /// Movement points on foot of a turn; a jump costs a share of them.
    turn: u8,
    /// The cost of falling or getting stuck, in movement points.
    dread: u16,
}

impl Walker {
    /// A mech of this many tons that walks and ignores risks.
    #[must_use]
    pub const fn plain(tons: u16) -> Self {
        Self { tons, fears: [0; KINDS], jumper: None }
    }

    /// A mech for which a fall costs as much as `dread` movement points, independent of its present place.
    #[must_use]
    pub fn new(mover: &Mover, dread: u16) -> Self {
        let fears = chances(mover).map(|ways| fear(after(CERTAIN, ways), dread));
        // A prone mech gets up first.
        let mut mover = *mover;
        mover.prone = false;
        let turn = mover.points.run.max(mover.points.walk).max(1);
        let jumper = (mover.points.jump > 0).then_some(Jumper { mover, turn, dread });
        Self { tons: mover.tons, fears, jumper }
    }
}

impl Jumper {
    /// Visits each hex from which it can jump to this one, with the cost of the jump in movement points.
    #[inline]
    pub(super) fn each_start(&self, map: &Map, skies: &Skies, to: Hex, mut visit: impl FnMut(Hex, u32)) {
        let cell = map.cell(to);
        let points = self.mover.points.jump;
        if !bears(cell, self.mover.tons) {
            return;
        }
        let sure = match cause(cell).and_then(|_| Mover::entering(cell, Mode::Jump)) {
            None => CERTAIN,
            Some(Trial::Sink) => 0,
            Some(trial) => after(CERTAIN, self.mover.chance(trial)),
        };
        let risk = u32::from(fear(sure, self.dread));
        let mut mover = self.mover;
        for column in around(to.column, points, map.width()) {
            for row in around(to.row, points, map.height()) {
                let from = Hex::new(column, row);
                let distance = from.distance(to);
                if distance == 0 || distance > points {
                    continue;
                }
                mover.hex = from;
                let most = mover.jump(map);
                let open = most == points && skies.is_open(map, from, points);
                if distance <= most && (open || clears(map, from, to, most)) {
                    let share = (u32::from(self.turn) * u32::from(distance)).div_ceil(u32::from(points));
                    visit(from, share + risk);
                }
            }
        }
    }

    /// The length of its jumps in hexes.
    pub(super) const fn points(&self) -> u8 {
        self.mover.points.jump
    }

    /// The highest cost of a jump in movement points.
    pub(super) fn most(&self) -> u32 {
        u32::from(self.turn) + u32::from(MOST_FEAR)
    }
}

/// The highest level around each hex, within reach of a jump: if all of it is low, no line needs to be checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Skies {
    tops: Vec<i16>,
    columns: Vec<i16>,
}

impl Skies {
    /// Empty tables for a map of this many hexes.
    pub(super) fn new(hexes: usize) -> Self {
        Self { tops: Vec::with_capacity(hexes), columns: Vec::with_capacity(hexes) }
    }

    /// Computes the tables of a map for jumps of this many points. `O(hexes × points)`.
    pub(super) fn survey(&mut self, map: &Map, points: u8) {
        // Lines touch hexes beside their ends, too.
        let radius = points.saturating_add(1);
        let top = |hexes: &mut dyn Iterator<Item = i16>| hexes.max().unwrap_or(i16::MIN);
        self.columns.clear();
        self.columns.extend(map.hexes().map(|hex| {
            let rows = around(hex.row, radius, map.height());
            top(&mut rows.map(|row| map.cell(Hex::new(hex.column, row)).level))
        }));
        self.tops.clear();
        self.tops.extend(map.hexes().map(|hex| {
            let columns = around(hex.column, radius, map.width());
            top(&mut columns.map(|column| self.columns[map.index(Hex::new(column, hex.row))]))
        }));
    }

    /// True if nothing around a hex can block a jump from it.
    #[inline]
    fn is_open(&self, map: &Map, from: Hex, points: u8) -> bool {
        self.tops[map.index(from)] <= map.cell(from).level.saturating_add(points.into())
    }
}

/// Columns or rows within a radius of one, of the `side` that the map has.
fn around(centre: u8, radius: u8, side: u8) -> std::ops::Range<u8> {
    centre.saturating_sub(radius)..centre.saturating_add(radius).saturating_add(1).min(side)
}

/// The cost of the risk of a chance below [`CERTAIN`], in movement points, if failure costs `dread`.
fn fear(sure: u16, dread: u16) -> u8 {
    let risk = u32::from(CERTAIN - sure) * u32::from(dread) / u32::from(CERTAIN);
    u8::try_from(risk).unwrap_or(u8::MAX).min(MOST_FEAR)
}
