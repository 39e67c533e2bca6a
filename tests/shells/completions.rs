//! Completions, asked of the shells themselves.

use crate::boardbots;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The seconds after which a shell that waits for something is ended.
const PATIENCE: &str = "60";

/// The script of a shell, in a folder.
fn script(shell: &str, folder: &Path, name: &str) -> PathBuf {
    let output = boardbots(["completions", shell]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let path = folder.join(name);
    fs::write(&path, output.stdout).expect("a file");
    path
}

/// The words in what a shell prints that may have help behind them, without those of `--help` and of `help`.
fn words(text: &str) -> Vec<String> {
    let words = text.lines().filter_map(|line| line.split('\t').next());
    let words = words.map(|word| word.trim().to_string());
    let mut words: Vec<_> =
        words.filter(|word| !["", "-h", "--help", "--color", "--lang", "help"].contains(&&**word)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Asks a shell what it completes behind lines.
fn check(complete: impl Fn(&str) -> String) {
    let mut games: Vec<&str> = boardbots_catalog::all().map(|game| game.name()).collect();
    games.sort_unstable();
    let cases: [(&str, &[&str]); 12] = [
        ("boardbots ma", &["man", "match"]),
        ("boardbots squ", &["squad"]),
        ("boardbots play ", &games),
        ("boardbots play tro", &["tron"]),
        ("boardbots --color ", &["always", "auto", "never"]),
        ("boardbots play tron --color ", &["always", "auto", "never"]),
        ("boardbots rules --lang ", &["ca", "en", "es", "ru"]),
        ("boardbots rules ", &games),
        ("boardbots completions ", &["bash", "fish", "zsh"]),
        ("boardbots match rep", &["replay"]),
        ("boardbots match replay --ag", &["--again"]),
        ("boardbots play tron --ev", &["--evaluation"]),
    ];
    for (line, due) in cases {
        assert_eq!(words(&complete(line)), due, "{line}");
    }
    // The earlier names of options are hidden.
    for hidden in ["boardbots play tron --jud", "boardbots play tron --colou", "boardbots doctor --colou"] {
        assert_eq!(words(&complete(hidden)), [""; 0], "{hidden}");
    }
}

/// The output of a shell.
fn said(command: &mut Command) -> String {
    let output = command.stdin(Stdio::null()).output().expect("it starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

pub fn bash() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = script("bash", folder.path(), "boardbots");
    // As bash calls the function that the script names: with the program, the word at the cursor and the one before.
    let ask = r#"source "$1" && function=$(complete -p boardbots) && function=${function##* -F } && function=${function%% *}
        IFS=" " read -r -a COMP_WORDS <<< "$2" && [[ $2 != *" " ]] || COMP_WORDS+=("")
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        "$function" boardbots "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}""#;
    check(|line| said(Command::new("bash").args(["--norc", "-c", ask, "bash"]).arg(&script).arg(line)));
}

pub fn zsh() {
    let folder = tempfile::tempdir().expect("a folder");
    script("zsh", folder.path(), "_boardbots");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shells");
    check(|line| {
        let mut zsh = Command::new("timeout");
        zsh.args([PATIENCE, "zsh", "-f"]).arg(here.join("ask.zsh")).env("TERM", "dumb").env("LC_ALL", "C.UTF-8");
        zsh.env("RC", here.join("rc.zsh")).env("FUNCTIONS", folder.path()).env("LINE", line);
        let all = said(&mut zsh);
        let (_, found) = all.split_once("****").unwrap_or_else(|| panic!("{line}: {all}"));
        found.split_once("****").unwrap_or_else(|| panic!("{line}: {all}")).0.to_string()
    });
}

pub fn fish() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = script("fish", folder.path(), "boardbots.fish");
    let ask = "source $argv[1]; complete --do-complete $argv[2]";
    check(|line| {
        let mut fish = Command::new("fish");
        // A folder without files, which fish completes where it knows nothing.
        let empty = tempfile::tempdir().expect("a folder");
        fish.current_dir(empty.path()).env("HOME", folder.path()).args(["--no-config", "-c", ask]);
        said(fish.arg(&script).arg(line))
    });
}

pub fn unknown_shells_are_refused() {
    for (shell, remedy) in [("bsh", "a similar value exists: 'bash'"), ("elvish", "[possible values: bash, zsh, fish]")]
    {
        let output = boardbots(["completions", shell]);
        let said = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(output.stdout.is_empty() && said.contains(&format!("'{shell}'")), "{said}");
        assert!(said.contains(remedy) && said.contains("bash, zsh, fish"), "{said}");
    }
    assert_eq!(boardbots(["completions"]).status.code(), Some(2));
}
