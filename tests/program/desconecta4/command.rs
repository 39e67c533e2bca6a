//! `boardbots desconecta4` as a process: options, output, exit codes, signals.

use super::raw::{LONG, Raw, server};
use crate::refusing::Refusing;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn boardbots(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("desconecta4").args(args).env_remove("RUST_LOG");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, stdout and the rest of stderr of a process that ends by itself.
fn finish(mut child: Child) -> (Option<i32>, String, String) {
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > LONG {
            child.kill().unwrap();
            panic!("still running");
        }
        thread::sleep(Duration::from_millis(10));
    };
    let output = Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() };
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
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

fn run(args: &[&str]) -> (i32, String, String) {
    let (code, out, err) = finish(boardbots(args).spawn().unwrap());
    (code.expect("no signal"), out, err)
}

fn signal(child: &Child, name: &str) {
    let command = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

/// The log of a process up to this line, which is returned, and the rest of it.
fn log_until(child: &mut Child, text: &str) -> (String, BufReader<ChildStderr>) {
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains(text) {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "the log ends before {text:?}");
    }
    (line, log)
}

/// A serving process and where it listens.
fn serve(args: &[&str]) -> (Child, SocketAddr, BufReader<ChildStderr>) {
    let mut child = boardbots(&[&["serve", "0"], args].concat()).spawn().unwrap();
    let (line, log) = log_until(&mut child, "listens on");
    let address = line.split("listens on ").nth(1).unwrap().split(' ').next().unwrap();
    (child, address.parse().unwrap(), log)
}

/// The arguments of a quick game at this server.
fn connect(address: SocketAddr, more: &[&str]) -> (i32, String, String) {
    let port = address.port().to_string();
    run(&[&["connect", "127.0.0.1", &port, "--depth", "2"], more].concat())
}

#[test]
fn both_sides_as_processes() {
    for (level, colour) in [("1", "blue"), ("2", "green"), ("3", "blue")] {
        let options = ["--level", level, "--colour", colour, "--games", "1", "--plies", "40", "--json"];
        let (house, address, _log) = serve(&options);
        let (code, out, err) = connect(address, &["--nick", "Íñigo", "--plies", "40", "--json"]);
        assert_eq!(code, 0, "{err}");
        let (house, theirs, _) = finish(house);
        assert_eq!(house, Some(0));
        let ours: Value = serde_json::from_str(&out).expect("one line of JSON");
        let theirs: Value = serde_json::from_str(&theirs).expect("one line of JSON");
        assert_eq!(theirs["colour"], colour);
        assert_ne!(ours["colour"], theirs["colour"]);
        assert_eq!((&ours["nick"], &ours["opponent"]), (&theirs["opponent"], &theirs["nick"]));
        assert_eq!(ours["nick"], "Íñigo");
        assert_eq!(ours["opponent"], format!("boardbots-{level}"));
        for key in ["game", "plies", "moves", "winner", "reason", "detail"] {
            assert_eq!(ours[key], theirs[key], "{key}");
        }
        assert_eq!(ours["plies"], ours["moves"].as_str().unwrap().len());
        assert!(ours["slowest_ms"].is_u64() && ours["address"].is_string());
    }
}

#[test]
fn a_line_of_text_for_each_game() {
    let (house, address, _log) = serve(&["--games", "2"]);
    for _ in 0..2 {
        let (code, out, err) = connect(address, &["--depth", "2"]);
        assert!(code == 2 && out.is_empty() && err.contains("--depth"), "twice the same option: {err}");
        let (code, out, err) = connect(address, &["--plies", "3"]);
        assert_eq!(code, 0, "{err}");
        assert!(out.starts_with("game 1: no result as green against \"boardbots-1\" ("), "{out}");
        assert!(err.contains("the game begins") && err.contains("the game ends after 3 plies"), "{err}");
    }
    let (code, out, _) = finish(house);
    assert_eq!((code, out.lines().count()), (Some(0), 2));
    assert!(out.starts_with("game 1: no result as blue against \"boardbots\" (127.0.0.1:"), "{out}");
}

#[test]
fn game_conf() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.conf");
    let path = path.to_str().unwrap();
    let write = |text: &[u8]| std::fs::write(path, text).unwrap();
    let (address, script) = server(|mut raw: Raw| {
        raw.expect(b"\x05\xcd\xf1igo1");
        raw.send(b"\x01n0");
    });
    write(b"127.0.0.1\r\n\xcd\xf1igo\r\n");
    let port = address.port().to_string();
    let (code, out, err) = run(&["connect", "--config", path, &port, "--depth", "1"]);
    assert_eq!(code, 4, "{err}");
    assert!(out.contains("no result as green against \"n\"") && err.contains("has closed"), "{out}{err}");
    script.join().unwrap();
    for (text, due) in [(&b""[..], "line 1"), (b"host\n", "line 2"), (b"two words\nx\n", "line 1")] {
        write(text);
        let (code, _, err) = run(&["connect", "--config", path]);
        assert!(code == 3 && err.contains(path) && err.contains(due), "{code} {err}");
    }
    let (code, _, err) = run(&["connect", "--config", folder.path().join("none").to_str().unwrap()]);
    assert!(code == 3 && err.contains("none"), "{err}");
    for args in [&["host", "5127"][..], &["host"], &["0"], &["65536"]] {
        let (code, _, err) = run(&[&["connect", "--config", path], args].concat());
        assert!(code == 2 && err.contains("--config"), "{code} {err}");
    }
}

