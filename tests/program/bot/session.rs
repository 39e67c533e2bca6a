//! Whole sessions against well-behaved servers of every kind.

use crate::bot::http::{Framing, read, reader};
use crate::bot::mini::{KEY, Mini, Nature};
use crate::refusing::Refusing;
use boardbots_base::credentials::Key;
use boardbots_client::{ClientLimits, Config, End, Event, Mode, Session, SessionError, Summary, Tally};
use boardbots_vindinium::kind::Kind;
use std::io::Write;
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// A session with short pauses.
pub fn config(url: &str, games: u32) -> Config {
    Config {
        server: url.parse().unwrap(),
        key: Key::from_bytes(KEY.as_bytes()).unwrap(),
        mode: Mode::Arena,
        games: Some(games),
        give_up: None,
        deadline: Duration::from_millis(700),
        limits: ClientLimits {
            turn: Duration::from_secs(20),
            answer: Duration::from_secs(5),
            game_pause: (Duration::from_millis(2), Duration::from_millis(50)),
            lobby_pause: (Duration::from_millis(2), Duration::from_millis(50)),
            not_yet: Duration::from_millis(3),
            ..ClientLimits::default()
        },
        seed: 1,
        pulse: boardbots_base::pulse::Pulse::default(),
    }
}

type Played = (Result<Tally, SessionError>, Vec<Summary>);

/// Runs a session, which must end within a minute.
pub fn run(config: Config, stop: Arc<AtomicBool>) -> Played {
    let (done, played) = mpsc::channel();
    thread::spawn(move || {
        let mut summaries = Vec::new();
        let result = Session::new(config, Kind::Miner.player(1), stop).run(&mut |event| {
            if let Event::Ended(summary) = event {
                summaries.push(summary.clone());
            }
        });
        let _ = done.send((result, summaries));
    });
    played.recv_timeout(Duration::from_mins(5)).expect("the session ends within five minutes")
}

pub fn play(config: Config) -> Played {
    run(config, Arc::default())
}

fn whole_game(nature: Nature) -> Mini {
    let (hero, turns, framing) = (nature.hero, nature.turns, nature.framing);
    let mini = Mini::start(nature);
    let (result, summaries) = play(config(&mini.url(), 2));
    let tally = result.unwrap();
    assert_eq!((tally.games, tally.timed_out, tally.vanished), (2, 0, 0), "{framing:?}");
    assert_eq!((mini.counts().begun, mini.counts().finished), (2, 2));
    for summary in &summaries {
        assert_eq!(summary.end, End::Finished);
        assert_eq!((summary.turn, summary.max_turns, summary.hero), (turns.cast_unsigned(), turns, hero));
        assert!(summary.gold[hero] > 0, "a miner finds gold: {summary}");
    }
    mini
}

#[test]
fn a_server_that_closes_each_connection() {
    let mini = whole_game(Nature { framing: Framing::Close, ..Nature::default() });
    assert!(mini.counts().connections > 100, "{:?}", mini.counts());
}

#[test]
fn a_server_that_keeps_the_connection() {
    let mini = whole_game(Nature { hero: 2, ..Nature::default() });
    assert_eq!(mini.counts().connections, 1);
}

#[test]
fn a_server_that_sends_chunks() {
    let mini = whole_game(Nature { framing: Framing::Chunked, hero: 3, ..Nature::default() });
    assert_eq!(mini.counts().connections, 1);
}

#[test]
fn a_server_that_writes_single_bytes() {
    whole_game(Nature { framing: Framing::Bytes, turns: 40, ..Nature::default() });
}

#[test]
fn unknown_fields_and_absent_ones() {
    whole_game(Nature { strange: true, ..Nature::default() });
    whole_game(Nature { bare: true, ..Nature::default() });
    whole_game(Nature { bare: true, strange: true, hero: 1, framing: Framing::Chunked, ..Nature::default() });
}

