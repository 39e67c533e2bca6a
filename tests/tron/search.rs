//! The search finds what plain minimax finds.

use crate::random;
use boardbots::games::tron::course::Course;
use boardbots::games::tron::notation::position_text;
use boardbots::games::tron::rules::Position;
use boardbots::games::tron::strong::Strong;
use boardbots::search::alpha_beta::{Limits, Options, Searcher};
use boardbots::search::game::{Game, Judge};
use boardbots::search::minimax::minimax;
use fastrand::Rng;

fn compare<J: Judge<Position> + Default>(seed: u64, depths: &[u8], positions: usize) {
    let mut rng = Rng::with_seed(seed);
    let mut searcher = Searcher::new(J::default(), Options { threads: 1, table_kib: 64 });
    for _ in 0..positions {
        let position = random::running(14, &mut rng);
        for &depth in depths {
            let due = minimax(&mut position.clone(), &mut J::default(), depth);
            let found = searcher.search(&position, Limits { depth, stop: &|| false }, &mut |_| {});
            assert_eq!((found.value, found.best()), due, "depth {depth}: {}", position_text(&position));
            let mut end = position.clone();
            for action in found.line {
                assert!(end.ended().is_none() && end.allows(action), "a line of legal moves");
                end.play(action);
            }
        }
    }
}

#[test]
fn strong_is_minimax() {
    compare::<Strong>(31, &[1, 2, 3, 4, 5, 6, 7, 8], 60);
}

#[test]
fn course_is_minimax() {
    compare::<Course>(32, &[1, 2, 3, 4, 5, 6, 7, 8], 60);
}
