//! The project's own units: clean, and shut off from what they do not need.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program's place on a board.
const PLACE: &str = "/usr/bin/boardbots";

/// Whether `systemd-analyze` is on this machine.
pub fn analyze_is_there() -> bool {
    let there = Command::new("systemd-analyze").arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: there is no systemd-analyze on this machine");
    }
    there
}

/// The operator's program.
const HOOK: &str = "ExecStart=/etc/boardbots/on-failure ";

/// A copy of the units whose programs are this one: only what exists can be verified.
fn copy() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd")).unwrap() {
        let file = file.unwrap();
        // What systemd reads elsewhere: users, folders.
        if file.path().extension().is_some_and(|of| of == "conf") {
            continue;
        }
        let program = env!("CARGO_BIN_EXE_boardbots");
        let text = std::fs::read_to_string(file.path()).unwrap().replace(PLACE, program);
        let text = text.replace(HOOK, &format!("ExecStart={program} "));
        std::fs::write(home.path().join(file.file_name()), text).unwrap();
    }
    home
}

#[test]
fn units_verify_without_a_word() {
    if !analyze_is_there() {
        return;
    }
    let home = copy();
    let units: Vec<PathBuf> = std::fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(units.len(), 9);
    let output = Command::new("systemd-analyze").arg("verify").args(&units).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

/// What `systemd-analyze security` says of a unit: an exposure of at most 1.2, as systemd 252 computes it.
pub fn assert_hardly_exposed(unit: &Path) {
    let output = Command::new("systemd-analyze")
        .args(["security", "--offline=yes", "--threshold=12"])
        .arg(unit)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let last = said.lines().last().unwrap_or_default();
    println!("{last}");
    assert!(output.status.success(), "{}: {last}", unit.display());
    assert!(last.contains("Overall exposure level"), "{said}");
}

#[test]
fn services_are_hardly_exposed() {
    if !analyze_is_there() {
        return;
    }
    let home = copy();
    let files = std::fs::read_dir(home.path()).unwrap().map(|file| file.unwrap().path());
    // One restarts the others, and puts the program of before in its place: it is root.
    let is_exposed =
        |file: &Path| file.extension().is_none_or(|of| of != "service") || file.ends_with("boardbots-renew.service");
    let services: Vec<PathBuf> = files.filter(|file| !is_exposed(file)).collect();
    assert_eq!(services.len(), 6);
    for service in &services {
        assert_hardly_exposed(service);
    }
}

/// Whatever fails for good is told of, and the operator's program hears of it.
#[test]
fn failures_are_told() {
    for unit in ["@", "-arena", "-tables", "-league", "-renew"].map(|name| format!("boardbots{name}.service")) {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd").join(&unit)).unwrap();
        let line = "OnFailure=boardbots-notice@%n.service boardbots-hook@%n.service";
        assert!(text.lines().any(|of| of == line), "{unit}");
    }
}
