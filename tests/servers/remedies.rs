//! Servers that cannot start say what helps; tables say in the log what becomes of them.

use std::net::TcpListener;
use std::process::{Command, Output};

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
