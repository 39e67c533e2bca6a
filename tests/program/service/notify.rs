//! What the manager hears of a bot, and how the bot follows signals.

use crate::bot::mini::{Mini, Nature};
use crate::refusing::Refusing;
use crate::service::manager::{Service, home};
use std::net::TcpListener;
use std::time::Duration;

const WATCHDOG: Duration = Duration::from_secs(30);

fn turns(status: &str) -> u64 {
    let (_, counts) = status.rsplit_once("turns ").unwrap_or_else(|| panic!("{status}"));
    counts.trim().parse().unwrap_or_else(|_| panic!("{status}"))
}

#[test]
fn ready_comes_first_and_the_status_follows_the_games() {
    let mini = Mini::start(Nature { turns: 400, pace: Duration::from_millis(40), ..Nature::default() });
    let mut bot = Service::start(home(&mini.url(), ""), "bot.conf", WATCHDOG);
    assert_eq!(bot.message(Duration::from_mins(1)).as_deref(), Some("READY=1\n"));
    let first = bot.expect("STATUS=waiting for a game at http://127.0.0.1");
    assert!(first.ends_with("; games 0, first 0, turns 0\n"), "{first}");
    let playing = bot.expect("STATUS=playing game0");
    assert!(playing.contains("/400, gold ") && playing.contains(", mines "), "{playing}");
    let later = bot.expect("games 1, first");
    assert!(turns(&later) >= 99, "{later}");
    bot.signal("TERM");
    assert_eq!(bot.expect("STOPPING=1"), "STOPPING=1\n");
    assert_eq!(bot.wait().code(), Some(0));
    let log = bot.journal();
    assert!(log.lines().all(|line| line.starts_with("<6>") || line.starts_with("<4>")), "{log}");
    assert!(log.lines().any(|line| line.starts_with("<6>leaves after ")), "{log}");
}

#[test]
fn the_first_signal_lets_the_game_end() {
    let mini = Mini::start(Nature { turns: 800, pace: Duration::from_millis(40), ..Nature::default() });
    let mut bot = Service::start(home(&mini.url(), ""), "bot.conf", WATCHDOG);
    bot.expect("STATUS=playing ");
    bot.signal("TERM");
    bot.expect("STATUS=leaving after game game0001, turn ");
    assert_eq!(bot.wait().code(), Some(0));
    assert_eq!((mini.counts().finished, mini.counts().begun), (1, 1));
}

#[test]
fn the_second_signal_ends_at_once() {
    let mini = Mini::start(Nature { turns: 2400, pace: Duration::from_millis(50), ..Nature::default() });
    let mut bot = Service::start(home(&mini.url(), ""), "bot.conf", WATCHDOG);
    bot.expect("STATUS=playing ");
    bot.signal("TERM");
    bot.expect("STATUS=leaving after ");
    bot.signal("TERM");
    assert_eq!(bot.wait().code(), None, "it ends by the signal, not by itself");
    assert_eq!(mini.counts().finished, 0);
}

/// A server that takes connections and says nothing: a lobby.
fn lobby() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    (listener, url)
}

#[test]
fn in_a_lobby_the_watchdog_is_fed_and_the_process_sleeps() {
    let (_listener, url) = lobby();
    let mut bot = Service::start(home(&url, ""), "bot.conf", Duration::from_secs(6));
    bot.expect("STATUS=waiting for a game");
    #[cfg(target_os = "linux")]
    let begin = switches(&bot);
    for _ in 0..3 {
        bot.expect("WATCHDOG=1");
    }
    // Three signs of life are six seconds; a process that does not sleep wakes up far more.
    #[cfg(target_os = "linux")]
    assert!(switches(&bot) - begin <= 12, "{}", switches(&bot) - begin);
    bot.signal("TERM");
    bot.expect("STOPPING=1");
    assert_eq!(bot.wait().code(), Some(0));
}

/// How often the main thread has gone to sleep.
#[cfg(target_os = "linux")]
fn switches(bot: &Service) -> u64 {
    let status = bot.proc("status");
    let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")).unwrap();
    line.trim().parse().unwrap()
}

#[test]
fn a_server_that_is_away_is_told_and_waited_for() {
    let server = Refusing::new();
    let mut bot = Service::start(home(&server.url(), ""), "bot.conf", Duration::from_secs(3));
    let status = bot.expect("STATUS=no game: ");
    assert!(status.contains("refused") && status.ends_with("; games 0, first 0, turns 0\n"), "{status}");
    bot.expect("WATCHDOG=1");
    bot.signal("TERM");
    assert_eq!(bot.wait().code(), Some(0));
}

#[test]
fn starts_after_crashes_wait_until_one_works() {
    let (_listener, url) = lobby();
    let mut home = home(&url, "");
    for start in 1..=3 {
        let bot = Service::start(home, "bot.conf", WATCHDOG);
        if start == 3 {
            assert_eq!(bot.message(Duration::from_mins(1)).as_deref(), Some("EXTEND_TIMEOUT_USEC=62000000\n"));
        }
        bot.expect("READY=1");
        // In a lobby without games no start works, however long it takes to look.
        assert!(bot.path("run/starts").exists());
        assert_eq!(bot.journal().contains("start 3 in a row"), start == 3, "{}", bot.journal());
        home = bot.crash();
    }
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    std::fs::write(home.path().join("bot.conf"), format!("run = vindinium\nserver = {}\n", mini.url())).unwrap();
    let bot = Service::start(home, "bot.conf", WATCHDOG);
    bot.expect("games 1");
    assert!(!bot.path("run/starts").exists());
}

#[test]
fn a_watchdog_shorter_than_a_decision_is_a_mistake_in_the_unit() {
    let (_listener, url) = lobby();
    let mut bot = Service::start(home(&url, "deadline = 5000\n"), "bot.conf", Duration::from_secs(8));
    assert_eq!(bot.wait().code(), Some(3));
    assert!(bot.journal().contains("WatchdogSec="), "{}", bot.journal());
}

#[test]
fn hundreds_of_games_are_a_few_lines_and_nothing_else_is_written() {
    let mini = Mini::start(Nature { turns: 40, ..Nature::default() });
    let mut bot = Service::start(home(&mini.url(), "bot = miner\n"), "bot.conf", WATCHDOG);
    while mini.counts().finished < 300 {
        std::thread::sleep(Duration::from_millis(20));
    }
    #[cfg(target_os = "linux")]
    {
        let io = bot.proc("io");
        let written = io.lines().find_map(|line| line.strip_prefix("write_bytes: ")).unwrap();
        // The first lines of the log, which is a file here: each line and each small file costs at most a page or two.
        // A page for every game would be 1.2 MB.
        assert!(written.parse::<u64>().unwrap() <= 65_536, "{io}");
    }
    bot.signal("TERM");
    assert_eq!(bot.wait().code(), Some(0));
    let log = bot.journal();
    assert!(log.lines().count() <= 5, "{log}");
}
