//! Costs of entering a hex, and obstacles to entering one or to jumping there, from the simulator's manual.

use crate::hex::{Hex, Side};
use crate::map::{Cell, Map, Object, Terrain};
use crate::pilot::Cause;
use crate::trace::{Line, Post, trace};
use serde::{Deserialize, Serialize};

/// Movement points for a turn by one side.
pub const TURN: u8 = 1;
/// Movement points for an attempt to stand up; afterwards the mech faces any side.
pub const STAND: u8 = 2;
/// Movement points for going prone.
pub const PRONE: u8 = 1;
/// The most that a step costs: into water of depth 2 with heavy woods, two levels down.
pub const MAX_STEP: u8 = 9;

/// The two readings of the manual's costs of woods and rubble. Its table adds them to the ground's; its worked example
/// has one point less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WoodsCost {
    /// On open ground light woods and rubble cost 3, heavy woods 4: legal under both readings.
    #[default]
    Added,
    /// On open ground light woods and rubble cost 2, heavy woods 3.
    Total,
}

boardbots_base::words! { WoodsCost::word: Added "added", Total "total" }

/// The gait of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Forward.
    Walk,
    /// Backward: only on one level.
    Back,
    /// Forward, not into water.
    Run,
}

/// An obstacle to entering a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// It is not on the map.
    Edge,
    /// It is three levels or more higher or lower.
    Level,
    /// It has another level, and the step is backward.
    Backward,
    /// It is water, and the mech runs.
    Water,
    /// It has a building that does not bear the mech.
    Building,
}

boardbots_base::words! { Bar::word:
    Edge "the map ends there",
    Level "a step changes two levels at most",
    Backward "a step backward changes no level",
    Water "a mech cannot run into water",
    Building "the building does not bear the mech",
}

/// A step that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The hex that is entered.
    pub to: Hex,
    /// Movement points, 1 to [`MAX_STEP`].
    pub cost: u8,
    /// The piloting roll on arrival.
    pub cause: Option<Cause>,
}

/// The step over a side of a hex by a mech of this many tons. Other mechs are ignored.
///
/// # Errors
/// The obstacle to the step.
pub fn entry(map: &Map, from: Hex, side: Side, gait: Gait, tons: u16, woods: WoodsCost) -> Result<Entry, Bar> {
    let to = map.neighbour(from, side).ok_or(Bar::Edge)?;
    let (here, there) = (map.cell(from), map.cell(to));
    if !bears(there, tons) {
        return Err(Bar::Building);
    }
    let road = here.roads >> side.index() & there.roads >> side.opposite().index() & 1 == 1;
    let climb = here.level.abs_diff(there.level);
    if gait == Gait::Back && climb > 0 {
        return Err(Bar::Backward);
    }
    // A road over water is a bridge: what is below it does not matter.
    let bridge = road && (here.terrain == Terrain::Water || there.terrain == Terrain::Water);
    if climb > 2 && !bridge {
        return Err(Bar::Level);
    }
    if road {
        return Ok(Entry { to, cost: 1, cause: None });
    }
    if gait == Gait::Run && there.depth() > 0 {
        return Err(Bar::Water);
    }
    let climb = u8::try_from(climb).unwrap_or(2);
    Ok(Entry { to, cost: ground(there) + growth(there, woods) + climb, cause: cause(there) })
}

/// The regions of a map that a mech of some weight reaches with a gait: the region of each hex, and the size of each.
/// A region begins at a hex of those that count for its size, and spreads over those that may be entered. `O(hexes)`.
pub fn regions(
    map: &Map,
    (gait, tons): (Gait, u16),
    counts: impl Fn(&Cell) -> bool,
    enters: impl Fn(&Cell) -> bool,
) -> (Vec<Option<usize>>, Vec<usize>) {
    let mut region = vec![None; map.cells().len()];
    let mut sizes = Vec::new();
    let mut waiting = Vec::new();
    for start in map.hexes().filter(|&hex| counts(map.cell(hex))) {
        if region[map.index(start)].is_some() {
            continue;
        }
        let number = sizes.len();
        sizes.push(0);
        region[map.index(start)] = Some(number);
        waiting.push(start);
        while let Some(hex) = waiting.pop() {
            sizes[number] += usize::from(counts(map.cell(hex)));
            for side in Side::ALL {
                let Ok(step) = entry(map, hex, side, gait, tons, WoodsCost::Added) else { continue };
                let place = &mut region[map.index(step.to)];
                if place.is_none() && enters(map.cell(step.to)) {
                    *place = Some(number);
                    waiting.push(step.to);
                }
            }
        }
    }
    (region, sizes)
}

/// True if a hex bears this many tons: all but a building that is too weak.
#[must_use]
pub fn bears(cell: &Cell, tons: u16) -> bool {
    !cell.object.is_some_and(Object::is_building) || cell.strength >= tons
}

/// The cause of a piloting roll for a mech that steps or lands on a hex; `None` without one. A mech that lands in a
/// swamp sticks without a roll.
#[must_use]
pub fn cause(cell: &Cell) -> Option<Cause> {
    match (cell.depth(), cell.terrain, cell.object) {
        (1.., _, _) => Some(Cause::Water(cell.depth())),
        (_, Terrain::Swamp, _) => Some(Cause::Swamp),
        (_, _, Some(Object::Rubble)) => Some(Cause::Rubble),
        _ => None,
    }
}

fn ground(cell: &Cell) -> u8 {
    match (cell.terrain, cell.depth()) {
        (Terrain::Swamp, _) | (_, 1) => 2,
        (_, 0) => 1,
        (_, 2..) => 4,
    }
}

