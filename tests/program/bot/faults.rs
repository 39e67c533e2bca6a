//! Sessions through everything that networks and servers do.

use crate::bot::mini::{Mini, Nature};
use crate::bot::proxy::{Fate, Proxy};
use crate::bot::session::{config, play};
use boardbots_client::{Config, End, SessionError, Summary, Tally};
use std::time::{Duration, Instant};

/// Plays `games` games against `mini` through a proxy; all must end well.
fn through(
    mini: &Mini,
    games: u32,
    plan: impl FnMut(usize, &crate::bot::http::Message) -> Fate + Send + 'static,
) -> Tally {
    let proxy = Proxy::start(mini.addr, plan);
    let (result, summaries) = play(config(&proxy.url(), games));
    let tally = result.unwrap();
    assert_eq!((tally.games, tally.timed_out), (games, 0), "{summaries:?}");
    let complete = |summary: &&Summary| summary.end == End::Finished;
    assert_eq!(summaries.iter().filter(complete).count(), games as usize);
    assert_eq!(mini.counts().crashed, 0, "no hero missed a turn");
    tally
}

/// One kind of fault on every fifth request.
fn every_fifth(fate: Fate, held: Option<u32>) -> Mini {
    let mini = Mini::start(Nature { turns: 120, held, ..Nature::default() });
    through(&mini, 2, move |number, _| if number % 5 == 4 { fate } else { Fate::Pass });
    mini
}

#[test]
fn resets_before_the_server_sees_the_move() {
    every_fifth(Fate::ResetBefore, None);
}

#[test]
fn resets_after_the_move_was_played() {
    every_fifth(Fate::ResetLate, None);
}

#[test]
fn resets_while_the_opponents_think() {
    // In turn 12, which request 4 is about, the second attempt hears that it is not our turn.
    let mini = every_fifth(Fate::ResetSoon, Some(12));
    assert!(mini.counts().waits > 0, "{:?}", mini.counts());
}

#[test]
fn connections_closed_without_an_answer() {
    every_fifth(Fate::Close, None);
}

#[test]
fn answers_that_are_late() {
    every_fifth(Fate::Stall(40), None);
}

#[test]
fn answers_cut_off() {
    every_fifth(Fate::Truncate, None);
}

#[test]
fn answers_with_wrong_bytes() {
    every_fifth(Fate::Corrupt, None);
}

#[test]
fn answers_that_are_no_http() {
    every_fifth(Fate::Garbage, None);
}

#[test]
fn servers_in_trouble() {
    every_fifth(Fate::Status(500), None);
    every_fifth(Fate::Status(503), None);
    every_fifth(Fate::Status(429), None);
}

#[test]
fn redirects() {
    every_fifth(Fate::Status(302), None);
    every_fifth(Fate::Status(307), None);
}

/// Two faults in a row leave the bot without any sure state.
#[test]
fn answers_lost_twice_in_a_row() {
    for (fate, pace) in [(Fate::ResetLate, 0), (Fate::ResetSoon, 40), (Fate::Truncate, 0)] {
        let mini = Mini::start(Nature { turns: 120, pace: Duration::from_millis(pace), ..Nature::default() });
        through(&mini, 2, move |number, _| if number % 7 >= 5 { fate } else { Fate::Pass });
    }
}

/// A third of all exchanges go wrong, in every way, by chance.
#[test]
fn everything_at_once() {
    for seed in 0..3 {
        let mini = Mini::start(Nature { turns: 200, pace: Duration::from_millis(3), ..Nature::default() });
        let mut rng = fastrand::Rng::with_seed(seed);
        let tally = through(&mini, 3, move |_, _| match rng.u8(0..30) {
            0 => Fate::ResetBefore,
            1 => Fate::ResetSoon,
            2 => Fate::ResetLate,
            3 => Fate::Close,
            4 => Fate::Stall(rng.u64(0..60)),
            5 => Fate::Truncate,
            6 => Fate::Corrupt,
            7 => Fate::Status(500),
            8 => Fate::Status(302),
            9 => Fate::Garbage,
            _ => Fate::Pass,
        });
        assert_eq!(tally.games, 3, "seed {seed}");
    }
}

/// Every status of the client's errors, with a login page and without one.
fn rejections(number: usize) -> Option<Fate> {
    let statuses = [400, 401, 402, 403, 404, 405, 407, 409, 410, 413, 418, 451];
    let status = *statuses.get(number / 2)?;
    Some(if number.is_multiple_of(2) { Fate::Portal(status) } else { Fate::Status(status) })
}

#[test]
fn what_rejects_in_other_words_than_the_protocol_s_is_waited_out() {
    // At the first contact.
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let tally = through(&mini, 1, |number, _| rejections(number).unwrap_or(Fate::Pass));
    assert_eq!((tally.vanished, mini.counts().begun), (0, 1));
    // In a game.
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let tally = through(&mini, 1, |number, _| number.checked_sub(4).and_then(rejections).unwrap_or(Fate::Pass));
    assert_eq!((tally.vanished, mini.counts().begun), (0, 1));
    // Between two games.
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let tally = through(&mini, 2, |number, _| number.checked_sub(11).and_then(rejections).unwrap_or(Fate::Pass));
    assert_eq!((tally.vanished, mini.counts().begun), (0, 2));
}

