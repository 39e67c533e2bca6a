//! The strong player comes to an enemy that does nothing, wherever both stand: over hills, through
//! water, by jumps, with weapons and without.

use crate::battle::{Event, Options};
use crate::catalogue::{MAPS, map_of, mech_of};
use crate::player::{Player, Style};
use crate::simulator::setup::Setup;
use crate::simulator::suite::disarmed;
use crate::situation::Settings;

/// Turns of the course's longest tests.
const TURNS: u32 = 50;

/// The turn of its first attack.
fn first_attack(setup: &Setup) -> Option<u32> {
    let mut battle = setup.battle().unwrap();
    let mut player = Player::new(Style::Strong);
    while battle.outcome().is_none() {
        battle.begin_turn();
        while battle.phase().is_some() {
            while let Some((mech, phase)) = battle.due() {
                let action = if mech == 0 {
                    player.decide(&battle.view(0), 0, phase, &|| false)
                } else {
                    crate::action::Action::idle(phase)
                };
                battle.apply(mech, &action).unwrap();
            }
            battle.finish();
        }
        if battle
            .events()
            .iter()
            .any(|event| matches!(event, Event::Shot { mech: 0, .. } | Event::Blow { mech: 0, .. }))
        {
            return Some(battle.turn());
        }
    }
    None
}

#[test]
fn an_enemy_that_does_nothing_is_attacked() {
    for entry in MAPS {
        for name in ["cantera", "gaviota", "faro"] {
            let mech = mech_of(name).unwrap();
            let mech = if name == "cantera" { disarmed(mech) } else { mech };
            for seed in [1, 4] {
                let setup = Setup {
                    map: map_of(entry.name).unwrap(),
                    mechs: vec![mech.clone(), mech.clone()],
                    places: None,
                    settings: Settings::default(),
                    options: Options { turns: TURNS, ..Options::default() },
                    seed,
                };
                let turn = first_attack(&setup);
                assert!(turn.is_some(), "{name} on {}, seed {seed}: no attack in {TURNS} turns", entry.name);
            }
        }
    }
}
