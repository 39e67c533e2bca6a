//! Searches on several threads beside those on one: what they gain, and what this machine can give at best.

use super::searches::{Sum, add, player};
use boardbots_game::listed::Measured;
use boardbots_stats::real;
use serde::Serialize;
use std::sync::Barrier;
use std::time::Duration;

/// The searches of all positions of a game with a number of threads, against those of one thread.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ThreadsRow {
    /// The threads of a search.
    pub threads: usize,
    /// Time of all searches.
    pub seconds: f64,
    /// How many times as fast they are as those of one thread.
    pub times_as_fast: f64,
    /// How many times as much as one thread alone as many threads do at the same time, each for itself: less than
    /// their number where cores share caches, clock or other work.
    pub ceiling: f64,
    /// Positions looked at for each one of a single thread.
    pub nodes: f64,
}

/// The numbers of threads that are worth a row on a machine with so many cores: one, two and so on, doubled.
pub fn counts(cores: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |count| Some(2 * count)).take_while(move |count| *count <= cores.max(1))
}

/// Measures one number of threads at this depth. One thread and several search each position in turn, from empty
/// tables.
///
/// # Panics
/// If the system refuses a thread.
#[must_use]
pub fn measure(game: &dyn Measured, depth: u8, threads: usize) -> ThreadsRow {
    let bot = |threads| player(game, game.scale().bot, &format!(",threads={threads}"), Some(depth));
    // Searchers of one thread share its threads: each row has a thread of its own.
    let measured = || {
        let (mut one, mut several) = (bot(1), bot(threads));
        game.positions().iter().fold((Sum::default(), Sum::default()), |(alone, shared), state| {
            (add(alone, one.as_mut(), state.as_ref()), add(shared, several.as_mut(), state.as_ref()))
        })
    };
    let (one, several) = std::thread::scope(|scope| scope.spawn(measured).join().expect("players do not panic"));
    let start = Barrier::new(threads);
    let beside = || {
        let (mut bot, positions) = (bot(1), game.positions());
        start.wait();
        positions.iter().fold(Sum::default(), |sum, state| add(sum, bot.as_mut(), state.as_ref())).1
    };
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let neighbours: Vec<_> = (0..threads).map(|_| scope.spawn(beside)).collect();
        neighbours.into_iter().map(|neighbour| neighbour.join().expect("players do not panic")).collect()
    });
    let times_as_fast = |time: Duration| one.1.as_secs_f64() / time.as_secs_f64().max(1e-9);
    ThreadsRow {
        threads,
        seconds: several.1.as_secs_f64(),
        times_as_fast: times_as_fast(several.1),
        ceiling: times.into_iter().map(times_as_fast).sum(),
        nodes: real(several.0) / real(one.0.max(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::searches::games;

    #[test]
    fn numbers_of_threads_are_doubled_up_to_the_cores() {
        assert_eq!(counts(0).collect::<Vec<_>>(), [1]);
        assert_eq!(counts(6).collect::<Vec<_>>(), [1, 2, 4]);
        assert_eq!(counts(8).collect::<Vec<_>>(), [1, 2, 4, 8]);
    }

    #[test]
    fn one_thread_looks_at_as_many_positions_as_itself() {
        for game in games(None) {
            let row = measure(game, 4, 1);
            assert!((row.nodes - 1.0).abs() < 1e-9 && row.times_as_fast > 0.0 && row.ceiling > 0.0, "{row:?}");
            let row = measure(game, 4, 3);
            assert!(row.threads == 3 && row.nodes > 0.1 && row.seconds > 0.0, "{row:?}");
        }
    }
}
