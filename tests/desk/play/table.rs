//! The program and a person who types.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;

/// What the program says and how it ends.
pub struct Played {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Played {
    /// Checks that a game went well; the lines.
    pub fn lines(&self) -> Vec<&str> {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out.lines().collect()
    }

    /// Lines that tell of moves.
    pub fn accounts(&self) -> Vec<&str> {
        let tells =
            |line: &&str| [" drops ", " explodes", " moves ", " and passes"].iter().any(|word| line.contains(word));
        let told =
            |line: &&str| (line.starts_with("green") || line.starts_with("blue")) && !line.contains(" dirt left ");
        self.lines().into_iter().filter(tells).filter(told).collect()
    }
}

/// `boardbots play` in an environment that says nothing of colours.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.arg("play").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("NO_COLOR")
        .env_remove("RUST_LOG")
        .env("TERM", "xterm-256color");
    command
}

/// Plays with these lines typed.
pub fn play(args: &[&str], typed: &[u8]) -> Played {
    run(command(args), typed)
}

/// Runs a command with this input.
pub fn run(mut command: Command, typed: &[u8]) -> Played {
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let typed = typed.to_vec();
    let typist = thread::spawn(move || {
        // A player who has left does not read on.
        let _ = input.write_all(&typed);
    });
    let mut errors = child.stderr.take().expect("a pipe");
    let complaints = thread::spawn(move || {
        let mut err = String::new();
        errors.read_to_string(&mut err).expect("text");
        err
    });
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    typist.join().expect("no panic");
    Played { code: child.wait().expect("our child").code(), out, err: complaints.join().expect("no panic") }
}
