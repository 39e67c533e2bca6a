//! `boardbots run` and `boardbots check`: instances out of files.

use crate::Failure;
use crate::instance;
use crate::output::print;
use boardbots_base::printable::line;
use std::path::PathBuf;

/// A description of the files, for `--help`.
fn files() -> String {
    format!(
        "\
A file has one `key = value` on a line; `#` begins a comment. `run` is the command, {}; \
the other keys are its long options without their dashes. Of a bot,
  games    are forever unless the file says otherwise
  depth    is automatic: 6 with a core for each instance, 1 less for each doubling of instances
  threads  is automatic: cores / instances, 1 to 4
where the instances are the *.conf files in the same folder that run a bot, and the bots of a squad. The key to the \
server is the credential `key` (LoadCredential=key:FILE) or the file that `key-file` names. 

A squad is several bots in one process. Of its file,
  bots      names the bots, such as alice, bob
  key-file  names a file with a line NAME = KEY for each
  threads   is how many decide at a time [default: cores]
and all other keys are those of one bot, for all. A line [alice] begins a part with those of alice alone. Without \
a line `bots`, the bots are those that have a part. The credential `key` goes before `key-file`.",
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

    /// Print results of bots as JSON, one line for each game
    #[arg(long)]
    json: bool,
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
/// Fails if the file is invalid, or if the command fails.
pub fn run(args: &Args) -> Result<(), Failure> {
    match instance::read(&args.file) {
        Ok((_, instance)) => instance.run(args.json),
        Err(failures) => Failure::last(failures).map_or(Ok(()), Err),
    }
}

/// Checks files, all of them even if the first is wrong.
///
/// # Errors
/// The last thing that is wrong; the others have been printed on stderr.
pub fn check(args: &CheckArgs) -> Result<(), Failure> {
    let mut failures = Vec::new();
    for file in &args.files {
        match instance::read(file) {
            Ok((_, instance)) => {
                print(|out| writeln!(out, "{}", line(&format!("{}: ok, {instance}", file.display()))))?;
            }
            Err(wrong) => failures.extend(wrong),
        }
    }
    Failure::last(failures).map_or(Ok(()), Err)
}
