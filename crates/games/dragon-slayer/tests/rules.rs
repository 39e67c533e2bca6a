//! The rules, one by one, for two to six players.

use crate::dice::{Alive, Dragon};
use crate::fight::Fight;
use crate::rules::{Action, Event, Game, IllegalActionError, PLAYERS, Question, Seat, Turn};
use crate::variant::Variant;
use fastrand::Rng;

use Action::{Accept, Challenge, Pass, Refuse, Stop};
use Dragon::{Blue, Green, Red};

fn new(players: usize) -> Game {
    Game::new(Variant::STANDARD, players)
}

fn read(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Fights and has this many warriors left.
fn fight(game: &mut Game, dragon: Dragon, left: u8) -> Event {
    game.play(Action::Fight(dragon), |_, _| left).expect("the dragon lives")
}

fn act(game: &mut Game, action: Action) -> Event {
    game.play(action, |_, _| panic!("no dice are rolled")).expect("a legal action")
}

/// Loses the first fight.
fn lose(game: &mut Game) {
    assert_eq!(fight(game, Red, 0), Event::Defeated { dragon: Red, points: 0, challenger: None });
}

/// Slays a red dragon, and stops with nobody challenging.
fn six(game: &mut Game) {
    fight(game, Red, 3);
    act(game, Stop);
    while matches!(game.asked(), Some((_, Question::Challenge))) {
        act(game, Pass);
    }
}

fn scores(game: &Game) -> Vec<u16> {
    game.players().iter().map(|player| player.score).collect()
}

fn tokens(game: &Game) -> Vec<bool> {
    game.players().iter().map(|player| player.token).collect()
}

#[test]
fn actions_are_numbered_by_their_places() {
    assert!(Action::ALL.into_iter().zip(0..).all(|(action, number)| action.number() == number));
}

#[test]
fn everybody_begins_with_a_token_and_nothing_else() {
    for players in PLAYERS {
        let game = new(players);
        assert_eq!((scores(&game), tokens(&game)), (vec![0; players], vec![true; players]));
        assert_eq!((game.active(), game.round(), game.turn()), (0, 1, &Turn::START));
        assert_eq!(game.asked(), Some((0, Question::Fight)));
    }
    // Nobody plays alone, and six have seats.
    assert_eq!((new(0).players().len(), new(9).players().len()), (2, 6));
}

#[test]
fn a_turn_begins_with_a_fight() {
    let mut game = new(3);
    assert_eq!(game.actions()[..], [Blue, Green, Red].map(Action::Fight));
    for action in [Stop, Challenge, Pass, Accept, Refuse] {
        let before = game.clone();
        assert_eq!(game.play(action, |_, _| 3), Err(IllegalActionError));
        assert_eq!(game, before);
    }
}

#[test]
fn players_move_in_one_order_in_every_round() {
    for players in PLAYERS {
        let mut game = new(players);
        for round in 1..=3 {
            for seat in 0..players {
                assert_eq!((game.active(), game.round()), (seat, round));
                lose(&mut game);
            }
        }
    }
}

#[test]
fn slain_dragons_bring_points_and_come_back_when_the_last_is_slain() {
    let mut game = new(2);
    for (dragon, points, alive) in [
        (Green, 4, "BR"),
        (Red, 10, "B"),
        (Blue, 12, "BGR"),
        (Red, 18, "BG"),
        (Blue, 20, "G"),
        (Green, 24, "BGR"),
        (Blue, 26, "GR"),
    ] {
        fight(&mut game, dragon, 3);
        let turn = game.turn();
        let living: String = turn.alive.dragons().map(Dragon::letter).collect();
        assert_eq!((turn.points, living.as_str()), (points, alive));
        assert_eq!(game.asked(), Some((0, Question::FightOrStop)));
        let may: Vec<Action> = turn.alive.dragons().map(Action::Fight).chain([Stop]).collect();
        assert_eq!(game.actions()[..], may);
    }
    let before = game.clone();
    assert_eq!(game.play(Action::Fight(Blue), |_, _| 3), Err(IllegalActionError), "slain ones are not fought");
    assert_eq!(game, before);
}

#[test]
fn warriors_do_not_come_back_within_a_turn() {
    let mut game = new(2);
    assert_eq!(fight(&mut game, Green, 2), Event::Slain { dragon: Green, points: 4, lost: 1 });
    let mut sent = 0;
    game.play(Action::Fight(Red), |warriors, dragon| {
        assert_eq!(dragon, Red);
        sent = warriors;
        1
    })
    .expect("it lives");
    assert_eq!((sent, game.turn().warriors), (2, 1));
    // Whatever the dice say, there are not more than before.
    assert_eq!(fight(&mut game, Blue, 3), Event::Slain { dragon: Blue, points: 2, lost: 0 });
    assert_eq!((game.turn().warriors, game.turn().alive), (1, Alive::ALL));
    assert_eq!(fight(&mut game, Red, 0), Event::Defeated { dragon: Red, points: 12, challenger: None });
    assert_eq!((scores(&game), game.turn()), (vec![0, 0], &Turn::START));
}

#[test]
fn who_stops_is_offered_to_all_with_tokens_from_his_left() {
    for players in PLAYERS {
        for active in 0..players {
            let mut game = new(players);
            (0..active).for_each(|_| lose(&mut game));
            fight(&mut game, Green, 3);
            assert_eq!(act(&mut game, Stop), Event::Offered);
            for step in 1..players {
                assert_eq!(game.asked(), Some(((active + step) % players, Question::Challenge)));
                assert_eq!(game.actions()[..], [Challenge, Pass]);
                let event = act(&mut game, Pass);
                let last = step == players - 1;
                assert_eq!(event, if last { Event::Kept { points: 4, challenger: None } } else { Event::Passed });
            }
            assert_eq!((scores(&game)[active], game.active()), (4, (active + 1) % players));
            assert_eq!(game.players()[active].last, 4);
            assert!(tokens(&game).into_iter().all(|token| token), "nobody has spent anything");
        }
    }
}

#[test]
fn players_without_a_token_are_not_asked() {
    let mut game = read("0T,0,0T,0,0T,0 3 BG 3 6 - choose 2");
    let mut asked: Vec<Seat> = Vec::new();
    act(&mut game, Stop);
    while let Some((seat, Question::Challenge)) = game.asked() {
        asked.push(seat);
        act(&mut game, Pass);
    }
    assert_eq!(asked, [4, 0]);
    // The active player does not challenge himself, and without tokens nobody is asked.
    let mut game = read("0T,0,0,0 1 BG 3 6 - choose 2");
    assert_eq!(act(&mut game, Stop), Event::Kept { points: 6, challenger: None });
}

#[test]
fn the_first_to_challenge_is_the_only_one() {
    let mut game = read("0T,0T,0T,0T 2 BG 3 6 - choose 2");
    act(&mut game, Stop);
    act(&mut game, Pass);
    assert_eq!(game.asked(), Some((3, Question::Challenge)));
    assert_eq!(act(&mut game, Challenge), Event::Challenged);
    assert_eq!(game.asked(), Some((1, Question::Answer(3))));
    assert_eq!(game.actions()[..], [Accept, Refuse]);
    // It is spent when it is declared.
    assert_eq!(tokens(&game), [true, true, true, false]);
    assert_eq!(act(&mut game, Accept), Event::Accepted);
    fight(&mut game, Blue, 3);
    // Seats 1 and 3 still have tokens, but this turn has been challenged.
    assert_eq!(act(&mut game, Stop), Event::Kept { points: 10, challenger: Some(3) });
    assert_eq!((scores(&game), tokens(&game)), (vec![0, 10, 0, 0], vec![true, true, true, false]));
}

#[test]
fn refusing_leaves_half_and_the_bonus_to_the_challenger() {
    let mut game = read("1T,0,0T 1 BG 2 6 - answer2 2");
    assert_eq!(act(&mut game, Refuse), Event::Refused { points: 3, challenger: 1 });
    assert_eq!((scores(&game), game.active(), game.players()[0].last), (vec![4, 5, 0], 1, 3));
    let mut game = read("1T,0,0T 1 BG 2 6 - answer2 2 40 8 2");
    act(&mut game, Refuse);
    assert_eq!(scores(&game), [4, 8, 0]);
}

#[test]
fn accepting_means_to_fight() {
    let mut game = read("0T,0 1 BG 2 6 - answer2 2");
    act(&mut game, Accept);
    assert_eq!((game.asked(), game.turn().challenger), (Some((0, Question::Fight)), Some(1)));
    assert_eq!(game.actions()[..], [Blue, Green].map(Action::Fight));
    assert_eq!(game.play(Stop, |_, _| 3), Err(IllegalActionError));
    // One is enough, and more are allowed.
    fight(&mut game, Blue, 1);
    assert_eq!(game.asked(), Some((0, Question::FightOrStop)));
    fight(&mut game, Green, 1);
    assert_eq!(act(&mut game, Stop), Event::Kept { points: 6 + 4 + 8, challenger: Some(1) });
    assert_eq!(scores(&game), [18, 0], "a challenge that is met brings the challenger nothing");
}

#[test]
fn only_dragons_slain_after_the_challenge_count_double() {
    for (factor, points) in [(2, 6 + 12 + 8), (1, 6 + 6 + 4)] {
        let mut game = read(&format!("0T,0 1 BG 2 6 - answer2 2 40 5 {factor}"));
        act(&mut game, Accept);
        fight(&mut game, Green, 2);
        fight(&mut game, Blue, 2);
        // All came back, and go on to count double.
        fight(&mut game, Red, 2);
        let doubled = points + if factor == 2 { 4 } else { 2 };
        assert_eq!(game.turn().points, doubled);
        assert_eq!(act(&mut game, Stop), Event::Kept { points: doubled, challenger: Some(1) });
        // The next turn is an ordinary one.
        assert_eq!(fight(&mut game, Red, 3), Event::Slain { dragon: Red, points: 6, lost: 0 });
    }
}

#[test]
fn defeat_after_accepting_brings_the_challenger_the_bonus() {
    for later in [false, true] {
        let mut game = read("7T,0T,9 1 BG 2 6 - answer3 2");
        act(&mut game, Accept);
        if later {
            fight(&mut game, Green, 1);
        }
        let points = if later { 14 } else { 6 };
        assert_eq!(fight(&mut game, Blue, 0), Event::Defeated { dragon: Blue, points, challenger: Some(2) });
        assert_eq!((scores(&game), game.players()[0].last, game.active()), (vec![7, 0, 14], 0, 1));
    }
}

#[test]
fn a_round_is_played_to_its_end() {
    // The first has enough, and far more than the others can reach.
    let mut game = read("30T,0T,0T 1 BGR 3 36 - choose 5");
    act(&mut game, Stop);
    act(&mut game, Pass);
    act(&mut game, Pass);
    assert_eq!((scores(&game), game.winner(), game.asked()), (vec![66, 0, 0], None, Some((1, Question::Fight))));
    assert!(game.last_round());
    six(&mut game);
    assert_eq!(game.winner(), None);
    lose(&mut game);
    assert_eq!((game.winner(), game.asked(), game.round()), (Some(0), None, 5));
    assert!(game.actions().is_empty());
    assert_eq!(game.play(Stop, |_, _| 3), Err(IllegalActionError));
}

#[test]
fn exactly_the_goal_is_enough() {
    let mut game = read("30,34 2 BG 3 6 - choose 5");
    act(&mut game, Stop);
    assert_eq!(game.winner(), Some(1));
    let mut game = read("30,34 2 BG 3 6 - choose 5 41 5 2");
    act(&mut game, Stop);
    assert_eq!((game.winner(), game.round()), (None, 6));
}

#[test]
fn a_tie_makes_everybody_play_another_round() {
    let mut game = read("44,38,3 2 BG 3 6 - choose 5");
    act(&mut game, Stop);
    lose(&mut game);
    // 44 to 44 to 3.
    assert_eq!((game.winner(), game.active(), game.round()), (None, 0, 6));
    lose(&mut game);
    lose(&mut game);
    assert_eq!(game.active(), 2, "the third plays, too");
    lose(&mut game);
    // Still tied, and so on.
    assert_eq!((game.winner(), game.round()), (None, 7));
    lose(&mut game);
    six(&mut game);
    assert_eq!(game.winner(), None);
    lose(&mut game);
    assert_eq!(game.winner(), Some(1));
    // The player with more points wins, not the one who reached the goal first.
    let mut game = read("40,46 2 BG 3 6 - choose 9");
    act(&mut game, Stop);
    assert_eq!(game.winner(), Some(1));
}

#[test]
fn a_bonus_can_win_and_counts_at_once() {
    let mut game = read("36T,30 2 BG 2 6 - choose 8");
    act(&mut game, Stop);
    act(&mut game, Challenge);
    act(&mut game, Refuse);
    assert_eq!((scores(&game), game.winner()), (vec![41, 33], Some(0)));
    // Within a round nothing is decided.
    let mut game = read("36,38T 1 BG 2 6 - choose 8");
    act(&mut game, Stop);
    act(&mut game, Challenge);
    act(&mut game, Accept);
    fight(&mut game, Green, 0);
    assert_eq!((scores(&game), game.winner()), (vec![36, 43], None));
    // The leader must fight once, and loses nothing by a defeat.
    assert_eq!(game.asked(), Some((1, Question::Fight)));
    lose(&mut game);
    assert_eq!(game.winner(), Some(1));
}

#[test]
fn a_token_is_one_for_the_whole_game() {
    let mut rng = Rng::with_seed(11);
    for number in 0..300 {
        let players = PLAYERS.start() + number % 5;
        let mut game = new(players);
        let mut challenges = vec![0; players];
        while let Some((asked, _)) = game.asked() {
            let actions = game.actions();
            let action = actions[rng.usize(..actions.len())];
            let before = game.clone();
            game.play(action, |warriors, dragon| Fight::new(dragon, warriors).outcome(&mut rng)).expect("legal");
            challenges[asked] += usize::from(action == Challenge);
            // Scores only grow, tokens are only spent, and a turn's points are even.
            for (seat, (old, new)) in before.players().iter().zip(game.players()).enumerate() {
                assert!(new.score >= old.score && (old.token || !new.token));
                assert_eq!(challenges[seat], usize::from(!new.token));
            }
            assert!(game.turn().points.is_multiple_of(2));
        }
        let winner = game.winner().expect("it is over");
        let most = game.players()[winner].score;
        assert!(most >= 40 && scores(&game).iter().filter(|score| **score == most).count() == 1);
    }
}
