//! Changes of the map: fire, smoke, woods that fall, buildings that collapse.

use super::{Battle, Change, Event};
use crate::hex::{Hex, Side};
use crate::map::{Cell, Map, Object};
use crate::odds::NEVER;

/// The highest roll at which a stray shot sets woods on fire.
const STRAY: u8 = 3;
/// The rolls of two dice with which a fire spreads downwind, to the two sides of that, and across a hex that does not
/// burn.
const DOWNWIND: u8 = 9;
const ASIDE: u8 = 11;
const ACROSS: u8 = 12;

/// True if a hex can catch fire: woods and buildings can.
fn can_burn(cell: &Cell) -> bool {
    !cell.fire && cell.object.is_some_and(|object| object != Object::Rubble)
}

fn is_wooded(cell: &Cell) -> bool {
    matches!(cell.object, Some(Object::LightWoods | Object::HeavyWoods))
}

impl Battle {
    /// The effects of a shot that hits a hex. `ignites` is the roll with which this weapon sets woods on fire, if it
    /// can.
    pub(super) fn shell(&mut self, hex: Hex, damage: u16, ignites: Option<u8>) {
        let settings = &self.situation.settings;
        let (fires, woods_fall) = (settings.fires, settings.woods_fall);
        if let Some(needed) = ignites.filter(|_| fires) {
            let harder = harder_to_burn(self.situation.map.cell(hex));
            if can_burn(self.situation.map.cell(hex)) && self.dice.two() >= needed + harder {
                self.ignite(hex);
                return;
            }
        }
        if self.situation.map.cell(hex).object.is_some_and(Object::is_building) {
            self.batter(hex, damage);
        } else if woods_fall && is_wooded(self.situation.map.cell(hex)) && u16::from(self.dice.two()) <= damage {
            let cell = self.situation.map.cell_mut(hex);
            let (object, change) = if cell.object == Some(Object::HeavyWoods) {
                (Object::LightWoods, Change::Thinned)
            } else {
                (Object::Rubble, Change::Felled)
            };
            cell.object = Some(object);
            self.changed(hex, change);
        }
    }

    /// The effect of a shot that misses a mech on a hex.
    pub(super) fn stray(&mut self, hex: Hex) {
        let cell = self.situation.map.cell(hex);
        if self.situation.settings.fires && is_wooded(cell) && can_burn(cell) && self.dice.two() <= STRAY {
            self.ignite(hex);
        }
    }

    fn ignite(&mut self, hex: Hex) {
        self.situation.map.cell_mut(hex).fire = true;
        self.changed(hex, Change::Fire);
    }

    /// Reports a change of the map.
    fn changed(&mut self, hex: Hex, change: Change) {
        self.events.push(Event::Ground { hex, change });
    }

    /// Damages a building; it collapses when nothing of it is left, or when it no longer bears the mech on it.
    fn batter(&mut self, hex: Hex, damage: u16) {
        if !self.situation.settings.buildings_fall || damage == 0 {
            return;
        }
        let above = self.situation.mech_at(hex);
        let weight = above.map_or(0, |mech| self.situation.mechs[mech].definition.tons);
        let cell = self.situation.map.cell_mut(hex);
        cell.strength = cell.strength.saturating_sub(damage);
        let strength = cell.strength;
        if strength > 0 && strength >= weight {
            self.changed(hex, Change::Battered { strength });
        } else {
            self.collapse(hex, above);
        }
    }

    /// The collapse of a building under the mech that stands on it.
    pub(super) fn collapse(&mut self, hex: Hex, above: Option<usize>) {
        let ground = ground_level(&self.situation.map, hex);
        let cell = self.situation.map.cell_mut(hex);
        let levels = u8::try_from(i32::from(cell.level) - i32::from(ground)).unwrap_or(0);
        *cell = Cell { object: Some(Object::Rubble), strength: 0, collapsed: true, level: ground, ..*cell };
        self.changed(hex, Change::Collapsed);
        if let Some(mech) = above {
            self.fall(mech, levels);
        }
    }

    /// The spread of fires with the wind at the end of a turn, and of smoke from them.
    pub(super) fn burn(&mut self) {
        if !self.situation.settings.fires {
            return;
        }
        let places = self.situation.map.cells().len();
        if !self.situation.map.cells().iter().any(|cell| cell.fire || cell.smoke) {
            return;
        }
        let settings = &self.situation.settings;
        let wind = settings.wind_direction.filter(|_| settings.wind);
        // Fires of this turn do not spread before the next one.
        let mut burning = std::mem::take(&mut self.hexes);
        burning.clear();
        burning.extend(
            (0..places).map(|place| self.situation.map.hex(place)).filter(|&hex| self.situation.map.cell(hex).fire),
        );
        if let Some(wind) = wind {
            for &hex in &burning {
                self.spread(hex, wind);
            }
        }
        self.drift(&burning, wind);
        self.hexes = burning;
    }

