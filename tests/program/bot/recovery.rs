//! What the bot believes and sends after an answer was lost.

use crate::bot::mini::{Mini, Nature};
use crate::bot::proxy::{Fate, Proxy};
use crate::bot::session::config;
use boardbots_client::Session;
use boardbots_vindinium::board::{Board, Dir};
use boardbots_vindinium::bot::Player;
use boardbots_vindinium::rules::{Hero, Order, State};
use std::sync::{Arc, Mutex};

/// The order of [`Steady`] in a turn.
fn order(turn: u32) -> Dir {
    Dir::ALL[(turn / 4) as usize % 5]
}

/// Decides by the turn's number, and writes down the states.
struct Steady {
    board: Option<Board>,
    seen: Arc<Mutex<Vec<State>>>,
}

impl Player for Steady {
    fn begin(&mut self, board: &Board, _: usize) {
        self.board = Some(board.clone());
    }

    fn decide(&mut self, state: &State, _: &(dyn Fn() -> bool + Sync)) -> Dir {
        self.seen.lock().unwrap().push(*state);
        order(state.turn)
    }
}

struct Played {
    mini: Mini,
    seen: Vec<State>,
    board: Board,
}

/// One game of 40 turns in which the requests with these numbers (0 joins) meet `fate`.
fn one_game(requests: &'static [usize], fate: Fate, held: Option<u32>) -> Played {
    let mini = Mini::start(Nature { turns: 40, held, ..Nature::default() });
    let proxy = Proxy::start(mini.addr, move |number, _| if requests.contains(&number) { fate } else { Fate::Pass });
    let seen = Arc::default();
    let player = Steady { board: None, seen: Arc::clone(&seen) };
    let mut board = None;
    let tally = Session::new(config(&proxy.url(), 1), Box::new(player), Arc::default()).run(&mut |event| {
        if let boardbots_client::Event::Began { board: of, .. } = event {
            board = Some(of.clone());
        }
    });
    assert_eq!(tally.unwrap().games, 1);
    let seen = seen.lock().unwrap().clone();
    Played { mini, seen, board: board.unwrap() }
}

fn turns(states: &[State]) -> Vec<u32> {
    states.iter().map(|state| state.turn).collect()
}

fn planned(turns: impl Iterator<Item = u32>) -> Vec<(u32, Dir)> {
    turns.map(|turn| (turn, order(turn))).collect()
}

fn every_turn() -> impl Iterator<Item = u32> {
    (0..40).step_by(4)
}

#[test]
fn a_move_that_did_not_arrive_is_sent_again() {
    for fate in [Fate::ResetBefore, Fate::Status(502), Fate::Status(307)] {
        let played = one_game(&[3], fate, None);
        assert_eq!(turns(&played.seen), every_turn().collect::<Vec<_>>(), "{fate:?}");
        assert_eq!(played.mini.orders(), planned(every_turn()), "{fate:?}");
    }
}

#[test]
fn a_move_that_was_not_taken_is_sent_again_and_again() {
    for fate in [Fate::Later(503, 0), Fate::Later(429, 0), Fate::Status(503), Fate::Portal(403), Fate::Status(404)] {
        // Request 3 is the move of turn 8, the last request the last move.
        for requests in [&[3, 4, 5, 6, 7, 8], &[10, 11, 12, 13, 14, 15]] {
            let played = one_game(requests, fate, None);
            assert_eq!(turns(&played.seen), every_turn().collect::<Vec<_>>(), "{fate:?}");
            assert_eq!(played.mini.orders(), planned(every_turn()), "{fate:?}");
        }
    }
}

#[test]
fn the_server_says_wait_and_the_next_move_is_made_in_a_predicted_state() {
    // Request 3 is the move of turn 8; the opponents think until the second attempt was told
    // to wait.
    let played = one_game(&[3], Fate::ResetSoon, Some(8));
    assert!(played.mini.counts().waits > 0);
    assert_eq!(turns(&played.seen), every_turn().collect::<Vec<_>>());
    assert_eq!(played.mini.orders(), planned(every_turn()), "no turn is missed, no order is played twice");
    // The prediction: the own move is made, the others stay.
    let mut due = played.seen[2];
    for dir in [order(8), Dir::Stay, Dir::Stay, Dir::Stay] {
        due.play(&played.board, Order::Go(dir));
    }
    let own = |state: &State| {
        let Hero { pos, life, gold, mines, .. } = state.heroes[0];
        (state.turn, pos, life, gold, mines)
    };
    assert_eq!(own(&played.seen[3]), own(&due));
}

#[test]
fn an_answer_lost_late_costs_one_turn_of_choice() {
    // The second attempt falls into the next turn and is played there; its answer is exact.
    let played = one_game(&[3], Fate::ResetLate, None);
    let orders = played.mini.orders();
    assert_eq!(orders[2..4], [(8, order(8)), (12, order(8))]);
    assert_eq!([&orders[..3], &orders[4..]].concat(), planned(every_turn().filter(|&turn| turn != 12)));
    assert_eq!(turns(&played.seen), every_turn().filter(|&turn| turn != 12).collect::<Vec<_>>());
}

#[test]
fn an_old_state_is_not_taken_for_the_next_one() {
    // What the server says is as good as lost: the order of turn 8 is sent again, and played
    // in turn 12.
    let played = one_game(&[3], Fate::Stale, None);
    assert_eq!(turns(&played.seen), every_turn().filter(|&turn| turn != 12).collect::<Vec<_>>());
    assert_eq!(played.mini.orders()[2..4], [(8, order(8)), (12, order(8))]);
}

#[test]
fn a_move_is_repeated_once_and_not_more() {
    // Four answers in a row are lost: two attempts with the order of turn 8, two with that
    // of the predicted turn 12; each is played by the server.
    let played = one_game(&[3, 4, 5, 6], Fate::ResetLate, None);
    let sent: Vec<Dir> = played.mini.orders().into_iter().map(|(_, dir)| dir).collect();
    assert_eq!(sent[2..6], [order(8), order(8), order(12), order(12)]);
    assert_eq!(played.mini.orders().len(), 10);
    assert_eq!(played.mini.counts().crashed, 0);
}

#[test]
fn the_end_of_a_game_may_be_lost() {
    // Request 10 is the last move; the second attempt hears that the game is finished.
    let played = one_game(&[10], Fate::ResetLate, None);
    assert_eq!(played.mini.orders(), planned(every_turn()));
    assert_eq!(played.mini.counts().begun, 1);
}
