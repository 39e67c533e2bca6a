//! The route to the enemies over many turns, and the value of an end on it besides the exchange.

use super::exchange::{Attack, Pair};
use super::fighter::Fighter;
use super::replies::Table;
use super::weights::{Drive, Weights};
use crate::condition::MAX_MECHS;
use crate::hex::{Hex, Side};
use crate::map::Map;
use crate::movement::approach::{Approach, FAR};
use crate::movement::cost::STAND;
use crate::movement::end::{CERTAIN, End, after};
use crate::movement::ground::Ground;
use crate::movement::journey::Trial;
use crate::movement::mover::Mover;
use crate::movement::walker::Walker;
use crate::situation::{Mode, Pose, Situation};
use arrayvec::ArrayVec;

/// The assumed distance of an enemy that cannot be reached, in movement points.
const LOST: u16 = 2_000;
/// The addition to it for each hex between.
const ASTRAY: u16 = 2;

/// The route to the enemies, and the mech's eagerness.
pub struct Way<'a> {
    approach: &'a Approach,
    /// The nearest enemy in hexes.
    nearest: Hex,
    drive: Drive,
    weights: &'a Weights,
    /// The chance, out of [`CERTAIN`], to be free of a swamp, and to be free and on its feet.
    freed: u16,
    risen: u16,
}

impl<'a> Way<'a> {
    /// The route of a mech: to the hexes of its enemies, or, once it has waited long enough, to hexes from which it
    /// could attack them if they stay.
    pub fn to_enemies(
        situation: &Situation,
        table: &mut Table<'a>,
        (ground, approach): (&Ground, &'a mut Approach),
        drive: Drive,
    ) -> Self {
        let (mine, map) = (table.mine, &situation.map);
        let mover = Mover::told(situation, mine.number);
        let walker = Walker::new(&mover, drive.dread(mine.fall()));
        let enemies: ArrayVec<usize, MAX_MECHS> = situation.enemies(mine.number).collect();
        let hexes: ArrayVec<Hex, MAX_MECHS> = enemies.iter().map(|&enemy| table.fighters[enemy].pose.hex).collect();
        if drive.hunts {
            let open = map.hexes().filter(|hex| !hexes.contains(hex));
            let threats =
                open.map(|hex| (hex, enemies.iter().fold(0, |sides, &enemy| sides | threats(table, hex, enemy))));
            approach.explore_sides(ground, map, &walker, threats);
        } else {
            approach.explore(ground, map, &walker, &hexes);
        }
        let nearest = hexes.into_iter().min_by_key(|enemy| mine.pose.hex.distance(*enemy));
        let freed = if mover.stuck { after(CERTAIN, mover.chance(Trial::Free)) } else { CERTAIN };
        let risen = if mover.prone { after(freed, mover.chance(Trial::Stand)) } else { freed };
        Self { approach, nearest: nearest.unwrap_or(mine.pose.hex), drive, weights: table.weights, freed, risen }
    }

    /// The value of an end besides the exchange: progress, heat, and the risk on the way.
    pub fn standing(&self, map: &Map, mine: &Fighter, end: &End) -> i64 {
        let Drive { progress, caution, .. } = self.drive;
        let fallen = i64::from(self.weights.lying);
        let far = match self.approach.cost(map, end.hex, end.facing) {
            FAR => LOST + ASTRAY * u16::from(end.hex.distance(self.nearest)),
            points => points.min(LOST) + if end.prone { u16::from(STAND) } else { 0 },
        };
        // A mech that fails to get free or to stand up stays in place: that is not a fall.
        let first = match (end.mode, end.prone) {
            (Mode::Still, _) => CERTAIN,
            (_, true) => self.freed,
            (_, false) => self.risen,
        };
        let lost = |chance: u16, worth: i64| i64::from(chance) * worth / i64::from(CERTAIN);
        let risk = lost(first.saturating_sub(end.arrival), mine.fall());
        let lying = if end.prone {
            fallen
        } else if mine.pose.prone {
            lost(CERTAIN - first, fallen)
        } else {
            0
        };
        let sinks = if end.sinks { i64::from(self.weights.swamp) } else { 0 };
        -i64::from(far) * progress
            - i64::from(end.heat) * i64::from(self.weights.warmth)
            - (risk + sinks) * caution / 100
            - lying
    }
}

/// The sides to face on a hex for an attack on an enemy in its present pose, as bits.
fn threats(table: &mut Table<'_>, hex: Hex, enemy: usize) -> u8 {
    let (map, mine, theirs) = (table.map, table.mine, &table.fighters[enemy]);
    if hex.distance(theirs.pose.hex) > mine.range {
        return 0;
    }
    let pose = Pose { hex, mode: Mode::Still, moved: 0, prone: false, stuck: false, ..mine.pose };
    let Some(pair) = Pair::of(map, table.views, table.bearings, &pose, &theirs.pose) else { return 0 };
    let attack = Attack::of(map, (mine, &pose), (theirs, &theirs.pose), pair);
    let faced = Side::ALL.into_iter().filter(|&side| attack.threatens(side));
    faced.fold(0, |sides, side| sides | 1 << side.index())
}
