//! The first programs of the READMEs of packages that others use, in crates of their own outside the workspace.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The first block of code in this language.
fn block<'a>(readme: &'a str, language: &str) -> &'a str {
    let (_, rest) = readme.split_once(&format!("```{language}\n")).unwrap_or_else(|| panic!("no {language}"));
    rest.split_once("```").expect("an end of the block").0
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Builds what the README of a package shows, with its lines and no others, and compares what it prints.
fn check(package: &str, example: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = read(&root.join("crates").join(package).join("README.md"));
    let (lines, program) = (block(&readme, "toml"), block(&readme, "rust"));
    assert_eq!(program, read(&root.join("crates").join(package).join(example)), "the documentation has another one");

    // The new crate and the clone side by side, anew.
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readmes");
    let (folder, clone) = (tmp.join(package).join("first"), tmp.join(package).join("boardbots"));
    let _nothing_there = fs::remove_dir_all(tmp.join(package));
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("src/main.rs"), program).unwrap();
    // As `cargo new` writes it, but for the last line: without it the crate would belong to the workspace around it.
    let head = format!("[package]\nname = \"first-{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    fs::write(folder.join("Cargo.toml"), format!("{head}\n{lines}\n[workspace]\n")).unwrap();
    // Versions that are on this machine.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    std::os::unix::fs::symlink(root, &clone).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline", "--target-dir"]).arg(tmp.join("target")).current_dir(&folder);
    let output = cargo.output().unwrap();
    fs::remove_file(&clone).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), block(&readme, "text"));

    // The front page names the package by the same line.
    let dependency = lines.lines().find(|line| line.starts_with("boardbots-")).expect("a dependency");
    assert!(block(&read(&root.join("README.md")), "toml").contains(dependency), "README.md: {dependency}");
}

#[test]
fn the_search_of_tic_tac_toe() {
    check("search", "examples/tic_tac_toe/tic_tac_toe.rs");
}

#[test]
fn the_way_across_hexes() {
    check("path", "examples/hexes.rs");
}
