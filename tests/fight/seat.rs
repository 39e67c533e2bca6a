//! Programs as players: what goes wrong costs them their action, never the fight.

use crate::setup::{Report, audited, close, player, setup};
use boardbots_base::process::call::ProcessLimits;
use boardbots_battletech::game::fight::Fight;
use boardbots_battletech::simulator::LIMITS;
use boardbots_battletech::situation::Rule;
use boardbots_game::player::{Begin, DecisionError};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A shell script that is called with number and phase.
fn script(text: &str) -> String {
    format!("cmd:sh -c '{text}' sh")
}

/// Two turns of this script against one that does nothing.
fn against_still(text: &str, limits: ProcessLimits) -> Report {
    audited(&close(2, 1), &[&script(text), "still"], limits)
}

fn form_faults(report: &Report) -> u32 {
    report.sheets[0].faults[Rule::Form as usize]
}

/// Answers that do nothing, as a manual of two lines has them.
const IDLE: &str = r#"case $2 in Movimiento) a="Inmovil";; Reaccion) a="Igual";; AtaqueArmas) a="False\n0000\n0";; AtaqueFisico) a="0";; FinalTurno) a="0\n0\nFalse\n0";; esac; "#;

#[test]
fn answers_in_any_capitals_and_line_ends_are_read() {
    for file in
        [r#"printf "$a\n" > accionJ$1.sbt"#, r#"printf "$a\r\n" > AccionJ$1.SBT"#, r#"printf "$a" > ACCIONJ$1.sbt"#]
    {
        let report = against_still(&format!("{IDLE}{file}"), LIMITS);
        assert_eq!(report.sheets[0].refused(), 0, "{file}");
        assert_eq!(report.faults, [], "{file}");
    }
}

#[test]
fn it_finds_the_files_of_the_simulator_and_its_own() {
    // Five files and one for each mech; its notes are still there in the next call.
    let text = format!(
        r#"{IDLE}[ -f mechsJ$1.sbt ] && [ -f mapaJ$1.sbt ] && [ -f configJ$1.sbt ] && [ -f iniciativaJ$1.sbt ] && [ -f mov.sbt ] && [ -f defmechJ$1-0.sbt ] && [ -f defmechJ$1-1.sbt ] && [ ! -f accionJ$1.sbt ] && echo $2 >> notes && [ $2 = Movimiento -o -s notes ] && printf "$a\n" > accionJ$1.sbt"#
    );
    assert_eq!(against_still(&text, LIMITS).sheets[0].refused(), 0);
}

#[test]
fn what_fails_is_counted_and_the_fight_goes_on() {
    let scripts = [
        "exit 0",
        "kill -KILL $$",
        "echo nonsense > accionJ$1.sbt",
        "mkdir accionJ$1.sbt; touch accionJ$1.sbt/x",
        "mkfifo accionJ$1.sbt",
        "ln -s /etc/passwd accionJ$1.sbt",
        "head -c 3000000 /dev/zero > accionJ$1.sbt",
        "rm -rf *; mkdir mapaJ$1.sbt; touch mapaJ$1.sbt/x",
        "(sleep 1; echo Inmovil > accionJ$1.sbt) & exit 0",
    ];
    for text in scripts {
        let report = against_still(text, LIMITS);
        assert_eq!(form_faults(&report), 10, "{text}");
        assert_eq!((report.turns, report.sheets[1].refused()), (2, 0), "{text}");
    }
}

#[test]
fn an_answer_to_another_phase_is_refused() {
    let report = against_still("echo Inmovil > accionJ$1.sbt", LIMITS);
    assert_eq!(form_faults(&report), 8, "only the movements are right");
}

#[test]
fn time_and_memory_are_limited() {
    let short = ProcessLimits { wall: Duration::from_millis(150), ..LIMITS };
    let report = against_still("sleep 100", short);
    assert_eq!((report.faults, report.sheets[0].refused()), (vec![(0, "late".to_string()); 10], 10));
    let small = ProcessLimits { memory: 48 << 20, ..LIMITS };
    let report = against_still("a=0123456789abcdef; while true; do a=$a$a; done", small);
    assert_eq!((report.faults, report.sheets[0].refused()), (vec![(0, "memory".to_string()); 10], 10));
}

#[test]
fn a_program_that_is_not_there_cannot_fight() {
    let fight = Fight::in_match(close(1, 1).battle().expect("they fit"), "");
    let begin = Begin { state: &fight, seat: 0, seed: 0, opening: None, names: &[] };
    let mut missing = player("cmd:no-such-program-anywhere", LIMITS);
    let Err(DecisionError::Broken(error)) = missing.ready(&begin, &AtomicBool::new(false)) else {
        panic!("no program")
    };
    assert!(error.contains("no-such-program-anywhere: No such file or directory"), "{error}");
}

#[test]
fn books_balance_and_own_players_break_no_rule() {
    for seed in 0..4 {
        for (map, mechs) in [("barranco", ["gaviota", "cantera"]), ("poblado", ["muralla", "faro"])] {
            let setup = setup(map, &mechs, 6, seed);
            let report = audited(&setup, &["strong", "course"], LIMITS);
            for sheet in &report.sheets {
                assert_eq!((sheet.refused(), sheet.hopeless()), (0, 0), "{map} {seed}");
            }
        }
    }
}
