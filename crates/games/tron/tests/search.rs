//! The search finds what plain minimax finds.

use super::random;
use crate::eval::{Course, Strong};
use crate::notation::position_text;
use crate::rules::Position;
use boardbots_search::alpha_beta::{Options, SearchLimits, Searcher};
use boardbots_search::contract;
use boardbots_search::minimax::minimax;
use boardbots_search::position::{Evaluator, Position as _};
use fastrand::Rng;

fn compare<J: Evaluator<Position> + Default>(seed: u64, depths: &[u8], positions: usize) {
    let mut rng = Rng::with_seed(seed);
    let mut searcher = Searcher::new(J::default(), Options { threads: 1, table_kib: 64 });
    for _ in 0..positions {
        let position = random::running(14, &mut rng);
        contract::check(&position, &mut J::default());
        for &depth in depths {
            let due = minimax(&mut position.clone(), &mut J::default(), depth);
            let found = searcher.search(&position, SearchLimits::plies(depth), &mut |_| {});
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
