//! `boardbots run` and `boardbots check`: instances out of files.

use crate::Failure;
use crate::instance;
use crate::output::print;
use crate::service::Instance;
use std::path::PathBuf;

/// What the files look like.
fn files() -> String {
    format!(
        "\
A file has one `key = value` on a line; `#` begins a comment. `run` is the command, {}; \
the other keys are its long options without their dashes. Of a bot,
  games    are forever unless the file says otherwise
  depth    is automatic: 6 with a core for each instance, 1 less for each doubling of instances
  threads  is automatic: cores / instances, 1 to 4
where the instances are the *.conf files in the same folder that run a bot. The key to the server \
is the credential `key` (LoadCredential=key:FILE) or the file that `key-file` names.",
        instance::names()
    )
}

/// The options of `boardbots run`.
#[derive(clap::Args)]
#[command(after_help = files())]
pub struct Args {
    /// The file that describes the instance
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The options of `boardbots check`.
#[derive(clap::Args)]
#[command(after_help = files())]
pub struct CheckArgs {
    /// Files that describe instances
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Runs the instance of a file.
///
/// # Errors
/// What is wrong with the file, and what the command says.
pub fn run(args: &Args) -> Result<(), Failure> {
    match Instance::read(&args.file) {
        Ok(instance) => instance.run(),
        Err(failures) => last(failures),
    }
}

/// Checks files, all of them even if the first is wrong.
///
/// # Errors
/// The last thing that is wrong; the others have been printed on stderr.
pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    let mut failures = Vec::new();
    for file in &args.files {
        match Instance::read(file) {
            Ok(instance) => print(|out| writeln!(out, "{}: ok, {instance}", file.display()))?,
            Err(wrong) => failures.extend(wrong),
        }
    }
    last(failures)
}

/// Says all failures but the last on stderr.
///
/// # Errors
/// The last.
fn last(mut failures: Vec<Failure>) -> Result<(), Failure> {
    let last = failures.pop();
    for failure in failures {
        failure.tell();
    }
    last.map_or(Ok(()), Err)
}
