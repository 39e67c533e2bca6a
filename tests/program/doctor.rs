//! The health check as a process, on whatever machine the tests run: its own checks may find
//! anything there, but the configuration is drawn here.

use crate::refusing::Refusing;
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder as `/etc/boardbots` is one.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(tempfile::tempdir().unwrap());
        fs::create_dir(home.path("keys")).unwrap();
        home.mode("keys", 0o700);
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), PermissionsExt::from_mode(mode)).unwrap();
    }

    fn write(&self, name: &str, bytes: &[u8], mode: u32) {
        fs::write(self.path(name), bytes).unwrap();
        self.mode(name, mode);
    }

    fn bot(&self, name: &str, server: &str) {
        self.write(&format!("{name}.conf"), format!("run = vindinium\nserver = {server}\n").as_bytes(), 0o644);
        self.write(&format!("keys/{name}"), b"s3cr3t99\n", 0o600);
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
        command.arg("doctor").arg("--config").arg(self.0.path());
        command.stdin(Stdio::null()).env_remove("NO_COLOR");
        command
    }

    /// Exit code, and what is printed.
    fn text(&self) -> (i32, String) {
        let Output { status, stdout, .. } = self.command().output().unwrap();
        (status.code().unwrap(), String::from_utf8(stdout).unwrap())
    }

    fn json(&self) -> Value {
        let Output { status, stdout, stderr } = self.command().arg("--json").output().unwrap();
        let text = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
        assert!(!text.contains("s3cr3t"), "{text}");
        let json: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let due = if json["ok"] == true { 0 } else { 3 };
        assert_eq!(status.code(), Some(due), "{json}");
        json
    }
}

/// The checks of a name: states and what was found.
fn checks(json: &Value, name: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let all = json["checks"].as_array().unwrap().iter();
    all.filter(|check| check["name"] == name).map(|check| (text(&check["state"]), text(&check["found"]))).collect()
}

/// A server of the bots.
fn server() -> String {
    answering("HTTP/1.1 400 Bad Request\r\nContent-Length: 33\r\n\r\nDid you forget the key parameter?")
}

/// A server that gives everybody this answer.
fn answering(answer: &'static str) -> String {
    use std::io::Write;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    url
}

#[test]
fn a_good_configuration() {
    let (home, url) = (Home::new(), server());
    home.bot("alice", &url);
    home.bot("bob", &url);
    let json = home.json();
    assert_eq!(json["instances"], 2);
    for name in ["instances", "keys", "server"] {
        let found = checks(&json, name);
        // A machine of the tests has a core for every four bots; root's files are root's.
        assert!(matches!(&found[..], [(state, _)] if state == "ok"), "{name}: {found:?}");
    }
}

#[test]
fn web_servers_and_misspelt_parts_are_told() {
    let (home, url) = (Home::new(), answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"));
    home.bot("alice", &url);
    home.write("pack.conf", b"run = squad\nbots = bob, carol\n[bbo]\ndepth = 3\n", 0o644);
    let json = home.json();
    let server = checks(&json, "server");
    assert!(server[0].0 == "warning" && server[0].1.contains("does not speak the protocol"), "{server:?}");
    let unclear = checks(&json, "instances");
    let found = unclear.iter().find(|(state, _)| state == "warning").expect("a warning");
    assert!(found.1.contains("line 3: [bbo]: no bot \"bbo\"; did you mean \"bob\"?"), "{found:?}");
}

#[test]
fn errors_are_exit_3_and_say_what_to_do() {
    let (home, url) = (Home::new(), server());
    home.bot("alice", &url);
    home.mode("keys/alice", 0o644);
    let (code, text) = home.text();
    assert_eq!(code, 3, "{text}");
    let path = home.path("keys/alice");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("error    keys")).expect("a line for the key");
    assert!(lines[at].contains("open to other users (mode 0644, not 0600)"), "{text}");
    assert_eq!(lines[at + 1].trim(), format!("-> sudo chmod 600 {}", path.display()));
    assert!(lines.last().unwrap().contains("error"), "{text}");
    assert!(!text.contains("s3cr3t"), "{text}");
    // With this one put right, and nothing else wrong with the configuration, it says so.
    home.mode("keys/alice", 0o600);
    assert_eq!(checks(&home.json(), "keys")[0].0, "ok");
}