#[test]
fn options_that_make_no_sense_are_exit_2() {
    for args in [
        &[][..],
        &["connect"],
        &["connect", "h", "0"],
        &["connect", "h", "65536"],
        &["connect", "h", "--nick", ""],
        &["connect", "h", "--nick", &"x".repeat(128)],
        &["connect", "h", "--mode", "human"],
        &["connect", "h", "--depth", "0"],
        &["connect", "h", "--depth", "65"],
        &["connect", "h", "--judge", "nobody"],
        &["connect", "h", "--threads", "0"],
        &["connect", "h", "--time-limit", "0s"],
        &["connect", "h", "--patience", "soon"],
        &["serve", "x"],
        &["serve", "--level", "4"],
        &["serve", "--colour", "red"],
        &["serve", "--games", "0"],
        &["serve", "--at-once", "0"],
        &["serve", "--plies", "0"],
        &["serve", "--listen", "here"],
    ] {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    }
}

#[test]
fn an_address_in_use_is_exit_3() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let (code, out, err) = run(&["serve", &port]);
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("cannot listen on 127.0.0.1:") && err.contains("--listen"), "{err}");
}

#[test]
fn nobody_there_is_exit_4() {
    let server = Refusing::new();
    let (code, out, err) = connect(server.addr, &[]);
    assert_eq!((code, out.as_str()), (4, ""));
    assert!(err.contains(&server.addr.to_string()) && err.contains("refused"), "{err}");
}

#[test]
fn silence_is_exit_4_before_a_game_and_6_in_it() {
    let (address, script) = server(|mut raw: Raw| drop(raw.rest()));
    let (code, out, err) = connect(address, &["--greeting", "50ms"]);
    assert!(code == 4 && out.is_empty() && err.contains("said nothing for 50 ms"), "{err}");
    script.join().unwrap();
    let (address, script) = server(|mut raw: Raw| {
        raw.send(b"\x01n0");
        raw.rest();
    });
    let (code, out, err) = connect(address, &["--patience", "50ms", "--json"]);
    assert!(code == 6 && err.contains("after 1 plies"), "{err}");
    let game: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&game["reason"], &game["winner"], &game["plies"]), (&"timeout".into(), &Value::Null, &1.into()));
    script.join().unwrap();
}

#[test]
fn what_others_send_shows_escaped() {
    let (address, script) = server(|mut raw: Raw| {
        raw.send(b"\x08\x1b[2J\xff\n\r\x070");
        raw.byte();
        raw.send(b"\x1b");
        raw.rest();
    });
    let (code, out, err) = connect(address, &[]);
    assert_eq!(code, 4);
    assert!(out.contains(r#""\u{1b}[2J\xff\n\r\u{7}""#), "{out}");
    assert!(!out.chars().chain(err.chars()).any(|c| c.is_control() && c != '\n'), "{out}{err}");
    script.join().unwrap();
}

#[test]
fn the_first_signal_lets_the_game_end() {
    for name in ["INT", "TERM"] {
        let (mut house, address, log) = serve(&[]);
        let mut raw = Raw::connect(address);
        raw.send(b"\x03raw1");
        raw.expect(b"\x0bboardbots-10");
        signal(&house, name);
        raw.send(b"3");
        raw.byte();
        raw.send(b"9");
        assert_eq!(raw.rest(), b"");
        house.stderr = None;
        let rest = drain(Some(log));
        let (code, out, _) = finish(house);
        assert_eq!(code, Some(0));
        assert!(out.contains("an illegal action of the other side: \"9\" is no action"), "{out}");
        assert!(String::from_utf8(rest.join().unwrap()).unwrap().contains("game 1 ends after 2 plies"));
    }
}

#[test]
fn the_second_signal_ends_at_once() {
    let (mut house, address, log) = serve(&[]);
    let mut raw = Raw::connect(address);
    raw.send(b"\x03raw1");
    raw.expect(b"\x0bboardbots-10");
    signal(&house, "TERM");
    // Signals of one kind that come together are one.
    thread::sleep(Duration::from_millis(300));
    assert!(house.try_wait().unwrap().is_none(), "the first one does not end a game");
    signal(&house, "INT");
    assert_eq!(finish(house).0, None);
    assert_eq!(raw.rest(), b"");
    drop(log);
}

#[test]
fn a_signal_ends_a_server_without_games_and_a_client_without_greeting() {
    let (house, _, _log) = serve(&[]);
    signal(&house, "TERM");
    assert_eq!(finish(house).0, Some(0));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let client = boardbots(&["connect", "127.0.0.1", &port]).spawn().unwrap();
    let (stream, _) = listener.accept().unwrap();
    Raw::over(stream.try_clone().unwrap()).expect(b"\x09boardbots1");
    signal(&client, "INT");
    let (code, out, _) = finish(client);
    assert_eq!((code, out.as_str()), (Some(0), ""));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let (mut house, address, _log) = serve(&["--games", "2", "--plies", "2"]);
    drop(house.stdout.take());
    for _ in 0..2 {
        let mut client = boardbots(&["connect", "127.0.0.1", &address.port().to_string(), "--plies", "2"]);
        let mut client = client.spawn().unwrap();
        drop(client.stdout.take());
        assert_eq!(finish(client).0, Some(0));
    }
    assert_eq!(finish(house).0, Some(0));
}
