//! Dragon Slayer in the terminal, and through pipes.

use crate::play::table::{Played, play};
use crate::play::terminal::Terminal;
use std::fs;
use std::os::unix::process::ExitStatusExt;

/// A table for a person against Beatriu, without pauses.
fn table<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ["dragon-slayer", "--no-delay", "--seed", "3"].into_iter().chain(more.iter().copied()).collect()
}

fn through_pipes(more: &[&str], typed: &str) -> Played {
    play(&table(more), typed.as_bytes())
}

/// The key that a simple-minded player presses.
fn key(question: &str) -> &'static str {
    let question = question.replace('\n', " ");
    let has = |part: &str| question.contains(part);
    if has("s = stop") {
        "s"
    } else if has("p = pass") {
        "p"
    } else if has("f = refuse") {
        "f"
    } else if has("r = red") {
        "r"
    } else if has("g = green") {
        "g"
    } else if has("b = blue") {
        "b"
    } else {
        ""
    }
}

/// Plays to the end; all that was shown from here on.
fn play_on(terminal: &mut Terminal) -> String {
    let mut shown = String::new();
    loop {
        let (more, asked) = terminal.question();
        shown += &more;
        if !asked {
            return shown;
        }
        terminal.line(key(&more));
    }
}

/// The sentences of a game, as its log has them.
fn sentences(shown: &str) -> Vec<&str> {
    shown.lines().filter(|line| line.ends_with('.') && !line.contains("? = help")).collect()
}

