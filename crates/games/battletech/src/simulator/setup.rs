//! What a fight begins with.

use super::way::long_way;
use crate::battle::{Battle, Options, Place, Refused};
use crate::definition::Definition;
use crate::generator::RandomMap;
use crate::map::Map;
use crate::settings::Settings;

/// What a fight is about: the same set-up and the same answers make the same fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The map at the start.
    pub map: Map,
    /// The mechs by number, whole.
    pub mechs: Vec<Definition>,
    /// Where they start; drawn from the seed if there are none.
    pub places: Option<Vec<Place>>,
    /// The switches of the simulator.
    pub settings: Settings,
    /// What else it is fought under.
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
    pub fn battle(&self) -> Result<Battle, Refused> {
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

/// A random map for each fight of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redraw {
    /// What the maps are like.
    pub map: RandomMap,
    /// The mechs start as far apart as the map allows on foot, but no farther than this many movement
    /// points; otherwise where they would without.
    pub way: Option<u16>,
}

impl Redraw {
    /// The set-up with the map of its seed.
    #[must_use]
    pub fn of(&self, setup: Setup) -> Setup {
        let map = self.map.map(setup.seed);
        let heaviest = setup.mechs.iter().map(|mech| mech.tons).max().unwrap_or(0);
        let far = self.way.and_then(|most| long_way(&map, heaviest, most));
        Setup { map, places: far.or(setup.places), ..setup }
    }
}

/// Where all mechs of a battle are and face.
#[must_use]
pub fn places(battle: &Battle) -> Vec<Place> {
    let place = |mech: &crate::situation::Mech| Place { hex: mech.condition.hex, facing: mech.condition.facing };
    battle.situation().mechs.iter().map(place).collect()
}
