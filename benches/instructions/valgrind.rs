//! Counting instructions, and what the counts depend on.
//!
//! Valgrind runs this program twice for each piece: once it prepares the work and ends, once it does the work
//! as well. The difference is the work alone, without marks in the program that an optimiser could move, and
//! from a fresh start. Cachegrind without its caches counts what callgrind counts, in two thirds of the time.

use super::piece::Piece;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The option that runs one piece a given number of times and prints nothing.
pub const PIECE: &str = "--piece";

/// Whether there is a valgrind.
pub fn is_there() -> bool {
    Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Instructions of the work of a piece.
///
/// # Errors
/// Why valgrind has no count.
pub fn count(program: &Path, piece: &Piece) -> Result<u64, String> {
    let run = |times| run(program, &piece.name, times).map_err(|error| format!("{}: {error}", piece.name));
    let (prepared, done) = (run("0")?, run("1")?);
    done.checked_sub(prepared).ok_or_else(|| format!("{}: more instructions without the work", piece.name))
}

/// Instructions of a whole run.
fn run(program: &Path, piece: &str, times: &str) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    let output = command.arg(program).args([PIECE, piece, times]).output();
    let said = succeeded(output).map_err(|error| format!("valgrind: {error}"))?.stderr;
    let said = String::from_utf8_lossy(&said);
    references(&said).ok_or_else(|| format!("valgrind says no number of instructions:\n{said}"))
}

fn succeeded(output: io::Result<Output>) -> Result<Output, String> {
    let output = output.map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// The number in valgrind's line `==1234== I   refs:      1,234,567`.
fn references(said: &str) -> Option<u64> {
    let number = said.lines().find_map(|line| {
        let (words, number) = line.split_once("refs:")?;
        (words.split_whitespace().nth(1)? == "I").then_some(number)
    })?;
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// What the counts depend on besides the source: the compiler's version and the target.
///
/// # Errors
/// The compiler does not say it.
pub fn compiler() -> Result<String, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = succeeded(Command::new(rustc).arg("-vV").output()).map_err(|error| format!("rustc -vV: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout);
    let after = |label: &str| said.lines().find_map(|line| line.strip_prefix(label)).map(str::trim);
    let (release, llvm) = (after("release:"), after("LLVM version:"));
    let (release, llvm) = release.zip(llvm).ok_or_else(|| format!("rustc -vV names no version:\n{said}"))?;
    let libc = if cfg!(target_env = "musl") { "musl" } else { "gnu" };
    Ok(format!("rustc {release}, LLVM {llvm}, {}-unknown-{}-{libc}", std::env::consts::ARCH, std::env::consts::OS))
}
