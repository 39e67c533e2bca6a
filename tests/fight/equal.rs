//! The player of this program as a program of its own plays as it does within the process.

use crate::setup::{fought, setup};
use boardbots_battletech::player::memory::Memory;
use boardbots_battletech::player::{Player, Style};
use boardbots_battletech::simulator::LIMITS;
use boardbots_battletech::simulator::folder::Folder;
use boardbots_battletech::simulator::setup::Setup;

#[test]
fn a_player_that_reads_files_decides_as_one_that_does_not() {
    for (style, mechs, seed) in [
        (Style::Strong, &["tejon", "gaviota"][..], 1),
        (Style::Course, &["faro", "encina"], 2),
        (Style::Strong, &["nutria", "cantera", "grillo"], 3),
    ] {
        let mut battle = setup("laguna", mechs, 10, seed).battle().expect("they fit");
        let home = tempfile::tempdir().expect("a folder");
        let mut players: Vec<_> = mechs.iter().map(|_| Player::new(style)).collect();
        let mut notes = vec![String::new(); mechs.len()];
        while battle.outcome().is_none() {
            battle.begin_turn();
            while let Some(phase) = battle.phase() {
                for mech in battle.order(phase) {
                    if !battle.calls(mech, phase) {
                        continue;
                    }
                    let seen = battle.view(mech);
                    let action = players[mech].decide(&seen, mech, phase, &|| false);
                    let folder = Folder::new(home.path(), mech);
                    folder.write(&seen).expect("files");
                    // Another process each time, which has the files and its notes.
                    let mut stranger = Player::new(style);
                    stranger.memory = Memory::from_text(&notes[mech]);
                    let read = folder.read().expect("files as written");
                    let other = stranger.decide(&read, mech, phase, &|| false);
                    notes[mech] = stranger.memory.to_text();
                    assert_eq!(other, action, "{style}, turn {}, mech {mech}, {phase}", battle.turn());
                    folder.write_action(&other).expect("a file");
                    assert_eq!(folder.read_action(phase).expect("as written"), action);
                    battle.apply(mech, &action).expect("it breaks no rule");
                }
                battle.finish();
            }
        }
    }
}

#[test]

fn files_say_all_that_a_player_knows() {
    let program = format!("cmd:{} battletech", env!("CARGO_BIN_EXE_boardbots"));
    for (setup, games) in [
        (setup("colinas", &["tejon", "gaviota"], 6, 1), 2),
        (setup("laguna", &["encina", "nutria", "grillo"], 3, 2), 1),
    ] {
        for game in 0..games {
            let setup = Setup { seed: setup.seed + game, ..setup.clone() };
            let [within, outside] = ["strong", &program].map(|name| fought(&setup, &[name], LIMITS, |_| ()));
            assert_eq!(outside.faults, []);
            for (number, (outside, within)) in outside.moves.split(';').zip(within.moves.split(';')).enumerate() {
                assert_eq!(outside, within, "answer {}", number + 1);
            }
            assert_eq!((outside.turns, outside.sheets), (within.turns, within.sheets));
        }
    }
}
