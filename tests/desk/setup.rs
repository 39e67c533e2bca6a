//! `boardbots setup` on a board that is a folder, with a program that stands for systemd.

mod servers;

use crate::install;
use crate::play::terminal::Terminal;
use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const KEY: &str = "s3cr3t99";
/// Nobody listens there.
const SERVER: &str = "http://127.0.0.1:1";

/// A board on which nothing is configured.
struct Board(TempDir);

impl Board {
    /// Its services do what this line of a shell does: what they print is their status.
    fn new(service: &str) -> Self {
        let board = Self(tempfile::tempdir().unwrap());
        for folder in ["run/systemd/system", "etc/systemd/system", "usr/bin"] {
            fs::create_dir_all(board.path(folder)).unwrap();
        }
        board.service(service);
        board
    }

    fn service(&self, service: &str) {
        install(&self.path("usr/bin/boardbots"), format!("#!/bin/sh\n{service}\n").as_bytes());
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn mode(&self, name: &str) -> u32 {
        fs::metadata(self.path(name)).unwrap().permissions().mode() & 0o777
    }

    fn is_enabled(&self, unit: &str) -> bool {
        self.path(&format!("etc/systemd/system/boardbots.target.wants/{unit}")).is_symlink()
    }

    /// Nothing that was written is left.
    fn is_untouched(&self) -> bool {
        !self.path("etc/boardbots").exists() && !self.is_enabled("boardbots.target")
    }

    fn variables(&self) -> Vec<(&'static str, OsString)> {
        let stand_ins = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/tests/there");
        let path = format!("{stand_ins}:{}", std::env::var("PATH").unwrap());
        vec![("BOARDBOTS_ROOT", self.0.path().into()), ("PATH", path.into())]
    }

    fn terminal(&self, words: &[&str]) -> Terminal {
        Terminal::with(&[&["setup"], words].concat(), 100, &self.variables())
    }

    /// Without a terminal: exit code, stdout, stderr.
    fn run(&self, words: &[&str]) -> (i32, String, String) {
        let mut command = boardbots();
        run(command.arg("setup").args(words).envs(self.variables()))
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        fs::set_permissions(self.path(name), Permissions::from_mode(0o600)).unwrap();
        self.path(name).display().to_string()
    }

    /// A bot that is set up already.
    fn with_alice() -> Self {
        let board = Self::new("echo waiting for a game");
        let key = board.file("key", KEY);
        let (code, _, said) = board.run(&["play", "--server", SERVER, "--name", "alice", "--key-file", &key, "--yes"]);
        assert_eq!(code, 0, "{said}");
        board
    }
}

fn boardbots() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.stdin(Stdio::null()).env_remove("BOARDBOTS_ROOT").env_remove("RUST_LOG").env_remove("JOURNAL_STREAM");
    command
}

fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// The files below a folder that hold the key.
fn holders(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            found.extend(holders(&path));
        } else if fs::read(&path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(KEY)) {
            found.push(path);
        }
    }
    found
}

