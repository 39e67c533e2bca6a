//! How bots decide.

use crate::advice::Adviser;
use crate::book::Book;
use crate::fight::Fight;
use crate::habits::{Bucket, Habits};
use crate::mind::{Decision, Mind};
use crate::personality::Personality;
use crate::rules::{Action, Game, Question};
use crate::values::Values;
use crate::variant::Variant;
use fastrand::Rng;
use std::sync::Arc;
use std::time::Duration;

/// A personality that lasts as long as the tests.
fn personality(of: Personality) -> &'static Personality {
    Box::leak(Box::new(of))
}

fn named(name: &str) -> &'static Personality {
    Personality::named(name).expect("a name")
}

/// Plays a whole game and shows every decision.
fn play(minds: &mut [Mind], seed: u64, mut see: impl FnMut(&Game, usize, &Decision)) -> Game {
    let mut game = Game::new(Variant::STANDARD, minds.len());
    let mut dice = Rng::with_seed(seed);
    while let Some((seat, _)) = game.asked() {
        let decision = minds[seat].decide(&game).expect("a seat is asked");
        see(&game, seat, &decision);
        game.play(decision.action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut dice))
            .expect("possible");
    }
    assert!(minds[0].decide(&game).is_none());
    game
}

#[test]
fn abel_always_does_what_is_best() {
    let book = Arc::new(Book::of(Variant::STANDARD));
    let mut minds = ["Abel", "Carla"].map(|name| Mind::new(named(name), Arc::clone(&book), 5));
    let mut adviser = Adviser::new();
    for seed in 0..40 {
        play(&mut minds, seed, |game, seat, decision| {
            adviser.study_game(book.as_ref(), game);
            let worths = game.actions().into_iter().map(|action| adviser.worth(action));
            let best = worths.fold(0.0, f64::max);
            assert!((decision.best - best).abs() < 1e-12);
            let worth = adviser.worth(decision.action);
            assert!((decision.worth - worth).abs() < 1e-12, "{game}: {decision:?}");
            assert!(seat == 1 || worth >= best - 1e-12, "{game}: {decision:?}");
            assert!(worth >= best - decision.allowed - 1e-12, "{game}: {decision:?}");
            assert!(decision.pause <= Duration::from_secs(3));
        });
    }
}

#[test]
fn a_player_who_begins_again_decides_as_a_new_one() {
    for names in [&["Daniel", "Killer-impulsive"][..], &["Daniel", "Killer-impulsive", "Carla"]] {
        let book = Arc::new(Book::of(Variant::STANDARD));
        let new = |seed| names.iter().map(|name| Mind::new(named(name), Arc::clone(&book), seed)).collect::<Vec<_>>();
        let decisions = |minds: &mut [Mind], seed| {
            let mut all = Vec::new();
            play(minds, seed, |_, _, decision| all.push(*decision));
            all
        };
        let mut minds = new(1);
        for seed in 2..30 {
            *minds[0].habits(1) = Some(Habits::default());
            decisions(&mut minds, !seed);
            for mind in &mut minds {
                mind.begin(seed);
            }
            assert_eq!(decisions(&mut minds, seed), decisions(&mut new(seed), seed), "{seed}");
        }
    }
}

#[test]
fn how_long_it_pauses_changes_no_decision() {
    let book = Arc::new(Book::of(Variant::STANDARD));
    for of in Personality::all() {
        let quick = personality(Personality { pause: 0, ..*of });
        let decisions = |of| {
            let mut minds = [of, of].map(|of| Mind::new(of, Arc::clone(&book), 77));
            let mut actions = Vec::new();
            let mut paused = Duration::ZERO;
            play(&mut minds, 3, |_, _, decision| {
                actions.push(decision.action);
                paused += decision.pause;
            });
            (actions, paused)
        };
        let ((slow, pauses), (fast, none)) = (decisions(of), decisions(quick));
        assert_eq!(slow, fast, "{}", of.name);
        assert!(pauses > Duration::ZERO && none.is_zero());
    }
}

#[test]
fn the_same_seed_decides_alike_and_another_differently() {
    let book = Arc::new(Book::of(Variant::STANDARD));
    let actions = |seed| {
        let mut minds = ["Daniel", "Explorer impulsive"].map(|name| Mind::new(named(name), Arc::clone(&book), seed));
        let mut actions = Vec::new();
        for game in 0..20 {
            play(&mut minds, game, |_, _, decision| actions.push(decision.action));
        }
        actions
    };
    assert_eq!(actions(1), actions(1));
    assert_ne!(actions(1), actions(2));
}

#[test]
fn a_stop_that_wins_at_once_is_always_challenged() {
    // The second player would stop with 42 to 38; every single one of the sixteen would rather
    // see him fight on.
    let game: Game = "38T,36T 2 BG 2 6 - challenge1 9".parse().expect("a situation");
    let book = Arc::new(Book::of(Variant::STANDARD));
    for of in Personality::all() {
        let decision = Mind::new(of, Arc::clone(&book), 1).decide(&game).expect("a seat is asked");
        assert_eq!(decision.action, Action::Challenge, "{}", of.name);
    }
}

