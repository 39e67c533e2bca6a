//! `boardbots setup`: sets up what this board is to do, from a few questions to a service that runs.
//!
//! | file | holds |
//! |---|---|
//! | here | the command: who is asked what |
//! | `answers` | the answers, and the file that they make |
//! | `board` | the board: its files, its units, and how all of it is started |
//! | `person` | the person who is asked |
//! | [`task`] | tasks and their questions, as data |
//! | `undo` | steps that are undone, and files that are brought back |

mod answers;
mod board;
mod person;
pub mod task;
mod undo;

use crate::desk::join;
use crate::{CliError, games, output, server};
use answers::Answers;
use board::Board;
use boardbots_base::credentials::{self, Key};
use boardbots_base::invalid::InputError;
use boardbots_ops::signals;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use person::Person;
use std::path::Path;
use task::{KEY_FILE, Task};

/// The text at the end of `--help`.
const DETAILS: &str = "\
Asks for what no option says, writes NAME.conf and keys/NAME in /etc/boardbots, checks both and the board, and starts \
the service, now and whenever the board starts. If the service does not get READY, all is as it was before, and the \
last lines of its log are shown. A key is typed without being shown, or comes from a file; it is never an argument.

  sudo boardbots setup                asks for all
  sudo boardbots setup arena --yes    asks for nothing
  sudo boardbots setup play --server http://10.0.0.5:9000 \\
      --name alice --key-file alice.key --yes";

/// The options of `boardbots setup`.
pub struct Args(ArgMatches);

/// The tasks of all games and servers.
fn tasks() -> impl Iterator<Item = &'static Task> + Clone {
    games::TASKS.iter().chain([&join::TASK]).chain(server::TASKS)
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        let flag = |name: &'static str, help: &'static str| {
            Arg::new(name).long(name).help(help).action(ArgAction::SetTrue).global(true).display_order(900)
        };
        command
            .arg(flag("yes", "Ask nothing: take the defaults for what no option says"))
            .arg(flag("replace", "Replace an instance of the same name"))
            .after_help(DETAILS)
            .subcommands(tasks().map(Task::command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.clone_from(matches);
        Ok(())
    }
}

/// Sets up what the options and the person say.
///
/// # Errors
/// [`CliError::usage`] for an answer that is missing or wrong, [`CliError::configuration`] for a board on which it
/// cannot be done, and for a service that does not get READY.
pub fn run(Args(given): &Args) -> Result<(), CliError> {
    let board = Board::of_this_machine()?;
    let stop = signals::stop_flag().map_err(CliError::unexpected)?;
    let yes = given.get_flag("yes");
    let mut person = if yes { None } else { Person::of_this_process()? };
    let no_options = ArgMatches::default();
    let (verb, given_for_task) = given.subcommand().unwrap_or(("", &no_options));
    let task = tasks().find(|task| task.verb == verb).map_or_else(|| choose(person.as_mut()), Ok)?;
    board::has_unit(task)?;
    let option = |key| given_for_task.try_get_one::<String>(key).ok().flatten().map(String::as_str);
    if person.is_none() {
        all_are_answered(task, option, yes)?;
    }
    let mut answers = Answers::new(task);
    for question in task.questions {
        match (option(question.key), &mut person) {
            (None, Some(person)) => person.ask(&question.text(""), false, |word| answers.take(question, word))?,
            (said, _) => answers
                .take(question, said.unwrap_or_default())
                .map_err(|why| CliError::usage(format!("--{}: {why}", question.key)).about(question.key))?,
        }
    }
    let file = board.file(answers.name());
    if file.symlink_metadata().is_ok() && !given.get_flag("replace") {
        let question = format!("There is {} already. Replace it?", file.display());
        let agrees = |word: &str| match word.to_lowercase().as_str() {
            "y" | "yes" => Ok(true),
            // Nothing said is no.
            "" | "n" | "no" => Ok(false),
            _ => Err("write yes or no".into()),
        };
        if !person.as_mut().map_or(Ok(false), |person| person.ask(&format!("{question} [no]"), false, agrees))? {
            return Err(CliError::usage(format!("{question} Say --replace, or choose another name")).about("replace"));
        }
    }
    answers.key = match (option(KEY_FILE), &mut person) {
        (Some(path), _) => {
            let wrong = |error| CliError::configuration(error).about(KEY_FILE);
            Some(credentials::read_key(Path::new(path)).map_err(wrong)?)
        }
        (None, Some(person)) if task.kind.is_bot => {
            let optional = !task.kind.needs_key;
            let key = |word: &str| match Key::from_bytes(word.as_bytes()) {
                Err(_) if optional && word.is_empty() => Ok(None),
                key => key.map(Some).map_err(|why| format!("what you typed{why}")),
            };
            let none = if optional { "; empty: none" } else { "" };
            person.ask(&format!("Key of {} (it is not shown{none})", answers.name()), true, key)?
        }
        _ => None,
    };
    board.set_up(&answers, &stop)
}

/// The task that the person chooses.
fn choose(person: Option<&mut Person>) -> Result<&'static Task, CliError> {
    let verbs: Vec<&str> = tasks().map(|task| task.verb).collect();
    let Some(person) = person else {
        return Err(CliError::usage(format!("say what to set up: boardbots setup {}", verbs.join("|"))));
    };
    let offers = (1..).zip(tasks()).map(|(number, task)| format!("  {number}  {} ({})\n", task.offer, task.verb));
    output::text(&format!("What is this board to do?\n{}", offers.collect::<String>()))?;
    person.ask("Number or word", false, |word| {
        let found = (1..).zip(tasks()).find(|(number, task)| task.verb == word || word.parse() == Ok(*number));
        found.map(|(_, task)| task).ok_or_else(|| InputError::unknown("task", word, verbs.iter().copied()).to_string())
    })
}

/// Sees to it that nobody needs to be asked. Only who says yes has the defaults.
fn all_are_answered<'a>(
    task: &Task,
    option: impl Fn(&'static str) -> Option<&'a str>,
    yes: bool,
) -> Result<(), CliError> {
    let questions = task.questions.iter().filter(|question| !yes || question.default.is_none());
    let keys = questions.map(|question| question.key).chain(task.kind.needs_key.then_some(KEY_FILE));
    let open: Vec<String> = keys.filter(|key| option(key).is_none()).map(|key| format!("--{key}")).collect();
    if open.is_empty() {
        return Ok(());
    }
    let remedy = if yes { "" } else { "; --yes takes the defaults of those that have one" };
    Err(CliError::usage(format!("setup {}: there is no answer for {}{remedy}", task.verb, open.join(", "))))
}
