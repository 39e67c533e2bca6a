//! Games of a squad: the moves, what is printed, and signals.

use super::{home, names, squad};
use crate::bot::command::{LOG_ALL, bot, finish, log_until, signal, wait};
use crate::bot::mini::{Mini, Nature};
use std::collections::BTreeSet;
use std::io::Read;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn twelve_bots_that_decide_two_at_a_time_play_the_moves_of_lone_ones() {
    let mini = Mini::start(Nature { turns: 160, ..Nature::default() });
    let home =
        home(&names(12), &format!("server = {}\ngames = 1\ndepth = 3\nthreads = 2\ndeadline = 15000\n", mini.url()));
    let (code, out, err) = finish(squad(&home));
    assert_eq!(code, 0, "{err}");
    assert_eq!((mini.counts().finished, mini.counts().crashed), (12, 0), "{out}");
    // Games of this server differ by their number alone.
    let alone = Mini::start(Nature { turns: 160, ..Nature::default() });
    let mut command = bot(&alone.url(), &home.path("key"));
    command.args(["--games", "12", "--depth", "3", "--deadline", "15000"]);
    assert_eq!(finish(command).0, 0);
    assert_eq!(mini.orders_of_games(), alone.orders_of_games());
}

#[test]
fn every_line_says_whose_it_is() {
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let lines = format!(
        "server = {}\ngames = 2\nbot = miner\n[bot-2]\ngames = 1\n[carol]\nbot = default\ndepth = 1\n",
        mini.url()
    );
    let home = home(&["bot-1".into(), "bot-2".into(), "carol".into()], &lines);
    home.write("keys", b"bot-1 = k3y4t3st\nbot-2 = k3y4t3st\ncarol = k3y4t3st # and no more\n", 0o600);
    let (code, out, err) = finish(squad(&home));
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("bot    game "), "{out}");
    for (name, games) in [("bot-1", 2), ("bot-2", 1), ("carol", 2)] {
        let of = |line: &&str| line.starts_with(&format!("{name}  "));
        assert_eq!(out.lines().filter(of).filter(|line| line.ends_with(" finished")).count(), games, "{out}");
        assert!(out.lines().filter(of).any(|line| line.contains(&format!("games {games}, first "))), "{out}");
        let said = |what: &str| {
            err.lines().filter(|line| line.contains(&format!("] {name}: game game")) && line.contains(what)).count()
        };
        assert_eq!((said(" begins, hero 1"), said(" 40 turns")), (games, games), "{err}");
    }
    let mut command = squad(&home);
    command.arg("--json");
    let (_, out, _) = finish(command);
    let values = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON"));
    let bots: BTreeSet<_> =
        values.map(|value| (value["bot"].as_str().unwrap().to_owned(), value["game"].to_string())).collect();
    assert_eq!(bots.len(), 5, "{out}");
}

#[test]
fn bots_of_a_squad_meet_as_a_team() {
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let home =
        home(&names(2), &format!("server = {}\ngames = 1\ndepth = 1\n[bot-2]\nteam = ours, other 2\n", mini.url()));
    let mut command = squad(&home);
    command.env("RUST_LOG", LOG_ALL);
    let (code, _, err) = finish(command);
    assert_eq!(code, 0, "{err}");
    let told: Vec<&str> = err.lines().filter(|line| line.contains("plays in a team for ours")).collect();
    assert!(told.len() == 1 && told[0].contains(" bot-2: "), "{err}");
    assert!(!err.contains(crate::bot::mini::KEY), "{err}");
}

#[test]
fn the_first_signal_lets_all_games_end() {
    let mini = Mini::start(Nature { turns: 200, pace: Duration::from_millis(60), ..Nature::default() });
    let home = home(&names(4), &format!("server = {}\nbot = miner\n", mini.url()));
    let mut child = squad(&home).spawn().unwrap();
    let mut log = log_until(&mut child, "game0004 begins");
    signal(&child, "TERM");
    let mut rest = String::new();
    log.read_to_string(&mut rest).unwrap();
    assert_eq!(wait(child).status.code(), Some(0), "{rest}");
    assert_eq!((mini.counts().begun, mini.counts().finished), (4, 4), "{rest}");
}

#[test]
fn the_second_signal_ends_all_at_once() {
    use std::os::unix::process::ExitStatusExt;
    let mini = Mini::start(Nature { turns: 1200, pace: Duration::from_millis(100), ..Nature::default() });
    let home = home(&names(3), &format!("server = {}\nbot = miner\n", mini.url()));
    let mut child = squad(&home).spawn().unwrap();
    let log = log_until(&mut child, "game0003 begins");
    signal(&child, "TERM");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "the first one does not end a game");
    signal(&child, "INT");
    let began = Instant::now();
    let status = wait(child).status;
    assert!(began.elapsed() < Duration::from_secs(15));
    assert!(matches!(status.signal(), Some(2 | 15)), "{status}");
    assert_eq!(mini.counts().finished, 0);
    drop(log);
}

#[test]
fn a_signal_in_the_lobby_ends_soon() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let home = home(&names(5), &format!("server = http://{}\n", listener.local_addr().unwrap()));
    let child = squad(&home).spawn().unwrap();
    let waiting: Vec<_> = (0..5).map(|_| listener.accept().unwrap()).collect();
    signal(&child, "TERM");
    let began = Instant::now();
    assert_eq!(wait(child).status.code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(15));
    drop(waiting);
}

#[test]
fn a_rejected_key_ends_one_session_and_is_the_end_s_exit_code() {
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let home = home(&names(3), &format!("server = {}\nbot = miner\ngames = 2\n", mini.url()));
    home.write("keys", b"bot-1 = k3y4t3st\nbot-2 = wr0ngk3y\nbot-3 = k3y4t3st\n", 0o600);
    let (code, out, err) = finish(squad(&home));
    assert_eq!((code, mini.counts().finished), (5, 4), "{out}{err}");
    assert!(err.contains("boardbots: bot-2: ") && err.contains("rejects the key"), "{err}");
    assert!(err.ends_with("boardbots: 1 of 3 bots did not end well\n") && !err.contains("wr0ngk3y"), "{err}");
}
