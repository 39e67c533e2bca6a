//! What every choice is worth: known values, and agreement with the rules step by step.

use super::standard::standard;
use crate::advice::Adviser;
use crate::dice::Dragon;
use crate::fight::Fight;
use crate::odds::odds;
use crate::outlook::Outlook;
use crate::rules::{Action, Game};
use crate::solution::Solution;
use crate::values::{Role, State, Tokens, Values};
use crate::variant::Variant;
use fastrand::Rng;

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The values of all actions, in their order.
fn worths(text: &str) -> Vec<f64> {
    let game = game(text);
    let mut adviser = Adviser::new();
    adviser.study_game(standard(), &game);
    game.actions().into_iter().map(|action| adviser.worth(action)).collect()
}

#[test]
fn choices_have_their_known_values() {
    for (text, known) in [
        ("0T,0T 1 BGR 3 0 - fight 1", &[0.44921, 0.45427, 0.45798][..]),
        ("0T,0T 1 BG 2 6 - choose 1", &[0.46815, 0.47181, 0.44286]),
        ("0T,0T 1 BGR 3 12 - choose 1", &[0.57489, 0.58633, 0.58514, 0.54715]),
        ("0T,0T 1 BGR 2 12 - choose 1", &[0.53603, 0.53518, 0.51789, 0.54715]),
        // To challenge is better than to pass, to accept than to refuse.
        ("0T,0T 1 BGR 1 12 - challenge2 1", &[1.0 - 0.53483, 1.0 - 0.54715]),
        ("0T,0 1 BGR 1 12 - answer2 1", &[0.53483]),
    ] {
        let worths = worths(text);
        for (worth, known) in worths.iter().zip(known) {
            assert!((worth - known).abs() < 6e-6, "{text}: {worths:?}");
        }
    }
    // These are known to four digits.
    for (text, known) in
        [("0T,0 1 BGR 1 12 - answer2 1", &[0.5348, 0.4072][..]), ("0T,0 1 B 1 10 - answer2 1", &[0.5119])]
    {
        for (worth, known) in worths(text).iter().zip(known) {
            assert!((worth - known).abs() < 6e-5, "{text}: {worth}");
        }
    }
    for (text, stop) in [("0T,0T 1 BGR 1 12 - choose 1", 0.53483), ("0T,0T 1 B 1 10 - choose 1", 0.50904)] {
        let worth = *worths(text).last().expect("stopping");
        assert!((worth - stop).abs() < 6e-6, "{text}: {worth}");
    }
}

/// The probability that seat 1 wins when both decide well.
fn first(values: &impl Values, adviser: &mut Adviser, game: &Game) -> f64 {
    if let Some(winner) = game.winner() {
        return if winner == 0 { 1.0 } else { 0.0 };
    }
    adviser.study_game(values, game);
    let (asked, _) = game.asked().expect("the game goes on");
    let best = game.actions().into_iter().map(|action| adviser.worth(action)).fold(0.0, f64::max);
    if asked == 0 { best } else { 1.0 - best }
}

/// The same once an action has been done.
fn after(values: &impl Values, adviser: &mut Adviser, game: &Game, action: Action) -> f64 {
    let play = |left: u8| {
        let mut game = game.clone();
        game.play(action, |_, _| left).expect("a legal action");
        game
    };
    let Action::Fight(dragon) = action else { return first(values, adviser, &play(0)) };
    let odds = odds(dragon, game.turn().warriors.into());
    (0..4)
        .zip(odds)
        .filter(|(_, odds)| **odds > 0.0)
        .map(|(left, odds)| odds * first(values, adviser, &play(left)))
        .sum()
}

