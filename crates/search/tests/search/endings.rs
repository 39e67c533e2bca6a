//! Wins are the quickest there are and losses the slowest, to the ply.

use super::evaluators::Keyed;
use super::maze::{Maze, Memory, Plan};
use super::pile::Pile;
use super::verdict::{TABLES, Verdict, for_each_thread_count, go, searcher};
use boardbots_search::position::{Ending, MAX_DEPTH, Position as _, WIN, ends_in};

/// What a search sees, `depth` plies deep, of a pile.
fn value(pile: &Pile, depth: u8) -> i32 {
    let (plies, won) = pile.solution();
    match i32::try_from(plies).expect("small") {
        plies if plies > i32::from(depth) => 0,
        plies if won => WIN - plies,
        plies => plies - WIN,
    }
}

fn verdict(pile: &Pile, depth: u8) -> Verdict<u32> {
    let after = |taken: u32| {
        let after = Pile { left: pile.left - taken, ..*pile };
        let value = -value(&after, depth - 1);
        (value - ends_in(value).map_or(0, |_| value.signum()), taken)
    };
    let moves = 1..=pile.most.min(pile.left);
    let best = moves.map(after).max_by_key(|(value, taken)| (*value, std::cmp::Reverse(*taken)));
    let (value, taken) = best.expect("a move");
    Verdict { depth, value, best: Some(taken) }
}

#[test]
fn the_solution_of_the_pile_is_minimax() {
    for last_loses in [false, true] {
        for (left, most) in (1..=12).flat_map(|left| (1..=4).map(move |most| (left, most))) {
            let pile = Pile { left, most, last_loses };
            for depth in 1..=8 {
                let due = Verdict::plain(&pile, &Keyed::blind(), depth);
                assert_eq!(due, verdict(&pile, depth), "{pile:?}, {depth}");
                assert_eq!(due.value, value(&pile, depth), "{pile:?}, {depth}");
            }
        }
    }
}

#[test]
fn piles_are_played_as_their_solution_says() {
    for_each_thread_count(|threads| {
        for table_kib in TABLES {
            let mut searcher = searcher(&Keyed::blind(), threads, table_kib);
            // Without a table only small piles can be searched to their ends.
            let (highest, deepest) = if table_kib < 64 { (21, 8) } else { (60, MAX_DEPTH) };
            for (last_loses, most) in [(false, 3), (true, 3), (false, 8), (true, 2)] {
                for left in (1..=highest).filter(|left| left % 5 != 2) {
                    let pile = Pile { left, most, last_loses };
                    for depth in [1, 2, 3, 7, 8, 20, 31, 64].into_iter().filter(|depth| *depth <= deepest) {
                        let outcome = go(&mut searcher, &pile, depth);
                        let what = || format!("{pile:?}, {threads} threads, {table_kib} KiB");
                        verdict(&pile, depth).check(&pile, &Keyed::blind(), &outcome, what);
                    }
                }
            }
        }
    });
}

/// The first to say 21, each adding 1 to 3: 1 is said first, and then every fourth number.
#[test]
fn the_first_to_say_21() {
    let mut searcher = searcher(&Keyed::blind(), 1, 64);
    let mut pile = Pile { left: 21, most: 3, last_loses: false };
    for (said, plies) in [(1, 11), (5, 9), (9, 7), (13, 5), (17, 3), (21, 1)] {
        let outcome = go(&mut searcher, &pile, 21);
        assert_eq!(ends_in(outcome.value), Some(plies));
        pile.play(outcome.best().expect("a move"));
        assert_eq!(pile.left, 21 - said);
        if pile.left > 0 {
            let outcome = go(&mut searcher, &pile, 21);
            assert_eq!((outcome.best(), ends_in(outcome.value)), (Some(1), Some(1 - plies)));
            pile.play(2);
        }
    }
    assert_eq!(pile.ended(), Some(Ending::Loss));
}

