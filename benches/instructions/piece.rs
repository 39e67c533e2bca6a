//! A piece of work whose instructions are counted.

use std::hint::black_box;

/// Work that is prepared: each call does all of it, and returns a sum of what it found.
pub type Work = Box<dyn FnMut() -> u64>;

/// A piece of work. It must take the same instructions in every run: no clock, no threads, no chance
/// without a seed, no hash maps with random keys, nothing of the environment.
pub struct Piece {
    /// The name, without spaces.
    pub name: String,
    prepare: Box<dyn Fn() -> Work + Sync>,
}

impl Piece {
    /// A piece of work; `prepare` makes all that is not to be counted.
    pub fn new(name: impl Into<String>, prepare: impl Fn() -> Work + Sync + 'static) -> Self {
        Self { name: name.into(), prepare: Box::new(prepare) }
    }

    /// Prepares the work and does it `times` times: the sum of what it found.
    pub fn run(&self, times: u32) -> u64 {
        let mut work = (self.prepare)();
        (0..times).fold(0, |sum, _| black_box(work()).wrapping_add(sum))
    }
}
