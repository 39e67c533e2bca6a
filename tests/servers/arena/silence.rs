//! Nobody reads what the server writes: it serves and ends all the same.

use crate::arena::client::Client;
use crate::arena::process::{Process, command};
use crate::arena::seat::Seat;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_mins(1);

/// A pipe with no room left.
fn full_pipe() -> (impl Read, std::io::PipeWriter) {
    let (reader, writer) = std::io::pipe().unwrap();
    let mut filler = writer.try_clone().unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    // Stays blocked in its last write until the pipe is read or closed.
    thread::spawn(move || {
        while filler.write_all(&[b'.'; 512]).is_ok() {
            if tell.send(()).is_err() {
                return;
            }
        }
    });
    while told.recv_timeout(Duration::from_millis(500)).is_ok() {}
    (reader, writer)
}

/// How it ends, which must be soon.
fn wait(child: &mut Child) -> Option<i32> {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("the arena does not end");
}

fn terminate(child: &mut Child) -> Option<i32> {
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-s", "TERM", &pid]).status().unwrap().success());
    wait(child)
}

#[test]
fn a_full_stderr_stops_neither_games_nor_the_end() {
    let (stderr, full) = full_pipe();
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("arena.db");
    let mut child = command(&["--listen", "0", "--turn-limit", "60s", "--db"])
        .arg(&db)
        .env("RUST_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let addr: SocketAddr = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let mut process = Process { child, addr };
    // Each game logs its begin and its end.
    for _ in 0..40 {
        Seat::train(addr, "key=abc&turns=2&map=m1").play_out();
    }
    assert_eq!(Client::new(addr).get("/games.json").status, 200);
    assert_eq!(terminate(&mut process.child), Some(0));
    drop(stderr);
}

#[test]
fn what_was_dropped_is_told_once_somebody_reads() {
    let (mut stderr, full) = full_pipe();
    let mut child = command(&["--listen", "0", "--turn-limit", "60s"])
        .env("RUST_LOG", "debug")
        .stdout(Stdio::piped())
        .stderr(full)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let addr: SocketAddr = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    let mut process = Process { child, addr };
    for game in 0..700 {
        Seat::train(addr, "key=abc&turns=1&map=m1").play_out();
        // Not more at once than an address may join.
        if game % 100 == 99 {
            thread::sleep(Duration::from_millis(400));
        }
    }
    let reading = thread::spawn(move || {
        let mut text = Vec::new();
        // Until the process has ended and the pipe is closed.
        stderr.read_to_end(&mut text).unwrap();
        String::from_utf8_lossy(&text).into_owned()
    });
    assert_eq!(terminate(&mut process.child), Some(0));
    let text = reading.join().unwrap();
    assert!(text.contains(" log lines were dropped"), "{}", text.trim_start_matches('.'));
    assert!(text.contains("the arena closes"), "the newest lines are there");
}

#[test]
fn a_full_stdout_keeps_no_server_from_its_end() {
    let (stdout, full) = full_pipe();
    let mut child = command(&["--listen", "127.0.0.1:0"])
        .env("RUST_LOG", "info")
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    // Where it is stands in the log too.
    let addr = lines.find_map(|line| {
        let line = line.unwrap();
        let at = line.find("127.0.0.1:")?;
        let end = line[at..].find(|c: char| !c.is_ascii_digit() && c != '.' && c != ':').unwrap_or(line.len() - at);
        line[at..at + end].parse::<SocketAddr>().ok()
    });
    let mut process = Process { child, addr: addr.expect("the log says where it is") };
    assert!(TcpStream::connect(process.addr).is_ok());
    assert_eq!(terminate(&mut process.child), Some(0));
    drop(stdout);
}

#[test]
fn a_failure_that_nobody_reads_ends_the_process_all_the_same() {
    let (stderr, full) = full_pipe();
    let mut child = command(&["--db", "/no/such/folder/arena.db"]).stdout(Stdio::null()).stderr(full).spawn().unwrap();
    assert_eq!(wait(&mut child), Some(7));
    drop(stderr);
}
