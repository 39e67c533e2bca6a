//! Decisions allocate nothing: counted over whole games.
//!
//! One test in a binary of its own, so that nothing else allocates meanwhile.

mod battletech;
mod dragon_slayer;
mod path;
mod search;
mod vindinium;

use boardbots_game::conform;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::time::Duration;

#[global_allocator]
static HEAP: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Waits until no other thread allocates: the test runner goes on for a moment after it has started a test.
fn settle() {
    loop {
        let region = Region::new(HEAP);
        std::thread::sleep(Duration::from_millis(100));
        if region.change().allocations == 0 {
            return;
        }
    }
}

/// Allocations of this process so far, as calls.
fn allocations() -> usize {
    let stats = HEAP.stats();
    stats.allocations + stats.reallocations
}

#[test]
fn decisions_do_not_allocate() {
    settle();
    let region = Region::new(HEAP);
    drop(std::hint::black_box(vec![1_u8; 100]));
    assert_eq!(region.change().allocations, 1, "the count counts");
    for game in boardbots_catalog::all() {
        conform::decide_without_allocating(game.game(), &allocations);
    }
    path::all_queries();
    search::of_all_games();
    vindinium::decisions();
    dragon_slayer::decisions();
    battletech::decisions();
}