#[test]
fn the_expected_change_of_rating_is_known_where_ratings_are() {
    let mini = Mini::start(Nature::default());
    let (_, summaries) = play(config(&mini.url(), 1));
    let [summary] = &summaries[..] else { panic!("{summaries:?}") };
    assert_eq!(summary.rating, Some(1200));
    let beaten = summary.gold.iter().filter(|&&gold| gold < summary.gold[0]).count();
    let better = summary.gold.iter().filter(|&&gold| gold > summary.gold[0]).count();
    assert_eq!(summary.change, Some(8 * i32::try_from(beaten).unwrap() - 8 * i32::try_from(better).unwrap()));
    let mini = Mini::start(Nature { bare: true, ..Nature::default() });
    let (_, summaries) = play(config(&mini.url(), 1));
    assert_eq!((summaries[0].rating, summaries[0].change), (None, None));
}

#[test]
fn every_state_is_reported() {
    let mini = Mini::start(Nature { turns: 40, hero: 1, ..Nature::default() });
    let (mut turns, mut joins) = (Vec::new(), 0);
    let session = Session::new(config(&mini.url(), 1), Kind::Miner.player(1), Arc::default());
    let tally = session.run(&mut |event| match event {
        Event::Began { hero, board, .. } => assert!(hero == 1 && board.size() >= 10),
        Event::State { state, .. } => turns.push(state.turn),
        Event::Ended(summary) => assert_eq!(summary.turn, 40),
        Event::Joining => joins += 1,
        Event::Refused(problem) => panic!("{problem}"),
    });
    assert_eq!((tally.unwrap().games, joins), (1, 1));
    assert_eq!(turns, (1..40).step_by(4).chain([40]).collect::<Vec<_>>());
}

#[test]
fn a_rejected_key_ends_at_once() {
    let mini = Mini::start(Nature::default());
    let key = Key::from_bytes(b"wr0ngk3y").unwrap();
    let (result, _) = play(Config { key, games: None, ..config(&mini.url(), 1) });
    let error = result.unwrap_err();
    assert!(matches!(error, SessionError::KeyRejected { .. }), "{error}");
    assert!(!error.to_string().contains("wr0ngk3y"));
}

#[test]
fn a_wrong_path_is_tried_again_for_as_long_as_was_asked_for() {
    let mini = Mini::start(Nature::default());
    let give_up = Some(Duration::from_millis(300));
    let (result, _) = play(Config { give_up, ..config(&format!("{}/nothing/here", mini.url()), 1) });
    let Err(SessionError::GaveUp { last, .. }) = result else { panic!("{result:?}") };
    assert!(last.contains("status 404") && last.contains("--server"), "{last}");
}

#[test]
fn a_dead_server_is_given_up_when_that_was_asked_for() {
    let server = Refusing::new();
    let give_up = Some(Duration::from_millis(300));
    let (result, _) = play(Config { give_up, games: None, ..config(&server.url(), 1) });
    assert!(matches!(result, Err(SessionError::GaveUp { .. })), "{result:?}");
}

#[test]
fn names_that_do_not_exist_are_tried_again() {
    let give_up = Some(Duration::from_millis(300));
    let (result, _) = play(Config { give_up, ..config("http://server.invalid", 1) });
    let Err(SessionError::GaveUp { last, .. }) = result else { panic!("{result:?}") };
    assert!(last.contains("cannot be reached"), "{last}");
}

#[test]
fn waiting_for_opponents_ends_with_the_first_request_to_stop() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let request = read(&mut reader(&stream)).unwrap().unwrap();
        assert_eq!(request.path(), "/api/arena");
        assert_eq!(request.header("content-type"), Some("application/x-www-form-urlencoded"));
        assert_eq!(request.field("key"), Some(KEY));
        raise.store(true, Ordering::Relaxed);
        // No answer: the lobby is empty.
        thread::sleep(Duration::from_mins(2));
        drop(stream);
    });
    let began = Instant::now();
    let (result, _) = run(config(&url, 1), stop);
    let tally = result.unwrap();
    assert!(tally.stopped && tally.games == 0);
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_request_to_stop_lets_the_game_end() {
    let mini = Mini::start(Nature { turns: 80, pace: Duration::from_millis(5), ..Nature::default() });
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    let session = Session::new(Config { games: None, ..config(&mini.url(), 1) }, Kind::Miner.player(1), stop);
    let tally = session.run(&mut |event| {
        if let Event::State { state, .. } = event {
            raise.fetch_or(state.turn == 20, Ordering::Relaxed);
        }
    });
    assert_eq!(tally.unwrap(), Tally { games: 1, first: 1, stopped: true, ..Tally::default() });
    assert_eq!(mini.counts().finished, 1);
}