/// Plays random games and looks at every choice in them; the largest difference between what it
/// is worth and what the rules make of it, in turns of up to and of more than 36 points.
fn differences(values: &impl Values, games: usize) -> [f64; 2] {
    let mut rng = Rng::with_seed(7);
    let (mut adviser, mut next) = (Adviser::new(), Adviser::new());
    let mut most = [0.0_f64; 2];
    for _ in 0..games {
        let mut game = Game::new(values.variant(), 2);
        // Now and then nobody is defeated, so that turns grow long.
        let lucky = rng.bool();
        while let Some((asked, _)) = game.asked() {
            adviser.study_game(values, &game);
            let long = usize::from(game.turn().points > 36);
            for action in game.actions() {
                let worth = adviser.worth(action);
                let worth = if asked == 0 { worth } else { 1.0 - worth };
                let off = (worth - after(values, &mut next, &game, action)).abs();
                most[long] = most[long].max(off);
                assert!(off < 1e-3, "{game}: {action:?} is {off} off");
            }
            let actions = game.actions();
            let action = actions[rng.usize(..actions.len())];
            let dice = |warriors, dragon| if lucky { warriors } else { Fight::new(dragon, warriors).outcome(&mut rng) };
            game.play(action, dice).expect("a legal action");
        }
    }
    most
}

#[test]
fn every_choice_is_worth_what_the_rules_make_of_it() {
    let [short, long] = differences(standard(), 150);
    assert!(short < 1e-9 && long < 1e-3, "{short} {long}");
    for variant in [
        Variant { goal: 12, ..Variant::STANDARD },
        Variant { goal: 9, bonus: 0, ..Variant::STANDARD },
        Variant { goal: 20, bonus: 20, doubling: false },
    ] {
        let [short, long] = differences(&Solution::of(variant), 150);
        assert!(short < 1e-9 && long < 1e-3, "{variant}: {short} {long}");
    }
}

#[test]
fn endless_turns_are_looked_at_as_others() {
    for text in [
        "60T,0T 2 BGR 3 1200 - choose 9",
        "60T,0T 2 B 1 9994 - choose 9",
        "60,0T 2 R 3 9990 1 choose 9",
        "0T,0 1 GR 2 9986 - answer2 9",
        "9999T,9999T 1 GR 2 9986 - choose 9",
        "9999T,9999T 2 BGR 3 9996 - challenge1 9",
    ] {
        let worths = worths(text);
        assert!(worths.iter().all(|worth| (0.0..=1.0).contains(worth)), "{text}: {worths:?}");
    }
    // What is enough is kept, and what is not is not.
    assert!(worths("71,0 2 BGR 3 72 - choose 9").iter().all(|worth| (0.0..=1.0).contains(worth)));
    let [.., keep] = worths("90,0 2 BGR 3 96 - choose 9")[..] else { panic!("no choice") };
    assert!((keep - 1.0).abs() < 1e-12, "{keep}");
    let [.., keep] = worths("90,0 2 BGR 3 84 - choose 9")[..] else { panic!("no choice") };
    assert!(keep.abs() < 1e-12, "{keep}");
}

#[test]
fn whole_turns_are_worth_what_the_solution_says() {
    let mut adviser = Adviser::new();
    for tokens in Tokens::ALL {
        for (role, a, b) in [(Role::First, 3, 17), (Role::Second, 3, 17), (Role::Second, 44, 30), (Role::First, 40, 40)]
        {
            let outlook = Outlook::of(State { role, first: a, second: b, tokens });
            let players = [(a, tokens.first), (b, tokens.second)]
                .map(|(score, token)| format!("{score}{}", if token { "T" } else { "" }));
            let seat = if role == Role::First { 1 } else { 2 };
            let game = game(&format!("{} {seat} BGR 3 0 - fight 2", players.join(",")));
            assert_eq!(Outlook::of_game(&game), outlook);
            adviser.study_game(standard(), &game);
            assert!((adviser.whole - outlook.began(standard())).abs() < 1e-9, "{game}");
        }
    }
}

