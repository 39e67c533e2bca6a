//! Where games begin, and what is refused before the first of them.

use super::{run, table, text};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::process::Output;

#[test]
fn files_of_openings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "# two\n33 44\n\n0123 # from the left\n").expect("a file of this test");
    let record = folder.path().join("match.jsonl");
    let players = ["desconecta4:course,depth=1", "desconecta4:course,depth=2"];
    table(&run(&[&players[..], &["--games", "20", "--openings", text(&path), "--record", text(&record)]].concat()));
    let games = std::fs::read_to_string(&record).expect("a record");
    let with = |moves: &str| games.lines().filter(|line| line.contains(&format!("\"moves\":\"{moves}\"}}"))).count();
    assert_eq!((with("3344"), with("0123")), (10, 10), "{games}");

    for (content, part) in [
        ("33x4\n", "opening 1: move 3: \"x\" is no action; there are 0 1 2"),
        ("# nothing\n", "no opening in it"),
        ("33\n39\n", "opening 2: move 2"),
    ] {
        std::fs::write(&path, content).expect("a file of this test");
        let output = run(&[&players[..], &["--openings", text(&path)]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(2 | 3)) && error.contains(part), "{error}");
    }
}

/// A file of all openings of two plies that drop no bomb, which are as many as this.
fn all_of_two(path: &Path) -> usize {
    let lines: Vec<String> = (0..7).flat_map(|one| (0..7).map(move |other| format!("{one}{other}"))).collect();
    std::fs::write(path, lines.join("\n")).expect("a file of this test");
    lines.len()
}

/// The opening of each pair of a record, in the order of the match.
fn openings_of(record: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(record).expect("a record");
    let games = text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON"));
    let mut games: Vec<Value> = games.collect();
    games.sort_by_key(|game| game["game"].as_u64());
    let opening = |game: &Value| game["opening"]["moves"].as_str().expect("moves").to_string();
    assert!(games.chunks(2).all(|pair| opening(&pair[0]) == opening(&pair[1])), "both games of a pair begin alike");
    games.iter().step_by(2).map(opening).collect()
}