/// In how many plies each position of a maze is won (positive) or lost, however deep: from
/// the ends backwards.
fn retrograde(plan: Plan) -> Vec<Option<i32>> {
    let mazes: Vec<Maze> = (0..plan.width).map(|id| Maze::new(plan, id)).collect();
    let mut known: Vec<Option<i32>> = vec![None; mazes.len()];
    for round in 0..=i32::from(MAX_DEPTH) {
        let before = known.clone();
        for (maze, known) in mazes.iter().zip(&mut known).filter(|(_, known)| known.is_none()) {
            if let Some(ending) = maze.ended() {
                // An end is won, lost or drawn in no plies; what is drawn stays unknown.
                *known = match ending {
                    Ending::Win => Some(round),
                    Ending::Loss => Some(-round),
                    Ending::Draw => None,
                }
                .filter(|_| round == 0);
                continue;
            }
            let after = |door: &u8| {
                let id = usize::try_from(maze.beyond(*door)).expect("small");
                // The end itself has no sign: who lost it is known from its rules.
                match (before[id], mazes[id].ended()) {
                    (Some(_), Some(Ending::Loss)) => Some(1),
                    (Some(_), Some(_)) => Some(-1),
                    (plies, _) => plies.map(|plies| if plies > 0 { -plies - 1 } else { 1 - plies }),
                }
            };
            let after: Vec<Option<i32>> = maze.moves().iter().map(after).collect();
            let won = after.iter().flatten().copied().filter(|plies| *plies > 0).min();
            let lost = after.iter().all(|plies| plies.is_some_and(|plies| plies < 0));
            *known = won.or_else(|| after.iter().flatten().copied().min().filter(|_| lost));
        }
    }
    known
}

#[test]
fn mazes_are_won_as_fast_as_can_be() {
    let mut longest = 0;
    for seed in 0..12 {
        let plan = Plan { seed, width: 150, layers: false, doors: 3, ends: 12 };
        let known = retrograde(plan);
        let mut searcher = searcher(&Keyed::blind(), 1, 256);
        let mut memory = Memory::new(Keyed::blind());
        for (id, plies) in (0..).zip(&known) {
            let root = Maze::new(plan, id);
            if root.ended().is_some() {
                continue;
            }
            // Now and then a shallower one, of which the table knows more than it can see.
            let depth = if id % 3 == 0 { 9 } else { 14 };
            let outcome = go(&mut searcher, &root, depth);
            let due = plies.filter(|plies| plies.abs() <= i32::from(depth));
            assert_eq!(ends_in(outcome.value), due, "{root:?}");
            let what = || format!("{root:?}");
            let (value, best) = memory.best(&mut root.clone(), depth);
            Verdict { depth, value, best }.check(&root, &Keyed::blind(), &outcome, what);
            longest = longest.max(due.map_or(0, i32::abs));
        }
    }
    assert!(longest >= 8, "the longest took only {longest} plies");
}

#[test]
fn an_ended_game_has_no_line() {
    let plan = Plan { seed: 3, width: 1 << 40, layers: false, doors: 5, ends: 5 };
    for_each_thread_count(|threads| {
        let mut searcher = searcher(&Keyed::random(), threads, 64);
        let mut seen = Vec::new();
        for root in (0..100).map(|id| Maze::new(plan, id)) {
            if let Some(ending) = root.ended() {
                let mut reports = 0;
                let limits = boardbots_search::alpha_beta::SearchLimits::plies(5);
                let outcome = searcher.search(&root, limits, &mut |found| {
                    assert!(found.line.is_empty());
                    reports += 1;
                });
                assert_eq!((outcome.best(), outcome.line.len()), (None, 0));
                assert!(outcome.nodes <= 1 && reports <= 1, "{outcome:?}");
                seen.push(ending);
            }
        }
        for ending in [Ending::Win, Ending::Loss, Ending::Draw] {
            assert!(seen.contains(&ending), "{ending:?}");
        }
    });
}