#[test]
fn a_whole_game_is_played_at_a_terminal() {
    let mut terminal = Terminal::open(&table(&["--with", "beatriu"]), 80);
    let shown = play_on(&mut terminal);
    let (_, status) = terminal.end();
    assert!(status.success(), "{shown}");
    assert!(shown.contains("b, g and r fight the blue, green and red dragon"), "{shown}");
    assert!(shown.contains("Rules: boardbots rules dragon-slayer"), "{shown}");
    for part in ["seed 3.", "Enter> ", "│", "■", "→", "lost", "aside", "Which dragon?", "(s = stop)"] {
        let part = part.trim_matches(['(', ')']);
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(shown.contains("You win with ") || shown.contains("Beatriu wins with "), "{shown}");
}

#[test]
fn a_game_is_the_same_again_and_through_pipes() {
    let watch =
        ["--watch", "--with", "abel", "--with", "daniel", "--with", "Carla", "--with", "Abel", "--with", "Beatriu"];
    let played = through_pipes(&watch, "");
    let lines = played.lines();
    assert!(lines.contains(&"In this order: Carla, Abel 2, Beatriu, Abel, Daniel.") || lines[1].contains("Abel 2"));
    assert!(lines.iter().any(|line| line.contains(" wins with ")), "{}", played.out);
    assert!(!played.out.contains('\u{1b}') && !played.out.contains('│'), "{}", played.out);
    assert_eq!(through_pipes(&watch, "").out, played.out);
    let mut other = table(&watch);
    other[3] = "4";
    assert_ne!(play(&other, b"").out, played.out);
}

#[test]
fn an_opponent_is_chosen_by_name_alone() {
    let played = play(&["dragon-slayer", "--seed", "3"], b"zoe\n\ncarla\nquit\n");
    let lines = played.lines();
    assert_eq!(lines[0], "Whom do you play against? Abel, Beatriu, Carla, Daniel");
    assert_eq!(lines[1], "no opponent \"zoe\"; there are Abel, Beatriu, Carla, Daniel");
    assert_eq!((lines[2], lines[3]), (lines[0], lines[0]));
    assert!(lines[5].contains("Carla") && lines[5].contains("you"), "{}", played.out);
    let played = play(&["dragon-slayer"], b"");
    assert_eq!(played.code, Some(2));
    assert!(played.err.contains("there is no opponent; write --with and Abel"), "{}", played.err);
}

#[test]
fn wrong_keys_are_explained_and_asked_again() {
    let mut terminal = Terminal::open(&table(&["--human", "Ana", "--human", "Ben"]), 80);
    let first = terminal.wait_for("which dragon? b = blue 2, g = green 4, r = red 6> ");
    assert!(first.contains("Round 1: "), "{first}");
    for (typed, part) in [
        ("x", "\"x\" is no key. Possible now: b = blue, g = green, r = red; ? = help"),
        ("s", "You must fight before you can stop."),
        ("a", "You have not been challenged."),
        ("r r", "one key at a time."),
        ("?", "b g r = fight a dragon"),
        ("? ghost", "Scores cannot be lost any more."),
        ("? weather", "no help about \"weather\""),
        ("", ""),
        ("show", "T ····"),
        ("\u{15}log", "Round 1: "),
    ] {
        terminal.line(typed);
        terminal.wait_for(part);
        terminal.wait_for("which dragon? b = blue 2, g = green 4, r = red 6> ");
    }
    terminal.line("quit");
    let (_, status) = terminal.end();
    assert!(status.success());
}

#[test]
fn a_window_can_change_its_size() {
    let mut terminal = Terminal::open(&table(&["--human", "Ana", "--human", "Ben"]), 80);
    terminal.wait_for("r = red 6> ");
    terminal.line("b");
    let (wide, _) = terminal.question();
    assert!(wide.lines().any(|line| line.matches('┌').count() == 6), "{wide}");
    let mut last = wide;
    for columns in [40, 30, 2, 200, 40] {
        terminal.resize(columns);
        terminal.line("log");
        let (log, asked) = terminal.question();
        terminal.line(key(&last));
        let (more, on) = terminal.question();
        assert!(asked && on, "{log}{more}");
        last = more.clone();
        let most = usize::from(columns).clamp(24, 100);
        for line in log.lines().chain(more.lines()) {
            assert!(line.chars().count() <= most, "{columns}: {line}");
        }
    }
    terminal.line(key(&last));
    let shown = play_on(&mut terminal);
    assert!(shown.contains(" wins with ") && shown.lines().all(|line| line.chars().count() <= 40), "{shown}");
    assert!(shown.lines().any(|line| line.matches('┌').count() == 3), "{shown}");
}

#[test]
fn a_game_is_saved_after_ctrl_c_and_goes_on_as_if_nothing_had_been() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.save");
    let file = path.to_str().expect("a plain path");
    let args = table(&["--with", "Beatriu", "--mode", "automatic", "--save", file]);
    let mut whole = Terminal::open(&args, 80);
    let whole = play_on(&mut whole);

    let mut terminal = Terminal::open(&args, 80);
    for _ in 0..6 {
        let (question, _) = terminal.question();
        terminal.line(key(&question));
    }
    terminal.question();
    // Half a word is forgotten.
    terminal.keys("re\u{3}");
    terminal.wait_for("Save the game before you leave?");
    terminal.wait_for("> ");
    terminal.line("what");
    terminal.wait_for("y saves and leaves, n leaves, Enter goes on with the game.");
    terminal.wait_for("> ");
    // Back to the game and out of it once more.
    terminal.line("");
    terminal.question();
    terminal.keys("\u{3}");
    terminal.wait_for("Save the game before you leave?");
    terminal.wait_for("> ");
    terminal.line("y");
    terminal.wait_for("--resume");
    let (_, status) = terminal.end();
    assert!(status.success());
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");

    let mut resumed = Terminal::open(&["dragon-slayer", "--no-delay", "--mode", "automatic", "--resume", file], 80);
    resumed.wait_for("The game goes on");
    resumed.question();
    // The log has what was before.
    resumed.line("log");
    let rest = play_on(&mut resumed);
    let (told, due) = (sentences(&rest), sentences(&whole));
    assert!(told.len() > 20, "{rest}");
    assert!(due.ends_with(&told[told.len() - 10..]), "{due:#?}\n{told:#?}");
    assert_eq!(
        told.iter().filter(|line| line.contains("Round")).count(),
        due.iter().filter(|line| line.contains("Round")).count()
    );
}

#[test]
fn ctrl_c_can_be_declined_and_a_second_one_insists() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.save");
    let file = path.to_str().expect("a plain path");
    let args = table(&["--with", "Beatriu", "--save", file]);
    let mut terminal = Terminal::open(&args, 80);
    terminal.question();
    terminal.keys("\u{3}");
    terminal.wait_for("Save the game before you leave?");
    terminal.wait_for("> ");
    terminal.line("n");
    let (_, status) = terminal.end();
    assert!(status.success() && !path.exists());

    let mut terminal = Terminal::open(&args, 80);
    terminal.question();
    terminal.line("save");
    terminal.wait_for("Saved.");
    let saved = fs::read_to_string(&path).expect("a saved game");
    terminal.question();
    let (question, _) = {
        terminal.line("show");
        terminal.question()
    };
    terminal.line(key(&question));
    terminal.question();
    terminal.keys("\u{3}");
    terminal.wait_for("Save the game before you leave?");
    terminal.keys("\u{3}");
    let (_, status) = terminal.end();
    assert_eq!(status.signal(), Some(2));
    assert_eq!(fs::read_to_string(&path).expect("a saved game"), saved);
}

