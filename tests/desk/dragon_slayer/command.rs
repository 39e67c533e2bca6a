//! `boardbots dragon-slayer` as a process.

use super::process::{command, dragon_slayer};
use boardbots_dragon_slayer::book::{Book, table};
use boardbots_dragon_slayer::solution::Solution;
use boardbots_dragon_slayer::values::{Role, State, Tokens, Values};
use boardbots_dragon_slayer::variant::Variant;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Output, Stdio};

#[test]
fn the_solution_is_told_in_short() {
    let (code, out, err) = dragon_slayer(&["solve"]);
    assert_eq!((code, err.as_str()), (0, ""));
    for part in ["to 40, bonus 5, doubled", "1 1  0.4579792508", "0 0  0.4474344695", "13116 values in 103 KiB"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (code, out, _) = dragon_slayer(&["solve", "--goal", "8", "--bonus", "0", "--no-doubling", "--json"]);
    let json: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, out.lines().count()), (0, 1));
    assert_eq!((&json["goal"], &json["bonus"], &json["doubling"]), (&8.into(), &0.into(), &false.into()));
    let book = Book::of(Variant { goal: 8, bonus: 0, doubling: false });
    for start in json["start"].as_array().expect("a list") {
        let tokens = Tokens::new(start["tok_first"] == 1, start["tok_second"] == 1);
        let value = book.value(State { role: Role::First, first: 0, second: 0, tokens });
        assert_eq!(start["p_first"].as_f64(), Some(value));
    }
}

#[test]
fn all_values_are_printed() {
    let (code, out, err) = dragon_slayer(&["solve", "--csv"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some("role,a,b,tok_first,tok_second,p_first"));
    let standard = Solution::of(Variant::STANDARD);
    let (mut count, mut ties) = (0, 0);
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let [role, a, b, ours, theirs, p] = fields[..] else { panic!("{line}") };
        let role = if role == "A" { Role::First } else { Role::Second };
        let number = |text: &str| text.parse::<u16>().expect("a number");
        let tokens = Tokens::new(ours == "1", theirs == "1");
        let state = State { role, first: number(a), second: number(b), tokens };
        assert_eq!(p, format!("{:.12}", standard.value(state)), "{line}");
        ties += usize::from(role == Role::First && state.first == 40);
        count += 1;
    }
    // Scores below the goal and the tie; then up to 115 against up to 46; four sets of tokens.
    assert_eq!((count, ties), (4 * (40 * 40 + 1 + 116 * 47), 4));
}

#[test]
fn nobody_needs_to_read_to_the_end() {
    let mut child =
        command(&["solve", "--csv"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a child");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("role,"), "{line}");
    let Output { status, stderr, .. } = child.wait_with_output().expect("an end");
    assert_eq!((status.code(), stderr.len()), (Some(0), 0));
}

#[test]
fn tables_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.u16");
    let file = path.to_str().expect("text");
    for _ in 0..2 {
        // The second time, over the first.
        assert_eq!(dragon_slayer(&["solve", "--table", file]), (0, String::new(), String::new()));
        assert_eq!(std::fs::read(&path).expect("a file"), table(&Book::Standard));
    }
    assert_eq!(dragon_slayer(&["solve", "--goal", "5", "--table", file, "--json"]).0, 0);
    assert_eq!(std::fs::read(&path).expect("a file"), table(&Book::of(Variant { goal: 5, ..Variant::STANDARD })));
    let missing = folder.path().join("none/a.u16");
    for wrong in [missing.to_str().expect("text"), folder.path().to_str().expect("text"), "/"] {
        let (code, out, err) = dragon_slayer(&["solve", "--goal", "2", "--table", wrong]);
        assert_eq!((code, out.as_str()), (3, ""), "{wrong}");
        assert!(err.contains(&format!("--table {wrong}: cannot be written")), "{err}");
    }
    // Nothing is left beside it.
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let above = folder.path().parent().expect("a folder");
    let name = folder.path().file_name().expect("a name").to_str().expect("text");
    let beside = |entry: &std::fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&format!(".{name}"));
    let left = std::fs::read_dir(above)
        .expect("a folder")
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name() != name && beside(entry));
    assert_eq!(left.count(), 0);
}

#[test]
fn wrong_options_are_named() {
    for wrong in [
        &["--goal", "1"][..],
        &["--goal", "121"],
        &["--bonus", "21"],
        &["--bonus", "x"],
        &["--csv", "--json"],
        &["now"],
    ] {
        let (code, out, err) = dragon_slayer(&[&["solve"], wrong].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{wrong:?}");
        assert!(err.contains(wrong[0]), "{err}");
    }
    assert_eq!(dragon_slayer(&[]).0, 2);
}