    fn spread(&mut self, from: Hex, wind: Side) {
        for (turn, needed) in [(0, DOWNWIND), (1, ASIDE), (-1, ASIDE)] {
            let Some(next) = self.situation.map.neighbour(from, wind.turned(turn)) else { continue };
            if can_burn(self.situation.map.cell(next)) {
                self.catch(next, needed);
            } else if turn == 0 && !self.situation.map.cell(next).fire {
                let across = self.situation.map.neighbour(next, wind);
                if let Some(across) = across.filter(|&across| can_burn(self.situation.map.cell(across))) {
                    self.catch(across, ACROSS);
                }
            }
        }
    }

    fn catch(&mut self, hex: Hex, needed: u8) {
        if self.dice.two() >= needed {
            self.ignite(hex);
        }
    }

    /// Moves the smoke: it lies downwind of the hexes that burned through the turn, which are in the order of the map;
    /// without wind there is none.
    fn drift(&mut self, burning: &[Hex], wind: Option<Side>) {
        for place in 0..self.situation.map.cells().len() {
            let hex = self.situation.map.hex(place);
            let fire_upwind = |wind: Side| {
                [0, 1, -1].into_iter().any(|turn| {
                    let upwind = self.situation.map.neighbour(hex, wind.turned(turn).opposite());
                    upwind.is_some_and(|upwind| burning.binary_search(&upwind).is_ok())
                })
            };
            let smoke = wind.is_some_and(fire_upwind);
            if smoke != self.situation.map.cell(hex).smoke {
                self.situation.map.cell_mut(hex).smoke = smoke;
                self.changed(hex, if smoke { Change::Smoke } else { Change::Clear });
            }
        }
    }
}

/// The modifier of a building for the roll that sets it on fire; a bunker does not burn.
fn harder_to_burn(cell: &Cell) -> u8 {
    match cell.object {
        Some(Object::MediumBuilding) => 1,
        Some(Object::HeavyBuilding) => 2,
        Some(Object::HardenedBuilding) => 3,
        Some(Object::Bunker) => NEVER,
        _ => 0,
    }
}

/// The level of the ground under a building. Files give only the level of its roof, so it is that of the lowest hex
/// around it without a building.
fn ground_level(map: &Map, hex: Hex) -> i16 {
    let around = Side::ALL.into_iter().filter_map(|side| map.neighbour(hex, side)).map(|next| map.cell(next));
    let bare = around.filter(|cell| !cell.object.is_some_and(Object::is_building)).map(|cell| cell.level);
    let roof = map.cell(hex).level;
    bare.min().unwrap_or(0).min(roof)
}

#[cfg(test)]
mod tests {
    use super::super::forge;
    use super::*;

    #[test]
    fn a_fire_spreads_downwind_only_and_smokes() {
        let mut battle = forge::battle(vec![forge::mech(50, 5, 10, &[]); 2], 3);
        for place in 0..battle.situation.map.cells().len() {
            let hex = battle.situation.map.hex(place);
            battle.situation.map.cell_mut(hex).object = Some(Object::LightWoods);
        }
        battle.situation.settings.wind_direction = Some(Side::NORTH);
        let start = Hex::new(6, 10);
        battle.ignite(start);
        for _ in 0..200 {
            battle.burn();
        }
        let map = &battle.situation.map;
        let burnt: Vec<Hex> = map.hexes().filter(|&hex| map.cell(hex).fire).collect();
        assert!(burnt.len() > 20 && burnt.iter().all(|hex| hex.row <= 10), "{burnt:?}");
        assert!(!map.cell(start).smoke && map.cell(Hex::new(6, 9)).smoke && !map.cell(Hex::new(6, 11)).smoke);
    }

    #[test]
    fn shots_at_woods_fell_them_and_buildings_collapse_under_mechs() {
        let mut battle = forge::battle(vec![forge::mech(50, 5, 10, &[]); 2], 3);
        let hex = battle.situation.mechs[0].condition.hex;
        let wooded = Cell { object: Some(Object::HeavyWoods), ..Cell::OPEN };
        *battle.situation.map.cell_mut(hex) = wooded;
        for left in [Object::LightWoods, Object::Rubble] {
            battle.shell(hex, 12, None);
            assert_eq!(battle.situation.map.cell(hex).object, Some(left));
        }
        let house = Cell { object: Some(Object::MediumBuilding), level: 2, strength: 60, ..Cell::OPEN };
        *battle.situation.map.cell_mut(hex) = house;
        battle.shell(hex, 5, None);
        assert_eq!((battle.situation.map.cell(hex).strength, battle.situation.mechs[0].condition.prone), (55, false));
        battle.shell(hex, 6, None);
        let cell = battle.situation.map.cell(hex);
        assert!(cell.collapsed && cell.level == 0 && cell.object == Some(Object::Rubble));
        assert!(battle.situation.mechs[0].condition.prone);
        assert!(battle.events.iter().any(|event| matches!(event, Event::Fall { levels: 2, damage: 15, .. })));
    }
}