#[test]
fn ctrl_c_is_heard_while_nobody_is_asked() {
    let args = ["dragon-slayer", "--seed", "3", "--watch", "--with", "Abel", "--with", "Beatriu", "--goal", "120"];
    let mut terminal = Terminal::open(&args, 80);
    terminal.wait_for("Round 1: ");
    terminal.keys("\u{3}");
    terminal.wait_for("Save the game before you leave?");
    terminal.wait_for("> ");
    terminal.line("n");
    let (_, status) = terminal.end();
    assert!(status.success());
}

#[test]
fn saved_games_that_are_damaged_are_refused_with_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.save");
    let file = path.to_str().expect("a plain path");
    let saved = through_pipes(&["--human", "Ana", "--human", "Ben"], &format!("b\ns\np\nsave {file}\n"));
    saved.lines();
    let text = fs::read_to_string(&path).expect("a saved game");
    let resume = || play(&["dragon-slayer", "--resume", file], b"");
    assert_eq!(resume().code, Some(0));
    for (part, instead, complaint) in [
        ("version = 1", "version = 2", ":2: version: is not 1"),
        ("seed = 3", "seed = three", ":3: seed: is a number"),
        ("goal = 40", "goal = 1", ":4: goal: is a number from 2 to 120"),
        ("doubling = yes", "doubling = perhaps", ":6: doubling: is yes or no"),
        ("seat-2 = human", "seat-2 = dragon", ":8: seat-2: is human NAME"),
        ("turn-1", "turn-2", ":9: turn-2: stands where turn-1 should"),
        ("turn-1 = blue", "turn-1 = black", ":9: turn-1: has the word \"black\""),
        ("turn-1 = blue", "turn-1 = stop", ":9: turn-1: has stop where it is not possible"),
        ("turn-1", "colour", ":9: colour: is nothing that a saved game holds"),
    ] {
        assert!(text.contains(part), "{part}: {text}");
        fs::write(&path, text.replace(part, instead)).expect("a file");
        let played = resume();
        assert_eq!((played.code, played.out.as_str()), (Some(3), ""), "{instead}");
        assert!(played.err.contains(complaint), "{instead}: {}", played.err);
    }
    for kept in ["version = 1\n", "# nothing\n"] {
        fs::write(&path, kept).expect("a file");
        assert!(resume().err.contains("the file ends without a line"), "{kept}");
    }
    let played = play(&["dragon-slayer", "--resume", "/nowhere/x.save"], b"");
    assert_eq!(played.code, Some(3));
    // What is no saved game is not written over.
    fs::write(&path, "dear diary").expect("a file");
    let played = through_pipes(&["--human", "Ana", "--human", "Ben"], &format!("save {file}\n"));
    assert!(played.out.contains("this file is there already and holds no game"), "{}", played.out);
    assert_eq!(fs::read_to_string(&path).expect("a file"), "dear diary");
}

#[test]
fn options_that_make_no_company_are_exit_2() {
    for (args, part) in [
        (&["--with", "zoe"][..], "--with: no opponent \"zoe\"; there are Abel, Beatriu"),
        (&["--human", "Abel", "--with", "Carla"], "--human: Abel is one of the opponents"),
        (&["--human", "a=b"], "is no name for a player"),
        (&["--human", "Ana", "--human", "ana"], "two players are called ana"),
        (&["--watch", "--with", "Abel"], "two to six can play"),
        (&["--watch"], "--with"),
        (&["--goal", "1"], "from 2 to 120"),
        (&["--bonus", "21"], "from 0 to 20"),
        (&["--mode", "slow"], "write interactive or automatic"),
    ] {
        let played = play(&[&["dragon-slayer"], args].concat(), b"");
        assert_eq!((played.code, played.out.as_str()), (Some(2), ""), "{args:?}: {}", played.err);
        assert!(played.err.contains(part), "{args:?}: {}", played.err);
    }
}
