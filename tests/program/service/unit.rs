//! `boardbots unit`: what it prints is a unit that systemd understands.

use std::path::Path;
use std::process::{Command, Output};

/// A program where services see it.
pub const PROGRAM: &str = "/bin/true";

pub fn unit(home: &Path, words: &[&str]) -> Output {
    of_program(PROGRAM, home, words)
}

fn of_program(program: &str, home: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["unit", "--program", program]).args(words).current_dir(home).output().unwrap()
}

pub fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

const BOT: [&str; 5] = ["vindinium", "--server", "http://h:1", "--key-file", "a key"];

#[test]
fn a_bot_gets_its_key_as_a_credential_and_plays_on() {
    let home = tempfile::tempdir().unwrap();
    let out = text(unit(home.path(), &BOT).stdout);
    let folder = home.path().canonicalize().unwrap();
    let call = format!("\nExecStart={PROGRAM} vindinium --server http://h:1 --games=forever\n");
    assert!(out.contains(&call), "{out}");
    assert!(out.contains(&format!("\nLoadCredential=key:{}/a key\n", folder.display())), "{out}");
    assert!(out.contains("\nDynamicUser=yes\n") && out.contains("\nWantedBy=multi-user.target\n"), "{out}");
    let program = of_program("/opt/x", home.path(), &[&["--description", "100% bot"], &BOT[..]].concat());
    let out = text(program.stdout);
    assert!(out.contains("\nExecStart=/opt/x vindinium ") && out.contains("\nDescription=100%% bot\n"), "{out}");
}

#[test]
fn a_user_keeps_his_key_file() {
    let home = tempfile::tempdir().unwrap();
    let out = text(unit(home.path(), &[&["--user"], &BOT[..]].concat()).stdout);
    let folder = home.path().canonicalize().unwrap();
    assert!(out.contains(&format!(" \"--key-file={}/a key\" ", folder.display())), "{out}");
    assert!(!out.contains("LoadCredential") && !out.contains("DynamicUser"), "{out}");
    assert!(out.contains("\nWantedBy=default.target\n"), "{out}");
}

#[test]
fn commands_that_make_no_service_are_refused() {
    let home = tempfile::tempdir().unwrap();
    for (words, code, part) in [
        (&["play"][..], 2, "vindinium"),
        (&["vindinium"], 2, "--server"),
        (&["vindinium", "--server", "http://h", "--depth", "0"], 2, "from 1 to 32"),
        (&["vindinium", "--server", "h"], 3, "http://"),
        (&["vindinium", "--server", "http://h", "--map", "m1"], 2, "training"),
    ] {
        let output = unit(home.path(), words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        assert!(output.stdout.is_empty());
        assert!(text(output.stderr).contains(part), "{words:?}");
    }
}

#[test]
fn systemd_understands_what_is_printed() {
    if !crate::service::units::analyze_is_there() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("a key"), "k").unwrap();
    let mut cases = vec![("bot.service", BOT.to_vec()), ("user.service", [&["--user"], &BOT[..]].concat())];
    if crate::FULL {
        cases.push(("arena.service", vec!["arena", "--listen", "0.0.0.0:9000", "--db", "a.sqlite"]));
        cases.push(("tables.service", vec!["tables", "--listen", "0.0.0.0:9000", "--db", "tables.db"]));
    }
    for (name, words) in cases {
        let path = home.path().join(name);
        std::fs::write(&path, unit(home.path(), &words).stdout).unwrap();
        let mut verify = Command::new("systemd-analyze");
        verify.args(if name == "user.service" { &["--user", "verify"][..] } else { &["verify"] });
        let verify = verify.arg(&path).env("XDG_RUNTIME_DIR", home.path()).output().unwrap();
        assert!(verify.status.success() && verify.stderr.is_empty(), "{name}: {}", text(verify.stderr));
        // A user's manager cannot shut off as much.
        if name != "user.service" {
            crate::service::units::assert_hardly_exposed(&path);
        }
    }
}

#[test]
fn what_a_service_would_not_see_is_refused() {
    let home = tempfile::tempdir_in("/tmp").unwrap();
    let inside = home.path().join("boardbots");
    std::fs::copy("/bin/true", &inside).unwrap();
    let link = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::os::unix::fs::symlink(&inside, link.path().join("boardbots")).unwrap();
    let link = link.path().join("boardbots");
    for program in ["/home/pi/boardbots", "/root/x", "/tmp/x", "/var/tmp/x", link.to_str().unwrap()] {
        let output = of_program(program, home.path(), &BOT);
        let error = text(output.stderr);
        assert!(output.status.code() == Some(3) && output.stdout.is_empty(), "{program}: {error}");
        assert!(error.contains(program) && error.contains("--program /usr/local/bin/boardbots"), "{error}");
        let own = of_program(program, home.path(), &[&["--user"], &BOT[..]].concat());
        assert!(own.status.success(), "a user's manager hides nothing: {}", text(own.stderr));
    }
    for program in ["/homes/x", "/opt/tmp/x", "/usr/local/bin/boardbots"] {
        assert!(of_program(program, home.path(), &BOT).status.success(), "{program}");
    }
    std::fs::write(home.path().join("pack.conf"), "run = squad\nbots = a\nserver = http://h:1\n").unwrap();
    let output = unit(home.path(), &["squad", "pack.conf"]);
    assert!(output.status.code() == Some(3) && text(output.stderr).contains("/pack.conf: a service"));
}