#[test]
fn every_opening_is_used_before_any_is_used_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (file, whole) = (at("openings.txt"), at("whole.jsonl"));
    let count = all_of_two(&file);
    let games = (6 * count).to_string();
    let players = ["desconecta4:course,depth=1", "desconecta4:course,depth=2"];
    let options = |more: &[&'static str]| -> Vec<String> {
        let all = [&players[..], &["--games", &games, "--openings", text(&file)], more].concat();
        all.into_iter().map(str::to_string).collect()
    };
    let play = |more: &[&'static str], record: &Path| {
        let options = options(more);
        let mut all: Vec<&str> = options.iter().map(String::as_str).collect();
        all.extend(["--record", text(record)]);
        table(&run(&all))
    };
    let due = play(&[], &whole);
    let used = openings_of(&whole);
    assert_eq!(used.len(), 3 * count);
    for round in used.chunks(count) {
        let times = round.iter().fold(HashMap::new(), |mut times: HashMap<_, u32>, line| {
            *times.entry(line).or_default() += 1;
            times
        });
        assert!(times.values().all(|times| *times == 1), "{times:?}");
    }
    assert!(!used.is_sorted(), "the order is the seed's");
    play(&["--seed", "2"], &at("other.jsonl"));
    assert_ne!(openings_of(&at("other.jsonl")), used);

    // Any number of games at a time, in parts, after an interruption, and once more: the same.
    play(&["--concurrency", "1"], &at("alone.jsonl"));
    assert_eq!(openings_of(&at("alone.jsonl")), used);
    play(&["--shard", "1/2"], &at("one.jsonl"));
    play(&["--shard", "2/2"], &at("two.jsonl"));
    let (one, two, merged) = (at("one.jsonl"), at("two.jsonl"), at("merged.jsonl"));
    assert_eq!(table(&run(&["merge", text(&one), text(&two), "--record", text(&merged)])), due);
    assert_eq!(openings_of(&merged), used);
    let text_of = std::fs::read_to_string(&whole).expect("a record");
    let half: String = text_of.lines().take(count).flat_map(|line| [line, "\n"]).collect();
    std::fs::write(at("half.jsonl"), half).expect("a file of this test");
    assert_eq!(play(&[], &at("half.jsonl")), due);
    assert_eq!(openings_of(&at("half.jsonl")), used);
    for number in ["0", "133", "293"] {
        let output = run(&["replay", text(&merged), number, "--again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_record_that_drew_openings_goes_on_as_it_began() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, new, old) = (folder.path().join("lines"), folder.path().join("new"), folder.path().join("old"));
    let count = all_of_two(&file);
    let games = (2 * count).to_string();
    let players = ["desconecta4:course,depth=1", "desconecta4:course,depth=2"];
    let play = |record: &Path| {
        let options = ["--games", &games, "--openings", text(&file), "--record", text(record)];
        table(&run(&[&players[..], &options].concat()))
    };
    play(&new);
    let plan = std::fs::read_to_string(&new).expect("a record").lines().next().map(|plan| format!("{plan}\n"));
    let before = plan.expect("a plan").replace(",\"in_turn\":true", "");
    std::fs::write(&old, &before).expect("a file of this test");
    play(&old);
    let after = std::fs::read_to_string(&old).expect("a record");
    assert!(after.starts_with(&before), "{after}");
    let (mut once, mut drawn) = (openings_of(&new), openings_of(&old));
    for lines in [&mut once, &mut drawn] {
        lines.sort_unstable();
        lines.dedup();
    }
    assert!(once.len() == count && drawn.len() < count, "{} {}", once.len(), drawn.len());
    let output = run(&["replay", text(&old), "17", "--again"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn copies_are_told_and_no_evidence() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, report) = (folder.path().join("lines"), folder.path().join("report"));
    std::fs::write(&file, "33\n").expect("a file of this test");
    let play = |games: &str, more: &[&str]| {
        let players = ["desconecta4:course,depth=1", "desconecta4:course,depth=2"];
        let options = ["--openings", text(&file), "--sprt", "0,10", "--games", games];
        run(&[&players[..], &options, more].concat())
    };
    let line = |output: &Output, head: &str| {
        let table = table(output);
        table.lines().find(|line| line.starts_with(head)).map(str::to_string)
    };
    let (one, many) = (play("2", &[]), play("40", &["--report", text(&report)]));
    assert_eq!(line(&one, "repeated"), None);
    let due = "repeated: 19 openings, 38 games, 19 pairs; equal pairs count once";
    assert_eq!(line(&many, "repeated").as_deref(), Some(due));
    // The test has seen one pair.
    assert!(line(&one, "SPRT").is_some());
    assert_eq!(line(&one, "SPRT"), line(&many, "SPRT"));
    let page = std::fs::read_to_string(report.join("index.html")).expect("a report");
    assert!(page.contains(due), "{page}");
    let json: Value = serde_json::from_slice(&play("40", &["--json"]).stdout).expect("JSON");
    assert_eq!(json["repeated"], serde_json::json!({ "openings": 19, "games": 38, "pairs": 19 }));
    let pairs = json["pairings"][0]["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 1);
}

#[test]
fn players_and_options_that_make_no_sense() {
    for (arguments, part) in [
        (&["desconecta4:strong"][..], "needs 2 players; here are 1"),
        (&["desconecta4:strong", "tron:strong"], "tron:strong does not play desconecta4"),
        (&["desconecta4:strong", "desconecta4:weak"], "no bot \"weak\"; there are learned, strong"),
        (&["desconecta4:strong,depth=0", "desconecta4:strong"], "depth is a number from 1 to 64, not \"0\""),
        (&["desconecta4:strong,colour=red", "desconecta4:strong"], "no option \"colour\"; there are depth"),
        (&["cmd:true", "cmd:true"], "add --game GAME"),
        (&["chess:x", "cmd:true"], "no game \"chess\""),
        (&["tron:strong", "tron:strong", "--concurrency", "1000"], "--force does it nevertheless"),
        (&["tron:strong", "tron:strong", "tron:strong", "--sprt", "0,5"], "--sprt compares two players"),
        (&["tron:strong", "tron:strong", "--sprt", "5,0"], "the smaller first"),
        (&["tron:strong", "tron:strong", "--sprt", "-1,-2"], "the smaller first"),
        (&["tron:strong", "tron:strong", "--sprt", "-1001,0"], "the smaller first"),
        (&["tron:strong", "tron:strong", "--games", "-4"], "invalid value '-4' for '--games <N>'"),
        (&["tron:strong", "tron:strong", "--shard", "4/3"], "a part and how many there are"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("match.jsonl");
    let duels = ["desconecta4:strong", "desconecta4:course"];
    let tron = ["tron:strong", "tron:course"];
    let tables = ["vindinium:miner", "vindinium:guard", "vindinium:hunter", "vindinium:default"];
    let (dice, fights) = (["dragon-slayer:abel", "dragon-slayer:hold-9"], ["battletech:strong", "battletech:still"]);
    for (players, option, value, part) in [
        (&tables[..], "--movetime", "100", "it is for desconecta4, tron; its players look ahead by plies: say --depth"),
        (&tables, "--sizes", "6-8", "in vindinium: it is for tron"),
        (&tables, "--plies", "8", "in vindinium: it is for desconecta4"),
        (&duels, "--sizes", "10-20", "in desconecta4: it is for tron"),
        (&duels, "--turns", "300", "in desconecta4: it is for battletech, vindinium"),
        (&tron, "--plies", "4", "in tron: it is for desconecta4"),
        (&tron, "--openings", "lines", "in tron: it is for desconecta4"),
        (&tron, "--map", "colinas", "in tron: it is for battletech"),
        (&dice, "--nodes", "1000", "in dragon-slayer: it is for desconecta4, tron"),
        (&dice, "--depth", "3", "in dragon-slayer: it is for desconecta4, tron, vindinium"),
        (&dice, "--mech", "tejon", "in dragon-slayer: it is for battletech"),
        (&fights, "--movetime", "100", "in battletech: it is for desconecta4, tron"),
        (&fights, "--sizes", "6", "in battletech: it is for tron"),
    ] {
        let output = run(&[players, &[option, value, "--record", text(&record)]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{option}: {error}");
        let has_all = part.split(' ').all(|word| error.contains(word.trim_end_matches([',', ';'])));
        assert!(error.contains(&format!("{option} has no effect in ")) && has_all, "{option}: {error}");
    }
    let output = run(&[&tables[..3], &["vindinium:default,movetime=100"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("by plies, not by time; say depth="), "{error}");
    assert!(!record.exists());
}

#[test]
fn bounds_may_be_negative() {
    for (bounds, elo0) in [("-1.75,0.25", "-1.75"), ("-10,-5", "-10"), ("-0.5,1e1", "-0.5"), ("0,10", "0")] {
        for option in [&["--sprt", bounds][..], &[&format!("--sprt={bounds}")]] {
            let folder = tempfile::tempdir().expect("a folder");
            let record = folder.path().join("match.jsonl");
            let more = ["--depth", "1", "--games", "2", "--plies", "2", "--record", text(&record)];
            table(&run(&[&["desconecta4:course", "desconecta4:strong"], option, &more].concat()));
            let plan = std::fs::read_to_string(&record).expect("a record");
            assert!(plan.contains(&format!("\"elo0\":{elo0}")), "{plan}");
        }
    }
}

/// The names of all options of a command and the commands below it that take a value, with the words before them.
fn options(command: &clap::Command, words: &[String]) -> Vec<(Vec<String>, String)> {
    let own = command.get_arguments().filter(|arg| arg.get_action().takes_values());
    let own = own.filter_map(|arg| Some((words.to_vec(), format!("--{}", arg.get_long()?))));
    let below = command.get_subcommands().flat_map(|command| {
        let words: Vec<String> = words.iter().cloned().chain([command.get_name().to_string()]).collect();
        options(command, &words)
    });
    own.chain(below).collect()
}

#[test]
fn a_negative_number_behind_any_option_is_its_value() {
    let all = options(&boardbots::command(), &["boardbots".to_string()]);
    assert!(all.len() > 100, "{}", all.len());
    for (words, option) in all {
        for number in ["-1", "-0.25"] {
            let [apart, joined] =
                [vec![option.clone(), number.into()], vec![format!("{option}={number}")]].map(|last| {
                    let line = [&words[..], &last].concat();
                    boardbots::command().try_get_matches_from(line).map(drop).map_err(|error| error.to_string())
                });
            assert_eq!(apart, joined, "{words:?} {option}");
        }
    }
}
