//! Situations for tests of the player.

use crate::battle::{Battle, Options};
use crate::catalogue::{Entry, MAPS, MECHS, map_of, mech_of};
use crate::hex::{Hex, Side};
use crate::situation::{Mode, Settings, Situation};

fn below(rng: &mut fastrand::Rng, count: usize) -> usize {
    usize::try_from(rng.u64(0..count as u64)).expect("below a usize")
}

/// Some mechs near each other, and which of them moves now: those before it in the order may have
/// moved.
pub fn melee(count: usize, rng: &mut fastrand::Rng) -> (Situation, usize) {
    let pick = |entries: &[Entry], rng: &mut fastrand::Rng| entries[below(rng, entries.len())].name;
    let map = map_of(pick(MAPS, rng)).expect("it is read in a test of its own");
    let mechs = (0..count).map(|_| mech_of(pick(MECHS, rng)).expect("it is read in a test of its own")).collect();
    let made = Battle::new(map, Settings::default(), mechs, None, Options::default(), rng.u64(..));
    let mut situation = made.expect("there is room").situation().clone();
    let me = below(rng, count);
    rng.shuffle(&mut situation.initiative);
    let turn = situation.initiative.iter().position(|&mech| mech == me);
    let mut taken: Vec<Hex> = Vec::new();
    for number in 0..count {
        let near = |hex: Hex| taken.iter().all(|&other| hex != other && hex.distance(other) <= 9);
        let hexes: Vec<Hex> = situation.map.hexes().filter(|&hex| near(hex)).collect();
        taken.push(hexes[below(rng, hexes.len())]);
        let moved = situation.initiative.iter().position(|&mech| mech == number) < turn;
        let mech = &mut situation.mechs[number];
        mech.mode = if moved { Mode::ALL[below(rng, 4)] } else { Mode::Still };
        let condition = &mut mech.condition;
        condition.hex = taken[number];
        condition.facing = Side::ALL[below(rng, 6)];
        condition.torso = condition.facing;
        condition.heat = u16::from(rng.u8(0..20));
        condition.prone = rng.u8(0..5) == 0;
        condition.stuck = rng.u8(0..9) == 0;
        for armour in &mut condition.armour {
            *armour -= *armour * u16::from(rng.u8(0..4)) / 4;
        }
        mech.definition.armour = condition.armour;
        if number != me {
            condition.own = None;
        }
    }
    (situation, me)
}
