//! A decision in Dragon Slayer takes nothing from the heap: counted over whole games.

use super::HEAP;
use boardbots_dragon_slayer::book::Book;
use boardbots_dragon_slayer::fight::Fight;
use boardbots_dragon_slayer::habits::{Bucket, Habits};
use boardbots_dragon_slayer::mind::Mind;
use boardbots_dragon_slayer::personality::Personality;
use boardbots_dragon_slayer::rules::Game;
use boardbots_dragon_slayer::variant::Variant;
use fastrand::Rng;
use stats_alloc::Region;
use std::sync::Arc;

/// A whole game between these, the first of whom knows the habits of the second.
fn play(four: &'static [Personality], players: usize, book: &Arc<Book>) -> usize {
    let mut minds: Vec<_> = (0..players).map(|seat| Mind::new(&four[seat % 4], Arc::clone(book), 9)).collect();
    let mut habits = Habits::default();
    habits.record(Bucket::of(1, 8, false), true);
    *minds[0].habits(1) = Some(habits);
    let mut game = Game::new(Variant::STANDARD, players);
    let mut dice = Rng::with_seed(players as u64);
    let mut decisions = 0;
    while let Some((seat, _)) = game.asked() {
        let region = Region::new(HEAP);
        let decision = minds[seat].decide(&game).expect("a seat is asked");
        let event = game.play(decision.action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut dice));
        let change = region.change();
        assert!(event.is_ok());
        let taken = (change.allocations, change.reallocations, change.deallocations);
        assert_eq!(taken, (0, 0, 0), "decision {decisions} of {}", four[seat % 4].name);
        decisions += 1;
    }
    decisions
}

pub fn decisions() {
    let region = Region::new(HEAP);
    drop(Book::of(Variant { bonus: 4, ..Variant::STANDARD }));
    let taken = region.change().bytes_allocated;
    assert!((100_000..1 << 20).contains(&taken), "solving takes {taken} bytes");
    let (table, solved) =
        (Arc::new(Book::of(Variant::STANDARD)), Arc::new(Book::of(Variant { goal: 12, ..Variant::STANDARD })));
    for group in Personality::all().chunks(4) {
        for players in 2..=6 {
            assert!(play(group, players, &table) > 20);
        }
        play(group, 2, &solved);
    }
}
