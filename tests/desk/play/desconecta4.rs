//! Desconecta4-BOOM in the terminal.

use crate::play::table::play;

const GAME: &[&str] = &["desconecta4", "--depth", "5"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    GAME.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_move_is_answered() {
    let played = play(GAME, b"4\n");
    let lines = played.lines();
    assert_eq!(lines[8], "round 1: green to move");
    assert_eq!(lines[10], "green drops a piece into column 4");
    assert_eq!(lines[17], " .  .  . [g] .  .  .");
    assert_eq!(played.accounts().len(), 2, "{}", played.out);
    assert!(lines.last().is_some_and(|line| *line == "round 2: green to move"), "{}", played.out);
    assert!(!played.out.contains('>') && !played.out.contains('\u{1b}'), "no prompt, no colour: {}", played.out);
}

#[test]
fn blue_waits_for_the_first_move() {
    let played = play(&with(&["--side", "blue"]), b"");
    assert_eq!(played.accounts().len(), 1, "{}", played.out);
    assert!(played.out.ends_with("round 1: blue to move\n"), "{}", played.out);
}

#[test]
fn undo_takes_back_the_own_move_and_the_reply() {
    let played = play(GAME, b"3\n4\nundo\nundo\nundo\n");
    let lines = played.lines();
    assert_eq!(lines.last(), Some(&"there is no move of yours to take back"));
    let rounds: Vec<_> = lines.iter().filter(|line| line.ends_with(": green to move")).collect();
    assert_eq!(
        rounds,
        ["1", "2", "3", "2", "1"].map(|round| format!("round {round}: green to move")).iter().collect::<Vec<_>>()
    );
    // With both sides typed, one by one.
    let played = play(&with(&["--side", "both", "--moves", "33"]), b"undo\nundo\nundo\n");
    assert!(played.out.ends_with("round 1: green to move\nthere is no move of yours to take back\n"), "{}", played.out);
    // The bot's first move stays.
    let played = play(&with(&["--side", "blue"]), b"undo\n");
    assert!(played.out.ends_with("there is no move of yours to take back\n"), "{}", played.out);
}

#[test]
fn a_hint_has_its_line_and_its_value_in_words() {
    let hint = |moves: &str, side: &str| {
        let played = play(&["desconecta4", "--side", side, "--moves", moves, "--depth", "6"], b"hint\nquit\n");
        played.lines().last().expect("a hint").to_string()
    };
    let opening = hint("", "green");
    assert!(opening.starts_with("hint: ") && opening.contains("; estimate; looked "), "{opening}");
    let won = hint("401440512264006077131101740722270002226", "blue");
    assert_eq!(
        won,
        "hint: 3 (blue drops a bomb into column 3); blue wins in 3 plies; exact; looked 3 plies ahead; line 3 5 b"
    );
    let lost = hint("00546211353773555", "blue");
    assert!(lost.contains("blue loses in 4 plies; exact; looked 4 plies ahead; line 1 "), "{lost}");
}

#[test]
fn an_explosion_can_be_seen() {
    let played = play(&["desconecta4", "--side", "both", "--moves", "63333120032540336022"], b"boom\n");
    let shown = "
green's bomb explodes: own pieces in row 2 from below vanish, columns 1 3 4 7
 .  .  . [.] .  .  .
 .  .  . [b] .  .  .
 .  .  . [g] .  .  .
[.] . [.][B] .  .  .
 b  . [b][g] .  .  .
[b] .  g [b] .  . [.]
 b  b  g  b  g  b  g
 1  2  3  4  5  6  7
round 11: blue to move; blue's bomb is in column 4
";
    played.lines();
    assert!(played.out.ends_with(shown), "{}", played.out);
}

#[test]
fn whatever_is_wrong_is_explained() {
    let long = "x".repeat(100_000);
    for (typed, part) in [
        ("0", "\"0\" is no move; there are 1 2 3 4 5 6 7"),
        ("8", "\"8\" is no move; there are"),
        ("b", "green has no bomb on the board"),
        ("castle", "or type help"),
        ("3 3", "one move or command at a time"),
        ("depth 99", "from 1 to 64"),
        ("evaluation nobody", "there are learned, strong, course"),
        ("side red", "green, blue, both or none"),
        ("\u{1b}[2J", "\"\\u{1b}[2J\" is no move"),
        ("\0", "NUL"),
        (&long, "at most 65536 bytes"),
    ] {
        let played = play(GAME, format!("{typed}\nquit\n").as_bytes());
        let lines = played.lines();
        assert_eq!(lines.len(), 10, "{typed}: {}", played.out);
        assert!(lines[9].contains(part) && !lines[9].contains('\u{1b}'), "{typed}: {}", lines[9]);
    }
    let played = play(GAME, b"\xff\xfe\n");
    assert!(played.lines()[9].contains("byte 1 of the line is not UTF-8"), "{}", played.out);
}

#[test]
fn orders_change_the_table() {
    let played = play(GAME, b"help\nmoves\ndepth 3\nevaluation course\n?\n3\nnew\n");
    for part in [
        "undo             take back",
        "evaluation NAME",
        "learned, strong, course",
        "7  green drops a piece into column 7",
    ] {
        assert!(played.out.contains(part), "{part}: {}", played.out);
    }
    assert!(played.out.contains("the bot looks 3 plies ahead\nthe bot's evaluation is course\n"), "{}", played.out);
    assert!(played.out.ends_with("round 1: green to move\n"), "{}", played.out);
    // A player who changes sides watches the bot's first move.
    let played = play(GAME, b"flip\n");
    assert!(played.out.contains("you play blue\n") && played.accounts().len() == 1, "{}", played.out);
    let played = play(GAME, b"side both\n3\n3\n");
    assert_eq!(played.accounts().len(), 2, "{}", played.out);
    assert!(played.out.ends_with("round 2: green to move\n"), "{}", played.out);
}

#[test]
fn a_match_ends_and_can_be_taken_up_again() {
    let played = play(&with(&["--side", "both", "--moves", "001020"]), b"4\n4\nhint\nmoves\nundo\n5\nnew\n");
    let lines = played.lines();
    let over = lines.iter().position(|line| *line == "blue has won").expect("an end");
    assert_eq!(
        lines[over + 1..over + 4],
        ["the game has ended; undo, new or quit", "the match is over", "the match is over"]
    );
    assert!(lines[over - 3].starts_with("*g**g**g**g*"), "{}", played.out);
    assert!(played.out.ends_with("round 1: green to move\n"), "{}", played.out);
}

#[test]
fn a_repeated_position_is_a_draw() {
    // Bots of little depth place and explode for ever.
    let played = play(&["desconecta4", "--side", "none", "--depth", "6"], b"");
    let lines = played.lines();
    let last = *lines.last().expect("an end");
    assert!(["green has won", "blue has won"].contains(&last) || last.starts_with("drawn"), "{last}");
    assert_eq!(played.out, play(&["desconecta4", "--side", "none", "--depth", "6"], b"").out, "the same game again");
    let two = play(&["desconecta4", "--side", "none", "--depth", "6", "--threads", "2"], b"");
    assert_eq!(played.out, two.out, "with two threads, too");
}

#[test]
fn options_that_make_no_sense_are_exit_2() {
    for (args, part) in [
        (&["chess"][..], "chess"),
        (&["desconecta4", "--side", "red"], "green, blue, both or none"),
        (&["desconecta4", "--depth", "0"], "from 1 to 64"),
        (&["desconecta4", "--evaluation", "nobody"], "there are learned, strong, course"),
        (&["desconecta4", "--moves", "08"], "--moves: move 2: \"8\" is no action"),
        (&["desconecta4", "--moves", "00102031"], "move 8: the game is over"),
        (&["desconecta4", "--colour", "sometimes"], "auto, always or never"),
        (&["desconecta4", "--map", "x.map"], "are for tron"),
        (&["desconecta4", "--movetime", "0"], "from 1 to 86400000"),
        (&["tron", "--size", "5"], "from 6 to 80"),
        (&["tron", "--map", "x.map", "--seed", "1"], "cannot be used with"),
    ] {
        let played = play(args, b"");
        assert_eq!((played.code, played.out.as_str()), (Some(2), ""), "{args:?}: {}", played.err);
        assert!(played.err.contains(part), "{args:?}: {}", played.err);
    }
}
