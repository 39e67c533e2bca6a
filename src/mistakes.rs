//! The mistakes of a command line, in plain words; and those of a file that describes instances, all of them, each with
//! its place.

use crate::CliError;
use boardbots_base::invalid::InputError;
use boardbots_ops::settings::{Entry, File, LineError, Settings};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::Path;

/// The mistakes in a file.
pub struct Mistakes {
    file: String,
    /// Problems with the numbers of their lines; those of the whole file come last.
    lines: Vec<(usize, CliError)>,
    /// The keys of lines that are wrong.
    keys: Vec<String>,
}

impl Mistakes {
    /// The content of a file, and the mistakes in its lines.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(path: &Path) -> Result<(File, Self), Vec<CliError>> {
        let mut mistakes = Self { file: path.display().to_string(), lines: Vec::new(), keys: Vec::new() };
        let (file, errors) = match File::read(path) {
            Ok(read) => read,
            Err(error) => {
                mistakes.add(None, &format!(": {error}"));
                return Err(mistakes.failures());
            }
        };
        for LineError { line, problem } in errors {
            mistakes.keys.extend(subject(&problem));
            mistakes.line(line, &problem);
        }
        Ok((file, mistakes))
    }

    /// The result of reading the file, unless it has mistakes.
    ///
    /// # Errors
    /// All mistakes, in the order of the lines.
    pub fn none<T>(self, made: Option<T>) -> Result<T, Vec<CliError>> {
        made.filter(|_| self.lines.is_empty()).ok_or_else(|| self.failures())
    }

    fn failures(mut self) -> Vec<CliError> {
        self.lines.sort_by_key(|(line, _)| *line);
        // What is wrong for all of several bots is told once.
        self.lines.dedup_by(|(line, failure), (before, same)| line == before && failure.message == same.message);
        self.lines.into_iter().map(|(_, failure)| failure).collect()
    }

    /// Adds a problem, to be written behind the place.
    pub fn add(&mut self, line: Option<usize>, problem: &str) {
        let place = line.map_or(String::new(), |line| format!(":{line}"));
        let failure = CliError::configuration(format!("{}{place}{problem}", self.file));
        self.lines.push((line.unwrap_or(usize::MAX), failure));
    }

    /// Adds a problem of a line.
    pub fn line(&mut self, line: usize, problem: &str) {
        self.add(Some(line), &format!(": {problem}"));
    }

    /// Adds a problem of an entry.
    pub fn entry(&mut self, entry: &Entry, problem: &str) {
        self.keys.push(entry.key.clone());
        self.line(entry.line, problem);
    }

    /// Adds what a command says of all entries together; not what only follows from a line that is wrong.
    pub fn whole(&mut self, settings: &Settings, failure: &CliError) {
        if self.keys.iter().any(|key| failure.message.contains(&format!("--{key} "))) {
            return;
        }
        // What a line is wrong about stands there; what is not in any line is about the file.
        let line = failure.option.and_then(|option| settings.get(option)).map(|entry| entry.line);
        self.add(line, &format!(": {}", failure.message));
    }

    /// True if a line of this key has a mistake.
    pub fn is_about(&self, key: &str) -> bool {
        self.keys.iter().any(|wrong| wrong == key)
    }

    /// True if an entry can be a word of the command line; adds what is wrong with it.
    pub fn is_right(&mut self, command: &Command, entry: &Entry) -> bool {
        check(command, entry).map_err(|problem| self.entry(entry, &problem)).is_ok()
    }
}

/// The argument or the long option of a command that takes a value and has this key.
pub fn argument<'a>(command: &'a Command, key: &str) -> Option<&'a Arg> {
    keys(command).find(|(known, _)| *known == key).map(|(_, argument)| argument)
}

/// The arguments and long options of a command that take a value, by their keys.
fn keys(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let takes_value = |arg: &&Arg| matches!(arg.get_action(), ArgAction::Set | ArgAction::Append);
    command.get_arguments().filter(takes_value).filter_map(|arg| {
        let key = if arg.is_positional() { arg.get_id().as_str() } else { arg.get_long()? };
        Some((key, arg))
    })
}

/// The probable key of a malformed line: the first word that its problem quotes.
fn subject(problem: &str) -> Option<String> {
    let words = problem.split(|c: char| c != '-' && !c.is_ascii_alphanumeric());
    words.map(|word| word.trim_start_matches('-').to_lowercase()).find(|word| !word.is_empty())
}

fn check(command: &Command, entry: &Entry) -> Result<(), String> {
    let Entry { key, value, .. } = entry;
    let Some(argument) = argument(command, key) else {
        let mut names: Vec<_> = keys(command).map(|(key, _)| key).collect();
        names.sort_unstable();
        return Err(InputError::unknown(&format!("setting of {}", command.get_name()), key, names).into());
    };
    let (command, word) = if argument.is_positional() {
        (Command::new("setting").arg(argument.clone().index(1)), value.clone())
    } else {
        (command.clone(), format!("--{key}={value}"))
    };
    match command.try_get_matches_from(["", &word]) {
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => Err(said(&error)),
        _ => Ok(()),
    }
}

/// The library's message about a wrong command line, in one line.
pub fn said(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::MissingRequiredArgument
        && let Some(missing) = error.get(ContextKind::InvalidArg)
    {
        return format!("there is no {missing}, which is needed");
    }
    let text = plain(error);
    let first = text.lines().take_while(|line| !line.trim().is_empty());
    let line = first.map(str::trim).collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// The library's message for a wrong command line, which neither quotes a value twice nor speaks of digits and types.
pub fn plain(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let context = |kind| if let Some(ContextValue::String(text)) = error.get(kind) { Some(text) } else { None };
    let (Some(arg), Some(value)) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue)) else {
        return text;
    };
    let Some(source) = error.source() else { return text };
    let (said, before) = (source.to_string(), format!("invalid value '{value}' for '{arg}': "));
    let after = match number(source, value) {
        Some(words) => before.clone() + &words,
        None if said.contains(value.as_str()) => format!("{arg}: {said}"),
        None => return text,
    };
    text.replacen(&(before + &said), &after, 1)
}

/// The message for a wrong number, if the error is about one.
fn number(error: &(dyn Error + 'static), value: &str) -> Option<String> {
    let words = match error.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow) => "the number is too large",
        Some(IntErrorKind::NegOverflow) => "the number is too small",
        Some(_) if value.starts_with('-') => "write a whole number that is not negative",
        Some(_) => "write a whole number",
        None if error.is::<ParseFloatError>() => "write a number",
        None => {
            let text = error.to_string();
            let (least, most) = text.rsplit_once(" is not in ")?.1.split_once("..=")?;
            return Some(format!("write a whole number from {least} to {most}"));
        }
    };
    Some(words.into())
}
