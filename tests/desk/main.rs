//! Builds for desks: games in the terminal, matches, tuning, fights, analysis.

mod dragon_slayer;
mod inputs;
mod learn;
mod matches;
mod outputs;
mod path;
mod play;
mod printed;
mod probe;
mod progress;
mod setup;
mod tune;
mod verify;
mod ways;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program at `path`. Another process writes it: a handle of ours, open for writing, would pass to whatever another
/// test starts at this moment, and Linux runs no program that somebody may write ("Text file busy").
fn install(path: &Path, bytes: &[u8]) {
    let mut command = Command::new("install");
    let mut child =
        command.args(["-m", "755", "/dev/stdin"]).arg(path).stdin(Stdio::piped()).spawn().expect("coreutils");
    child.stdin.take().expect("a pipe").write_all(bytes).expect("install reads");
    assert!(child.wait().expect("our child").success(), "{}", path.display());
}
