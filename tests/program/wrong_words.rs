//! Command lines with a wrong word: what is said of it.

use std::process::Command;

/// Exit code, stdout and stderr.
fn run(words: &str) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_boardbots")).args(words.split(' ')).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_misspelt_finds_what_was_meant() {
    let mut all = vec![
        ("engine trn", "tron"),
        ("docter", "doctor"),
        ("unit vindinum --server http://a", "\"vindinium\""),
        ("doctor --jsn", "--json"),
        ("vindinium --server http://a --bot mner", "\"miner\""),
    ];
    if cfg!(feature = "desk") {
        all.extend([
            ("play desconeta4", "desconecta4"),
            ("play tron --judge cuorse", "\"course\""),
            ("match desconeta4:strong tron:strong", "\"desconecta4\""),
            ("match tron:stronk tron:strong", "\"strong\""),
            ("match battletech:campr battletech:strong", "\"camper\""),
            ("match tron:strong,deph=3 tron:strong", "\"depth\""),
            ("match dragon-slayer:able dragon-slayer:carla", "\"Abel\""),
            ("dragon-slayer simulate abel karla", "\"Carla\""),
            ("learn trno", "\"tron\""),
            ("verify vidninium", "\"vindinium\""),
            ("bots desconeta4", "\"desconecta4\""),
        ]);
    }
    if cfg!(feature = "server") {
        all.extend([("rules connect4", "\"connect-four\""), ("arena --fill 10s=miner,hnter,guard", "\"hunter\"")]);
    }
    for (words, meant) in all {
        let (code, _, said) = run(words);
        let found = said.contains(&format!("did you mean {meant}?")) || said.contains(&format!("exists: '{meant}'"));
        assert!(code == Some(2) && found, "{words}: {said}");
    }
    let (_, _, said) = run("engine chess");
    assert!(!said.contains("similar"), "{said}");
}

#[test]
fn wrong_numbers_are_told_in_plain_words() {
    let mut all = vec![
        ("bench --depth x", "'x' for '--depth <N>': write a whole number\n"),
        ("bench --depth 0", "'0' for '--depth <N>': write a whole number from 1 to 32\n"),
        ("bench --depth -1", "'-1' for '--depth <N>': write a whole number from 1 to 32\n"),
        ("bench --depth 1.5", "'1.5' for '--depth <N>': write a whole number\n"),
        ("bench --depth=", "'--depth <N>'"),
    ];
    if cfg!(feature = "desk") {
        all.extend([
            ("match tron:strong tron:course --games abc", "'abc' for '--games <N>': write a whole number\n"),
            (
                "match tron:strong tron:course --seed -1",
                "'-1' for '--seed <N>': write a whole number that is not negative\n",
            ),
            ("play tron --depth 99999999999999999999999", "': the number is too large\n"),
            ("play tron --size 5x5", "'5x5' for '--size <N>': write a whole number\n"),
        ]);
    }
    for (words, due) in all {
        let (code, _, said) = run(words);
        assert!(code == Some(2) && said.contains(due), "{words}: {said}");
        assert!(!said.contains("digit") && !said.contains("..=") && !said.contains("type"), "{words}: {said}");
    }
}

#[test]
#[cfg(feature = "server")]
fn a_value_is_quoted_once() {
    for (words, value) in [
        ("arena --listen abc", "abc"),
        ("arena --keep 30x", "30x"),
        ("tables --think 1y", "1y"),
        ("arena --players-per-address 0", "0"),
        ("rules chess", "chess"),
        ("vindinium --server http://a --bot nobody", "nobody"),
    ] {
        let (code, _, said) = run(words);
        assert_eq!((code, said.matches(&format!("\"{value}\"")).count()), (Some(2), 1), "{words}: {said}");
        assert!(!said.contains(&format!("'{value}'")), "{words}: {said}");
    }
}

#[test]
#[cfg(feature = "desk")]
fn all_bots_are_listed_and_can_be_named() {
    let (code, out, _) = run("bots --json");
    assert_eq!(code, Some(0));
    let rows: Vec<serde_json::Value> = serde_json::from_str(&out).expect("a list");
    let (_, plain, _) = run("bots");
    for game in boardbots_catalog::all() {
        let of_game: Vec<_> = rows.iter().filter(|row| row["game"] == game.name()).collect();
        let bots: Vec<&str> = of_game.iter().map(|row| row["bot"].as_str().expect("a bot")).collect();
        assert_eq!(bots.len(), game.offers().len(), "{game}");
        for (row, bot) in of_game.iter().zip(&bots) {
            assert!(boardbots_catalog::player(bot).is_ok() && plain.contains(bot), "{bot}");
            assert!(row["character"].as_str().is_some_and(|text| text.len() > 10), "{row}");
        }
        assert!(of_game.is_sorted_by(|a, b| a["strength"].as_u64() >= b["strength"].as_u64()), "{game}");
        let (_, only, _) = run(&format!("bots {game}"));
        assert!(plain.contains(&only) && bots.iter().all(|bot| only.contains(bot)), "{only}");
    }
    let (_, help, _) = run("match --help");
    assert!(help.contains("strong, course, learned") && help.contains("boardbots bots"), "{help}");
}

#[test]
fn colours_are_chosen_for_every_command() {
    let coloured = |words: &str| run(words).1.contains('\u{1b}');
    assert!(coloured("--color always doctor --config /nowhere") && coloured("doctor --config /nowhere --color=always"));
    assert!(coloured("doctor --config /nowhere --colour always"), "its earlier name");
    for words in
        ["doctor --config /nowhere", "--color never doctor --config /nowhere", "bench --signature --color auto"]
    {
        assert!(!coloured(words), "{words}");
    }
    let (code, _, said) = run("doctor --color sometimes");
    assert!(code == Some(2) && said.contains("auto, always, never"), "{said}");
}
