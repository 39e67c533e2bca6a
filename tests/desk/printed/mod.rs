//! What others wrote is data when it is printed: every command, with every kind of file that it reads, and escapes
//! in every place of it.

mod crafted;
mod databases;
mod programs;
mod rows;
mod servers;

use clap::{Command as Clap, CommandFactory as _};
use crafted::NAME;
use rows::{ROWS, Row, WRITTEN};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The program with these words, in this folder. It believes that it writes to systemd's journal if `journal` says so.
fn run(folder: &Path, words: &[String], input: &[u8], journal: bool) -> (Output, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbots"));
    command.args(words).current_dir(folder).env("HOME", folder).env_remove("RUST_LOG").env_remove("JOURNAL_STREAM");
    if journal {
        command.env("JOURNAL_STREAM", "1:1");
    }
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    // One that has ended reads nothing.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    (child.wait_with_output().expect("a child of this process"), journal)
}

/// Characters that act on a terminal, reorder what is around them, or cannot be seen, of those that the files have.
fn is_raw(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a process told of what was there.
///
/// # Errors
/// It printed something raw, or ended as its command does not document.
fn check((output, journal): &(Output, bool), codes: &[i32]) -> Result<bool, String> {
    let code = output.status.code().unwrap_or(-1);
    let mut told = false;
    for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        for chunk in bytes.utf8_chunks() {
            let text = chunk.valid().replace("\r\n", "\n");
            let forged = text.lines().any(|line| line.starts_with("FORGED") || *journal && line.starts_with("<0>"));
            if text.contains(is_raw) || chunk.invalid().iter().any(|&byte| byte < 0xa0) || forged {
                return Err(format!("{stream}: {text:?} {:?}", chunk.invalid()));
            }
            told |= [r"\u{", r"\u2", r"\x9b", "\u{fffd}"].iter().any(|sign| text.contains(sign));
        }
    }
    let said = String::from_utf8_lossy(&output.stderr);
    if codes.contains(&code) && !said.contains("panicked at") { Ok(told) } else { Err(format!("exit {code}: {said}")) }
}

/// All runs of a row: its file as it is crafted, in a folder of its own, and some of names that nobody would give.
///
/// # Errors
/// What is wrong with the first one.
fn play(row: &Row, taken: SocketAddr) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let words = |file: &str| -> Vec<String> {
        let word = |word: &str| word.replace("FILE", file).replace("TAKEN", &taken.to_string()).replace('~', " ");
        row.command.split(' ').chain(row.args.split(' ')).filter(|word| !word.is_empty()).map(word).collect()
    };
    let sample = (row.sample)(folder.path());
    let path = folder.path().join(row.file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    let mut told = false;
    for (number, bytes) in crafted::all(&sample, row.places).into_iter().enumerate() {
        fs::write(&path, &bytes).expect("a file");
        let input = if row.input == "FILE" { &bytes } else { row.input.as_bytes() };
        let checked = check(&run(folder.path(), &words(row.file), input, number % 3 == 2), row.codes);
        told |= checked.map_err(|error| format!("{error}\n{}", crafted::shown(&bytes)))?;
    }
    if row.args.contains("FILE") {
        for (name, bytes) in [(NAME, &sample[..]), ("no\u{1b}[31m\u{202e}", b"nonsense\n")] {
            fs::write(folder.path().join(name), bytes).expect("a file");
            told |= check(&run(folder.path(), &words(name), row.input.as_bytes(), false), row.codes)?;
        }
    }
    if told || row.silent { Ok(()) } else { Err("nothing was told of what stands in the file".into()) }
}

#[test]
fn nothing_raw_comes_out_of_files() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let (taken, next, wrong) = (taken.local_addr().expect("an address"), AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, Into::into) {
            scope.spawn(|| {
                while let Some(row) = ROWS.get(next.fetch_add(1, Relaxed)) {
                    if let Err(error) = play(row, taken) {
                        wrong.lock().expect("no panics").push(format!("{} {}: {error}", row.command, row.args));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panics");
    assert!(wrong.is_empty(), "{} of {} rows: {}", wrong.len(), ROWS.len(), wrong.join("\n\n"));
}

/// All commands below one, with their words.
fn commands<'a>(words: &str, command: &'a Clap, all: &mut Vec<(String, &'a Clap)>) {
    all.push((words.to_string(), command));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        commands(format!("{words} {}", below.get_name()).trim(), below, all);
    }
}

/// Whether an option takes the name of a file or a folder.
fn takes_file(argument: &clap::Arg) -> bool {
    let names = argument.get_value_names().unwrap_or_default();
    names.iter().any(|name| name.split('|').any(|part| ["FILE", "DIR", "RECORD", "PATH"].contains(&part)))
        || argument.is_positional() && argument.get_id() == "map"
}

#[test]
fn no_command_is_left_out() {
    let mut program = boardbots::Cli::command();
    program.build();
    let mut all = Vec::new();
    commands("", &program, &mut all);
    let given = all.iter().flat_map(|(words, command)| {
        command
            .get_arguments()
            .filter(|argument| takes_file(argument))
            .map(move |argument| (words.clone(), argument.get_id().to_string()))
    });
    let given: BTreeSet<(String, String)> = given.collect();
    let read = ROWS.iter().map(|row| (row.command, row.option)).filter(|(_, option)| !option.is_empty());
    let known: BTreeSet<_> = read.chain(WRITTEN).map(|(words, id)| (words.to_string(), id.to_string())).collect();
    assert_eq!(given, known, "every option with a file is in ROWS, or in WRITTEN");
    let folder = tempfile::tempdir().expect("a folder");
    for (words, _) in all {
        let words: Vec<String> =
            words.split(' ').filter(|word| !word.is_empty()).chain([NAME]).map(str::to_string).collect();
        let output = run(folder.path(), &words, b"", false);
        // One that writes into a folder makes it.
        let codes: &[i32] = if words[0] == "man" { &[0] } else { &[2, 3, 4, 7] };
        assert!(check(&output, codes).is_ok(), "{words:?}: {output:?}");
    }
}

/// The files that write to a terminal: what is printed, games in the terminal, the log, files that go to stdout.
const SINKS: [&str; 4] =
    ["src/output.rs", "src/desk/play/mod.rs", "crates/ops/src/logging.rs", "crates/base/src/atomic_file.rs"];
/// Files that only tests and build scripts have.
const OTHERS: [&str; 4] = ["stats/src/simulation.rs", "/tests.rs", "battle/chaos.rs", "pages/src/lib.rs"];

/// The sources below a folder.
fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("tests") && !path.ends_with("examples") {
            sources(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("build.rs") {
            all.push(path);
        }
    }
}

#[test]
fn nothing_is_printed_beside_the_sinks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["src", "crates"] {
        sources(&root.join(folder), &mut all);
    }
    assert!(all.len() > 500, "{}", all.len());
    let mut wrong = Vec::new();
    for path in all {
        let name = path.strip_prefix(root).expect("below it").to_str().expect("text");
        if SINKS.contains(&name) || OTHERS.iter().any(|other| name.ends_with(other)) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let product = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
        for line in product.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let writes = ["io::stdout()", "io::stderr()", "print!(", "println!(", "eprint"]
                .iter()
                .any(|sign| line.contains(sign));
            // Asking what kind of terminal there is writes nothing.
            if writes && !line.contains("is_terminal") && !line.contains("terminal_size") {
                wrong.push(format!("{name}: {}", line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "print by src/output.rs: {wrong:#?}");
}