#[test]
fn a_bot_is_asked_for_and_runs() {
    // It tells how it was called, so that what is in no argument is in none of these.
    let board = Board::new("echo \"waiting for a game, called $*\"");
    let mut terminal = board.terminal(&[]);
    let mut all = terminal.wait_for("Number or word: ");
    terminal.line("9");
    all += &terminal.wait_for("there are play, join, arena, tables, league\nNumber or word: ");
    terminal.line("1");
    for (wrong, why, right) in
        [("ftp://h", "http://", SERVER), ("arena", "arena is the name of another service", "alice")]
    {
        all += &terminal.wait_for(": ");
        terminal.line(wrong);
        all += &terminal.wait_for(why);
        all += &terminal.wait_for(": ");
        terminal.line(right);
    }
    all += &terminal.wait_for("Key of alice (it is not shown): ");
    assert!(!terminal.echoes());
    terminal.line("two words");
    all += &terminal.wait_for("what you typed has more than one word");
    all += &terminal.wait_for("(it is not shown): ");
    terminal.line(KEY);
    let (rest, status) = terminal.end();
    all += &rest;
    assert!(status.success() && !all.contains(KEY) && !all.contains("two words"), "{all}");
    for due in
        ["boardbots doctor finds", "127.0.0.1:1", "active: waiting for a game", "journalctl -f -u boardbots@alice"]
    {
        assert!(rest.contains(due), "{due}: {rest}");
    }
    let file = board.read("etc/boardbots/alice.conf");
    assert!(file.ends_with(&format!("\nrun = vindinium\nserver = {SERVER}\n")), "{file}");
    assert_eq!(board.read("etc/boardbots/keys/alice"), format!("{KEY}\n"));
    let modes = ["etc/boardbots", "etc/boardbots/alice.conf", "etc/boardbots/keys", "etc/boardbots/keys/alice"];
    assert_eq!(modes.map(|name| board.mode(name)), [0o755, 0o644, 0o700, 0o600]);
    assert_eq!(holders(board.0.path()), [board.path("etc/boardbots/keys/alice")]);
    assert!(board.is_enabled("boardbots@alice.service") && board.is_enabled("boardbots.target"));
    assert!(run(boardbots().arg("check").arg(board.path("etc/boardbots/alice.conf"))).1.contains(": ok, a bot at"));
}

#[test]
fn a_program_takes_seats_and_its_unit_has_room_for_it() {
    let board = Board::new("echo waits for a seat");
    let mut terminal = board.terminal(&["join"]);
    for (wrong, why, right) in [
        ("10.0.0.5", "http://", SERVER),
        ("cmd:/home/pi/bot", "does not see /home", "cmd:python3 /opt/bot.py"),
        ("chess", "connect-four", "reversi"),
        ("a # b", "without #", "Ada"),
        ("arena", "the name of another", "ada"),
    ] {
        terminal.wait_for(": ");
        terminal.line(wrong);
        terminal.wait_for(why);
        terminal.wait_for(": ");
        terminal.line(right);
    }
    terminal.wait_for("Key of ada (it is not shown; empty: none): ");
    terminal.line("");
    let (rest, status) = terminal.end();
    assert!(status.success() && rest.contains("active: waits for a seat"), "{rest}");
    let file = board.read("etc/boardbots/ada.conf");
    let due = "run = join\nurl = http://127.0.0.1:1\nplayer = cmd:python3 /opt/bot.py\ngame = reversi\nas = Ada\n";
    assert!(file.ends_with(due) && !board.path("etc/boardbots/keys").exists(), "{file}");
    let drop_in = "etc/systemd/system/boardbots@ada.service.d/50-setup.conf";
    let room = board.read(drop_in);
    assert!(room.starts_with("[Service]\nMemoryMax=") && room.ends_with("\nLoadCredential=\n"), "{room}");
    assert!(room.contains("\nStateDirectory=boardbots-join/%i\n"), "{room}");
    let checked = run(boardbots().arg("check").arg(board.path("etc/boardbots/ada.conf")));
    assert!(checked.1.contains(": ok, cmd:python3 /opt/bot.py at http://127.0.0.1:1, as Ada"), "{checked:?}");
    let half = board.file("half.conf", "run = join\nplayer = cmd:true\n");
    assert_eq!(run(boardbots().args(["check", &half])).2, format!("boardbots: {half}: there is no line for url\n"));
    // With a key, its unit hands it over; a bot that takes its place has the usual unit.
    let key = board.file("key", KEY);
    let seat = ["join", "--url", SERVER, "--player", "reversi:strong", "--name", "ada", "--key-file", &key];
    let (code, _, said) = board.run(&[&seat[..], &["--yes", "--replace"]].concat());
    assert!(code == 0 && !board.read(drop_in).contains("LoadCredential"), "{said}");
    let bot = ["play", "--server", SERVER, "--name", "ada", "--key-file", &key, "--yes", "--replace"];
    let (code, _, said) = board.run(&bot);
    assert_eq!((code, board.read(drop_in)), (0, String::new()), "{said}");
    // What fails leaves no unit of its own behind.
    board.service("exit 3");
    let (code, _, said) = board.run(&["join", "--url", SERVER, "--player", "cmd:true", "--name", "eve", "--yes"]);
    let left = board.path("etc/systemd/system/boardbots@eve.service.d");
    assert!(code == 3 && !left.exists() && said.contains("as they were before"), "{said}");
}

