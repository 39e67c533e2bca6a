//! The client as a process: options, exit codes, output, signals, and a key that is never shown.

use crate::bot::http::{Framing, answer, read, reader};
use crate::bot::mini::{KEY, Mini, Nature};
use crate::bot::proxy::{Fate, Proxy};
use crate::refusing::Refusing;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A directory with a key file.
pub struct Home(TempDir);

impl Home {
    pub fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        home.write("key", format!("{KEY}\n").as_bytes(), 0o600);
        home
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8], mode: u32) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        path
    }
}

/// `boardbots vindinium` without a key.
pub fn bare(url: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["vindinium", "--server", url]);
    command.env_remove("CREDENTIALS_DIRECTORY").env_remove("RUST_LOG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn bot(url: &str, key: &Path) -> Command {
    let mut command = bare(url);
    command.arg("--key-file").arg(key);
    command
}

/// Output and exit code of a process, which must end within a minute.
pub fn finish(mut command: Command) -> (i32, String, String) {
    let child = command.spawn().unwrap();
    let Output { status, stdout, stderr } = wait(child);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().expect("it ends by itself"), text(stdout), text(stderr))
}

pub fn wait(mut child: Child) -> Output {
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > Duration::from_mins(1) {
            child.kill().unwrap();
            panic!("still running after a minute");
        }
        thread::sleep(Duration::from_millis(10));
    };
    Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

/// Reads a pipe to its end, if nobody else does.
fn drain(from: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            from.read_to_end(&mut bytes).unwrap();
        }
        bytes
    })
}

pub fn signal(child: &Child, name: &str) {
    let command = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

/// The lines of a process's log, of which the rest is read on.
pub fn log_until(child: &mut Child, text: &str) -> BufReader<std::process::ChildStderr> {
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(text) {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "the log ends before {text:?}");
    }
    log
}

#[test]
fn a_table_of_results() {
    let (mini, home) = (Mini::start(Nature { turns: 40, ..Nature::default() }), Home::new());
    let mut command = bot(&mini.url(), &home.path("key"));
    command.args(["--games", "2"]);
    let (code, out, err) = finish(command);
    assert_eq!(code, 0, "{err}");
    let lines: Vec<&str> = out.lines().collect();
    let [head, first, second, total] = lines[..] else { panic!("{out}") };
    assert!(head.starts_with("game ") && head.ends_with(" end"), "{out}");
    assert!(first.starts_with("game0001 ") && first.contains(" 40/40 ") && first.ends_with(" finished"), "{out}");
    assert!(second.starts_with("game0002 "), "{out}");
    assert!(total.starts_with("games 2, "), "{out}");
    for id in ["game0001", "game0002"] {
        assert_eq!(err.lines().filter(|line| line.contains(&format!("game {id} begins"))).count(), 1, "{err}");
        let done = err.lines().find(|line| line.contains(&format!("game {id}: "))).expect(id);
        for part in [" mines", "40 turns", "gold [", "place ", "rating 1200", "slowest decision", &mini.url()] {
            assert!(done.contains(part), "{part} in {done}");
        }
    }
}

#[test]
fn json_lines_of_results() {
    let (mini, home) = (Mini::start(Nature { turns: 40, hero: 1, ..Nature::default() }), Home::new());
    let mut command = bot(&mini.url(), &home.path("key"));
    command.args(["--json", "--mode", "training", "--turns", "10"]);
    let (code, out, err) = finish(command);
    assert_eq!(code, 0, "{err}");
    let value: serde_json::Value = serde_json::from_str(out.trim()).expect("one line of JSON");
    assert_eq!(value["game"], "game0001");
    assert_eq!((&value["turns"], &value["hero"]), (&40.into(), &2.into()));
    assert_eq!(value["gold"].as_array().unwrap().len(), 4);
    assert_eq!(value["url"], format!("{}/game0001", mini.url()));
    assert_eq!(value["timed_out"], false);
    assert!(value["slowest_ms"].is_u64() && value["place"].is_u64() && value["rating_change"].is_i64());
}

#[test]
fn a_rejected_key_is_exit_5() {
    let (mini, home) = (Mini::start(Nature::default()), Home::new());
    let key = home.write("other", b"wr0ngk3y", 0o600);
    let mut command = bot(&mini.url(), &key);
    command.args(["--games", "forever"]).env("RUST_LOG", "trace");
    let (code, out, err) = finish(command);
    assert_eq!((code, out.as_str()), (5, ""), "{err}");
    assert!(err.contains("rejects the key") && !err.contains("wr0ngk3y"), "{err}");
}

#[test]
fn a_bad_address_is_exit_3() {
    let home = Home::new();
    for url in ["vindinium.org", "http://", "http://h:99999", "ftp://h", "http://me:pw@h"] {
        let (code, _, err) = finish(bot(url, &home.path("key")));
        assert_eq!(code, 3, "{url}: {err}");
        assert!(!err.contains("pw"), "{err}");
    }
}

