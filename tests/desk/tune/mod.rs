//! Tuning as its users see it: the command, its files, what can happen to both.

mod constants;

use fastrand::Rng;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PLAYER: &str = "desconecta4:strong,depth=2";
const ITERATIONS: &str = "300";

/// `boardbots tune` with a file of constants in this folder and these arguments.
fn command(folder: &Path, constants: &str, arguments: &[&str]) -> Command {
    let file = folder.join("constants");
    fs::write(&file, constants).expect("a file of this test");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.current_dir(folder).arg("tune").args(["--parameters", "constants"]).args(arguments);
    command
}

fn run(folder: &Path, constants: &str, arguments: &[&str]) -> Output {
    command(folder, constants, arguments).output().expect("the program runs")
}

/// What a command that ends well prints.
fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_path_buf();
    (folder, path)
}

#[test]
fn killed_again_and_again() {
    let constants = "blast\nclosed\npiece = 1 -9 9 2\n";
    let arguments =
        |more: &[&'static str]| [&[PLAYER, "--iterations", ITERATIONS, "--pairs", "2", "--seed", "4"], more].concat();
    let (_whole, folder) = folder();
    let table = text(&run(&folder, constants, &arguments(&["--output", "whole", "--record", "whole.jsonl"])));
    assert!(table.contains("300 of 300 iterations"), "{table}");
    let file = |name: &str| fs::read(folder.join(name)).expect("a file of the program");
    let mut rng = Rng::with_seed(3);
    let mut lengths = Vec::new();
    let again = arguments(&["--output", "again", "--record", "again.jsonl"]);
    while lengths.len() < 4 {
        let mut child = command(&folder, constants, &again)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        sleep(Duration::from_millis(rng.u64(30..300)));
        child.kill().expect("a child of this process");
        child.wait().expect("a child of this process");
        lengths.push(fs::metadata(folder.join("again.jsonl")).map_or(0, |file| file.len()));
    }
    // What a machine that goes dark may leave behind.
    if lengths[3] > 2000 {
        let bytes = file("again.jsonl");
        fs::write(folder.join("again.jsonl"), &bytes[..bytes.len() - 7]).expect("a file of this test");
    }
    assert_eq!(text(&run(&folder, constants, &again)), table, "{lengths:?}");
    assert_eq!((file("again"), file("again.jsonl")), (file("whole"), file("whole.jsonl")));
    // Nothing is left to play, on any number of threads; and the picture is that of all iterations.
    let once_more = [&again[..], &["--concurrency", "1", "--svg", "again.svg"]].concat();
    assert_eq!(text(&run(&folder, constants, &once_more)), table);
    let picture = fs::read_to_string(folder.join("again.svg")).expect("a picture");
    let lines: Vec<&str> = picture.lines().filter(|line| line.contains("stroke-dasharray")).collect();
    assert_eq!(lines.len(), 3, "one for each constant");
    assert!(lines.iter().all(|line| line.matches('L').count() == 150), "one point for two iterations");
    assert!(["blast ", "closed ", "piece 1 → "].iter().all(|name| picture.contains(name)), "{picture}");
    assert_eq!(file("again.jsonl"), file("whole.jsonl"));
    let other = run(&folder, constants, &[&again[..], &["--plies", "7"]].concat());
    assert_eq!(other.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&other.stderr).contains("the record of another tuning: openings is"));
}

#[test]
fn what_is_found_is_what_a_player_loads() {
    let (_kept, folder) = folder();
    fs::write(folder.join("mine"), "apart = 50\n").expect("a file of this test");
    let output = run(
        &folder,
        "disputed\ncell = 3 1 9 2 # room\n",
        &["tron:strong,depth=1,parameters=mine", "--iterations", "3", "--sizes", "6", "--rate", "2", "--json"],
    );
    let report: serde_json::Value = serde_json::from_str(&text(&output)).expect("JSON");
    assert_eq!(report["player"], "tron:strong,depth=1");
    assert_eq!((&report["iterations"], &report["constants"][1]["most"]), (&3.into(), &9.into()));
    let games = ["wins", "draws", "losses"].map(|key| report["games"][key].as_u64().expect("a number"));
    assert_eq!(games.iter().sum::<u64>(), 48);
    let found = fs::read_to_string(folder.join("constants.tuned")).expect("the result");
    assert!(found.contains("\napart = 50\n") && found.contains("\ncollected = 40\n"), "{found}");
    for constant in report["constants"].as_array().expect("rows") {
        let (name, value) = (constant["name"].as_str().expect("a name"), &constant["value"]);
        assert!(found.contains(&format!("\n{name} = {value}\n")), "{found}");
    }
    let players = ["tron:strong,parameters=constants.tuned", "tron:strong"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    let played = command.current_dir(&folder).arg("match").args(players).args(["--games", "2", "--depth", "1"]);
    assert!(played.output().expect("the program runs").status.success());
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let (_kept, folder) = folder();
    for (constants, arguments, code, part) in [
        ("cell", &["tron:strong,movetime=3"][..], 2, "is by depth"),
        ("cell", &["tron:strong,colour=red"], 2, "no option \"colour\""),
        ("cell", &["tron:dirt"], 2, "no bot \"dirt\""),
        ("cell", &["tron:course"], 2, "tron:course has no constants"),
        ("cell", &["cmd:./bot"], 2, "only players of this one"),
        (
            "boldness",
            &["battletech:strong", "--mech", "tejon", "--mech", "nutria", "--mech", "grillo"],
            2,
            "a tuning of battletech is between 2 players",
        ),
        ("hold", &["vindinium:miner"], 2, "has no constants"),
        ("cell", &["tron:strong", "--map", "random"], 2, "--map has no effect in tron"),
        ("cell", &["tron:strong", "--pairs", "0"], 2, "--pairs"),
        ("cell", &["tron:strong", "--rate", "0"], 2, "0.000001 to 100"),
        ("cell\nblast", &["tron:strong"], 3, "constants:2: there is no parameter \"blast\""),
        ("cell = 1 2", &["tron:strong"], 3, "constants:1: write cell, cell = START, or"),
        ("", &["tron:strong"], 3, "constants: no constant in it"),
        ("cell", &["tron:strong", "--record", "constants"], 7, "no record of a tuning"),
        ("cell", &["tron:strong", "--output", "no/such/folder"], 3, "--output no/such/folder: cannot be written: "),
        ("cell", &["tron:strong", "--svg", "no/such/folder"], 3, "--svg no/such/folder: cannot be written: "),
    ] {
        let output = run(&folder, constants, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(part), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert_eq!(fs::read_to_string(folder.join("constants")).expect("a file of this test"), constants);
        let left = fs::read_dir(&folder).expect("the folder").count();
        assert_eq!(left, 1, "{arguments:?} leave something behind");
    }
}
