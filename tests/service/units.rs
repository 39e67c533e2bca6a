//! The project's own units: clean, and shut off from what they do not need.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program's place on a board.
const PLACE: &str = "/opt/boardbots/current/boardbots";

/// Whether systemd's own judge is on this machine.
pub fn analyze_is_there() -> bool {
    let there = Command::new("systemd-analyze").arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: there is no systemd-analyze on this machine");
    }
    there
}

/// A copy of the units whose program is this one: only what exists can be verified.
fn copy() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("systemd")).unwrap() {
        let file = file.unwrap();
        let text = std::fs::read_to_string(file.path()).unwrap().replace(PLACE, env!("CARGO_BIN_EXE_boardbots"));
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
    assert_eq!(units.len(), 6);
    let output = Command::new("systemd-analyze").arg("verify").args(&units).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}

#[test]
fn services_are_hardly_exposed() {
    if !analyze_is_there() {
        return;
    }
    let home = copy();
    // Tenths: what systemd 252 computes of the settings.
    for (unit, most) in [("boardbots@.service", 12), ("boardbots-arena.service", 15), ("boardbots-tables.service", 15)]
    {
        let output = Command::new("systemd-analyze")
            .args(["security", "--offline=yes", &format!("--threshold={most}")])
            .arg(home.path().join(unit))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let last = said.lines().last().unwrap_or_default();
        println!("{last}");
        assert!(output.status.success(), "{unit}: {last}");
        assert!(last.contains("Overall exposure level"), "{said}");
    }
}
