//! A small situation of our own mechs on one of our own maps.

use crate::catalogue::{map_of, mech_of};
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::situation::{Mech, Mode, Settings, Situation};

/// A mech of ours on a hex; what only its player knows is known.
pub fn mech(name: &str, hex: Hex, facing: u8) -> Mech {
    let definition = mech_of(name).unwrap();
    let side = Side::from_number(facing).unwrap();
    Mech::new(definition, hex, side)
}

/// Three mechs on the hills, something of everything about them.
pub fn situation() -> Situation {
    let mut mechs =
        vec![mech("tejon", Hex::new(2, 3), 3), mech("nutria", Hex::new(9, 9), 6), mech("muralla", Hex::new(14, 16), 1)];
    let first = &mut mechs[0].condition;
    first.heat = 11;
    first.torso = Side::from_number(4).unwrap();
    (first.club, first.tree) = (true, true);
    first.narc = 0b100;
    let own = first.own.as_mut().unwrap();
    (own.wounds, own.fired) = (2, 0b1000_0010);
    own.hits[0] = 0b1000_0000_0001;
    own.dumping = vec![(Location::LeftTorso, 2), (Location::RightTorso, 4)];
    mechs[1].mode = Mode::Jump;
    mechs[1].condition.improved_narc = 0b011;
    let last = &mut mechs[2].condition;
    (last.prone, last.burning, last.stuck, last.shut_down) = (true, true, true, true);
    Situation { map: map_of("colinas").unwrap(), settings: Settings::default(), mechs, initiative: vec![2, 0, 1] }
}

/// What a player sees of it.
pub fn seen(by: usize) -> Situation {
    let mut situation = situation();
    for (number, mech) in situation.mechs.iter_mut().enumerate() {
        if number != by {
            mech.condition.own = None;
        }
    }
    situation
}
