//! Files that describe the bots of a squad.

use super::super::KIND;
use crate::games::vindinium::args::Args;
use crate::mistakes::Mistakes;
use crate::service::Service;
use boardbots_base::entries::is_key;
use boardbots_ops::settings::File;
use boardbots_ops::share::Share;
use std::fmt;
use std::path::{Path, PathBuf};

/// The keys that are about all bots together.
const OWN: [&str; 4] = ["run", "bots", "key-file", "threads"];
/// Most bots of a squad. Its unit has threads and connections for that number.
const MOST: usize = 128;

/// Several bots that share a process.
pub struct Squad {
    /// Each with its name.
    pub bots: Vec<(String, Args)>,
    /// Decisions that are made at a time.
    pub places: usize,
    /// The file that holds the keys, if one is named.
    pub key_file: Option<PathBuf>,
}

impl Squad {
    /// The squad of a file; adds its mistakes. The number of bots that share the machine is that of the files beside
    /// it.
    pub fn read(path: &Path, file: &File, mistakes: &mut Mistakes) -> Self {
        let share = Share::beside(path);
        let general = &file.general;
        let threads = general.get("threads");
        let bad_threads = threads.is_some_and(|entry| mistakes.word(&KIND.command(), entry).is_none());
        let places = threads.filter(|_| !bad_threads).and_then(|entry| entry.value.parse().ok());
        let own = |key: &str| OWN.contains(&key);
        let common = || general.entries().iter().filter(|entry| !own(&entry.key)).cloned();
        let mut bots: Vec<(String, Args)> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for (line, name) in file.bots() {
            if !is_key(name) || seen.contains(&name) || seen.len() == MOST {
                let names = "names are of small letters, digits and dashes, each once and at most 128";
                mistakes.line(line, &format!("{name} is one too many, or no name: {names}"));
                continue;
            }
            seen.push(name);
            let part = file.parts.iter().find(|part| part.name == name).map(|part| part.settings.clone());
            let part = part.unwrap_or_default();
            for entry in part.entries().iter().filter(|entry| own(&entry.key)) {
                let problem = format!("{} is for all bots together; write it above the first [name]", entry.key);
                mistakes.entry(entry, &problem);
            }
            let settings = part.over(common());
            let bot = KIND.of_settings(&settings, &OWN, &[("depth", share.depth())], mistakes);
            bots.extend(bot.and_then(<dyn Service>::options).map(|args| (name.to_owned(), args)));
        }
        for (line, problem) in file.strangers() {
            mistakes.line(line, &problem);
        }
        if seen.is_empty() && !mistakes.is_about("bots") {
            mistakes.add(None, ": there are no bots; write for example bots = alice, bob");
        }
        let key_file = general.get("key-file").map(|entry| PathBuf::from(&entry.value));
        Self { bots, places: places.unwrap_or(share.places()), key_file }
    }
}

impl fmt::Display for Squad {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "a squad of {}, {} decisions at a time", self.bots.len(), self.places)?;
        self.bots.first().map_or(Ok(()), |(name, args)| write!(out, "; {name} is {args}"))
    }
}