#[test]
fn beliefs_about_the_opponent_change_what_is_worth_what() {
    let mut adviser = Adviser::new();
    adviser.study_game(standard(), &game("0T,0T 1 BGR 1 12 - choose 1"));
    let (stop, fight) = (adviser.stop(), adviser.fight(Dragon::Blue));
    // A belief that equals the truth changes nothing.
    adviser.believe(|_, offer| offer.worth());
    assert!((adviser.stop() - stop).abs() < 1e-15 && (adviser.fight(Dragon::Blue) - fight).abs() < 1e-15);
    let mut seen = 0;
    adviser.believe(|at, offer| {
        seen += 1;
        assert!(at.points > 0 && (at.points + u16::from(at.alive.points())).is_multiple_of(12) && at.warriors > 0);
        offer.answered.expect("a token") / 2.0
    });
    // Five rows of seven sets of dragons but the first, and the limit, with 1 to 3 warriors.
    assert_eq!(seen, 3 * (5 * 7 - 1 + 1));
    assert!(adviser.stop() < stop && adviser.fight(Dragon::Blue) < fight);
    // What follows a challenge is no matter of belief.
    let answers = adviser.answers();
    assert!((adviser.stop() - answers.best() / 2.0).abs() < 1e-15);
    adviser.study_game(standard(), &game("0T,0 1 BGR 1 12 - answer2 1"));
    assert_eq!(adviser.answers(), answers);
}

#[test]
fn a_token_spent_within_a_turn_was_there_at_its_beginning() {
    for (text, token) in
        [("39,0 1 BGR 3 0 - fight 2", false), ("39,0 1 B 1 10 - answer2 2", true), ("39,0 1 B 1 10 2 fight 2", true)]
    {
        let (role, own, other) = (Role::First, 39, 0);
        let expected = Outlook { role, own, other, own_token: false, other_token: token };
        assert_eq!(Outlook::of_game(&game(text)), expected, "{text}");
    }
}

#[test]
fn pairs_are_worth_their_values_and_more_players_share_fairly() {
    let first = State { role: Role::First, first: 7, second: 30, tokens: Tokens::new(true, false) };
    for (next, state) in [(0, first), (1, State { role: Role::Second, ..first })] {
        let value = standard().value(state);
        for (seat, value) in [(0, value), (1, 1.0 - value)] {
            let found = standard().among(next, &[7, 30], 1, seat);
            assert!(found.into_iter().all(|found| (found - value).abs() < 1e-12), "{found:?}, not {value}");
        }
    }
    for count in 3..=6 {
        let among = |next, scores: &[u16]| -> Vec<[f64; 2]> {
            (0..count).map(|seat| standard().among(next, &scores[..count], 0b11_1111, seat)).collect()
        };
        let even = among(0, &[10; 6]);
        assert!((even.iter().map(|[share, _]| share).sum::<f64>() - 1.0).abs() < 0.02, "{even:?}");
        // Who moves later is better off, and everyone has one opponent at least who is as strong.
        assert!(even.is_sorted() && even.iter().all(|[share, least]| share < least && *least < 0.55), "{even:?}");
        let over = among(0, &[10, 41, 40, 0, 3, 30]);
        let bits = |worth: [f64; 2]| worth.map(f64::to_bits);
        let won = |seat| bits([if seat == 1 { 1.0 } else { 0.0 }; 2]);
        assert!(over.iter().enumerate().all(|(seat, found)| bits(*found) == won(seat)), "{over:?}");
    }
}

#[test]
fn challengers_among_more_players_look_after_their_own_chances() {
    let mut adviser = Adviser::new();
    for (line, harms, gains) in [
        // The own bonus brings seat 2 to the goal, although the challenged player gains by it.
        ("10T,36T,20,15T 1 BGR 1 12 - challenge2 9", false, true),
        // Others, too, would profit by a defeat; the token of seat 2 is worth more to it.
        ("18T,0T,18T,4 1 BGR 1 12 - challenge2 9", true, false),
        // Without a challenge seat 1 has nearly won.
        ("38T,30T,12,5 1 BGR 1 12 - challenge2 9", true, true),
    ] {
        adviser.study_game(standard(), &game(line));
        let (offer, gain) = (adviser.offer(), adviser.gain());
        assert_eq!((offer.dared, gain > 0.0), (harms, gains), "{line}: {offer:?} {gain}");
        let difference = adviser.worth(Action::Challenge) - adviser.worth(Action::Pass);
        assert!((gain - difference).abs() < 1e-12 && gain.abs() > 0.01, "{line}: {gain}, not {difference}");
    }
}
