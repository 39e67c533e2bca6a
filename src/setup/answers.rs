//! The answers to the questions of a task: what is wrong with them, and the file that they make.

use super::task::{NAME, Question, Task};
use crate::mistakes::said;
use crate::{run, unit};
use boardbots_base::credentials::Key;
use boardbots_base::entries::{is_key, without_comment};
use boardbots_base::printable;
use clap::error::ErrorKind;

/// Most characters of the name of an instance.
const LONGEST: usize = 32;

/// The answers to the questions of a task.
pub struct Answers {
    /// The task.
    pub task: &'static Task,
    /// The values by their keys.
    values: Vec<(&'static str, String)>,
    /// The key of a bot.
    pub key: Option<Key>,
}

impl Answers {
    /// No answers yet.
    pub const fn new(task: &'static Task) -> Self {
        Self { task, values: Vec::new(), key: None }
    }

    /// The answer to the question of this key, if it is not `none`.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| *known == key).map(|(_, value)| value.as_str())
    }

    /// The name of the instance, and of its files.
    pub fn name(&self) -> &str {
        self.get(NAME).unwrap_or(self.task.kind.name)
    }

    /// Takes an answer; for an empty one, the default.
    ///
    /// # Errors
    /// The problem with it, and what helps.
    pub fn take(&mut self, question: &'static Question, word: &str) -> Result<(), String> {
        let value = question.default.filter(|_| word.is_empty()).unwrap_or(word);
        if !(question.is_optional && value == "none") {
            self.check(question.key, value)?;
            self.values.push((question.key, value.to_owned()));
        }
        Ok(())
    }

    fn check(&self, key: &str, value: &str) -> Result<(), String> {
        if value.is_empty() || printable::line(value) != value || without_comment(value) != value {
            return Err("write it on one line, without # and without what cannot be seen".into());
        }
        if key == NAME {
            return check_name(value);
        }
        // Those before are right: what is wrong now is this one.
        let instance = match self.task.kind.parse(self.task.kind.words(self.settings().chain([(key, value)]))) {
            // The answer to it comes later.
            Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => return Ok(()),
            instance => instance.map_err(|error| said(&error))?,
        };
        unit::visible(value, false).map_err(|failure| failure.message)?;
        if let Some(port) = instance.port().filter(|port| (1..unit::UNPRIVILEGED).contains(port)) {
            let remedy = "choose one from 1024 on, or write a unit with boardbots unit";
            return Err(format!("port {port} needs a unit with more rights; {remedy}"));
        }
        instance.check().into_iter().next().map_or(Ok(()), |failure| Err(failure.message))
    }

    /// The values that are options of the service.
    fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().filter(|(key, _)| *key != NAME).map(|(key, value)| (*key, value.as_str()))
    }

    /// The settings in which the unit of this instance differs from the usual one: a drop-in of systemd, or nothing.
    pub fn drop_in(&self) -> String {
        let kind = self.task.kind;
        let keyless = (kind.is_bot && self.key.is_none()).then_some(("LoadCredential", ""));
        let lines = kind.limits.iter().copied().chain(keyless).map(|(key, value)| format!("{key}={value}\n"));
        lines
            .fold(String::new(), |text, line| if text.is_empty() { format!("[Service]\n{line}") } else { text + &line })
    }

    /// The file that `boardbots run` reads.
    pub fn file(&self) -> String {
        let unit = self.task.unit(self.name());
        let note = format!("# Written by boardbots setup. After a change: sudo systemctl restart {unit}\n");
        let lines = [("run", self.task.kind.name)].into_iter().chain(self.settings());
        let lines = lines.chain(self.task.fixed.iter().copied()).map(|(key, value)| format!("{key} = {value}\n"));
        note + &lines.collect::<String>()
    }
}

fn check_name(name: &str) -> Result<(), String> {
    if !is_key(name) || name.len() > LONGEST {
        return Err(format!(
            "{name} is no name of an instance; use up to {LONGEST} small letters, digits and dashes, no dash first"
        ));
    }
    if run::kinds().any(|kind| !kind.is_bot && kind.name == name) {
        return Err(format!("{name} is the name of another service; choose another one"));
    }
    Ok(())
}
