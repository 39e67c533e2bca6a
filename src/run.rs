//! `boardbots run` and `boardbots check`: instances, commands that run as services for months, from a file or from a
//! command line.

use crate::mistakes::Mistakes;
use crate::output::print;
use crate::service::{Instance, Kind};
use crate::{CliError, games};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::line;
use boardbots_ops::settings::Settings;
use boardbots_ops::share::Share;
use std::path::{Path, PathBuf};

/// A description of the files, for `--help`.
fn files() -> String {
    format!(
        "\
A file has one `key = value` on a line; `#` begins a comment. `run` is the command, {}; \
the other keys are its arguments and its long options, in small letters and without dashes. Of a bot,
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
        names()
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
pub fn run(args: &Args) -> Result<(), CliError> {
    read_or_tell(&args.file)?.1.run(args.json)
}

/// Checks files, all of them even if the first is wrong.
///
/// # Errors
/// The last thing that is wrong; the others have been printed on stderr.
pub fn check(args: &CheckArgs) -> Result<(), CliError> {
    let mut failures = Vec::new();
    for file in &args.files {
        match read(file) {
            Ok((_, instance)) => {
                let ok = line(&format!("{}: ok, {instance}", file.display()));
                let wrong = instance.check();
                if wrong.is_empty() {
                    print(|out| writeln!(out, "{ok}"))?;
                }
                failures.extend(wrong);
            }
            Err(wrong) => failures.extend(wrong),
        }
    }
    CliError::last(failures).map_or(Ok(()), Err)
}

/// The key that names the command.
const RUN: &str = "run";

/// All of them: bots first.
pub fn kinds() -> impl Iterator<Item = Kind> {
    let kinds = games::BOTS.iter();
    #[cfg(feature = "full")]
    let kinds = kinds.chain([&crate::desk::join::KIND]).chain(crate::server::SERVICES);
    kinds.copied()
}

/// Their names as a text: "one, two or three".
pub fn names() -> String {
    let names: Vec<&str> = kinds().map(|kind| kind.name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_string(),
        Some((last, before)) => format!("{} or {last}", before.join(", ")),
        None => String::new(),
    }
}

/// The one of this name.
///
/// # Errors
/// Fails for an unknown name, and lists the kinds.
pub fn kind(name: &str) -> Result<Kind, InputError> {
    let unknown = || InputError::unknown("command that can be a service", name, kinds().map(|kind| kind.name));
    kinds().find(|kind| kind.name == name).ok_or_else(unknown)
}

/// The instance that a file describes, and its kind. The number of instances that share the machine is that of the
/// files beside it.
///
/// # Errors
/// [`Exit::Configuration`](crate::Exit::Configuration) for everything that is wrong with the file, with its line where
/// there is one, and what helps.
fn read(path: &Path) -> Result<(Kind, Instance), Vec<CliError>> {
    let (file, mut mistakes) = Mistakes::read(path)?;
    let kind = kind_of(&file.general, &mut mistakes);
    let instance = kind.and_then(|kind| {
        if let Some(read) = kind.read {
            return read(path, &file, &mut mistakes);
        }
        if let Some(part) = file.parts.first() {
            mistakes.line(part.line, &format!("[{}]: a file of {} has no parts", part.name, kind.name));
        }
        from_lines(kind, path, &file.general, &mut mistakes)
    });
    mistakes.none(kind.zip(instance))
}

/// The same; all that is wrong but the last is told on stderr.
///
/// # Errors
/// The last thing that is wrong.
pub fn read_or_tell(path: &Path) -> Result<(Kind, Instance), CliError> {
    read(path).map_err(|failures| CliError::last(failures).expect("what is not read is wrong somewhere"))
}

/// The kind that the `run` line of a file names.
fn kind_of(settings: &Settings, mistakes: &mut Mistakes) -> Option<Kind> {
    let Some(run) = settings.get(RUN) else {
        if !mistakes.is_about(RUN) {
            let example = kinds().next().map_or("", |kind| kind.name);
            let names = names();
            let problem =
                format!(": there is no line for {RUN}; write for example {RUN} = {example} (it can be {names})");
            mistakes.add(None, &problem);
        }
        return None;
    };
    kind(&run.value).map_err(|problem| mistakes.entry(run, &problem)).ok()
}

/// The instance of a kind whose settings are its options.
fn from_lines(kind: Kind, path: &Path, settings: &Settings, mistakes: &mut Mistakes) -> Option<Instance> {
    if !kind.is_bot {
        return kind.of_settings(settings, &[RUN], &[], mistakes);
    }
    let share = Share::beside(path);
    kind.of_settings(settings, &[RUN], &[("depth", share.depth()), ("threads", share.threads())], mistakes)
}
