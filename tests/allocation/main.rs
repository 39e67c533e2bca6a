//! Decisions allocate nothing: counted over whole games.
//!
//! A program of its own without the usual test runner, so that nothing else allocates meanwhile: the runner's
//! own thread says so when a test takes more than a minute, as it can on a busy machine.

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

/// Waits until no other thread allocates: a thread that has ended gives back what it had a moment later.
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

/// Prints what the usual runner prints; a failed assertion ends the process with a status of its own.
fn main() {
    if std::env::args().any(|argument| argument == "--list") {
        println!("decisions_do_not_allocate: test");
        return;
    }
    println!("\nrunning 1 test");
    decisions_do_not_allocate();
    println!("test decisions_do_not_allocate ... ok");
    println!("\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n");
}

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
