//! Bots are searches: by their names, and when they search twice.

use super::positions::random_positions;
use super::verdict::{Verdict, for_each_thread_count, go, searcher};
use boardbots_desconecta4::eval::Strong;
use boardbots_desconecta4::rules::Position;
use boardbots_game::two_player::bot::Bot;
use boardbots_game::two_player::player::bot;
use boardbots_search::position::Position as _;
use boardbots_search::{Options, SearchLimits, ends_in};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Questions after which a deaf search is ended, so that a test fails and does not hang. Threads ask on while the one
/// that has heard the stop waits for a processor, which may be for long.
const DEAF: u64 = 20_000;

/// A position whose end is not in sight, so that a search of it takes its time.
fn quiet() -> Position {
    let is_quiet =
        |root: &Position| ends_in(Verdict::plain(root, &Strong::default(), 4).value).is_none() && root.ply() < 12;
    random_positions(27, 30).into_iter().find(is_quiet).expect("a quiet position")
}

/// A bot that has to look for another move, lest a position occurs again, searches twice.
#[test]
fn a_stop_stands_for_both_searches_of_a_bot() {
    let root = quiet();
    for_each_thread_count(|threads| {
        let mut bot = searcher(&Strong::default(), threads, 64);
        let moves = root.moves();
        // All positions that can come next were there before, but one.
        let mut past: Vec<u64> = moves
            .iter()
            .map(|&action| {
                let mut next = root;
                next.play(action);
                next.key()
            })
            .collect();
        past.pop();
        for patience in 0..10 {
            bot.forget();
            let asked = AtomicU64::new(0);
            let stop = || {
                let before = asked.fetch_add(1, Relaxed);
                before == patience || before > patience + DEAF
            };
            bot.think(&root, &past, SearchLimits { stop: &stop, ..SearchLimits::plies(40) }, &mut |_| {});
            let late = asked.into_inner() - patience;
            assert!(late < DEAF / 2, "asked {late} times after the stop, {threads} threads, patience {patience}");
        }
    });
}

#[test]
fn a_bot_by_name_is_the_same_search() {
    let root = random_positions(37, 1)[0];
    let due = go(&mut searcher(&Strong::default(), 1, 64), &root, 6);
    let mut bot = bot::<Position>("strong", Options { threads: 1, table_kib: 64 }).expect("an analyst");
    let limits = SearchLimits::plies(6);
    assert_eq!(bot.think(&root, &[], limits, &mut |_| {}), due);
}
