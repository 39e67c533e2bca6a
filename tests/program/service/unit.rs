//! `boardbots unit`: what it prints is a unit that systemd understands.

use std::path::Path;
use std::process::{Command, Output};

/// A program where services see it.
const PROGRAM: &str = "/bin/true";

fn unit(home: &Path, words: &[&str]) -> Output {
    of_program(PROGRAM, home, words)
}

fn of_program(program: &str, home: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(["unit", "--program", program]).args(words).current_dir(home).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
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

#[cfg(feature = "server")]
#[test]
fn tables_keep_their_database_in_a_folder_of_their_own() {
    let home = tempfile::tempdir().unwrap();
    let output = unit(home.path(), &["tables", "--listen", "0.0.0.0:9000", "--db", "tables.db", "--thinkers", "1"]);
    let out = text(output.stdout);
    let call = format!("\nExecStart={PROGRAM} tables --listen 0.0.0.0:9000 --db tables.db --thinkers 1\n");
    assert!(out.contains(&call), "{out}");
    assert!(out.contains("\nWorkingDirectory=%S/boardbots-tables\n"), "{out}");
    assert!(out.contains("\nStateDirectory=boardbots-tables\n") && out.contains("\nDynamicUser=yes\n"), "{out}");
    assert_eq!(unit(home.path(), &["tables", "--thinkers", "65"]).status.code(), Some(2));
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
    #[cfg(feature = "server")]
    assert_eq!(unit(home.path(), &["arena", "--db", "/srv/a.sqlite"]).status.code(), Some(2));
}

#[test]
fn systemd_understands_what_is_printed() {
    if !crate::service::units::analyze_is_there() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("a key"), "k").unwrap();
    let mut cases = vec![("bot.service", BOT.to_vec()), ("user.service", [&["--user"], &BOT[..]].concat())];
    if cfg!(feature = "server") {
        cases.push(("arena.service", vec!["arena", "--listen", "0.0.0.0:9000", "--db", "a.sqlite"]));
    }
    if cfg!(feature = "server") {
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

#[cfg(feature = "server")]
#[test]
fn ports_below_1024_come_with_the_right_to_them() {
    let home = tempfile::tempdir().unwrap();
    for (server, listen) in
        [("arena", "0.0.0.0:80"), ("tables", "[::]:443"), ("tables", "1023"), ("arena", "127.0.0.1:1")]
    {
        let out = text(unit(home.path(), &[server, "--listen", listen]).stdout);
        for line in ["AmbientCapabilities=CAP_NET_BIND_SERVICE", "CapabilityBoundingSet=CAP_NET_BIND_SERVICE"] {
            assert!(out.lines().any(|of| of == line), "{server} {listen}: {out}");
        }
        // In a user namespace the capability would not count for the machine's ports.
        assert!(out.contains("\nPrivateUsers=no\n") && !out.contains("PrivateUsers=yes"), "{out}");
        let output = unit(home.path(), &["--user", server, "--listen", listen]);
        let error = text(output.stderr);
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{error}");
        assert!(error.contains("listen on 1024 or above"), "{error}");
    }
    for listen in ["0.0.0.0:1024", "0.0.0.0:9000", "127.0.0.1:0"] {
        let out = text(unit(home.path(), &["arena", "--listen", listen]).stdout);
        assert!(out.contains("\nAmbientCapabilities=\n") && out.contains("\nPrivateUsers=yes\n"), "{listen}: {out}");
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
    #[cfg(feature = "server")]
    {
        std::fs::create_dir(home.path().join("maps")).unwrap();
        let output = unit(home.path(), &["arena", "--maps", "maps"]);
        let error = text(output.stderr);
        assert!(output.status.code() == Some(3) && error.contains("/maps: a service of the system"), "{error}");
    }
    std::fs::write(home.path().join("pack.conf"), "run = squad\nbots = a\nserver = http://h:1\n").unwrap();
    let output = unit(home.path(), &["squad", "pack.conf"]);
    assert!(output.status.code() == Some(3) && text(output.stderr).contains("/pack.conf: a service"));
}
