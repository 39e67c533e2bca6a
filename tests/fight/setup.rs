//! Fights on the maps that come with the program.

use crate::audit::audit;
use boardbots_battletech::battle::{Battle, Options, Place};
use boardbots_battletech::catalogue::{map_of, mech_of};
use boardbots_battletech::hex::{Hex, Side};
use boardbots_battletech::simulator::fight::{Report, Setup, Witness, fight};
use boardbots_battletech::simulator::runner::Limits;
use boardbots_battletech::simulator::seat::Contestant;
use boardbots_battletech::situation::{Mech, Settings};
use std::sync::atomic::AtomicBool;

/// A fight of these mechs.
pub fn setup(map: &str, mechs: &[&str], turns: u32, seed: u64) -> Setup {
    Setup {
        map: map_of(map).expect("it comes with the program"),
        mechs: mechs.iter().map(|mech| mech_of(mech).expect("it comes with the program")).collect(),
        places: None,
        settings: Settings::default(),
        options: Options { turns, ..Options::default() },
        seed,
    }
}

/// Two mechs of a kind that stand face to face, some hexes apart.
pub fn close(turns: u32, seed: u64) -> Setup {
    let place = |column, row, side| Place { hex: Hex::new(column, row), facing: Side::ALL[side] };
    Setup { places: Some(vec![place(3, 10, 0), place(3, 6, 3)]), ..setup("colinas", &["tejon", "tejon"], turns, seed) }
}

/// The players of these names.
pub fn contestants(names: &[&str]) -> Vec<Contestant> {
    names.iter().map(|name| name.parse().expect("a player")).collect()
}

/// A fight to its end.
pub fn fought(setup: &Setup, names: &[&str], limits: Limits, witness: &mut dyn Witness) -> Report {
    fight(setup, &contestants(names), limits, witness, &AtomicBool::new(false)).expect("it can be fought")
}

/// Balances the books of every turn: keeps the mechs as they were when it began.
pub struct Auditor(Vec<Mech>);

impl Auditor {
    /// At the beginning of a fight.
    pub fn of(setup: &Setup) -> Self {
        Self(setup.battle().expect("it can be fought").situation().mechs.clone())
    }
}

impl Witness for Auditor {
    fn turn(&mut self, battle: &Battle) {
        audit(battle, &self.0).unwrap_or_else(|error| panic!("turn {}: {error}", battle.turn()));
        self.0.clone_from(&battle.situation().mechs);
    }
}
