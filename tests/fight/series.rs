//! Many fights.

use crate::setup::{Auditor, close, contestants, fought, setup};
use boardbots_battletech::simulator::fight::Setup;
use boardbots_battletech::simulator::runner::Limits;
use boardbots_battletech::simulator::series::{Series, Total};
use std::sync::atomic::AtomicBool;

fn played(setup: &Setup, names: &[&str], games: u32, swapped: bool, threads: usize) -> Total {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let contestants = contestants(names);
    let series = Series { setup, redraw: None, contestants: &contestants, limits: Limits::COURSE, games, swapped };
    pool.install(|| series.play(&AtomicBool::new(false))).expect("they can be fought")
}

#[test]
fn do_not_depend_on_threads() {
    let setup = setup("colinas", &["nutria", "grillo"], 5, 20);
    let (one, three) =
        (played(&setup, &["strong", "course"], 3, true, 1), played(&setup, &["strong", "course"], 3, true, 3));
    assert_eq!((one.games, &one.winners), (6, &three.winners));
    for (one, three) in one.players.iter().zip(&three.players).chain(one.mechs.iter().zip(&three.mechs)) {
        assert_eq!(one.sheet, three.sheet);
        assert_eq!(one.clock.calls, three.clock.calls);
    }
}

#[test]
fn sides_are_swapped() {
    // A player who shoots at an opponent who does nothing does damage from both sides.
    let total = played(&close(10, 2), &["course", "still"], 1, true, 1);
    assert_eq!((total.games, total.winners), (2, vec![Some(0), Some(0)]));
    let [player, still] = &total.players[..] else { panic!("two players") };
    assert_eq!((player.sheet.games, player.sheet.wins, still.sheet.wins), (2, 2, 0));
    assert!(player.sheet.dealt > 0 && still.sheet.dealt == 0);
    let [first, second] = &total.mechs[..] else { panic!("two mechs") };
    assert_eq!((first.sheet.wins, second.sheet.wins), (1, 1));
    assert!(first.sheet.dealt > 0 && second.sheet.dealt > 0, "one of them in each game");
    assert_eq!(first.sheet.dealt + second.sheet.dealt, player.sheet.dealt);
}

#[test]
fn books_balance_and_own_players_break_no_rule() {
    for seed in 0..4 {
        for (map, mechs) in [("barranco", ["gaviota", "cantera"]), ("poblado", ["muralla", "faro"])] {
            let setup = setup(map, &mechs, 6, seed);
            let report = fought(&setup, &["strong", "course"], Limits::COURSE, &mut Auditor::of(&setup));
            for sheet in &report.sheets {
                assert_eq!((sheet.refused(), sheet.hopeless()), (0, 0), "{map} {seed}");
            }
        }
    }
}
