//! Aspiradoras TRON in the terminal.

use crate::play::table::play;

#[test]
fn letters_words_and_digits_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.map");
    let map = "small\n5  1 1  3 3\n0 0 0 0 0\n0 1 6 1 0\n0 9 1 9 0\n0 1 1 1 0\n0 0 0 0 0\n";
    std::fs::write(&path, map).expect("a file");
    let path = path.to_str().expect("a plain path");
    for typed in ["d\na\nup\n", "3\n2\nw\n", "right\nleft\n0\n"] {
        let played = play(&["tron", "--map", path, "--side", "both"], typed.as_bytes());
        let lines = played.lines();
        assert_eq!(lines[1], " # G 5 . #");
        assert_eq!(lines[5], "green 0, blue 0, dirt left 21: green to move");
        assert_eq!(lines[7], "green moves right and collects 5");
        assert_eq!(lines[9], " # g>G . #");
        assert_eq!(lines[15], "blue moves left");
        assert_eq!(
            lines[22],
            "\"up\" is no action; there are 1 3".replace("\"up\" is no action", "green cannot move up")
        );
    }
    let played = play(&["tron", "--map", path, "--first", "blue", "--side", "both", "--moves", "0"], b"moves\n");
    assert!(
        played.out.ends_with("1  green moves down and collects 8\n3  green moves right and collects 5\n"),
        "{}",
        played.out
    );
}

#[test]
fn who_is_blocked_passes_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("blocked.map");
    // Green has one cell, blue a long way.
    let map = "blocked\n5  1 1  3 3\n0 0 0 0 0\n0 1 0 9 0\n0 1 0 9 0\n0 0 9 1 0\n0 0 0 0 0\n";
    std::fs::write(&path, map).expect("a file");
    let args = ["tron", "--map", path.to_str().expect("a plain path"), "--side", "both"];
    // Green moves down; blue up; green is blocked with fewer points: the end.
    let played = play(&args, b"s\nw\n");
    assert!(played.out.ends_with("blue has won\n"), "{}", played.out);
    // With more points green is passed over while blue goes on.
    let map = "blocked\n5  1 1  3 3\n0 0 0 0 0\n0 1 0 13 0\n0 9 0 1 0\n0 0 0 1 0\n0 0 0 0 0\n";
    std::fs::write(&path, map).expect("a file");
    let played = play(&args, b"s\nw\nw\n");
    let expected = [
        "green moves down and collects 8",
        "blue moves up",
        "green is blocked and passes",
        "blue moves up and collects 12",
    ];
    assert_eq!(played.accounts(), expected, "{}", played.out);
    assert!(played.out.ends_with("blue has won\n"), "{}", played.out);
    // Taking back goes to where there was a choice.
    let played = play(&["tron", "--map", args[2], "--side", "green", "--depth", "3"], b"s\nundo\n");
    assert!(played.out.ends_with("green 0, blue 0, dirt left 20: green to move\n"), "{}", played.out);
}

#[test]
fn a_game_of_bots_comes_to_its_end() {
    for args in [
        &["tron", "--side", "none", "--size", "12", "--seed", "3", "--depth", "4"][..],
        &["tron", "--side", "none", "--size", "40", "--seed", "1", "--depth", "1"],
        &["tron", "--side", "none", "--size", "8", "--movetime", "5", "--judge", "course", "--first", "blue"],
    ] {
        let played = play(args, b"");
        let last = *played.lines().last().expect("an end");
        assert!(["green has won", "blue has won", "drawn"].contains(&last), "{args:?}: {last}");
        let first = if args.contains(&"blue") { "blue" } else { "green" };
        assert!(played.accounts()[0].starts_with(first), "{args:?}");
    }
}

#[test]
fn undo_and_hint_work_as_well() {
    let played = play(&["tron", "--size", "8", "--depth", "4"], b"hint\n0\nundo\nundo\n");
    let lines = played.lines();
    assert_eq!(lines.last(), Some(&"there is no move of yours to take back"));
    let hint = lines.iter().find(|line| line.starts_with("hint: ")).expect("a hint");
    assert!(hint.contains("(green moves ") && hint.contains("; line "), "{hint}");
}

#[test]
fn maps_that_cannot_be_used_are_exit_3() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.map");
    std::fs::write(&path, "bad\n5  1 1  3 3\n0 0 x").expect("a file");
    let bad = path.to_str().expect("a plain path");
    for (map, part) in
        [(bad, "bad.map: line 3, column 5"), ("/nowhere/x.map", "/nowhere/x.map: "), ("/", "not a plain file")]
    {
        let played = play(&["tron", "--map", map], b"");
        assert_eq!((played.code, played.out.as_str()), (Some(3), ""), "{}", played.err);
        assert!(played.err.contains(part), "{}", played.err);
    }
}
