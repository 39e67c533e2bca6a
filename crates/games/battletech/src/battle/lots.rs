//! Starting places of mechs: given, or drawn by lot.

use crate::condition::MAX_MECHS;
use crate::hex::{Hex, Side};
use crate::map::{Cell, Map, Object, Terrain};
use crate::movement::cost::{Gait, regions};
use boardbots_base::invalid::InputError;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// True if a mech may start on a hex: no water, swamp or building.
fn is_open(cell: &Cell) -> bool {
    matches!(cell.terrain, Terrain::Open | Terrain::Paved) && !cell.object.is_some_and(Object::is_building)
}

/// The open hexes that can be reached from each other on foot, if they are at least half of all; else all open hexes,
/// since a map of pillars consists of pockets only. A mech that starts in a closed pocket never meets another mech.
#[must_use]
pub fn start_hexes(map: &Map, tons: u16) -> Vec<Hex> {
    let open: Vec<Hex> = map.hexes().filter(|&hex| is_open(map.cell(hex))).collect();
    let (region, sizes) = regions(map, (Gait::Walk, tons), is_open, |_| true);
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let home = sizes.iter().position(|&size| size == largest);
    if 2 * largest < open.len() {
        return open;
    }
    open.into_iter().filter(|&hex| region[map.index(hex)] == home).collect()
}

/// Starts for this many mechs, at least a third of the map's longer side apart, or as far as the map has room for. The
/// heaviest mech weighs `tons`.
pub fn draw(map: &Map, count: usize, tons: u16, dice: &mut Dice) -> Result<Vec<StartPlace>, StartError> {
    /// The draws for one mech before the distance is reduced by a hex.
    const TRIES: u32 = 64;
    let open = start_hexes(map, tons);
    let mut apart = map.width().max(map.height()).div_ceil(3).max(1);
    let mut places: Vec<StartPlace> = Vec::with_capacity(count);
    while places.len() < count {
        let far =
            |hex: Hex, places: &[StartPlace], apart: u8| places.iter().all(|other| other.hex.distance(hex) >= apart);
        let drawn =
            (0..TRIES).filter_map(|_| open.get(dice.below(open.len())).copied()).find(|&hex| far(hex, &places, apart));
        // On a map so full that draws no longer find the last room it is searched for.
        let left = || open.iter().copied().find(|&hex| apart == 1 && far(hex, &places, 1));
        match drawn.or_else(left) {
            Some(hex) => places.push(StartPlace { hex, facing: Side::ALL[dice.below(6)] }),
            None if apart > 1 => apart -= 1,
            None => return Err(StartError::Room(places.len())),
        }
    }
    Ok(places)
}

/// The start of a mech.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartPlace {
    /// The hex.
    pub hex: Hex,
    /// The side that legs and torso face.
    pub facing: Side,
}

/// `CCRR:SIDE`, such as `0203:4`.
impl FromStr for StartPlace {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let wrong = || format!("`{text}` is no place; use a hex and a side, such as 0203:4");
        let (hex, side) = text.split_once(':').ok_or_else(wrong)?;
        let hex = Hex::parse(hex.as_bytes());
        let side = side.parse().ok().and_then(Side::from_number);
        hex.zip(side).map(|(hex, facing)| Self { hex, facing }).ok_or_else(|| wrong().into())
    }
}

/// An error in the mechs or places of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// This many mechs were given; a battle has 2 to 32.
    #[error("{0} mechs; a battle has 2 to {MAX_MECHS}")]
    Mechs(usize),
    /// Only this many places were given, fewer than mechs.
    #[error("only {0} places for the mechs")]
    Places(usize),
    /// A mech's place is off the map, or taken.
    #[error("the place of mech {0} is off the map or taken")]
    Place(usize),
    /// The map has no room for this mech.
    #[error("the map has no room for mech {0}")]
    Room(usize),
}

/// Dice that a seed determines.
#[derive(Clone, Debug)]
pub(super) struct Dice(fastrand::Rng);

impl Dice {
    /// The dice of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// 0 to `count` - 1; 0 if `count` is 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.u64(..(count as u64).max(1))).unwrap_or(0)
    }

    /// 1 to 6.
    pub(super) fn one(&mut self) -> u8 {
        u8::try_from(self.0.u32(1..=6)).unwrap_or(6)
    }

    /// 2 to 12.
    pub(super) fn two(&mut self) -> u8 {
        self.one() + self.one()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Cell;

    #[test]
    fn nobody_starts_in_a_pocket() {
        // A wall of four levels cuts two columns of twelve off.
        let mut map = Map::new(12, 9, vec![Cell::OPEN; 108]).expect("a map");
        for row in 0..9 {
            map.cell_mut(Hex::new(9, row)).level = 4;
        }
        let hexes = start_hexes(&map, 50);
        assert_eq!(hexes.len(), 81);
        assert!(hexes.iter().all(|hex| hex.column < 9));
        let places = draw(&map, 4, 50, &mut Dice::new(3)).expect("there is room");
        assert!(places.iter().all(|place| place.hex.column < 9));
    }

    #[test]
    fn a_map_of_pillars_is_used_whole() {
        let mut map = Map::new(9, 9, vec![Cell::OPEN; 81]).expect("a map");
        for index in 0..81 {
            let hex = map.hex(index);
            map.cell_mut(hex).level = i16::try_from(index % 9).expect("small") * 3;
        }
        assert_eq!(start_hexes(&map, 50).len(), 81);
    }

    #[test]
    fn two_dice_fall_as_two_dice_do() {
        let mut dice = Dice::new(1);
        let mut counts = [0_u32; 13];
        for _ in 0..36_000 {
            counts[usize::from(dice.two())] += 1;
        }
        for (sum, &count) in counts.iter().enumerate().skip(2) {
            let expected = 1000 * (6 - u32::try_from(sum).expect("small").abs_diff(7));
            assert!(count.abs_diff(expected) < 250, "{sum}: {count} of {expected}");
        }
        assert_eq!((counts[0], counts[1]), (0, 0));
    }
}
