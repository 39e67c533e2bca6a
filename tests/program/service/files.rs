//! Files that describe instances: what is right, and what is said of what is wrong.

use std::path::Path;
use std::process::{Command, Stdio};

/// Exit code, stdout and stderr of `boardbots` with these words, in this folder.
pub fn boardbots(home: &Path, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(words).current_dir(home).stdin(Stdio::null());
    command.env_remove("CREDENTIALS_DIRECTORY").env_remove("NOTIFY_SOCKET").env_remove("JOURNAL_STREAM");
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let home = tempfile::tempdir().unwrap();
    let bot = "run = vindinium\nserver = http://h:1\n";
    let cases: Vec<(String, &str, &str)> = vec![
        ("server = http://h".into(), "x.conf: ", "run = vindinium"),
        ("run = chess".into(), "x.conf:1: ", "chess"),
        ("run = vindinium".into(), "x.conf: ", "--server"),
        ("run = vindinium\nserver = ftp://h".into(), "x.conf:2: ", "http://"),
        (format!("{bot}dpeth = 3"), "x.conf:3: ", "depth"),
        (format!("{bot}json = true"), "x.conf:3: ", "no setting of vindinium \"json\""),
        (format!("{bot}\n# a\ndepth = 0"), "x.conf:5: ", "from 1 to 32"),
        (format!("{bot}threads = 65"), "x.conf:3: ", "from 1 to 64"),
        (format!("{bot}games = some"), "x.conf:3: ", "forever"),
        (format!("{bot}give-up = soon"), "x.conf:3: ", "length of time"),
        (format!("{bot}bot = oracle"), "x.conf:3: ", "oracle"),
        (format!("{bot}bot = miner\ndepth = 4"), "x.conf:4: ", "miner"),
        (format!("{bot}turns = 30"), "x.conf:3: ", "training"),
        (format!("{bot}server = http://i"), "x.conf:3: ", "line 2"),
        (format!("{bot}deadline"), "x.conf:3: ", "'='"),
    ];
    for (text, place, part) in cases {
        std::fs::write(home.path().join("x.conf"), &text).unwrap();
        for command in ["check", "run"] {
            let (code, out, err) = boardbots(home.path(), &[command, "x.conf"]);
            assert_eq!((code, out.as_str()), (3, ""), "{text}: {err}");
            assert!(err.starts_with(&format!("boardbots: {place}")) && err.contains(part), "{text}: {err}");
            assert_eq!(err.lines().count(), 1, "{text}: {err}");
        }
    }
}

/// The lines that stderr names, in its order; 0 for what is about a whole file.
pub fn lines(err: &str) -> Vec<usize> {
    let line = |text: &str| {
        let place = text.strip_prefix("boardbots: x.conf:").expect("the file comes first");
        place.split(':').next().and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    err.lines().map(line).collect()
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let home = tempfile::tempdir().unwrap();
    let cases: [(&str, &[usize]); 8] = [
        ("run = vindinium\nserver = ftp://h\nturns = 30\nmap = m1\nbot = miner\ndepth = 4", &[2, 3, 4, 6]),
        (
            "run = vindinium\ngames = some\nnonsense\nthreads = 65\nserver = http://h:1\nserver = http://i",
            &[2, 3, 4, 6],
        ),
        ("depth 3\nserver = http://h:1\n= 4", &[1, 3, 0]),
        ("run = vindinium\ndeadline = 0\ndpeth = 3", &[2, 3, 0]),
        // What only follows from a wrong line is left out.
        ("run = vindinium\nserver http://h:1\ngames = some", &[2, 3]),
        ("run = vindinium\nserver =\ndepth = 0", &[2, 3]),
        ("run = vindinium\nserver = http://h:1\nmode = trainin\nturns = 30", &[3]),
        ("run vindinium\nserver = http://h:1", &[1]),
    ];
    for (text, due) in cases {
        std::fs::write(home.path().join("x.conf"), text).unwrap();
        for command in ["check", "run"] {
            let (code, out, err) = boardbots(home.path(), &[command, "x.conf"]);
            assert_eq!((code, out.as_str()), (3, ""), "{text}: {err}");
            assert_eq!(lines(&err), due, "{text}: {err}");
        }
    }
}

#[test]
fn all_files_are_checked_even_if_the_first_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("a.conf"), "nonsense").unwrap();
    std::fs::write(home.path().join("b.conf"), "run = vindinium\nserver = http://h:1\ndepth = 4\nthreads = 2").unwrap();
    let (code, out, err) = boardbots(home.path(), &["check", "a.conf", "b.conf", "absent.conf"]);
    assert_eq!(code, 3);
    assert_eq!(out, "b.conf: ok, a bot at http://h:1, depth 4, threads 2\n");
    assert!(err.starts_with("boardbots: a.conf:1: ") && err.contains("absent.conf: "), "{err}");
}

#[test]
fn depth_and_threads_follow_from_the_files_in_the_folder() {
    let home = tempfile::tempdir().unwrap();
    let depth = |bots: usize| -> u8 {
        for bot in 0..bots {
            let text = "run = vindinium\nserver = http://h:1\ndepth = auto\n";
            std::fs::write(home.path().join(format!("bot{bot}.conf")), text).unwrap();
        }
        std::fs::write(home.path().join("arena.conf"), "run = arena\n").unwrap();
        std::fs::write(home.path().join("notes.txt"), "run = vindinium\n").unwrap();
        let (code, out, err) = boardbots(home.path(), &["check", "bot0.conf"]);
        assert_eq!(code, 0, "{err}");
        let (_, rest) = out.split_once("depth ").unwrap();
        rest.split(',').next().unwrap().parse().unwrap()
    };
    assert_eq!(depth(1), 6);
    // More than any machine has cores.
    assert_eq!(depth(4000), 3);
}

#[test]
fn a_missing_key_is_a_mistake_of_the_configuration() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("x.conf"), "run = vindinium\nserver = http://h:1\n").unwrap();
    let (code, _, err) = boardbots(home.path(), &["run", "x.conf"]);
    assert!(code == 3 && err.contains("LoadCredential=key:FILE"), "{err}");
}
