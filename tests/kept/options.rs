//! Commands and options that there were.

use crate::program::{file, keeps, run};
use std::fs;
use std::path::Path;

/// All commands, subcommands among them.
const COMMANDS: [&str; 35] = [
    "demo",
    "desconecta4 connect",
    "desconecta4 serve",
    "vindinium",
    "squad",
    "run",
    "check",
    "unit",
    "tron map",
    "tron check",
    "dragon-slayer solve",
    "dragon-slayer advise",
    "dragon-slayer simulate",
    "dragon-slayer statistics",
    "battletech",
    "battletech fight",
    "battletech map",
    "battletech replay",
    "battletech suite",
    "play desconecta4",
    "play tron",
    "play dragon-slayer",
    "engine",
    "arena",
    "arena export",
    "tables",
    "bench",
    "calibrate",
    "doctor",
    "match",
    "match replay",
    "match merge",
    "tune",
    "rate",
    "path",
];

/// The long options that a command's help shows.
fn shown(command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
    let output = run(Path::new("."), &words);
    assert!(output.status.success(), "{command}");
    let help = String::from_utf8(output.stdout).expect("text");
    let options = help.lines().filter_map(|line| {
        let start = line.trim_start().strip_prefix("-h, ").unwrap_or(line.trim_start());
        let name = start.strip_prefix("--")?.split([' ', '=']).next()?;
        line.starts_with("  ").then(|| name.to_string())
    });
    options.collect()
}

#[test]
fn every_option_is_still_taken() {
    let path = file("options.txt");
    if keeps() {
        let lines = COMMANDS.iter().flat_map(|command| {
            shown(command).into_iter().filter(|name| name != "help").map(move |name| format!("{command} --{name}\n"))
        });
        fs::write(&path, lines.collect::<String>()).expect("the folder can be written");
    }
    let kept = fs::read_to_string(path).expect("a file of this test");
    assert!(kept.lines().count() > 150, "{kept}");
    for line in kept.lines() {
        // An option that there is not is told before the second one; a value that is wrong is, too.
        let option = line.rsplit(' ').next().expect("an option");
        let value = format!("{option}=1");
        let words = line.split(' ').filter(|word| *word != option).chain([value.as_str(), "--no-such-option"]);
        let output = run(Path::new("."), &words.collect::<Vec<_>>());
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(!error.contains(&format!("'{option}'")) || !error.contains("unexpected argument"), "{line}: {error}");
    }
}