#[test]
fn an_interruption_leaves_nothing() {
    let board = Board::new("echo waiting for a game");
    for answered in [0, 2] {
        let mut terminal = board.terminal(&["play"]);
        terminal.wait_for("9000: ");
        if answered > 0 {
            terminal.line(SERVER);
            terminal.wait_for("[bot]: ");
            terminal.line("");
            terminal.wait_for("(it is not shown): ");
            terminal.keys(KEY);
        }
        terminal.keys("\u{3}");
        terminal.wait_for("interrupted; nothing was changed");
        assert!(terminal.echoes(), "the terminal is left as it was");
        let (rest, status) = terminal.end();
        assert!(status.code() == Some(1) && !rest.contains(KEY) && board.is_untouched(), "{rest}");
    }
    let mut terminal = board.terminal(&["tables"]);
    terminal.wait_for("[0.0.0.0:9000]: ");
    terminal.keys("\u{4}");
    let (rest, status) = terminal.end();
    assert!(status.code() == Some(2) && rest.contains("the input ended") && board.is_untouched(), "{rest}");
    // While the service starts, it is stopped again.
    let mut terminal = board.terminal(&["tables", "--yes"]);
    terminal.wait_for("boardbots doctor finds");
    terminal.keys("\u{3}");
    let (rest, status) = terminal.end();
    assert!(status.code() == Some(3) && rest.contains("interrupted") && board.is_untouched(), "{rest}");
    assert!(!board.path("systemd/boardbots-tables.service").exists());
}

#[test]
fn no_instance_is_overwritten_without_a_question() {
    let board = Board::with_alice();
    let before = board.read("etc/boardbots/alice.conf");
    let key = board.file("other", "other-key");
    let other = ["play", "--server", "http://127.0.0.1:2", "--key-file", &key, "--name", "alice"];
    let (code, _, said) = board.run(&other);
    assert!(code == 2 && said.contains("Say --replace, or choose another name"), "{said}");
    assert_eq!(board.read("etc/boardbots/alice.conf"), before);
    let mut terminal = board.terminal(&other);
    terminal.wait_for("Replace it? [no]: ");
    terminal.line("perhaps");
    terminal.wait_for("write yes or no");
    terminal.line("");
    assert_eq!(terminal.end().1.code(), Some(2));
    assert_eq!(
        (board.read("etc/boardbots/alice.conf"), board.read("etc/boardbots/keys/alice")),
        (before, format!("{KEY}\n"))
    );
    let mut terminal = board.terminal(&other);
    terminal.wait_for("Replace it? [no]: ");
    terminal.line("y");
    assert!(terminal.end().1.success());
    assert_eq!(board.read("etc/boardbots/keys/alice"), "other-key\n");
    let (code, _, said) = board.run(&[&other[..], &["--replace"]].concat());
    assert_eq!(code, 0, "{said}");
    assert!(board.read("etc/boardbots/alice.conf").contains("http://127.0.0.1:2"));
    assert_eq!(
        (board.read("etc/boardbots/keys/alice"), board.mode("etc/boardbots/keys/alice")),
        ("other-key\n".into(), 0o600)
    );
    let started: Vec<String> = board.read("systemd/starts").lines().map(str::to_owned).collect();
    assert_eq!(started, ["alice", "alice", "alice"]);
}

