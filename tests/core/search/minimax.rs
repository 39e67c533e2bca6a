//! Value and move of the search are those of minimax, whatever the table, the threads, the
//! evaluation, and whatever was searched before.

use super::evaluators::Keyed;
use super::positions::{random_game, random_positions};
use super::verdict::{Verdict, agree, go, plain, searcher};
use boardbots_desconecta4::eval::Strong;
use boardbots_desconecta4::rules::{BOMB_PHASE, Position};
use boardbots_search::ends_in;

#[test]
fn desconecta4_with_its_strong_evaluation() {
    agree("strong", &Strong::default(), &plain(&Strong::default(), random_positions(1, 150), 5));
    agree("strong, deep", &Strong::default(), &plain(&Strong::default(), random_positions(2, 20), 6));
}

#[test]
fn desconecta4_full_of_ties() {
    agree("crude", &Keyed::crude(), &plain(&Keyed::crude(), random_positions(3, 100), 5));
    agree("blind", &Keyed::blind(), &plain(&Keyed::blind(), random_positions(4, 30), 6));
}

#[test]
fn desconecta4_of_random_values() {
    agree("random", &Keyed::random(), &plain(&Keyed::random(), random_positions(5, 60), 5));
    agree("extreme", &Keyed::extreme(), &plain(&Keyed::extreme(), random_positions(6, 60), 5));
}

#[test]
fn desconecta4_along_whole_games() {
    for seed in 0..4 {
        let mut cases = plain(&Strong::default(), random_game(seed), 4);
        // As in a game: one search for each position.
        for (_, verdicts) in &mut cases {
            *verdicts = verdicts.split_off(3);
        }
        agree("forwards", &Strong::default(), &cases);
        cases.reverse();
        agree("backwards", &Strong::default(), &cases);
    }
}

#[test]
fn the_random_positions_are_of_all_kinds() {
    let roots: Vec<Position> = (1..=6).flat_map(|seed| random_positions(seed, 30)).collect();
    let count = |what: &dyn Fn(&Position) -> bool| roots.iter().filter(|root| what(root)).count();
    let bombs = |root: &Position| {
        let sides = boardbots_game::two_player::side::Side::ALL;
        sides.into_iter().filter(|side| root.bomb(*side) != 0).count()
    };
    for phase in 0..10 {
        assert!(count(&|root| root.phase() == phase) > 0, "phase {phase}");
    }
    assert!(count(&|root| bombs(root) == 0) > 30, "without bombs");
    assert!(count(&|root| bombs(root) == 1) > 10, "with a bomb");
    assert!(count(&|root| bombs(root) == 2) > 10, "with two bombs");
    assert!(count(&|root| root.phase() + 2 >= BOMB_PHASE && bombs(root) < 2) > 5, "bombs come soon");
    assert!(count(&|root| root.occupied().count_ones() > 35) > 5, "nearly full");
    let plies = |root: &Position| ends_in(Verdict::plain(root, &Strong::default(), 4).value);
    assert!(count(&|root| plies(root).is_some_and(|plies| plies > 0)) > 5, "won");
    assert!(count(&|root| plies(root).is_some_and(|plies| plies <= 0)) > 5, "lost");
    assert!(count(&|root| plies(root).is_none()) > 30, "undecided");
}

/// Deeper than minimax reaches: against the search without threads and table.
#[test]
fn desconecta4_searched_deeply() {
    let roots: Vec<Position> = random_positions(7, 40).into_iter().filter(|root| root.ply() < 40).take(8).collect();
    let verdict = |root: &Position| {
        let outcome = go(&mut searcher(&Strong::default(), 1, 0), root, 10);
        Verdict { depth: 10, value: outcome.value, best: outcome.best() }
    };
    let cases: Vec<_> = roots.iter().map(|root| (*root, vec![verdict(root)])).collect();
    agree("deeper", &Strong::default(), &cases);
}
