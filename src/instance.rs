//! Instances: commands that run as services for months, from a file or from a command line.

use crate::Failure;
use crate::games;
use crate::mistakes::Mistakes;
use crate::service::{Instance, Kind};
use boardbots_base::invalid::Invalid;
use boardbots_ops::settings::Settings;
use boardbots_ops::share::Share;
use std::path::Path;

/// The key that names the command.
const RUN: &str = "run";

/// All of them: bots first.
pub fn kinds() -> impl Iterator<Item = Kind> {
    #[cfg(feature = "server")]
    let servers = crate::server::SERVICES;
    #[cfg(not(feature = "server"))]
    let servers: &[Kind] = &[];
    games::BOTS.iter().chain(servers).copied()
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
pub fn kind(name: &str) -> Result<Kind, Invalid> {
    let unknown = || Invalid::unknown("command that can be a service", name, kinds().map(|kind| kind.name));
    kinds().find(|kind| kind.name == name).ok_or_else(unknown)
}

/// The instance that a file describes, and its kind. The number of instances that share the machine is that of the
/// files beside it.
///
/// # Errors
/// [`Exit::Configuration`](crate::Exit::Configuration) for everything that is wrong with the file, with its line where
/// there is one, and what helps.
pub fn read(path: &Path) -> Result<(Kind, Instance), Vec<Failure>> {
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
