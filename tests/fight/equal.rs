//! The player of this program as a program of its own plays as it does within the process.

use crate::setup::{contestants, fought, setup};
use boardbots::matches::battletech::fight::Setup;
use boardbots::matches::battletech::record::Record;
use boardbots::matches::battletech::runner::Limits;

/// The record of a fight, whoever fought it.
fn record(setup: &Setup, names: &[&str]) -> Record {
    let start = setup.battle().expect("they fit");
    let mut record = Record::of(setup, &start, &contestants(names));
    fought(setup, names, Limits::COURSE, &mut record);
    for entrant in &mut record.mechs {
        entrant.player.clear();
    }
    record
}

#[test]
#[ignore = "until `boardbots battletech PLAYER PHASE` plays"]
fn files_say_all_that_a_player_knows() {
    let program = format!("cmd:{} battletech", env!("CARGO_BIN_EXE_boardbots"));
    for (setup, games) in [
        (setup("colinas", &["tejon", "gaviota"], 6, 1), 2),
        (setup("laguna", &["encina", "nutria", "grillo"], 3, 2), 1),
    ] {
        for game in 0..games {
            let setup = Setup { seed: setup.seed + game, ..setup.clone() };
            let (within, outside) = (record(&setup, &["strong"]), record(&setup, &[&program]));
            assert_eq!(outside.faults, within.faults);
            assert_eq!(outside.rounds.len(), within.rounds.len());
            for (turn, (outside, within)) in outside.rounds.iter().zip(&within.rounds).enumerate() {
                for (outside, within) in outside.answers.iter().zip(&within.answers) {
                    assert_eq!(outside, within, "turn {}", turn + 1);
                }
            }
            assert_eq!(outside, within);
        }
    }
}