#[test]
fn options_that_make_no_sense_are_exit_2() {
    let (mini, home) = (Mini::start(Nature::default()), Home::new());
    for args in [
        &["--map", "m1"][..],
        &["--turns", "5"],
        &["--mode", "arena", "--turns", "5"],
        &["--mode", "training", "--turns", "0"],
        &["--mode", "training", "--turns", "601"],
        &["--games", "0"],
        &["--games", "many"],
        &["--mode", "ranked"],
        &["--bot", "nobody"],
        &["--bot", "miner", "--depth", "4"],
        &["--bot", "random", "--threads", "2"],
        &["--give-up", "soon"],
        &["--deadline", "0"],
        &["--key", KEY],
    ] {
        let mut command = bot(&mini.url(), &home.path("key"));
        command.args(args);
        let (code, out, err) = finish(command);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    }
    assert_eq!(mini.counts().begun, 0);
}

#[test]
fn key_files_that_are_none_are_exit_3() {
    let home = Home::new();
    for (name, bytes) in [
        ("empty", &b""[..]),
        ("blank", b"\n"),
        ("two", b"one\ntwo\n"),
        ("binary", b"\xff\xfe\x00"),
        ("large", &[b'k'; 5000]),
    ] {
        let path = home.write(name, bytes, 0o600);
        let (code, _, err) = finish(bot("http://127.0.0.1:9", &path));
        assert_eq!(code, 3, "{name}: {err}");
        assert!(err.contains(path.to_str().unwrap()) && err.contains("key"), "{err}");
    }
    for path in [home.path("missing"), home.0.path().into(), PathBuf::from("/dev/zero")] {
        let (code, _, err) = finish(bot("http://127.0.0.1:9", &path));
        assert_eq!(code, 3, "{err}");
        assert!(err.contains(path.to_str().unwrap()), "{err}");
    }
    let (code, _, err) = finish(bare("http://127.0.0.1:9"));
    assert!(code == 3 && err.contains("--key-file") && err.contains("LoadCredential"), "{err}");
}

#[test]
fn the_key_can_be_a_credential_of_systemd() {
    let (mini, home) = (Mini::start(Nature { turns: 8, ..Nature::default() }), Home::new());
    let mut command = bare(&mini.url());
    command.env("CREDENTIALS_DIRECTORY", home.0.path());
    let (code, _, err) = finish(command);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn an_open_key_file_is_warned_of() {
    let (mini, home) = (Mini::start(Nature { turns: 8, ..Nature::default() }), Home::new());
    let warned = |path: &Path| finish(bot(&mini.url(), path)).2.contains("can be read by others");
    assert!(!warned(&home.path("key")));
    assert!(warned(&home.write("open", KEY.as_bytes(), 0o644)));
}

/// A server that puts everything it was sent into everything it says.
fn echo() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let Ok(Some(request)) = read(&mut reader(&stream)) else { continue };
            let form = String::from_utf8_lossy(&request.body).into_owned();
            // A client that has gone away is no concern of this server.
            let _ = match number {
                0 => stream.write_all(
                    format!("HTTP/1.1 302 Go\r\nLocation: /{form}\r\nX-{form}: {form}\r\nContent-Length: 0\r\n\r\n")
                        .as_bytes(),
                ),
                1 => answer(&mut stream, Framing::Close, 200, &format!("{{\"game\":{form:?}}}")).map(|_| ()),
                2 => answer(&mut stream, Framing::Close, 500, &form).map(|_| ()),
                _ => answer(&mut stream, Framing::Close, 400, &format!("Vindinium - {form}")).map(|_| ()),
            };
        }
    });
    url
}

/// As much as a user can ask for.
pub const LOG_ALL: &str = "trace,ureq=trace,ureq_proto=trace,ureq::run=trace,ureq_proto::util=trace";

#[test]
fn the_key_shows_nowhere() {
    let home = Home::new();
    let hex: Vec<String> = KEY.bytes().map(|byte| format!("{byte:02x}")).collect();
    let hex = hex.concat();
    let clean = |text: &str| {
        let dense: String = text.to_lowercase().split_whitespace().collect();
        !text.contains(KEY) && !dense.contains(&hex) && !text.contains(&KEY[2..])
    };
    // A whole game through faults.
    let mini = Mini::start(Nature { turns: 80, ..Nature::default() });
    let proxy = Proxy::start(mini.addr, |number, _| match number % 10 {
        3 => Fate::ResetLate,
        6 => Fate::Status(302),
        8 => Fate::Corrupt,
        _ => Fate::Pass,
    });
    let mut command = bot(&proxy.url(), &home.path("key"));
    command.env("RUST_LOG", LOG_ALL);
    let (code, out, err) = finish(command);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("next attempt") && err.contains("turn 8: "), "it does log: {err}");
    assert!(clean(&out) && clean(&err), "{out}\n{err}");
    // A server that repeats what it was sent.
    let mut command = bot(&echo(), &home.path("key"));
    command.env("RUST_LOG", LOG_ALL).args(["--games", "forever"]);
    let (code, out, err) = finish(command);
    assert_eq!(code, 3, "{err}");
    assert!(err.contains("[key]"), "{err}");
    assert!(clean(&out) && clean(&err), "{out}\n{err}");
}

