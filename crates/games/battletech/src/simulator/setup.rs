//! The set-up of a fight.

use crate::battle::{Battle, Options, StartError, StartPlace, start_hexes};
use crate::definition::Definition;
use crate::hex::Side;
use crate::map::Map;
use crate::movement::approach::Approach;
use crate::movement::cost::WoodsCost;
use crate::movement::ground::Ground;
use crate::movement::walker::Walker;
use crate::situation::Settings;

/// The set-up of a fight: the same set-up and the same answers make the same fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The map at the start.
    pub map: Map,
    /// The mechs by number, whole.
    pub mechs: Vec<Definition>,
    /// The starts of the mechs; drawn from the seed if there are none.
    pub places: Option<Vec<StartPlace>>,
    /// The switches of the simulator.
    pub settings: Settings,
    /// The options besides these switches.
    pub options: Options,
    /// The dice.
    pub seed: u64,
}

impl Setup {
    /// The battle before its first turn. Its dice are the same whether its places were drawn or
    /// given.
    ///
    /// # Errors
    /// If the mechs do not fit on the map.
    pub fn battle(&self) -> Result<Battle, StartError> {
        let new = |places| {
            let (map, settings) = (self.map.clone(), self.settings.clone());
            Battle::new(map, settings, self.mechs.clone(), places, self.options.clone(), self.seed)
        };
        match &self.places {
            Some(places) => new(Some(places)),
            None => new(Some(&places(&new(None)?))),
        }
    }
}

/// The places of all mechs of a battle.
#[must_use]
pub fn places(battle: &Battle) -> Vec<StartPlace> {
    let place = |mech: &crate::situation::Mech| StartPlace { hex: mech.condition.hex, facing: mech.condition.facing };
    battle.situation().mechs.iter().map(place).collect()
}

/// The two places of a map that are farthest apart on foot for the heaviest of these mechs, of those at
/// most this many movement points apart; `None` if no way leads from anywhere to anywhere.
#[must_use]
pub fn long_way(map: &Map, mechs: &[Definition], most: u16) -> Option<Vec<StartPlace>> {
    let tons = mechs.iter().map(|mech| mech.tons).max().unwrap_or(0);
    let ground = Ground::new(map, WoodsCost::Added);
    let mut approach = Approach::new(&ground, map);
    let open = start_hexes(map, tons);
    let mut best = None;
    for (number, &goal) in open.iter().enumerate() {
        approach.explore(&ground, map, &Walker::plain(tons), &[goal]);
        for &start in &open[..number] {
            let cost = approach.cost(map, start, Side::NORTH);
            if cost <= most && best.is_none_or(|(longest, _, _)| cost > longest) {
                best = Some((cost, start, goal));
            }
        }
    }
    let (_, start, goal) = best?;
    Some([start, goal].map(|hex| StartPlace { hex, facing: Side::NORTH }).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Cell;

    #[test]
    fn a_wall_makes_the_way_long() {
        // Nine columns, the middle one a wall with a gap at the bottom.
        let mut map = Map::new(9, 9, vec![Cell::OPEN; 81]).expect("a map");
        for row in 0..8 {
            map.cell_mut(crate::hex::Hex::new(4, row)).level = 5;
        }
        let mechs = [crate::catalogue::mech_of("tejon").expect("a mech")];
        let places = long_way(&map, &mechs, 1000).expect("there is a way");
        assert!(places[0].hex.column < 4 && places[1].hex.column > 4, "{places:?}");
        let near = long_way(&map, &mechs, 6).expect("there is a way");
        assert!(near[0].hex.distance(near[1].hex) <= 6);
        let wall = Map::new(1, 1, vec![Cell::OPEN]).expect("a map");
        assert_eq!(long_way(&wall, &mechs, 1000), None);
    }
}
