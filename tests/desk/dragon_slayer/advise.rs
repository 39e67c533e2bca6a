//! `boardbots dragon-slayer advise` as a process.

use super::process::dragon_slayer;
use serde_json::Value;

fn advise(arguments: &str) -> (i32, String, String) {
    dragon_slayer(&["advise"].into_iter().chain(arguments.split_whitespace()).collect::<Vec<_>>())
}

fn json(arguments: &str) -> Value {
    let (code, out, err) = advise(&format!("{arguments} --json"));
    assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 1), "{arguments}");
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn choices_are_told_with_the_best_of_them() {
    let (code, out, err) = advise("0T,0T 1 BGR 1 12 - choose 1");
    assert_eq!((code, err.as_str()), (0, ""));
    for part in
        ["Player 1 wins", "  fight R    0.4258\n", "* stop       0.5348\n", "it pays", "the better answer is to accept"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    // One argument, or one for each word.
    assert_eq!(dragon_slayer(&["advise", "0T,0T 1 BGR 1 12 - choose 1"]).1, out);
    let found = json("0T,0T 1 BG 2 6 - choose 1");
    let choices = found["choices"].as_array().expect("a list");
    let actions: Vec<&str> = choices.iter().map(|choice| choice["action"].as_str().expect("a text")).collect();
    assert_eq!(actions, ["fight B", "fight G", "stop"]);
    let best: Vec<bool> = choices.iter().map(|choice| choice["best"] == true).collect();
    assert_eq!(best, [false, true, false]);
    for (choice, known) in choices.iter().zip([0.46815, 0.47181, 0.44286]) {
        // The values come from a table of 16 bits.
        assert!((choice["win"].as_f64().expect("a number") - known).abs() < 1e-5, "{found}");
    }
    assert!((found["turn"].as_f64().expect("a number") - 0.457_979).abs() < 1e-5);
    assert_eq!((&found["asked"], &found["active"]), (&1.into(), &1.into()));
    assert_eq!((&found["stop"]["challenge"], &found["stop"]["answer"]), (&false.into(), &"accept".into()));
}

#[test]
fn options_say_the_same_as_a_line() {
    for (options, line) in [
        ("", "0T,0T 1 BGR 3 0 - fight 1"),
        ("--own 12 --other 20 --alive BG --warriors 2", "12T,20T 1 BG 2 6 - choose 1"),
        ("--role second --own 12 --other 20 --no-other-token --points 12", "20,12T 2 BGR 3 12 - choose 1"),
        ("--question challenge --own 7 --alive b --warriors 1", "7T,0T 2 B 1 10 - challenge1 1"),
        ("--question challenge --role second --alive B", "0T,0T 1 B 3 10 - challenge2 1"),
        ("--question answer --alive B --no-own-token", "0,0 1 B 3 10 - answer2 1"),
        ("--question answer --role second --alive B", "0,0T 2 B 3 10 - answer1 1"),
        ("--doubled --points 14 --alive BG", "0T,0 1 BG 3 14 2 choose 1"),
        ("--doubled --points 6 --alive BG --question fight", "0T,0 1 BG 3 6 2 fight 1"),
        ("--goal 9 --bonus 0 --no-doubling", "0T,0T 1 BGR 3 0 - fight 1 9 0 1"),
    ] {
        assert_eq!(json(options)["situation"], line, "{options}");
        assert_eq!(json(options), json(line), "{options}");
    }
    // What is not printed is solved.
    let other = json("--goal 12")["turn"].as_f64().expect("a number");
    assert!((other - 0.441_852_353_4).abs() < 1e-9, "{other}");
}

#[test]
fn what_is_asked_of_the_opponent_is_told_only_where_it_matters() {
    assert!(json("--alive B --question challenge")["stop"].is_object());
    for without in ["", "--alive B --no-other-token", "--question answer --alive B", "--doubled --points 14 --alive BG"]
    {
        assert!(json(without)["stop"].is_null(), "{without}");
    }
}

#[test]
fn what_is_no_situation_is_said() {
    for (wrong, part) in [
        ("0T,0T 1 BGR 3 0 - fight", "here are 7"),
        ("0T,0T 1 BGR 5 0 - fight 1", "WARRIORS \"5\""),
        ("40,39 1 BGR 3 0 - over1 1", "player 1 has won"),
        ("0,0,0 1 BGR 3 0 - fight 1", "two players"),
        ("0T,0T 1 BGR 3 0 - fight 1 --goal 9", "GOAL BONUS FACTOR"),
        ("0T,0T 1 BGR 3 0 - fight 1 --own 9", "--own"),
        ("--own 40", "the game is over"),
        ("--own 10000", "--own, --other"),
        ("--alive BX", "--alive: letters out of BGR"),
        ("--warriors 4", "--warriors"),
        ("--points 7", "--points: "),
        ("--points 8 --alive BG", "6 points have been won"),
        ("--question answer", "--points"),
        ("--question challenge --alive B --no-own-token", "--question: "),
        ("--question answer --alive B --doubled --points 10", "--doubled: "),
        ("--doubled", "--points"),
        ("--question stop", "possible values"),
        ("--role third", "possible values"),
    ] {
        let (code, out, err) = advise(wrong);
        assert_eq!((code, out.as_str()), (2, ""), "{wrong}");
        assert!(err.contains(part), "{wrong}: {err}");
    }
}