#[test]
fn a_server_that_asks_for_pauses_gets_them_up_to_a_limit() {
    for status in [429, 503] {
        let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
        let began = Instant::now();
        through(&mini, 1, move |number, _| match number {
            0 | 5 => Fate::Later(status, 1),
            _ => Fate::Pass,
        });
        assert!(began.elapsed() >= Duration::from_secs(2), "status {status}: both pauses are kept");
        let proxy = Proxy::start(mini.addr, move |number, _| match number {
            0 | 5 => Fate::Later(status, 86_400),
            _ => Fate::Pass,
        });
        let mut config = config(&proxy.url(), 1);
        config.limits.retry_after = Duration::from_millis(20);
        assert_eq!(play(config).0.unwrap().games, 1, "status {status}");
    }
}

/// The last answer of a game, or any other, put off for longer than a silent game is waited for.
#[test]
fn a_game_that_the_server_puts_off_is_not_left() {
    // Puts off `requests` requests, from number `first` on; each costs a pause of at least 50 ms.
    let put_off = |first: usize, requests: usize| {
        move |number, _: &crate::bot::http::Message| {
            if (first..first + requests).contains(&number) { Fate::Later(503, 1) } else { Fate::Pass }
        }
    };
    for first in [4, 10] {
        let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
        let mut config = config(&Proxy::start(mini.addr, put_off(first, 80)).url(), 1);
        config.limits.retry_after = Duration::from_millis(50);
        config.limits.patience = Duration::from_secs(3);
        let (result, summaries) = play(config.clone());
        assert_eq!(result.unwrap().vanished, 0, "{summaries:?}");
        assert_eq!((summaries[0].end, mini.counts().begun), (End::Finished, 1));
        // But not for ever.
        config.limits.put_off = Duration::from_millis(300);
        config.server = Proxy::start(mini.addr, put_off(first, 20)).url().parse().unwrap();
        let (result, summaries) = play(config);
        assert_eq!(result.unwrap().vanished, 1, "{summaries:?}");
    }
}

#[test]
fn a_restart_of_the_server_loses_the_game_and_not_the_session() {
    let mini = Mini::start(Nature { turns: 120, ..Nature::default() });
    let server = mini.clone();
    let tally = through(&mini, 2, move |number, _| {
        if number == 10 {
            server.restart();
        }
        Fate::Pass
    });
    assert_eq!(tally.vanished, 1);
    assert_eq!(mini.counts().begun, 3);
}

#[test]
fn one_wrong_404_does_not_cost_the_game() {
    let mini = every_fifth(Fate::Status(404), None);
    assert_eq!(mini.counts().begun, 2);
}

#[test]
fn a_move_that_comes_too_late_loses_the_game_and_is_counted() {
    let mini = Mini::start(Nature { turns: 120, limit: Duration::from_millis(300), ..Nature::default() });
    // The move itself is held back: the plan decides before it is passed on.
    let proxy = Proxy::start(mini.addr, |number, _| {
        if number == 10 {
            std::thread::sleep(Duration::from_millis(700));
        }
        Fate::Pass
    });
    let (result, summaries) = play(config(&proxy.url(), 2));
    let tally = result.unwrap();
    assert!(tally.timed_out >= 1 && tally.games == 2, "{tally:?}");
    let lost = &summaries[0];
    assert_eq!(lost.end, End::TimedOut);
    assert!(!lost.complete() && lost.to_string().contains("LOST BY TIME-OUT"), "{lost}");
}

#[test]
fn a_silent_server_costs_the_game_and_not_the_session() {
    let mini = Mini::start(Nature { turns: 80, limit: Duration::from_secs(1), ..Nature::default() });
    let proxy = Proxy::start(mini.addr, |number, _| if number == 10 { Fate::Stall(4000) } else { Fate::Pass });
    let mut config = config(&proxy.url(), 4);
    config.limits.answer = Duration::from_secs(2);
    let (result, summaries) = play(config);
    assert_eq!(result.unwrap().games, 4);
    // A busy machine may cost another one.
    assert!(summaries[1..].iter().any(|summary| summary.end == End::Finished), "{summaries:?}");
}

#[test]
fn a_server_that_never_recovers_is_given_up_in_the_middle_of_a_game() {
    let mini = Mini::start(Nature { turns: 120, ..Nature::default() });
    let proxy = Proxy::start(mini.addr, |number, _| if number >= 10 { Fate::ResetBefore } else { Fate::Pass });
    let give_up = Some(Duration::from_millis(500));
    let (result, _) = play(Config { give_up, ..config(&proxy.url(), 1) });
    let Err(SessionError::GaveUp { last, .. }) = result else { panic!("{result:?}") };
    assert!(last.contains("lost"), "{last}");
}

#[test]
fn a_game_that_stays_silent_for_too_long_is_left() {
    let mini = Mini::start(Nature { turns: 120, ..Nature::default() });
    let proxy = Proxy::start(mini.addr, |_, request| {
        let first = request.path().contains("/game0001/");
        if first { Fate::ResetBefore } else { Fate::Pass }
    });
    let mut config = config(&proxy.url(), 1);
    config.limits.patience = Duration::from_millis(300);
    let (result, summaries) = play(config);
    let tally = result.unwrap();
    assert_eq!((tally.games, tally.vanished), (1, 1), "{summaries:?}");
}

#[test]
fn answers_that_are_too_long_are_not_read() {
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let mut config = config(&mini.url(), 1);
    config.limits.body_bytes = 300;
    config.give_up = Some(Duration::from_millis(300));
    let (result, _) = play(config);
    let Err(SessionError::GaveUp { last, .. }) = result else { panic!("{result:?}") };
    assert!(last.contains("longer than 300 bytes"), "{last}");
}
