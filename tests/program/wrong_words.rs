//! Command lines with a wrong word: what is said of it.

use std::process::Command;

/// Exit code, stdout and stderr.
pub fn run(words: &str) -> (Option<i32>, String, String) {
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
    if crate::FULL {
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
            ("rules connect4", "\"connect-four\""),
            ("arena --fill 10s=miner,hnter,guard", "\"hunter\""),
        ]);
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
    if crate::FULL {
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
