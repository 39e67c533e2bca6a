//! Files of squads: what is right, and what is said of what is wrong.

use super::{home, names, squad};
use crate::bot::command::{Home, finish};
use std::process::Command;

/// What `boardbots check` or another command says of a file.
fn said(home: &Home, words: &[&str], text: &str) -> (i32, String, String) {
    home.write("x.conf", text.as_bytes(), 0o600);
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(words).arg("x.conf").current_dir(home.path(""));
    command.env_remove("CREDENTIALS_DIRECTORY").env_remove("NOTIFY_SOCKET").env_remove("JOURNAL_STREAM");
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn all_mistakes_are_told_with_their_lines() {
    let home = Home::new();
    let cases: [(&str, &[&str]); 15] = [
        (
            "run = squad\nbots = alice, bob\nserver = http://h:1\n[alcie]\ndepth = 3",
            &["x.conf:4: [alcie]: no bot \"alcie\"; did you mean \"alice\"? There are alice, bob; add it"],
        ),
        (
            "run = squad\nbots = a, b\nserver = http://h:1\n[c]\n[b]\n[dora]",
            &["x.conf:4: [c]: no bot \"c\"; there are a, b; add it", "x.conf:6: [dora]: no bot \"dora\""],
        ),
        ("run = squad\nserver = http://h:1", &["x.conf: there are no bots; write for example bots = alice, bob"]),
        ("run = squad\nbots = a, b", &["x.conf: there is no --server <URL>, which is needed"]),
        ("run = squad\nbots = a, b, a\nserver = http://h:1", &["x.conf:2: a is one too many"]),
        ("run = squad\nbots = a, B c\nserver = http://h:1", &["x.conf:2: B c is one too many, or no name"]),
        ("run = squad\nserver = http://h:1\n[a]\n[b]\n[a]", &["x.conf:5: there is a part [a] already, in line 3"]),
        ("run = squad\nserver = http://h:1\n[A]\n[b]", &["x.conf:3: [A] is no name"]),
        ("run = squad\nserver = http://h:1\n[a]\nthreads = 2", &["x.conf:4: threads is for all bots together"]),
        ("run = squad\nserver = http://h:1\n[a]\nkey-file = x", &["x.conf:4: key-file is for all bots together"]),
        ("run = squad\nbots = a\nserver = http://h:1\nmemory = 3", &["x.conf:4: no setting of vindinium \"memory\""]),
        (
            "run = squad\nbots = a, b\nserver = ftp://h\nthreads = 65\n[a]\ndepth = 0\nserver = http://h\n[b]\nteam = x",
            &["x.conf:3: ", "x.conf:4: ", "x.conf:6: ", "x.conf:9: "],
        ),
        ("run = squad\nbots = a, b\nserver = http://h:1\n[b]\nbot = miner\ndepth = 3", &["x.conf:6: --depth"]),
        (
            "run = squad\nbots = a\nserver = http://h:1\nnonsense\n[a]\nturns = 3",
            &["x.conf:4: ", "x.conf:6: --map and"],
        ),
        ("run = vindinium\nserver = http://h:1\n[a]\ndepth = 3", &["x.conf:3: [a]: a file of vindinium has no parts"]),
    ];
    for (text, due) in cases {
        for words in [&["check"][..], &["run"]] {
            let (code, out, err) = said(&home, words, text);
            assert_eq!((code, out.as_str()), (3, ""), "{text}: {err}");
            let lines: Vec<&str> = err.lines().collect();
            assert_eq!(lines.len(), due.len(), "{text}: {err}");
            for (line, due) in lines.iter().zip(due) {
                assert!(line.starts_with(&format!("boardbots: {due}")), "{text}: {line}");
            }
        }
    }
    let (code, _, err) = said(&home, &["squad"], "run = vindinium\nserver = http://h:1\nbots = a");
    assert!(code == 3 && err.starts_with("boardbots: x.conf:3: no setting of vindinium \"bots\""), "{err}");
    let many = format!("run = squad\nserver = http://h:1\nbots = {}", names(129).join(","));
    let (_, _, err) = said(&home, &["check"], &many);
    assert!(err.starts_with("boardbots: x.conf:3: bot-129 is one too many, or no name: names are of small letters, digits and dashes, each once and at most 128"), "{err}");
}

#[test]
fn a_squad_is_told_in_a_line_and_its_bots_share_the_machine() {
    let home = Home::new();
    let text =
        "run = squad\nbots = a, b, c\nserver = http://h:1\nthreads = 2\n[b]\ndepth = 4\n[c]\nserver = http://i:1\n";
    let (code, out, err) = said(&home, &["check"], text);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.starts_with("x.conf: ok, a squad of 3, 2 decisions at a time; a is a bot at http://h:1, depth "),
        "{out}"
    );
    // More than any machine has cores for.
    for number in 0..40 {
        let bots = names(120).join(",");
        home.write(&format!("squad{number}.conf"), format!("run = squad\nbots = {bots}\n").as_bytes(), 0o600);
    }
    let (_, out, _) = said(&home, &["check"], text);
    assert!(out.contains("at http://h:1, depth 3\n"), "{out}");
}

#[test]
fn keys_are_found_by_name_and_never_told() {
    let home = home(&names(2), "server = http://127.0.0.1:9\n");
    for (keys, part) in [
        ("bot-1 = s3cr3t99\n", "there is no key of bot-2; add a line bot-2 = KEY"),
        ("bot-1 = s3cr3t99\ns3cr3t88\n", "keys:2: write NAME = KEY"),
        ("bot-1 = s3cr3t99\nbot-2 = s3cr3t88 s3cr3t77\n", "keys:2: write NAME = KEY"),
        ("bot-1 = s3cr3t99\nbot-1 = s3cr3t88\n", "keys:2: write NAME = KEY"),
        ("# none\n", "is empty"),
    ] {
        home.write("keys", keys.as_bytes(), 0o600);
        let (code, _, err) = finish(squad(&home));
        assert!(code == 3 && err.contains(part) && !err.contains("s3cr3t"), "{keys}: {err}");
        assert!(!err.contains("can be read by others"), "{err}");
    }
    home.write("keys", b"bot-1 = s3cr3t99\n", 0o644);
    let (_, _, err) = finish(squad(&home));
    assert!(err.contains("can be read by others (mode 644)"), "{err}");
    std::fs::remove_file(home.path("keys")).unwrap();
    let (code, _, err) = finish(squad(&home));
    assert!(code == 3 && err.contains("must exist and be readable"), "{err}");
    home.write("squad.conf", b"run = squad\nbots = bot-1\nserver = http://127.0.0.1:9\n", 0o600);
    let (code, _, err) = finish(squad(&home));
    assert!(code == 3 && err.contains("LoadCredential=key:FILE"), "{err}");
}
