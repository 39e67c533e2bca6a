//! Where games begin, and what is refused before the first of them.

use super::{run, table, text};

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
    assert_eq!(with("3344") + with("0123"), 20, "{games}");
    assert!(with("3344") > 0 && with("0123") > 0);

    for (content, part) in [
        ("33x4\n", "openings.txt:1: an opening is a line of digits, without \"x\""),
        ("# nothing\n", "no opening in it"),
        ("33\n39\n", "opening 2: move 2"),
    ] {
        std::fs::write(&path, content).expect("a file of this test");
        let output = run(&[&players[..], &["--openings", text(&path)]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(2 | 3)) && error.contains(part), "{error}");
    }
}

#[test]
fn players_and_options_that_make_no_sense() {
    for (arguments, part) in [
        (&["desconecta4:strong"][..], "needs 2 players; here are 1"),
        (&["desconecta4:strong", "tron:strong"], "tron:strong does not play desconecta4"),
        (&["desconecta4:strong", "desconecta4:weak"], "no player \"weak\"; there are learned, strong"),
        (&["desconecta4:strong,depth=0", "desconecta4:strong"], "depth is a number from 1 to 64, not \"0\""),
        (&["desconecta4:strong,colour=red", "desconecta4:strong"], "no option \"colour\"; there are depth"),
        (&["cmd:true", "cmd:true"], "add --game GAME"),
        (&["chess:x", "cmd:true"], "no game \"chess\""),
        (&["tron:strong", "tron:strong", "--concurrency", "1000"], "--force does it nevertheless"),
        (&["tron:strong", "tron:strong", "tron:strong", "--sprt", "0,5"], "--sprt compares two players"),
        (&["tron:strong", "tron:strong", "--sprt", "5,0"], "the smaller first"),
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
        (&dice, "--deadline", "1000", "in dragon-slayer: it is for desconecta4, tron, battletech, vindinium"),
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