#[test]
fn a_service_that_fails_leaves_nothing_and_says_why() {
    let board = Board::new("echo 'boardbots: the server does not know this key'; exit 5");
    let key = board.file("key", KEY);
    let words = ["play", "--server", SERVER, "--name", "alice", "--key-file", &key, "--yes"];
    let (code, _, said) = board.run(&words);
    assert_eq!(code, 3);
    for due in [
        "boardbots@alice.service does not run: it ended with exit code 5\n",
        "    boardbots: the server does not know this key\n",
        "Files and units are as they were before",
    ] {
        assert!(said.contains(due), "{due}: {said}");
    }
    assert!(board.is_untouched() && !said.contains(KEY), "{said}");
    // One that ran goes on as it was.
    let board = Board::with_alice();
    let before = board.read("etc/boardbots/alice.conf");
    board.service(&format!("grep -q {SERVER}$ \"$2\" || exit 3; echo waiting"));
    let key = board.file("other", "other-key");
    let other = ["play", "--server", "http://127.0.0.1:2", "--key-file", &key, "--name", "alice", "--yes", "--replace"];
    let (code, _, said) = board.run(&other);
    assert!(code == 3 && said.contains("it ended with exit code 3"), "{said}");
    assert_eq!(
        (board.read("etc/boardbots/alice.conf"), board.read("etc/boardbots/keys/alice")),
        (before, format!("{KEY}\n"))
    );
    assert!(board.is_enabled("boardbots@alice.service"));
    assert!(board.read("systemd/boardbots@alice.service").contains("ActiveState=active"));
}

#[test]
fn without_a_terminal_the_missing_options_are_named() {
    let board = Board::new("echo waiting for a game");
    for (words, due) in [
        (&[][..], "boardbots setup play|join|arena|tables"),
        (&["--yes"], "boardbots setup play|join|arena|tables"),
        (&["play"], "no answer for --server, --name, --key-file; --yes takes the defaults"),
        (&["play", "--yes"], "no answer for --server, --key-file\n"),
        (&["play", "--yes", "--server", SERVER, "--name", "Alice", "--key-file", "k"], "--name: Alice is no name"),
        (&["play", "--yes", "--server", "a\nrun = arena", "--key-file", "k"], "--server: write it on one line"),
        (&["arena", "--listen", "9000"], "no answer for --keys, --fill;"),
        (&["arena", "--yes", "--keys", "closed"], "--keys: "),
        (&["play", "--key", KEY], "'--key'"),
        (&["plya"], "'play'"),
    ] {
        let (code, _, said) = board.run(words);
        assert!(code == 2 && said.contains(due) && board.is_untouched(), "{words:?}: {said}");
    }
    let words = ["play", "--yes", "--server", SERVER, "--key-file"];
    for (file, due) in [("nowhere".into(), "nowhere"), (board.file("two", "two words"), "has more than one word")] {
        let (code, _, said) = board.run(&[&words[..], &[&file]].concat());
        assert!(code == 3 && said.contains(due) && board.is_untouched(), "{said}");
    }
}

#[test]
fn a_board_that_cannot_run_services_is_told() {
    let board = Board::new("echo 0 tables");
    fs::create_dir_all(board.path("systemd")).unwrap();
    fs::write(board.path("systemd/boardbots-tables.service"), "LoadState=not-found\nActiveState=inactive\n").unwrap();
    let (code, _, said) = board.run(&["tables", "--yes"]);
    assert!(
        code == 3 && said.contains("boardbots-tables.service is not installed; it comes with the package boardbots"),
        "{said}"
    );
    fs::remove_dir_all(board.path("run")).unwrap();
    let (code, _, said) = board.run(&["tables", "--yes"]);
    assert!(
        code == 3 && said.contains("not booted with systemd") && said.contains("/etc/boardbots/NAME.conf"),
        "{said}"
    );
    assert!(board.is_untouched());
    // A user who is not root, where this test can be one.
    let copy = board.path("boardbots");
    install(&copy, &fs::read(env!("CARGO_BIN_EXE_boardbots")).unwrap());
    fs::set_permissions(board.0.path(), Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(copy);
    command.args(["setup", "tables", "--yes"]).stdin(Stdio::null()).env_remove("BOARDBOTS_ROOT");
    if rustix::process::geteuid().is_root() {
        command.uid(65534);
    }
    let (code, _, said) = run(&mut command);
    assert!(code == 3 && said.contains("use sudo boardbots setup"), "{said}");
}
