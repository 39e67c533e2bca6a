//! The file that describes an instance: one `key = value` on a line.
//!
//! Keys are the long options of a command, without their dashes; `run` names the command. The
//! grammar is that of [`boardbots_base::entries`]. A line `[name]` begins a part about one of several bots.

pub use boardbots_base::entries::{Entry, LineError};
use boardbots_base::entries::{is_key, parse_from, without_comment};
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use boardbots_client::{COMMAND, SQUAD};
use std::io;
use std::path::Path;

/// The most bytes that such a file may have.
pub const MAX_BYTES: u64 = 16 * 1024;
/// The extension of such a file's name.
pub const EXTENSION: &str = "conf";

/// Some entries in their order. No key is there twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings(Vec<Entry>);

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The settings before the first part.
    pub general: Settings,
    /// Its parts in their order. No name is there twice.
    pub parts: Vec<Part>,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The line (from 1) of its name.
    pub line: usize,
    /// Its name, of the letters that keys have.
    pub name: String,
    /// Its settings.
    pub settings: Settings,
}

impl File {
    /// Reads a file: what it says, and a [`LineError`] for each line that is not understood.
    ///
    /// # Errors
    /// The file cannot be read at all.
    pub fn read(path: &Path) -> io::Result<(Self, Vec<LineError>)> {
        input::read(path, MAX_BYTES).map(|bytes| Self::parse(&bytes))
    }

    /// Reads a file's contents, as [`File::read`].
    #[must_use]
    pub fn parse(bytes: &[u8]) -> (Self, Vec<LineError>) {
        let (mut file, mut errors) = (Self::default(), Vec::new());
        let settings = |first: usize, lines: &[&[u8]], errors: &mut Vec<_>| {
            let (entries, wrong) =
                parse_from(first, &lines.join(&b'\n'), "keys are options without their dashes, like server");
            errors.extend(wrong);
            Settings(entries)
        };
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
        let heads: Vec<(usize, &str)> =
            lines.iter().enumerate().filter_map(|(at, line)| Some((at, head(line)?))).collect();
        let end = |part: usize| heads.get(part).map_or(lines.len(), |&(at, _)| at);
        file.general = settings(1, &lines[..end(0)], &mut errors);
        for (number, &(at, name)) in heads.iter().enumerate() {
            let line = at + 1;
            let before = file.parts.iter().find(|part| part.name == name);
            let problem = match before {
                _ if !is_key(name) => {
                    Some(format!("[{name}] is no name; use small letters, digits and dashes, a letter or digit first"))
                }
                Some(Part { line, .. }) => {
                    Some(format!("there is a part [{name}] already, in line {line}; keep one of them"))
                }
                None => None,
            };
            let is_new = problem.is_none();
            errors.extend(problem.map(|problem| LineError { line, problem }));
            let settings = settings(line + 1, &lines[line..end(number + 1)], &mut errors);
            if is_new {
                file.parts.push(Part { line, name: name.into(), settings });
            }
        }
        (file, errors)
    }

    /// The bots that it describes, each with its line (from 1): those that its line `bots` names; without such a
    /// line, those that have a part.
    #[must_use]
    pub fn bots(&self) -> Vec<(usize, &str)> {
        match self.general.get("bots") {
            Some(Entry { line, value, .. }) => {
                value.split(',').map(str::trim).filter(|name| !name.is_empty()).map(|name| (*line, name)).collect()
            }
            None => self.parts.iter().map(|part| (part.line, part.name.as_str())).collect(),
        }
    }

    /// The parts that are about none of the bots: their lines, and the errors.
    #[must_use]
    pub fn strangers(&self) -> Vec<(usize, String)> {
        let bots: Vec<&str> = self.bots().into_iter().map(|(_, name)| name).collect();
        let strangers = self.parts.iter().filter(|part| !bots.contains(&part.name.as_str()));
        let problem = |Part { line, name, .. }: &Part| {
            let unknown = InputError::unknown("bot", name, bots.iter().copied());
            (*line, format!("[{name}]: {unknown}; add it to the line bots, or correct it here"))
        };
        strangers.map(problem).collect()
    }

    /// The number of bots that it starts on this machine.
    #[must_use]
    pub fn count(&self) -> usize {
        match self.general.get("run").map(|run| run.value.as_str()) {
            Some(COMMAND) => 1,
            Some(SQUAD) => self.bots().len(),
            _ => 0,
        }
    }
}

/// The name in a line that begins a part.
fn head(line: &[u8]) -> Option<&str> {
    let line = without_comment(std::str::from_utf8(line).ok()?).trim();
    line.strip_prefix('[')?.strip_suffix(']').map(str::trim)
}

impl Settings {
    /// These entries, and those of `others` whose keys these have not.
    #[must_use]
    pub fn over(&self, others: impl Iterator<Item = Entry>) -> Self {
        Self(self.0.iter().cloned().chain(others.filter(|entry| self.get(&entry.key).is_none())).collect())
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.0
    }

    /// The entry of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.key == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_errors() {
        let (File { general: settings, .. }, errors) = File::parse(b"# a bot\nrun = vindinium\n--run = x");
        assert_eq!(settings.get("run").map(|entry| (entry.line, entry.value.as_str())), Some((2, "vindinium")));
        assert_eq!(settings.get("server"), None);
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(errors, [":3: \"--run\" is no key; keys are options without their dashes, like server"]);
    }

    #[test]
    fn files_have_a_bound() {
        assert!(File::read(Path::new("/dev/zero")).is_err());
        assert!(File::read(Path::new("/nowhere")).is_err());
    }

    #[test]
    fn parts_are_about_one_bot_each() {
        let text = b"\xef\xbb\xbfrun = squad\r\nbots = bob,alice , \n\n [alice] # the first\r\ndepth = 3\n[carol]\nmode = arena\n[alcie]";
        let (file, errors) = File::parse(text);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(file.general.get("run").map(|entry| entry.value.as_str()), Some("squad"));
        let parts: Vec<_> = file.parts.iter().map(|part| (part.line, part.name.as_str())).collect();
        assert_eq!(parts, [(4, "alice"), (6, "carol"), (8, "alcie")]);
        let depth = file.parts[0].settings.get("depth").unwrap();
        assert_eq!((depth.line, depth.value.as_str()), (5, "3"));
        assert_eq!(file.bots(), [(2, "bob"), (2, "alice")]);
        assert_eq!(file.count(), 2);
        let [(6, carol), (8, alcie)] = &file.strangers()[..] else { panic!("{:?}", file.strangers()) };
        assert!(carol.starts_with("[carol]: no bot \"carol\"; there are bob, alice;"), "{carol}");
        assert!(alcie.contains("did you mean \"alice\"?"), "{alcie}");
        let (file, _) = File::parse(b"run = squad\n[bob]\n[alice]");
        assert_eq!((file.bots(), file.strangers()), (vec![(2, "bob"), (3, "alice")], Vec::new()));
        assert_eq!(File::parse(b"run = vindinium").0.count() + File::parse(b"run = arena").0.count(), 1);
    }

    #[test]
    fn parts_that_are_none() {
        let (_, errors) = File::parse(b"depth = 1\ndepth = 2\n[a]\ndepth = 1\n[a]\n[A b]\nx\n[c\n");
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let due = [
            ":2: depth stands already in line 1",
            ":5: there is a part [a] already, in line 3",
            ":6: [A b] is no name",
        ];
        for (error, due) in errors.iter().zip(due) {
            assert!(error.starts_with(due), "{error}");
        }
        assert_eq!(errors.len(), 5, "{errors:?}");
    }
}
