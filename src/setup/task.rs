//! Tasks that a board can be set up for, as data: each question is an option, too.

use crate::service::Kind;
use clap::{Arg, Command};

/// The name of a bot's instance, as an option; no line of its file.
pub const NAME: &str = "name";
/// The file that holds the key.
pub const KEY_FILE: &str = "key-file";

/// Something that a board can be set up for.
pub struct Task {
    /// Its word behind `boardbots setup`.
    pub verb: &'static str,
    /// The offer, as `Play on a server`.
    pub offer: &'static str,
    /// The service that does it. A bot has a name and a key; of another kind there is one on a board.
    pub kind: Kind,
    /// Its questions, first those without whose answers the others cannot be checked.
    pub questions: &'static [Question],
    /// Lines of its file that nobody is asked for.
    pub fixed: &'static [(&'static str, &'static str)],
    /// A folder beside its file that it begins with, unless there is one.
    pub folder: Option<Folder>,
}

/// A folder with files that a task begins with.
pub struct Folder {
    /// Its name.
    pub name: &'static str,
    /// The question whose answer they follow from.
    pub question: &'static str,
    /// Names and texts of the files, for an answer.
    pub files: fn(&str) -> Vec<(String, String)>,
}

/// A question, whose answer is the value of an option of the command that runs as a service.
pub struct Question {
    /// The option without its dashes, and the key of the line.
    pub key: &'static str,
    /// The words.
    pub ask: &'static str,
    /// The answer that is taken for none.
    pub default: Option<&'static str>,
    /// True if `none` is an answer, which leaves the line out.
    pub is_optional: bool,
}

impl Question {
    /// A question in words, without a mark behind it.
    pub const fn of(key: &'static str, ask: &'static str, default: Option<&'static str>) -> Self {
        Self { key, ask, default, is_optional: false }
    }

    /// The question with its default, which this word leads.
    pub fn text(&self, lead: &str) -> String {
        self.default.map_or_else(|| self.ask.to_owned(), |default| format!("{} [{lead}{default}]", self.ask))
    }
}

impl Task {
    /// Its command line.
    pub fn command(&self) -> Command {
        let option = |key: &'static str, help: String| Arg::new(key).long(key).value_name("VALUE").help(help);
        let key = option(KEY_FILE, "File that holds the key; it is copied".into()).value_name("FILE");
        let options = self.questions.iter().map(|question| option(question.key, question.text("default: ")));
        Command::new(self.verb).about(self.offer).args(options).args(self.kind.is_bot.then_some(key))
    }

    /// The unit that runs it; for bots, the instance of this name.
    pub fn unit(&self, name: &str) -> String {
        if self.kind.is_bot {
            format!("boardbots@{name}.service")
        } else {
            format!("boardbots-{}.service", self.kind.name)
        }
    }
}