#[test]
fn a_game_lost_by_time_out_is_exit_6_after_all_games() {
    let mini = Mini::start(Nature { turns: 40, limit: Duration::from_millis(300), ..Nature::default() });
    let proxy = Proxy::start(mini.addr, |number, _| {
        if number == 5 {
            thread::sleep(Duration::from_millis(700));
        }
        Fate::Pass
    });
    let home = Home::new();
    let mut command = bot(&proxy.url(), &home.path("key"));
    command.args(["--games", "2"]);
    let (code, out, err) = finish(command);
    assert_eq!(code, 6, "{err}");
    assert_eq!(mini.counts().begun, 2, "{out}");
    assert!(out.contains("TIME-OUT") && err.contains("LOST BY TIME-OUT"), "{out}{err}");
    assert!(err.contains("games lost by time-out"), "{err}");
}

#[test]
fn giving_up_is_exit_4() {
    let (server, home) = (Refusing::new(), Home::new());
    let mut command = bot(&server.url(), &home.path("key"));
    command.args(["--games", "forever", "--give-up", "500ms"]);
    let (code, _, err) = finish(command);
    assert_eq!(code, 4, "{err}");
    assert!(err.contains("gave up") && err.contains("refused"), "{err}");
}

/// One line, and rarer ones after it, about a network that wants a login; then the bot plays.
#[test]
fn a_login_page_of_the_network_is_waited_out() {
    let (mini, home) = (Mini::start(Nature { turns: 40, ..Nature::default() }), Home::new());
    let proxy = Proxy::start(mini.addr, |number, _| if number < 3 { Fate::Portal(403) } else { Fate::Pass });
    let (code, out, err) = finish(bot(&proxy.url(), &home.path("key")));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("game0001"), "{out}");
    let warned = err.lines().filter(|line| line.contains("status 403") && line.contains("next attempt")).count();
    assert_eq!(warned, 2, "the first and the second of three failures: {err}");
    assert!(!err.contains("rejects the key"), "{err}");
}

#[test]
fn the_first_signal_lets_the_game_end() {
    for name in ["TERM", "INT"] {
        let mini = Mini::start(Nature { turns: 200, pace: Duration::from_millis(60), ..Nature::default() });
        let home = Home::new();
        let mut command = bot(&mini.url(), &home.path("key"));
        command.args(["--games", "forever"]);
        let mut child = command.spawn().unwrap();
        let mut log = log_until(&mut child, "game0001 begins");
        signal(&child, name);
        let mut rest = String::new();
        log.read_to_string(&mut rest).unwrap();
        assert_eq!(wait(child).status.code(), Some(0), "{rest}");
        assert!(rest.contains("200 turns"), "{rest}");
        assert_eq!((mini.counts().begun, mini.counts().finished), (1, 1));
    }
}

#[test]
fn the_second_signal_ends_at_once() {
    use std::os::unix::process::ExitStatusExt;
    let mini = Mini::start(Nature { turns: 1200, pace: Duration::from_millis(100), ..Nature::default() });
    let home = Home::new();
    let mut child = bot(&mini.url(), &home.path("key")).spawn().unwrap();
    let log = log_until(&mut child, "game0001 begins");
    signal(&child, "TERM");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none(), "the first one does not end a game");
    // Two of a kind might be one for a process that has not been running since.
    signal(&child, "INT");
    // A whole game would take half a minute.
    let began = Instant::now();
    let status = wait(child).status;
    assert!(began.elapsed() < Duration::from_secs(15));
    assert!(status.code().is_none() && matches!(status.signal(), Some(2 | 15)), "{status}");
    assert_eq!(mini.counts().finished, 0);
    drop(log);
}

#[test]
fn a_signal_in_the_lobby_ends_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let home = Home::new();
    let child = bot(&url, &home.path("key")).spawn().unwrap();
    let (stream, _) = listener.accept().unwrap();
    read(&mut reader(&stream)).unwrap().unwrap();
    signal(&child, "TERM");
    assert_eq!(wait(child).status.code(), Some(0));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let (mini, home) = (Mini::start(Nature { turns: 40, ..Nature::default() }), Home::new());
    let mut command = bot(&mini.url(), &home.path("key"));
    command.args(["--games", "2"]);
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(wait(child).status.code(), Some(0));
    assert_eq!(mini.counts().finished, 2);
}