#[test]
fn training_asks_for_map_and_turns() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let asked = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let request = read(&mut reader(&stream)).unwrap().unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 16\r\n\r\nVindinium - no x").unwrap();
        (request.path().to_string(), String::from_utf8(request.body).unwrap())
    });
    let mode = Mode::Training { map: Some("@1 &=é\n##$-".into()), turns: Some(25) };
    let (result, _) = play(Config { mode, ..config(&url, 1) });
    let (path, form) = asked.join().unwrap();
    assert_eq!(
        (path.as_str(), form),
        ("/api/training", format!("key={KEY}&map=%401+%26%3D%C3%A9%0A%23%23%24-&turns=25"))
    );
    assert!(matches!(result, Err(SessionError::Refused { status: 400, .. })), "{result:?}");
}

#[test]
fn redirects_are_not_followed() {
    let mini = Mini::start(Nature::default());
    for status in [301, 302, 303, 307, 308] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let head = format!(
            "HTTP/1.1 {status} Moved\r\nLocation: {}/api/arena\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            mini.url()
        );
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                // A client that has gone away needs no answer.
                if let Ok(Some(_)) = read(&mut reader(&stream)) {
                    let _ = stream.write_all(head.as_bytes());
                }
            }
        });
        let give_up = Some(Duration::from_millis(100));
        let (result, _) = play(Config { give_up, ..config(&url, 1) });
        let Err(SessionError::GaveUp { last, .. }) = result else { panic!("{result:?}") };
        assert!(last.contains("not followed"), "{last}");
    }
    assert_eq!(mini.counts().connections, 0);
}

/// Runs a session without end until a number of games have ended, then looks on for a moment: how many there were.
fn games_of_a_moment(nature: Nature, lobby_pause: Duration, due: u32) -> (u32, Duration) {
    let mini = Mini::start(nature);
    let mut config = Config { games: None, ..config(&mini.url(), 1) };
    config.limits.lobby_pause = (lobby_pause, lobby_pause);
    let (stop, began) = (Arc::<AtomicBool>::default(), Instant::now());
    let (ended, ends) = mpsc::channel();
    let flag = Arc::clone(&stop);
    let session = thread::spawn(move || {
        Session::new(config, Kind::Miner.player(1), flag).run(&mut |event| {
            if let Event::Ended(_) = event {
                let _ = ended.send(());
            }
        })
    });
    for _ in 0..due {
        ends.recv_timeout(Duration::from_mins(2)).expect("a game ends");
    }
    thread::sleep(Duration::from_millis(500));
    stop.store(true, Ordering::Relaxed);
    let tally = session.join().unwrap().unwrap();
    assert!(tally.stopped && tally.games >= due, "{tally:?}");
    (mini.counts().begun, began.elapsed())
}

#[test]
fn after_a_game_without_a_turn_there_is_a_pause() {
    let hour = Duration::from_hours(1);
    // Over at once, or lost at the first move.
    let over = Nature { turns: 0, ..Nature::default() };
    let late = Nature { limit: Duration::ZERO, ..Nature::default() };
    for nature in [over, late] {
        assert_eq!(games_of_a_moment(nature, hour, 1).0, 1);
    }
}

#[test]
fn games_of_a_single_turn_do_not_follow_each_other_without_bound() {
    let (games, time) = games_of_a_moment(Nature { turns: 4, ..Nature::default() }, Duration::ZERO, 60);
    // 50 at once, and at most two in 200 ms.
    assert!(u128::from(games) <= 50 + 2 * (1 + time.as_millis() / 200), "{games} games in {time:?}");
    // Games of some turns follow each other at once.
    games_of_a_moment(Nature { turns: 48, ..Nature::default() }, Duration::from_hours(1), 60);
}

#[cfg(not(feature = "tls"))]
#[test]
fn a_program_without_tls_says_which_feature_it_lacks() {
    use crate::bot::command::{Home, bot, finish};
    let home = Home::new();
    let mut trusting = bot("http://h", &home.path("key"));
    trusting.args(["--ca", "no-such-file.pem"]);
    for command in [bot("https://h", &home.path("key")), trusting] {
        let (code, _, err) = finish(command);
        assert!(code == 3 && err.contains("built without the feature tls"), "{err}");
    }
}
