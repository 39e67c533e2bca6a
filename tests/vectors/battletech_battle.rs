//! Battles of the simulator's own mechs on its own maps: a start is written as the simulator wrote
//! it, and whole battles balance.

use crate::audit::audit;
use crate::shared::folder;
use boardbots_battletech::action::Phase;
use boardbots_battletech::battle::{Battle, Event, Options, StartPlace};
use boardbots_battletech::definition::Definition;
use boardbots_battletech::notation::files::{File, write};
use boardbots_battletech::notation::{definition, map, mechs, settings};
use boardbots_battletech::player::{Player, Style};
use boardbots_battletech::situation::Settings;
use std::fs;

pub fn a_start_is_the_simulators() -> Option<()> {
    let root = folder("data/battletech/samples")?;
    // The third state is one from the midst of a battle.
    for state in ["1726aa7", "3e7e6a9"] {
        let bytes = |file: File| fs::read(root.join(state).join(file.name(0))).unwrap();
        let written = bytes(File::Mechs);
        let conditions = mechs::read("mechs", &written, 0).unwrap();
        let places: Vec<StartPlace> =
            conditions.iter().map(|condition| StartPlace { hex: condition.hex, facing: condition.facing }).collect();
        let mechs = (0..places.len()).map(|mech| definition::read("mech", &bytes(File::Definition(mech))).unwrap());
        let map = map::read("map", &bytes(File::Map)).unwrap();
        let settings = settings::read("settings", &bytes(File::Settings)).unwrap();
        let battle = Battle::new(map, settings, mechs.collect(), Some(&places), Options::default(), 1).unwrap();
        let view = battle.view(0);
        for file in File::given(2).filter(|file| !matches!(file, File::Initiative)) {
            assert!(write(&view, 0, file) == Some(bytes(file)), "{state}: {file:?}");
        }
    }
    Some(())
}

pub fn battles_of_the_simulators_mechs_balance() -> Option<()> {
    let root = folder("data/battletech")?;
    let mut files: Vec<_> = fs::read_dir(root.join("mechs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mechs: Vec<Definition> =
        files.iter().map(|path| definition::read("mech", &fs::read(path).unwrap()).unwrap()).collect();
    let maps = ["Manglar", "El_lago", "Debian", "Colmena"];
    let mut players = [Player::new(Style::Course), Player::new(Style::Course)];
    let (mut shots, mut faults) = (0, 0);
    for (number, pair) in mechs.chunks_exact(2).enumerate() {
        let file = format!("{}.sbt", maps[number % maps.len()]);
        let map = map::read("map", &fs::read(root.join("maps").join(file)).unwrap()).unwrap();
        let options = Options { turns: 12, ..Options::default() };
        let seed = u64::try_from(number).unwrap();
        let mut battle = Battle::new(map, Settings::default(), pair.to_vec(), None, options, seed).unwrap();
        let mut seen = battle.view(0);
        while battle.outcome().is_none() {
            battle.begin_turn();
            let dawn = battle.situation().mechs.clone();
            for phase in Phase::ALL {
                for mech in battle.order(phase) {
                    if battle.calls(mech, phase) {
                        battle.view_into(mech, &mut seen);
                        let action = players[mech].decide(&seen, mech, phase, &|| false);
                        if let Err(fault) = battle.apply(mech, &action) {
                            eprintln!("{} in {phase}: {fault}", pair[mech].name);
                            faults += 1;
                        }
                    }
                }
                battle.finish();
                audit(&battle, &dawn).unwrap_or_else(|fault| panic!("{number} after {phase}: {fault}"));
            }
            shots += battle.events().iter().filter(|event| matches!(event, Event::Shot { .. })).count();
        }
    }
    assert!(shots > 500, "{shots} shots");
    assert_eq!(faults, 0, "a player keeps the rules");
    Some(())
}
