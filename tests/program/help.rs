//! The help of every command, at narrow and wide terminals.

use std::process::Command;

/// What `--help` says behind these words, on a terminal of this many columns.
fn help(words: &[String], columns: usize) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(words).arg("--help").env("COLUMNS", columns.to_string());
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{words:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The commands below these words, and those below them.
fn commands(words: &[String], all: &mut Vec<Vec<String>>) {
    all.push(words.to_vec());
    let help = help(words, 100);
    let Some((_, list)) = help.split_once("\nCommands:\n") else { return };
    for line in list.lines().take_while(|line| !line.is_empty()) {
        let name = line.strip_prefix("  ").and_then(|line| line.split(' ').next()).unwrap_or_default();
        if !name.is_empty() && name != "help" {
            commands(&[words, &[name.to_string()]].concat(), all);
        }
    }
}

/// Whether a paragraph was broken before there was need to: the next line goes on with the sentence, and its first
/// word would have had room.
fn broken_twice(line: &str, next: &str, columns: usize) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let goes_on = next.trim_start().starts_with(|c: char| c.is_lowercase())
        && line.ends_with(|c: char| c.is_alphanumeric() || c == ',')
        && indent(next) == indent(line)
        && ![line, next].iter().any(|line| line.trim_start().contains("  "));
    let word = next.split_whitespace().next().unwrap_or_default();
    goes_on && line.chars().count() + 1 + word.chars().count() <= columns
}

#[test]
fn help_is_wrapped_once() {
    let mut all = Vec::new();
    commands(&[], &mut all);
    // The small program has few commands, but never none.
    let least = if crate::FULL { 20 } else { 5 };
    assert!(all.len() > least, "{all:?}");
    let mut wrong = Vec::new();
    for words in all {
        for columns in [60, 80, 120] {
            let text = help(&words, columns);
            let lines: Vec<&str> = text.lines().collect();
            // Wider lines than these are not easier to read.
            let columns = columns.min(100);
            for pair in lines.windows(2) {
                if broken_twice(pair[0], pair[1], columns) {
                    wrong.push(format!("{words:?} at {columns}: {}\n{}", pair[0], pair[1]));
                }
            }
            // A command line stays whole, so that it can be copied.
            let prose = |line: &&&str| !line.starts_with("Usage:") && line.trim_start().contains(' ');
            let long = lines.iter().filter(prose).find(|line| line.chars().count() > columns);
            wrong.extend(long.map(|line| format!("{words:?} at {columns}: {line}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
