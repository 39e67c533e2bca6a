//! Tunings: the same constants come out, of a record that was cut off, too.

use crate::program::{OTHERWISE, file, keeps, same, told};
use std::fs;
use std::path::Path;

/// The tunings: the player, the constants, and further options.
const TUNINGS: [(&str, &str, &str, &[&str]); 3] = [
    ("desconecta4", "desconecta4:strong,depth=2", "blast\nclosed\npiece = 1 -9 9 2\n", &["--plies", "6"]),
    ("tron", "tron:strong,depth=2", "collected\ndisputed\n", &["--sizes", "8-10"]),
    ("vindinium", "vindinium:default,depth=1", "hold\ndistance\n", &["--turns", "20"]),
];

fn tune(folder: &Path, player: &str, constants: &str, more: &[&str]) -> (String, String) {
    fs::write(folder.join("constants"), constants).expect("the folder can be written");
    let usual = ["tune", player, "--parameters", "constants", "--iterations", "8", "--pairs", "2", "--seed", "4"];
    told(folder, &[&usual[..], &["--concurrency", "1", "--output", "out", "--record", "record"], more].concat());
    let read = |name| fs::read_to_string(folder.join(name)).expect("a file of the program");
    (read("out"), read("record"))
}

#[test]
fn tunings_come_to_the_same_constants() {
    for (game, player, constants, more) in TUNINGS {
        let folder = tempfile::tempdir().expect("a folder");
        let (out, record) = tune(folder.path(), player, constants, more);
        same(&format!("tune-{game}.constants"), &out);
        if keeps() {
            fs::write(file(&format!("tune-{game}.jsonl")), &record).expect("the folder can be written");
        }
        let kept = fs::read_to_string(file(&format!("tune-{game}.jsonl"))).expect("a record");
        assert!(record == kept, "tune-{game}.jsonl: {OTHERWISE}");
        // What was cut off goes on.
        let half: String = kept.lines().take(5).flat_map(|line| [line, "\n"]).collect();
        fs::write(folder.path().join("record"), &half).expect("the folder can be written");
        let (again, whole) = tune(folder.path(), player, constants, more);
        assert_eq!((again, whole), (out, record), "{game}");
    }
}
