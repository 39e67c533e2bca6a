//! How a mech gets to a place in many turns: its weight, what it fears on the way, its jump jets.

use super::cost::{bears, cause};
use super::end::{CERTAIN, after};
use super::ground::{KINDS, chances};
use super::journey::Trial;
use super::jump::clears;
use super::mover::Mover;
use crate::hex::Hex;
use crate::map::Map;
use crate::situation::Mode;

/// The most that the risk of a step or a landing counts, in movement points.
pub(super) const MOST_FEAR: u8 = 60;

/// How a mech gets to a place.
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    /// Its weight.
    pub(super) tons: u16,
    /// What the risk of each kind of roll on entering a hex counts, in movement points.
    pub(super) fears: [u8; KINDS],
    /// For a mech that jumps.
    pub(super) jumper: Option<Jumper>,
}

/// How a mech jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumper {
    mover: Mover,
    /// Movement points of a turn on foot, which each jump takes a share of.
    turn: u8,
    /// What it counts to fall, and to stick.
    dread: u16,
}

impl Walker {
    /// A mech of this many tons that walks and fears nothing.
    #[must_use]
    pub const fn plain(tons: u16) -> Self {
        Self { tons, fears: [0; KINDS], jumper: None }
    }

    /// A mech to which a fall counts as much as `dread` movement points, wherever it stands now.
    #[must_use]
    pub fn new(mover: &Mover, dread: u16) -> Self {
        let fears = chances(mover).map(|ways| fear(after(CERTAIN, ways), dread));
        // From where it gets up, if it lies.
        let mut mover = *mover;
        mover.prone = false;
        let turn = mover.points.run.max(mover.points.walk).max(1);
        let jumper = (mover.points.jump > 0).then_some(Jumper { mover, turn, dread });
        Self { tons: mover.tons, fears, jumper }
    }
}

impl Jumper {
    /// Each hex from which it can jump to this one, with the movement points that the jump counts.
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

    /// How far it jumps.
    pub(super) const fn points(&self) -> u8 {
        self.mover.points.jump
    }

    /// The most that a jump counts.
    pub(super) fn most(&self) -> u32 {
        u32::from(self.turn) + u32::from(MOST_FEAR)
    }
}

/// How high the ground is around each hex, as far as a jump leads: where all of it is low, no line
/// needs to be looked along.
#[derive(Clone, Debug, Default)]
pub(super) struct Skies {
    tops: Vec<i16>,
    columns: Vec<i16>,
}

impl Skies {
    /// Room for a map of this many hexes.
    pub(super) fn new(hexes: usize) -> Self {
        Self { tops: Vec::with_capacity(hexes), columns: Vec::with_capacity(hexes) }
    }

    /// Looks at a map, for jumps of this many points. `O(hexes × points)`.
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

    /// Whether nothing around a hex stops a jump from it.
    #[inline]
    fn is_open(&self, map: &Map, from: Hex, points: u8) -> bool {
        self.tops[map.index(from)] <= map.cell(from).level.saturating_add(points.into())
    }
}

/// Columns or rows within a radius of one, of `side` on the map.
fn around(centre: u8, radius: u8, side: u8) -> std::ops::Range<u8> {
    centre.saturating_sub(radius)..centre.saturating_add(radius).saturating_add(1).min(side)
}

/// What a chance below [`CERTAIN`] counts, if failing counts `dread` movement points.
fn fear(sure: u16, dread: u16) -> u8 {
    let risk = u32::from(CERTAIN - sure) * u32::from(dread) / u32::from(CERTAIN);
    u8::try_from(risk).unwrap_or(u8::MAX).min(MOST_FEAR)
}
