//! Instruction counts of fixed pieces of work: a guard of speed that other work on the machine does not disturb.
//!
//! `.ci/instructions` builds the pieces as the static binary is built, counts the instructions of each one
//! under valgrind, and compares them with `counts.txt`; `.ci/instructions --write` writes that file anew.
//! The static binary's C library, musl, has one version of each function, where glibc picks one for the
//! processor. Another compiler makes other code: counts are compared only for the compiler that the file names.
//!
//! - `cargo run -p boardbots-instructions --release`: the counts of this build, which are compared with nothing
//! - `-- NAME…`: only pieces with one of these in their names
//! - `-- --check`, `-- --write`: what `.ci/instructions` does
//! - `-- --quick`: runs each piece once, without valgrind

#![allow(missing_docs)]

mod counts;
mod games;
mod paths;
mod piece;
mod valgrind;

use counts::Counts;
use piece::Piece;
use rayon::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

/// The expected counts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");
/// How they are written.
const WRITE: &str = ".ci/instructions --write";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let pieces: Vec<Piece> = games::pieces().into_iter().chain(paths::pieces()).collect();
    if let [option, name, times] = &arguments[..]
        && option == valgrind::PIECE
    {
        return one(&pieces, name, times);
    }
    let (options, names): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| argument.starts_with('-'));
    let pieces: Vec<Piece> = pieces
        .into_iter()
        .filter(|piece| names.is_empty() || names.iter().any(|name| piece.name.contains(name)))
        .collect();
    let done = match options.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        _ if pieces.is_empty() => Err(format!("no piece has {} in its name", names.join(" or "))),
        ["--quick"] => {
            once(&pieces);
            Ok(())
        }
        [] if !valgrind::is_there() => {
            println!("counts need valgrind, which is not there: each piece runs once\n");
            once(&pieces);
            Ok(())
        }
        [] => count(&pieces).map(|found| print!("{}", counts::compared(&Counts::new(), &found).table)),
        ["--check"] => check(&pieces, names.is_empty()),
        ["--write"] if names.is_empty() => write(&pieces),
        _ => Err("the options are --quick, --check and, without names, --write".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("instructions: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one piece and prints nothing, which would be counted.
fn one(pieces: &[Piece], name: &str, times: &str) -> ExitCode {
    let (Some(piece), Ok(times)) = (pieces.iter().find(|piece| piece.name == name), times.parse()) else {
        return ExitCode::FAILURE;
    };
    piece.run(times);
    ExitCode::SUCCESS
}

/// Runs each piece once and prints what it found.
fn once(pieces: &[Piece]) {
    for piece in pieces {
        println!("{:<28} {:>20}", piece.name, piece.run(1));
    }
}

/// Where this program is.
fn program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("the path of this program: {error}"))
}

/// Counts the instructions of all pieces, on all cores.
fn count(pieces: &[Piece]) -> Result<Counts, String> {
    let program = program()?;
    let counted = |piece: &Piece| Ok((piece.name.clone(), valgrind::count(&program, piece)?));
    pieces.par_iter().with_max_len(1).map(counted).collect()
}

/// Compares the counts with those of the file.
fn check(pieces: &[Piece], all: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?;
    let compiler = valgrind::compiler()?;
    let expected = counts::read(&text, &compiler).map_err(|error| format!("{FILE}: {error}"))?;
    let found = count(pieces)?;
    let Some(mut expected) = expected else {
        print!("{}", counts::compared(&Counts::new(), &found).table);
        println!("\n{FILE}\nhas no counts of [{compiler}]: nothing is compared.\nTo write these: {WRITE}");
        return Ok(());
    };
    if !all {
        expected.retain(|(name, _)| found.iter().any(|(other, _)| other == name));
    }
    let comparison = counts::compared(&expected, &found);
    print!("[{compiler}]\n{}", comparison.table);
    if !comparison.faster.is_empty() {
        println!("\nBetter by more than {} %: {}", counts::TOLERANCE, comparison.faster.join(", "));
        println!("So that it stays so, write the new counts and commit them: {WRITE}");
    }
    let mut faults = Vec::new();
    if !comparison.slower.is_empty() {
        faults.push(format!(
            "more than {} % more instructions than before: {}\n\
             To see where: valgrind --tool=callgrind {} {} {} 1\n\
             If the change is worth it, write the new counts and commit them with it: {WRITE}",
            counts::TOLERANCE,
            comparison.slower.join(", "),
            program()?.display(),
            valgrind::PIECE,
            comparison.slower[0],
        ));
    }
    if !comparison.unknown.is_empty() {
        faults.push(format!(
            "only in the code or only in {FILE}: {}\nWrite the counts anew: {WRITE}",
            comparison.unknown.join(", ")
        ));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Writes the counts into the file.
fn write(pieces: &[Piece]) -> Result<(), String> {
    let (compiler, found) = (valgrind::compiler()?, count(pieces)?);
    std::fs::write(FILE, counts::written(&compiler, &found)).map_err(|error| format!("{FILE}: {error}"))?;
    println!("[{compiler}]\n{}\nwritten to {FILE}", counts::compared(&Counts::new(), &found).table);
    Ok(())
}