#[test]
fn a_server_that_is_not_there() {
    let (server, home) = (Refusing::new(), Home::new());
    home.bot("alice", &server.url());
    let json = home.json();
    assert_eq!(json["ok"], false);
    let [(state, found)] = &checks(&json, "server")[..] else { panic!("{json}") };
    assert!(state == "error" && found.contains("(of alice.conf) refuses"), "{found}");
}

#[test]
fn facts_for_a_script() {
    let json = Home::new().json();
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(json["binary"], std::env::consts::ARCH);
    for key in ["architecture", "model", "cores", "memory_kib", "available_kib", "free_kib", "systemd", "kernel"] {
        assert!(json.as_object().unwrap().contains_key(key), "{key}");
    }
    if cfg!(target_os = "linux") {
        assert!(json["cores"].as_u64().unwrap() > 0 && json["memory_kib"].as_u64().unwrap() > 0, "{json}");
        assert!(json["free_kib"].is_u64() && json["kernel"].is_string() && json["architecture"].is_string(), "{json}");
    }
    for check in json["checks"].as_array().unwrap() {
        let keys: Vec<&String> = check.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["found", "name", "remedy", "state"]);
    }
}

#[test]
fn odd_folders_are_no_reason_to_hang_or_panic() {
    let home = Home::new();
    home.write("garbage.conf", b"\xff\x00run = \x1b[31m\nserver = \xfe", 0o644);
    home.write("huge.conf", &vec![b'#'; 3_000_000], 0o644);
    symlink("/dev/zero", home.path("endless.conf")).unwrap();
    symlink("loop.conf", home.path("loop.conf")).unwrap();
    assert!(Command::new("mkfifo").arg(home.path("pipe.conf")).status().unwrap().success());
    symlink("/dev/zero", home.path("keys/endless")).unwrap();
    symlink("nowhere", home.path("keys/dangling")).unwrap();
    home.write("keys/it's", b"\xff", 0o600);
    let (_, text) = home.text();
    for name in ["endless.conf", "huge.conf", "loop.conf", "pipe.conf", "keys/endless", "keys/it's"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    assert!(text.contains("it'\\''s'"), "a remedy is fit for a shell: {text}");
    assert!(!text.contains('\u{1b}') && !text.contains('\0'), "{text:?}");
}

#[test]
fn no_configuration_and_no_commands_are_needed() {
    let home = Home::new();
    let mut command = home.command();
    command.arg("--config").arg(home.path("nothing"));
    assert_eq!(command.output().unwrap().status.code(), Some(2), "one folder only");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["doctor", "--config", "nothing"]).current_dir(home.0.path()).env("PATH", home.path("nothing"));
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = String::from_utf8(stdout).unwrap();
    assert!(matches!(status.code(), Some(0 | 3)), "{text}");
    let folder = home.path("nothing");
    assert!(text.contains(&format!("there is no {} here", folder.display())), "{text}");
    let space = text.lines().find(|line| line.contains(" space ")).unwrap();
    assert!(space.starts_with("skipped") && space.ends_with("df is not installed"), "{space}");
    assert_eq!(stderr.is_empty(), status.success());
}

#[test]
fn colours_only_where_they_are_wanted() {
    let home = Home::new();
    assert!(!home.text().1.contains('\u{1b}'));
    let forced = home.command().args(["--colour", "always"]).output().unwrap();
    assert!(String::from_utf8(forced.stdout).unwrap().contains("\u{1b}["));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Home::new().command().stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(matches!(child.wait().unwrap().code(), Some(0 | 3)));
}
