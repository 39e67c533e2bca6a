//! Situations as text.

use crate::fight::Fight;
use crate::rules::{Game, PLAYERS};
use crate::variant::Variant;
use fastrand::Rng;

#[test]
fn every_state_of_random_games_is_written_and_read_back() {
    let mut rng = Rng::with_seed(5);
    let mut kinds = [0; 5];
    for number in 0..1500 {
        let variant = match number % 3 {
            0 => Variant::STANDARD,
            1 => Variant { goal: rng.u8(Variant::GOALS), bonus: rng.u8(Variant::BONUSES), doubling: rng.bool() },
            _ => Variant { goal: 8, bonus: 5, doubling: true },
        };
        let mut game = Game::new(variant, rng.usize(PLAYERS));
        for _ in 0..2000 {
            let text = game.to_string();
            let read: Game = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, game, "{text}");
            assert_eq!(read.to_string(), text);
            let question = text.split(' ').nth(6).expect("a question");
            let kind =
                ["fight", "choose", "challenge", "answer", "over"].iter().position(|kind| question.starts_with(kind));
            kinds[kind.expect("a kind of question")] += 1;
            let actions = game.actions();
            if actions.is_empty() {
                break;
            }
            let action = actions[rng.usize(..actions.len())];
            game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut rng))
                .expect("a legal action");
        }
    }
    assert!(kinds.into_iter().all(|count| count > 500), "{kinds:?}");
}

#[test]
fn spaces_and_small_letters_do_not_matter() {
    let game: Game = "12T,20/6 1 BG 2 6 - choose 3".parse().expect("a situation");
    for text in [" 12t,20/6  1 gb 2 6\t- choose 3 ", "12T/0,20/6 1 BG 2 6 - choose 3 40 5 2"] {
        assert_eq!(text.parse::<Game>(), Ok(game.clone()), "{text}");
    }
    assert_eq!(game.to_string(), "12T,20/6 1 BG 2 6 - choose 3");
}

