//! Servers that cannot start say what helps; tables say in the log what becomes of them.

use crate::arena::process::Process;
use crate::tables::client::Client;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};

fn run(words: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let Output { status, stderr, .. } = command.args(words).output().expect("it ends by itself");
    (status.code(), String::from_utf8(stderr).expect("text"))
}

#[test]
fn a_taken_port_and_a_missing_folder_have_a_remedy() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    for server in ["arena", "tables"] {
        let (code, said) = run(&[server, "--listen", &taken]);
        assert_eq!(code, Some(4), "{said}");
        assert!(said.contains(&taken) && said.contains("give --listen another port, or stop the program"), "{said}");
        let (code, said) = run(&[server, "--listen", "192.0.2.1:9000"]);
        assert!(code == Some(4) && said.contains("0.0.0.0 for all"), "{said}");
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("no/where");
        let db = folder.join("x.db");
        let (code, said) = run(&[server, "--listen", "127.0.0.1:0", "--db", &db.display().to_string()]);
        assert_eq!(code, Some(7), "{said}");
        assert!(said.contains(&format!("make the folder first: mkdir -p {}", folder.display())), "{said}");
    }
}

#[test]
fn tables_say_what_becomes_of_them() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["tables", "--listen", "0"]).env_remove("RUST_LOG").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("an address");
    let addr = line.trim().trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
    let mut log = BufReader::new(child.stderr.take().expect("a pipe")).lines().map_while(Result::ok);
    let _process = Process { child, addr };
    let seats = vec![json!({ "kind": "bot", "player": "tron:course" }); 2];
    let made = Client::new(addr).table("tron", &json!(seats), &json!({}));
    let id = made["id"].as_str().expect("a table").to_string();
    for part in [format!("table {id} made: tron"), format!("table {id} ended after ")] {
        assert!(log.any(|line| line.contains(&part)), "{part}");
    }
}
