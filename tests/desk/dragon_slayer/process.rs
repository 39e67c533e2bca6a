//! `boardbots dragon-slayer`, run.

use std::process::{Command, Output, Stdio};

/// The command with these arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("dragon-slayer").args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

/// Exit code, stdout and stderr.
pub fn dragon_slayer(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status.code().expect("it ends by itself"), text(stdout), text(stderr))
}
