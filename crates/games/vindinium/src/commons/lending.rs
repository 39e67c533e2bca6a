//! Searchers that are lent for a decision: to the player first whose decision is due first.
//!
//! A search finds the same move whatever the searcher has found before. So any of them will do, and a player gets
//! the one that it had last, if that is free, only because there is something in its table.

use crate::bot::{Bot, Options};
use boardbots_base::thread::lock;
use std::sync::Mutex;
use std::thread::{self, Thread};
use std::time::Instant;

/// A searcher.
pub struct LentBot {
    pub bot: Bot,
    /// The number of the game whose decision was made here last; 0 for none.
    pub game: u64,
}

/// A player that waits for a place, by its game.
struct Waiting {
    due: Instant,
    game: u64,
    thread: Thread,
}

#[derive(Default)]
struct State {
    free: Vec<LentBot>,
    waiting: Vec<Waiting>,
}

/// The places, and those who wait for one.
pub struct Lending(Mutex<State>);

impl Lending {
    /// This many places, at least one.
    pub fn new(places: usize) -> Self {
        let place = || LentBot { bot: Bot::new(Options::default()), game: 0 };
        Self(Mutex::new(State { free: (0..places.max(1)).map(|_| place()).collect(), waiting: Vec::new() }))
    }

    /// Waits for a place, to decide in this game (each has a number of its own, from 1) until `due`.
    ///
    /// The wait ends: each borrower gives its place back when its own decision is due.
    pub fn borrow(&self, game: u64, due: Instant) -> LentBot {
        let mut state = lock(&self.0);
        state.waiting.push(Waiting { due, game, thread: thread::current() });
        loop {
            if let Some(place) = state.take(game, due) {
                state.wake();
                return place;
            }
            drop(state);
            thread::park();
            state = lock(&self.0);
        }
    }

    /// Gives a place back.
    pub fn give_back(&self, place: LentBot) {
        let mut state = lock(&self.0);
        state.free.push(place);
        state.wake();
    }
}

impl State {
    /// A place for one that waits, if no others are before it for all that are free.
    fn take(&mut self, game: u64, due: Instant) -> Option<LentBot> {
        let before = self.waiting.iter().filter(|other| (other.due, other.game) < (due, game)).count();
        if before >= self.free.len() {
            return None;
        }
        self.waiting.retain(|other| other.game != game);
        let at = self.free.iter().position(|place| place.game == game).unwrap_or(0);
        Some(self.free.remove(at))
    }

    /// Wakes the first of those that wait, if there is a place; it wakes the next one.
    fn wake(&self) {
        let first = self.waiting.iter().min_by_key(|other| (other.due, other.game));
        if let Some(first) = first.filter(|_| !self.free.is_empty()) {
            first.thread.unpark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    /// Waits until this many players wait.
    fn until_waiting(lending: &Lending, count: usize) {
        while lock(&lending.0).waiting.len() < count {
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn who_is_due_first_is_served_first() {
        let lending = Arc::new(Lending::new(1));
        let held = lending.borrow(99, Instant::now());
        let order = Arc::new(Mutex::new(Vec::new()));
        let now = Instant::now();
        let players: Vec<_> = [(1, 30), (2, 10), (3, 20), (4, 10)]
            .into_iter()
            .enumerate()
            .map(|(number, (game, due))| {
                let (shared, told) = (Arc::clone(&lending), Arc::clone(&order));
                let player = thread::spawn(move || {
                    let place = shared.borrow(game, now + Duration::from_secs(due));
                    told.lock().unwrap().push(game);
                    shared.give_back(place);
                });
                until_waiting(&lending, number + 1);
                player
            })
            .collect();
        lending.give_back(held);
        for player in players {
            player.join().unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [2, 4, 3, 1]);
    }

    #[test]
    fn a_player_gets_the_place_back_that_it_had() {
        let lending = Lending::new(3);
        let due = Instant::now();
        let mut places: Vec<LentBot> = (1..=3).map(|game| lending.borrow(game, due)).collect();
        places.iter_mut().zip(1..).for_each(|(place, game)| place.game = game);
        for place in places {
            lending.give_back(place);
        }
        assert_eq!([2, 3, 1].map(|game| lending.borrow(game, due).game), [2, 3, 1]);
    }

    #[test]
    fn no_place_stays_free_while_a_player_waits_and_none_is_lent_twice() {
        let lending = Arc::new(Lending::new(2));
        let (out, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let players: Vec<_> = (1..=8)
            .map(|game| {
                let (lending, out, most) = (Arc::clone(&lending), Arc::clone(&out), Arc::clone(&most));
                thread::spawn(move || {
                    for turn in 0..200 {
                        let place = lending.borrow(game, Instant::now() + Duration::from_millis(turn * game % 7));
                        most.fetch_max(out.fetch_add(1, SeqCst) + 1, SeqCst);
                        thread::yield_now();
                        out.fetch_sub(1, SeqCst);
                        lending.give_back(place);
                    }
                })
            })
            .collect();
        for player in players {
            player.join().unwrap();
        }
        assert_eq!(most.load(SeqCst), 2);
        let state = lock(&lending.0);
        assert_eq!((state.free.len(), state.waiting.len()), (2, 0));
    }
}