#[test]
fn what_is_wrong_is_said_of_the_right_word() {
    for (text, field, part) in [
        ("", "SITUATION", "8 words, or 11 with a variant; here are 0"),
        ("0T,0T 1 BGR 3 0 - fight 1 40", "SITUATION", "here are 9"),
        ("0T,0T 1 BGR 3 0 - fight 1 40 5 2 7", "SITUATION", "here are 12"),
        ("0T 1 BGR 3 0 - fight 1", "PLAYERS", "2 to 6 players, with commas between; here are 1"),
        ("0,0,0,0,0,0,0 1 BGR 3 0 - fight 1", "PLAYERS", "here are 7"),
        ("0,, 1 BGR 3 0 - fight 1", "PLAYERS", "\"\" is no number from 0 to 9999"),
        ("0,x 1 BGR 3 0 - fight 1", "PLAYERS", "\"x\" is no number"),
        ("0,+1 1 BGR 3 0 - fight 1", "PLAYERS", "\"+1\" is no number"),
        ("0,10000 1 BGR 3 0 - fight 1", "PLAYERS", "from 0 to 9999"),
        ("0TT,1 1 BGR 3 0 - fight 1", "PLAYERS", "\"0T\" is no number"),
        ("0,1/ 1 BGR 3 0 - fight 1", "PLAYERS", "\"\" is no number"),
        ("0,4/6 1 BGR 3 0 - fight 1", "PLAYERS", "a turn that brought 6 does not fit a score of 4"),
        ("40,39 1 BGR 3 0 - fight 9", "PLAYERS", "the game is over"),
        ("0T,0T 0 BGR 3 0 - fight 1", "ACTIVE", "\"0\" is no number from 1 to 2"),
        ("0T,0T 3 BGR 3 0 - fight 1", "ACTIVE", "from 1 to 2"),
        ("0T,0T 1 BXR 3 0 - fight 1", "ALIVE", "letters out of BGR"),
        ("0T,0T 1 BB 3 6 - choose 1", "ALIVE", "each at most once"),
        ("0T,0T 1 BGR 0 0 - fight 1", "WARRIORS", "from 1 to 3"),
        ("0T,0T 1 BGR 4 0 - fight 1", "WARRIORS", "from 1 to 3"),
        ("0T,0T 1 BGR 3 x - fight 1", "POINTS", "\"x\" is no number"),
        ("0T,0T 1 BGR 3 0 - choose 1", "POINTS", "at least 2"),
        ("0T,0T 1 BG 3 7 - choose 1", "POINTS", "an even number"),
        ("0T,0T 1 BG 3 8 - choose 1", "POINTS", "with the dragons BG alive, 6 points have been won"),
        ("0T,0T 1 BG 3 8 - challenge2 1", "POINTS", "6 points"),
        ("0T,0 1 BG 3 8 - answer2 1", "POINTS", "6 points"),
        ("0T,0 1 BG 3 8 2 fight 1", "POINTS", "6 points"),
        ("0T,0 1 BG 3 8 2 choose 1 40 5 1", "POINTS", "6 points"),
        ("0T,0 1 BG 3 9 2 choose 1", "POINTS", "an even number"),
        ("0T,0 1 BG 3 6 3 choose 1", "CHALLENGER", "from 1 to 2"),
        ("0,0 1 BG 3 6 1 choose 1", "CHALLENGER", "players cannot challenge themselves"),
        ("0T,0T 1 BG 3 6 2 choose 1", "CHALLENGER", "no token any more"),
        ("0T,0,0T 1 BG 3 6 2 challenge3 1", "CHALLENGER", "only once"),
        ("0T,0T 1 BG 3 6 - stop 1", "QUESTION", "there are fight, choose, challengeN"),
        ("0T,0T 1 BG 3 6 - challenge 1", "QUESTION", "\"\" is no number from 1 to 2"),
        ("0T,0T 1 BG 3 6 - challenge1 1", "QUESTION", "players cannot challenge themselves"),
        ("0T,0 1 BG 3 6 - challenge2 1", "QUESTION", "has a token"),
        ("0T,0T 1 BG 3 6 - answer2 1", "QUESTION", "no token any more"),
        ("0T,0T 1 BG 3 6 - fight 1", "QUESTION", "3 warriors, 0 points"),
        ("0T,0T 1 BGR 2 0 - fight 1", "QUESTION", "3 warriors, 0 points"),
        ("40,20 1 BGR 3 0 - over2 1", "QUESTION", "more than all others"),
        ("40,40 1 BGR 3 0 - over1 1", "QUESTION", "more than all others"),
        ("39,20 1 BGR 3 0 - over1 1", "QUESTION", "has reached the goal"),
        ("40,20 2 BGR 3 0 - over1 1", "QUESTION", "ends with a round"),
        ("40,20 1 BG 3 6 - over1 1", "QUESTION", "3 warriors, 0 points"),
        ("0T,0T 1 BGR 3 0 - fight 0", "ROUND", "from 1 to 1000000"),
        ("0T,0T 1 BGR 3 0 - fight 1 1 5 2", "GOAL", "from 2 to 120"),
        ("0T,0T 1 BGR 3 0 - fight 1 40 21 2", "BONUS", "from 0 to 20"),
        ("0T,0T 1 BGR 3 0 - fight 1 40 5 3", "FACTOR", "from 1 to 2"),
    ] {
        let error = text.parse::<Game>().expect_err(text);
        assert_eq!(error.field, field, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn words_that_do_not_fit_together_make_no_panic() {
    let mut rng = Rng::with_seed(6);
    let fitting = ["12T,40/6,0 2 BG 2 6 - choose 3", "9,41,41 1 BGR 3 0 - fight 1", "0T,0 1 R 1 18 2 choose 7 40 5 2"];
    let others =
        ["0,45", "9,9T,9T/9", "1", "3", "R", "BGR", "6", "24", "-", "fight", "over1", "answer2", "challenge3", "ß"];
    let mut counts = [0; 2];
    for _ in 0..50_000 {
        let mut words: Vec<&str> = fitting[rng.usize(..fitting.len())].split(' ').collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..words.len());
            words[at] = others[rng.usize(..others.len())];
        }
        let read = words.join(" ").parse::<Game>();
        counts[usize::from(read.is_ok())] += 1;
        if let Ok(mut game) = read {
            assert_eq!(game.to_string().parse(), Ok(game.clone()));
            if let Some(action) = game.actions().last() {
                game.play(*action, |warriors, _| warriors).expect("a legal action");
            }
        }
    }
    assert!(counts.into_iter().all(|count| count > 1000), "{counts:?}");
}
