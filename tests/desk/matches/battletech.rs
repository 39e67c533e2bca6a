//! Matches of BattleTech.

use super::{interrupted, run, table, text};
use boardbots_battletech::catalogue;
use boardbots_battletech::notation::map;
use std::path::Path;

/// All games of a record, by number; without times.
fn games(path: &Path) -> Vec<serde_json::Value> {
    let record = std::fs::read_to_string(path).expect("a record");
    let mut games: Vec<serde_json::Value> =
        record.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for game in &mut games {
        game.as_object_mut().expect("a game").remove("times");
    }
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

#[test]
fn who_fights_beats_who_does_nothing_whatever_the_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["battletech:strong", "battletech:still"];
    let arguments = [&players[..], &["--games", "4", "--turns", "12"]].concat();
    let one = table(&run(&[&arguments[..], &["--concurrency", "1", "--record", text(&path)]].concat()));
    assert!(one.starts_with("battletech, 4 games\n"), "{one}");
    assert!(one.contains("strong - still: pairs [0, 0, 0, 0, 2]"), "{one}");
    assert!(!one.contains("faults"), "{one}");
    assert_eq!(table(&run(&[&arguments[..], &["--concurrency", "3", "--force"]].concat())), one);
    for number in 0..4 {
        let output = run(&["replay", text(&path), &number.to_string(), "--again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let shown = String::from_utf8(output.stdout).expect("text");
        for part in
            [&format!("Game {number} of 4, battletech\n"), ". strong, place 1, score ", "\nmap colinas\n", "\nturn 1\n"]
        {
            assert!(shown.contains(part), "{shown}");
        }
    }
    // An answer that was meddled with: a mech that stood walks, or does what it cannot.
    let record = std::fs::read_to_string(&path).expect("a record");
    std::fs::write(&path, record.replacen("\"moves\":\"", "\"moves\":\"Andar,", 1)).expect("a file of this test");
    let wrong = (0..4).filter(|number| run(&["replay", text(&path), &number.to_string()]).status.code() == Some(1));
    assert_eq!(wrong.count(), 1);
}

#[test]
fn a_program_that_speaks_the_files_plays_as_in_this_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = format!("cmd:{} battletech", env!("CARGO_BIN_EXE_boardbots"));
    let [own, other] = ["own", "other"].map(|name| folder.path().join(name));
    let more = ["--games", "2", "--turns", "3", "--seed", "5"];
    table(&run(&[&["battletech:strong", "battletech:still"][..], &more, &["--record", text(&own)]].concat()));
    table(&run(&[&[&program, "battletech:still"][..], &more, &["--record", text(&other)]].concat()));
    assert_eq!(games(&own), games(&other));
}

#[test]
fn faults_are_counted_by_their_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = [
        "battletech:course",
        "dies=cmd:sh -c 'exit 1' sh",
        "hangs=cmd:sh -c 'sleep 100' sh",
        // Steps that no mech has points for, in the phase of movement.
        "runs=cmd:sh -c 'printf \"Andar\\n0101\\n1\\nFalse\\n1\\nAdelante\\n90\\n\" > accionJ$0.sbt'",
    ];
    let more = ["--format", "gauntlet", "--games", "6", "--turns", "2", "--deadline", "100", "--record", text(&path)];
    let shown = table(&run(&[&players[..], &more].concat()));
    assert!(!shown.contains("faults of course"), "{shown}");
    for (name, fault) in [("dies", "form "), ("hangs", "late "), ("runs", "form ")] {
        let line = shown.lines().find(|line| line.starts_with(&format!("faults of {name}: ")));
        let line = line.unwrap_or_else(|| panic!("no faults of {name} in {shown}"));
        assert!(line.contains(fault), "{line}");
    }
    let runs = shown.lines().find(|line| line.starts_with("faults of runs: ")).expect("a line");
    assert!(runs.contains("step ") || runs.contains("points "), "{runs}");
    // What was answered is enough to see the fights again.
    for number in 0..6 {
        let output = run(&["replay", text(&path), &number.to_string()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let strict = run(&[&players[..2], &["--games", "2", "--turns", "2", "--strict"]].concat());
    assert_eq!(strict.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&strict.stderr).contains("form: "), "{strict:?}");
}

#[test]
fn maps_and_mechs_belong_to_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["battletech:course", "battletech:still"];
    let short = ["--games", "2", "--turns", "1", "--record", text(&path)];
    table(&run(&[&players[..], &short].concat()));
    let plan = std::fs::read_to_string(&path).expect("a record").lines().next().expect("a plan").to_string();
    assert!(plan.contains("\"map\":{\"name\":\"colinas\"}"), "{plan}");
    for (more, code, part) in [
        (&["--map", "atlantis"][..], 3, "neither a file nor one of the maps"),
        (&["--mech", "atlantis"], 3, "neither a file nor one of the mechs"),
        (&["--mech", "tejon"].repeat(9), 2, "--mech: at most 8 in battletech"),
        (&["--place", "0203"], 2, "--place: `0203` is no place; use a hex and a side, such as 0203:4"),
        (&["--place", "0203:4"], 2, "--place: a place for each mech, or for none; here are 1 for 2"),
        (&["--place", "0101:1", "--place", "0101:1"], 2, "the place of mech 1 is off the map or taken"),
        (&["--woods", "some"], 2, "--woods: no reading \"some\"; there are added, total"),
        (
            &["--mech", "tejon", "--mech", "tejon", "--mech", "tejon", "--sprt", "0,10"],
            2,
            "--sprt compares two players",
        ),
        (&["--turns", "1100"], 2, "at most 1000"),
    ] {
        let output = run(&[&players[..], more].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(code) && error.contains(part), "{error}");
    }
    // Another map is another match, and one of a file belongs into the record.
    let output = run(&[&players[..], &short, &["--map", "laguna"]].concat());
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    let [named, from_file, map] = ["named", "from file", "map"].map(|name| folder.path().join(name));
    std::fs::write(&map, map::write(&catalogue::map_of("laguna").expect("a map"))).expect("a file of this test");
    let on = |map: &str, record: &Path| {
        let more = ["--games", "2", "--turns", "2", "--map", map, "--record", text(record)];
        table(&run(&[&players[..], &more].concat()));
    };
    on("laguna", &named);
    on(text(&map), &from_file);
    assert_eq!(games(&named), games(&from_file));
    std::fs::remove_file(&map).expect("a file of this test");
    assert!(run(&["replay", text(&from_file), "1", "--again"]).status.success());
}

#[test]
fn as_many_fight_as_there_are_mechs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    let players = ["battletech:course", "battletech:still"];
    let mechs = ["--mech", "tejon", "--mech", "nutria", "--mech", "grillo"];
    let places = ["--place", "0203:4", "--place", "0507:1", "--place", "0911:2"];
    let more = ["--woods", "total", "--games", "6", "--turns", "3", "--record", text(&path)];
    let shown = table(&run(&[&players[..], &mechs, &places, &more].concat()));
    assert!(shown.contains("above all"), "a table of three: {shown}");
    let plan = std::fs::read_to_string(&path).expect("a record").lines().next().expect("a plan").to_string();
    assert!(plan.contains(r#""places":[{"facing":4,"hex":"0203"},"#) && plan.contains(r#""woods":"total""#), "{plan}");
    let all = games(&path);
    assert_eq!(all.len(), 6);
    for (number, game) in all.iter().enumerate() {
        assert_eq!(game["seats"].as_array().map(Vec::len), Some(3), "{game}");
        let output = run(&["replay", text(&path), &number.to_string(), "--again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let shown = String::from_utf8(output.stdout).expect("text");
        for part in ["seat 3: 2 Grillo", "\n3. "] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
    }
}

#[test]
fn each_pair_has_a_random_map_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, one] = ["match.jsonl", "one.jsonl"].map(|name| folder.path().join(name));
    let players = ["battletech:course", "battletech:still"];
    let on = |map: &str, record: &Path| {
        let more = ["--games", "4", "--turns", "2", "--map", map, "--record", text(record)];
        table(&run(&[&players[..], &more].concat()))
    };
    on("random:size=12x14,water=15", &path);
    let plan = std::fs::read_to_string(&path).expect("a record").lines().next().expect("a plan").to_string();
    let named = "\"map\":{\"name\":\"random:size=12x14,relief=3,woods=20,water=15,roads=1\"}";
    assert!(plan.contains(named), "{plan}");
    // What each game is played on, with the seed that draws it.
    let map = |record: &Path, number: u64| {
        let output = run(&["replay", text(record), &number.to_string(), "--again"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let shown = String::from_utf8(output.stdout).expect("text");
        shown.lines().find(|line| line.starts_with("map ")).expect("a map").to_string()
    };
    let maps = [0, 1, 2, 3].map(|number| map(&path, number));
    assert!(maps[0].starts_with("map random:size=12x14,relief=3,woods=20,water=15,roads=1,seed="), "{maps:?}");
    assert!(maps[0] == maps[1] && maps[2] == maps[3] && maps[0] != maps[2], "{maps:?}");
    on("random:seed=5", &one);
    let maps = [0, 2].map(|number| map(&one, number));
    assert!(maps.iter().all(|map| map == "map random:size=15x17,relief=3,woods=20,water=8,roads=1,seed=5"), "{maps:?}");
    let output = run(&[&players[..], &["--map", "random:water=41"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("--map: `random:water=41`: water is a number from 0 to 40, not `41`"), "{error}");
}

#[test]
fn an_interrupted_match_ends_its_fights_and_their_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, begun] = ["match.jsonl", "begun"].map(|name| folder.path().join(name));
    // A call that would take an hour, in a fight of many.
    let slow = format!("slow=cmd:sh -c 'echo $$ >> {}; exec sleep 3600' sh", text(&begun));
    let arguments = ["battletech:still", &slow, "--deadline", "86400000", "--games", "4", "--record", text(&path)];
    let lines = || std::fs::read_to_string(&begun).unwrap_or_default();
    let output = interrupted(&arguments, || lines().ends_with('\n'));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("stopped with 4 games to play; the same command resumes"), "{error}");
    // Nobody is left of the programs, and nothing of their fights.
    for line in lines().lines() {
        let left = line.parse().ok().and_then(rustix::process::Pid::from_raw).expect("a number");
        assert!(rustix::process::test_kill_process(left).is_err(), "{line} still runs");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("a record").lines().count(), 1);
}