fn growth(cell: &Cell, woods: WoodsCost) -> u8 {
    let added = match cell.object {
        Some(Object::HeavyWoods) => 3,
        Some(Object::LightWoods | Object::Rubble) => 2,
        _ => return 0,
    };
    if woods == WoodsCost::Added { added } else { added - 1 }
}

/// True if neither the second hex nor any hex between is too high for a jump of this many points from the first. The
/// hexes between are those of the line of sight, with the tie-breaks of the simulator's own tool.
#[must_use]
pub fn clears(map: &Map, from: Hex, to: Hex, jump: u8) -> bool {
    let top = map.cell(from).level + i16::from(jump);
    if map.cell(to).level > top {
        return false;
    }
    if from.distance(to) < 2 || all_low(map, from, to, top) {
        return true;
    }
    let mut line = Line::new();
    trace(map, Post::new(from, true), Post::new(to, true), &mut line);
    line.iter().all(|&hex| map.cell(hex).level <= top)
}

/// True if nothing in a box around both hexes is higher than a level, so that no line needs to be drawn.
fn all_low(map: &Map, from: Hex, to: Hex, top: i16) -> bool {
    let around = |a: u8, b: u8, side: u8| a.min(b).saturating_sub(1)..=a.max(b).saturating_add(1).min(side - 1);
    let rows = around(from.row, to.row, map.height());
    around(from.column, to.column, map.width())
        .all(|column| rows.clone().all(|row| map.cell(Hex::new(column, row)).level <= top))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost of going from open ground to a hex.
    fn step(there: Cell, gait: Gait) -> Result<(u8, Option<Cause>), Bar> {
        let map = Map::new(1, 2, vec![there, Cell::OPEN]).expect("two hexes");
        entry(&map, Hex::new(0, 1), Side::NORTH, gait, 50, WoodsCost::Added).map(|entry| (entry.cost, entry.cause))
    }

    fn water(level: i16) -> Cell {
        Cell { level, terrain: Terrain::Water, ..Cell::OPEN }
    }

    #[test]
    fn costs_are_those_of_the_table() {
        let object = |object| Cell { object: Some(object), ..Cell::OPEN };
        let cases = [
            (Cell::OPEN, 1, None),
            (Cell { terrain: Terrain::Paved, ..Cell::OPEN }, 1, None),
            (Cell { terrain: Terrain::Swamp, ..Cell::OPEN }, 2, Some(Cause::Swamp)),
            (water(0), 1, None),
            // Down by one level: the manual's own example has 3.
            (water(-1), 3, Some(Cause::Water(1))),
            (water(-2), 6, Some(Cause::Water(2))),
            (object(Object::Rubble), 3, Some(Cause::Rubble)),
            (object(Object::LightWoods), 3, None),
            (object(Object::HeavyWoods), 4, None),
            (Cell { level: 2, ..Cell::OPEN }, 3, None),
        ];
        for (cell, cost, cause) in cases {
            assert_eq!(step(cell, Gait::Walk), Ok((cost, cause)), "{cell:?}");
        }
        let map = Map::new(1, 2, vec![object(Object::HeavyWoods), Cell::OPEN]).expect("two hexes");
        let total = entry(&map, Hex::new(0, 1), Side::NORTH, Gait::Walk, 50, WoodsCost::Total);
        assert_eq!(total.map(|entry| entry.cost), Ok(3));
    }

    #[test]
    fn what_is_forbidden() {
        assert_eq!(step(Cell { level: 3, ..Cell::OPEN }, Gait::Walk), Err(Bar::Level));
        assert_eq!(step(Cell { level: 1, ..Cell::OPEN }, Gait::Back), Err(Bar::Backward));
        assert_eq!(step(water(-1), Gait::Run), Err(Bar::Water));
        assert_eq!(step(water(0), Gait::Run), Ok((1, None)));
        let building = |strength| Cell { object: Some(Object::LightBuilding), strength, ..Cell::OPEN };
        assert_eq!(step(building(49), Gait::Walk), Err(Bar::Building));
        assert_eq!(step(building(50), Gait::Walk), Ok((1, None)));
    }

    #[test]
    fn roads_and_bridges_cost_one() {
        let road = |cell: Cell, side: Side| Cell { roads: 1 << side.index(), ..cell };
        let south = Side::NORTH.opposite();
        let here = road(Cell::OPEN, Side::NORTH);
        for there in [water(-3), Cell { object: Some(Object::HeavyWoods), level: 1, ..Cell::OPEN }] {
            let map = Map::new(1, 2, vec![road(there, south), here]).expect("two hexes");
            let step = entry(&map, Hex::new(0, 1), Side::NORTH, Gait::Run, 50, WoodsCost::Added);
            assert_eq!(step.map(|entry| (entry.cost, entry.cause)), Ok((1, None)));
            // A road that does not come over this side is none.
            let map = Map::new(1, 2, vec![road(there, Side::NORTH), here]).expect("two hexes");
            let step = entry(&map, Hex::new(0, 1), Side::NORTH, Gait::Run, 50, WoodsCost::Added);
            assert_ne!(step.map(|entry| entry.cost), Ok(1));
        }
    }

    #[test]
    fn hills_stop_jumps() {
        let mut map = Map::new(9, 9, vec![Cell::OPEN; 81]).expect("a map");
        let (from, over, to) = (Hex::new(4, 1), Hex::new(4, 3), Hex::new(4, 5));
        assert!(clears(&map, from, to, 4));
        map.cell_mut(over).level = 4;
        assert!(clears(&map, from, to, 4));
        map.cell_mut(over).level = 5;
        assert!(!clears(&map, from, to, 4));
        assert!(!clears(&map, from, over, 4));
        // Beside the line it does not matter.
        assert!(clears(&map, from, Hex::new(6, 4), 4));
        map.cell_mut(from).level = 1;
        assert!(clears(&map, from, to, 4));
    }
}
