//! The table that comes with the program.

use super::standard::standard;
use crate::advice::Adviser;
use crate::book::{Book, table};
use crate::fight::Fight;
use crate::rules::{Action, Game};
use crate::values::{Layout, Values};
use crate::variant::Variant;
use fastrand::Rng;

#[test]
fn every_cell_is_the_solvers() {
    let book = Book::of(Variant::STANDARD);
    assert!(matches!(book, Book::Standard) && book.variant() == Variant::STANDARD);
    let cells = Layout::new(Variant::STANDARD).len();
    assert_eq!(cells, 13_116);
    for index in 0..cells {
        let (kept, solved) = (book.cell(index), standard().cell(index));
        assert!((kept - solved).abs() <= 0.5 / 65_535.0 + 1e-12, "cell {index}: {kept} for {solved}");
    }
    // And to the byte; the values of the table itself are rounded to themselves.
    assert_eq!(table(&book), table(standard()));
}

#[test]
fn other_variants_are_solved() {
    let variant = Variant { goal: 6, ..Variant::STANDARD };
    let book = Book::of(variant);
    assert!(matches!(book, Book::Solved(_)) && book.variant() == variant);
    assert_eq!(table(&book).len(), 2 * Layout::new(variant).len());
}

fn best(adviser: &Adviser, game: &Game) -> (Action, f64) {
    let worth = |action| (action, adviser.worth(action));
    let choices = game.actions().into_iter().map(worth);
    choices.reduce(|best, next| if next.1 > best.1 { next } else { best }).expect("the game goes on")
}

#[test]
fn play_from_the_table_keeps_the_value() {
    // What a policy loses in a game is the sum of what each of its decisions loses, in the mean
    // over the games that it plays.
    let mut rng = Rng::with_seed(8);
    let (mut exact, mut rounded) = (Adviser::new(), Adviser::new());
    let games = 1_000_u16;
    let mut lost = [0.0; 2];
    for number in 0..games {
        let seat = usize::from(number % 2);
        let mut game = Game::new(Variant::STANDARD, 2);
        while let Some((asked, _)) = game.asked() {
            exact.study_game(standard(), &game);
            let (mut action, most) = best(&exact, &game);
            if asked == seat {
                rounded.study_game(&Book::Standard, &game);
                (action, _) = best(&rounded, &game);
                lost[seat] += most - exact.worth(action);
            }
            game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut rng)).expect("legal");
        }
    }
    let mean = lost.map(|lost| lost / f64::from(games / 2));
    assert!(mean.into_iter().all(|lost| (0.0..1e-6).contains(&lost)), "{mean:?}");
}
