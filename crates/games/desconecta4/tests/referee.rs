//! A game so far: its end, draws.

use crate::notation::parse_position;
use crate::rules::{MAX_PLIES, Position};
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::side::Side;
use boardbots_game::two_player::state::{Drawn, Referee, Verdict};
use boardbots_search::position::Position as _;

fn play(referee: &mut Referee<Position>, digits: &str) {
    for digit in digits.chars() {
        assert_eq!(referee.verdict(), None, "before {digit}");
        let action = referee.position.parse_move(&digit.to_string()).expect("a legal move");
        referee.play(action);
    }
}

#[test]
fn who_makes_a_line_has_lost() {
    let mut referee = Referee::new(Position::default());
    play(&mut referee, "0010203");
    assert_eq!(referee.verdict(), Some(Verdict { winner: Some(Side::Second), drawn: None }));
}

#[test]
fn a_third_occurrence_is_a_draw_and_a_second_is_none() {
    let keys = |text: &str| parse_position(text).expect("a position").key();
    let empty = "0".repeat(49);
    let (a, b) = (keys(&format!("{empty} 1 1")), keys(&format!("{empty} 1 2")));
    assert_eq!(a, keys(&format!("{empty} 1 6")), "five rounds later");
    assert_eq!(Position::drawn(&[a, b, a, b]), None);
    assert_eq!(Position::drawn(&[a, b, a, b, a]), Some(Drawn::Repetition));
    assert_eq!(Position::drawn(&[a, a, a, b]), None, "the present one counts");
}

#[test]
fn a_match_is_drawn_after_its_last_ply() {
    let distinct: Vec<u64> = (0..=MAX_PLIES as u64).collect();
    assert_eq!(Position::drawn(&distinct[..MAX_PLIES]), None);
    assert_eq!(Position::drawn(&distinct), Some(Drawn::TooLong));
    assert_eq!(Position::drawn(&[]), None);
}

#[test]
fn every_random_match_gets_a_verdict() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..200 {
        let mut referee = Referee::new(Position::default());
        while referee.verdict().is_none() {
            let moves = referee.position.moves();
            referee.play(moves[rng.usize(..moves.len())]);
        }
        assert!(referee.moves.len() <= MAX_PLIES);
    }
}