#[test]
fn who_must_lose_by_stopping_or_refusing_never_does() {
    let book = Arc::new(Book::of(Variant::STANDARD));
    for text in ["41T,30T 2 BG 1 6 - choose 9", "44,30 2 BG 1 6 - answer1 9", "41,38 2 BG 1 2 1 choose 9"] {
        let Ok(game) = text.parse::<Game>() else { continue };
        for of in Personality::all() {
            let decision = Mind::new(of, Arc::clone(&book), 1).decide(&game).expect("a seat is asked");
            assert!(!matches!(decision.action, Action::Stop | Action::Refuse), "{}: {text}", of.name);
        }
    }
}

#[test]
fn who_knows_a_challenger_foresees_him() {
    // With two warriors left an optimal player lets this stop be; this one has always challenged.
    let game: Game = "0T,0T 1 BGR 2 12 - choose 1".parse().expect("a situation");
    let book = Arc::new(Book::of(Variant::STANDARD));
    let of = named("Abel");
    let mut naive = Mind::new(of, Arc::clone(&book), 1);
    let mut wise = naive.clone();
    let mut habits = Habits::default();
    for _ in 0..40 {
        habits.record(Bucket::of(2, 12, false), true);
    }
    *wise.habits(1) = Some(habits);
    let foreseen = |mind: &mut Mind| {
        let decision = mind.decide(&game).expect("a seat is asked");
        assert_eq!(decision.action, Action::Stop);
        decision.foreseen.expect("a challenge is possible")
    };
    assert!(foreseen(&mut naive) < 0.01);
    assert!((foreseen(&mut wise) - (40.0 + 4.0 * Bucket::of(2, 12, false).prior()) / 44.0).abs() < 1e-9);
    // The habits of a player who has no token left say nothing.
    let spent: Game = "0T,0 1 BGR 2 12 - choose 1".parse().expect("a situation");
    assert_eq!(wise.decide(&spent).expect("a seat is asked").foreseen, None);
}

#[test]
fn any_number_of_players_is_played_to_the_end() {
    let book = Arc::new(Book::of(Variant { goal: 15, bonus: 9, doubling: true }));
    for players in 2..=6 {
        for seed in 0..10 {
            let of = |seat: usize| &Personality::all()[(seat + players) % 16];
            let mut minds: Vec<_> = (0..players).map(|seat| Mind::new(of(seat), Arc::clone(&book), seed)).collect();
            let mut dice = Rng::with_seed(seed);
            let mut game = Game::new(book.variant(), players);
            while let Some((seat, question)) = game.asked() {
                let decision = minds[seat].decide(&game).expect("a seat is asked");
                assert!(game.actions().contains(&decision.action), "{question:?}");
                assert!(question != Question::Fight || decision.action != Action::Stop);
                game.play(decision.action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut dice))
                    .expect("possible");
            }
        }
    }
}

/// Abel against a player who challenges at 8 points and more, whenever he can, until Abel has seen
/// this many stops at which that was possible: how far off he was each time, squared.
fn learn(book: &Arc<Book>, stops: usize, seed: u64) -> Vec<f64> {
    let mut mind = Mind::new(named("Abel"), Arc::clone(book), seed);
    *mind.habits(1) = Some(Habits::default());
    let mut dice = Rng::with_seed(seed);
    let mut off = Vec::new();
    while off.len() < stops {
        let mut game = Game::new(Variant::STANDARD, 2);
        let mut foreseen = 0.0;
        while let Some((seat, question)) = game.asked() {
            let action = match question {
                _ if seat == 0 => {
                    let decision = mind.decide(&game).expect("a seat is asked");
                    foreseen = decision.foreseen.unwrap_or(foreseen);
                    decision.action
                }
                Question::Challenge => {
                    let challenged = game.turn().points >= 8;
                    off.push((foreseen - f64::from(u8::from(challenged))).powi(2));
                    let habits = mind.habits(1).as_mut().expect("they were set");
                    habits.record(Bucket::stopping(&game), challenged);
                    if challenged { Action::Challenge } else { Action::Pass }
                }
                Question::FightOrStop => Action::Stop,
                _ => game.actions()[0],
            };
            game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut dice)).expect("possible");
        }
    }
    off
}

#[test]
fn a_challenger_is_foreseen_after_thirty_stops() {
    let book = Arc::new(Book::of(Variant::STANDARD));
    let learners: Vec<Vec<f64>> = (0..200).map(|seed| learn(&book, 30, seed)).collect();
    let mean = |stops: std::ops::Range<usize>| {
        let squares: Vec<f64> = learners.iter().flat_map(|off| off[stops.clone()].iter().copied()).collect();
        squares.iter().sum::<f64>() / f64::from(u32::try_from(squares.len()).expect("a few"))
    };
    let (first, last) = (mean(0..5), mean(25..30));
    assert!(last < 0.10 && last < first / 2.0, "{first} at first, {last} at last");
}

#[test]
fn what_is_expected_of_strangers_is_what_the_best_players_do() {
    let book = Arc::new(Book::of(Variant::STANDARD));
    let mut minds = [(); 2].map(|()| Mind::new(named("Abel"), Arc::clone(&book), 5));
    let mut best = Habits::default();
    for seed in 0..3000 {
        play(&mut minds, seed, |game, _, decision| {
            if matches!(game.asked(), Some((_, Question::Challenge))) {
                best.record(Bucket::stopping(game), decision.action == Action::Challenge);
            }
        });
    }
    for (bucket, count) in best.counts() {
        let rate = f64::from(count.challenges) / f64::from(count.stops.max(1));
        assert!(count.stops < 100 || (rate - bucket.prior()).abs() < 0.05, "{bucket:?}: {rate} of {}", count.stops);
    }
}
