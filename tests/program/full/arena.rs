//! Sessions in the real arena.

use crate::bot::proxy::{Fate, Proxy};
use crate::bot::session::{config, play};
use boardbots_base::credentials::Key;
use boardbots_client::{Config, End, Mode, Session, Summary};
use boardbots_server::arena;
use boardbots_server::tables;
use boardbots_server::web::{Server, ServerConfig};
use boardbots_vindinium::kind::Kind;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Long enough for everything that a proxy stalls and a busy machine delays.
const TURN: Duration = Duration::from_secs(10);

/// An arena that fills games which wait for opponents.
fn filling(listen: SocketAddr) -> Server {
    let fill = "20ms=miner,random,miner".parse().ok();
    serve(listen, arena::Config { seed: Some(1), fill, ..arena::Config::default() })
}

fn serve(listen: SocketAddr, config: arena::Config) -> Server {
    let server = ServerConfig { listen, ..ServerConfig::default() };
    arena::start(server, arena::Config { turn_limit: TURN, ..config }, tables::Config::default()).unwrap()
}

fn anywhere() -> SocketAddr {
    "127.0.0.1:0".parse().unwrap()
}

/// One of many fates, one in three bad; all if the request is no join, as a seat taken by a
/// join whose answer is lost holds up the game until its first turn is missed.
fn fate(rng: &mut fastrand::Rng, join: bool) -> Fate {
    match rng.u8(0..30) {
        0 => Fate::ResetBefore,
        1 => Fate::Status(503),
        2 => Fate::Status(302),
        3 if !join => Fate::ResetSoon,
        4 if !join => Fate::ResetLate,
        5 if !join => Fate::Close,
        6 if !join => Fate::Truncate,
        7 if !join => Fate::Corrupt,
        8 if !join => Fate::Garbage,
        9 => Fate::Stall(rng.u64(0..100)),
        _ => Fate::Pass,
    }
}

#[test]
fn whole_games_through_a_faulty_network() {
    let arena = filling(anywhere());
    let mut rng = fastrand::Rng::with_seed(4);
    let proxy = Proxy::start(arena.addr(), move |_, request| fate(&mut rng, request.path() == "/api/arena"));
    let (result, summaries) = play(config(&proxy.url(), 2));
    let tally = result.unwrap();
    assert_eq!((tally.games, tally.timed_out, tally.vanished), (2, 0, 0), "{summaries:?}");
    for summary in &summaries {
        assert!(summary.end == End::Finished && summary.max_turns == 1200, "{summary}");
        assert!(summary.gold[summary.hero] > 0, "{summary}");
    }
}

#[test]
fn training_through_a_faulty_network() {
    let arena = filling(anywhere());
    let mut rng = fastrand::Rng::with_seed(5);
    let proxy = Proxy::start(arena.addr(), move |_, _| fate(&mut rng, false));
    let mode = Mode::Training { map: Some("m3".into()), turns: Some(40) };
    let (result, summaries) = play(Config { mode, ..config(&proxy.url(), 5) });
    let tally = result.unwrap();
    assert_eq!((tally.games, tally.timed_out), (5, 0), "{summaries:?}");
    assert!(summaries.iter().all(|summary| summary.max_turns == 160 && summary.hero == 0));
}

#[test]
fn a_restart_of_the_arena() {
    let first = filling(anywhere());
    let addr = first.addr();
    let mut first = Some(first);
    let mut second = None;
    let mut turns = 0;
    let session = Session::new(config(&format!("http://{addr}"), 1), Kind::Miner.player(1), Arc::default());
    let mut ends = Vec::new();
    let tally = session.run(&mut |event| match event {
        boardbots_client::Event::State { .. } => {
            turns += 1;
            if turns == 20 {
                first.take().unwrap().stop();
                // It comes back a little later, from another thread.
                second = Some(thread::spawn(move || {
                    thread::sleep(Duration::from_millis(300));
                    filling(addr)
                }));
            }
        }
        boardbots_client::Event::Ended(summary) => ends.push(summary.end),
        boardbots_client::Event::Joining
        | boardbots_client::Event::Refused(_)
        | boardbots_client::Event::Began { .. } => {}
    });
    let tally = tally.unwrap();
    assert_eq!((tally.games, tally.vanished), (1, 1));
    assert_eq!(ends, [End::Vanished, End::Finished]);
    drop(second.unwrap().join().unwrap());
}

/// Four sessions of four users meet, without the proxy.
#[test]
fn four_bots_meet() {
    let arena = serve(anywhere(), arena::Config::default());
    let url = format!("http://{}", arena.addr());
    let bots: Vec<_> = (0..4)
        .map(|number| {
            let key = Key::from_bytes(format!("key{number:05}").as_bytes()).unwrap();
            let config = Config { key, ..config(&url, 2) };
            thread::spawn(move || play(config))
        })
        .collect();
    let played: Vec<Vec<Summary>> = bots
        .into_iter()
        .map(|bot| {
            let (result, summaries) = bot.join().unwrap();
            assert_eq!(result.unwrap().timed_out, 0);
            summaries
        })
        .collect();
    for game in 0..2 {
        let one = &played[0][game];
        let mut heroes: Vec<usize> = played.iter().map(|summaries| summaries[game].hero).collect();
        heroes.sort_unstable();
        assert_eq!(heroes, [0, 1, 2, 3], "each has a seat of its own");
        for other in &played {
            let other = &other[game];
            assert_eq!((&other.id, other.turn, other.gold), (&one.id, 1200, one.gold));
        }
    }
    for summaries in &played {
        // The second game was joined with the rating after the first: as expected, or one
        // more by the random bonus.
        let [first, second] = &summaries[..] else { panic!("two games") };
        let gained = second.rating.unwrap() - first.rating.unwrap() - first.change.unwrap();
        assert!((0..=1).contains(&gained), "{first} then {:?}", second.rating);
    }
}
