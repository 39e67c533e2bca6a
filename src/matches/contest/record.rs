//! The file of a match: its plan in the first line, a game in every other, in the order in which
//! they ended. Nothing is ever changed; whoever is interrupted goes on behind the last whole line.

use super::plan::{Plan, VERSION};
use super::played::Played;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most bytes of a record: a million games of the longest kind are fewer.
const MAX_BYTES: u64 = 4 << 30;

/// Why a record cannot be used.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another process writes to it.
    Locked(PathBuf),
    /// It is no record.
    NoRecord(PathBuf, String),
    /// It is of another match; what differs.
    Other(PathBuf, String),
    /// A line (from 1) is no game, and why.
    Line(PathBuf, usize, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Locked(path) => write!(f, "{}: another process plays this match; wait for it", path.display()),
            Self::NoRecord(path, why) => {
                write!(f, "{}: no record of a match: {why}; name another file with --record", path.display())
            }
            Self::Other(path, what) => {
                write!(f, "{}: the record of another match: {what}; name another file with --record", path.display())
            }
            Self::Line(path, line, why) => write!(f, "{}:{line}: {why}", path.display()),
        }
    }
}

impl std::error::Error for RecordError {}

/// A record that is written.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    file: File,
}

/// The games of a record, by their numbers.
pub type Games = BTreeMap<u64, Played>;

impl Record {
    /// Opens the record of a match, and makes it if there is none; the games that it holds come
    /// with it. Nobody else can write to it meanwhile. What was torn off at its end is cut off.
    ///
    /// # Errors
    /// It cannot be used; then it is left as it is.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Self, Games), RecordError> {
        let io = |error| RecordError::Io(path.to_path_buf(), error);
        let options = OpenOptions::new().read(true).append(true).create(true).clone();
        let mut file = options.open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::Locked(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let text = text(path, &mut file)?;
        // A plan that was not written to its end had no game behind it.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let mut games = Games::new();
        if whole == 0 {
            if !text.is_empty() && !text.starts_with("{\"boardbots-match\"") {
                return Err(RecordError::NoRecord(path.to_path_buf(), "its first line has no end".into()));
            }
            file.set_len(0).map_err(io)?;
            let mut record = Self { path: path.to_path_buf(), file };
            record.line(plan)?;
            return Ok((record, games));
        }
        let (found, all) = parse(path, &text[..whole])?;
        if found != *plan {
            return Err(RecordError::Other(path.to_path_buf(), difference(&found, plan)));
        }
        games.extend(all);
        file.set_len(whole as u64).map_err(io)?;
        Ok((Self { path: path.to_path_buf(), file }, games))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, played: &Played) -> Result<(), RecordError> {
        self.line(played)
    }

    fn line(&mut self, what: &impl serde::Serialize) -> Result<(), RecordError> {
        let io = |error| RecordError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(what).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(io)
    }
}

/// The plan and the games of a record, which may be in use; a torn last line is passed over.
///
/// # Errors
/// It cannot be read, or is no record.
pub fn read(path: &Path) -> Result<(Plan, Games), RecordError> {
    let mut file = File::open(path).map_err(|error| RecordError::Io(path.to_path_buf(), error))?;
    let text = text(path, &mut file)?;
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    if whole == 0 {
        return Err(RecordError::NoRecord(path.to_path_buf(), "its first line is missing".into()));
    }
    parse(path, &text[..whole])
}

fn text(path: &Path, file: &mut File) -> Result<String, RecordError> {
    let io = |error| RecordError::Io(path.to_path_buf(), error);
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
    if read as u64 > MAX_BYTES {
        return Err(RecordError::NoRecord(path.to_path_buf(), format!("it has more than {MAX_BYTES} bytes")));
    }
    // A torn character at the end belongs to a torn line.
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let tail = String::from_utf8_lossy(&bytes[whole..]).into_owned();
    bytes.truncate(whole);
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text + &tail),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].split(|byte| *byte == b'\n').count();
            Err(RecordError::Line(path.to_path_buf(), line, "it is not UTF-8".into()))
        }
    }
}

fn parse(path: &Path, text: &str) -> Result<(Plan, Games), RecordError> {
    let mut lines = text.lines();
    let none = |why: String| RecordError::NoRecord(path.to_path_buf(), why);
    let plan: Plan = serde_json::from_str(lines.next().unwrap_or("")).map_err(|error| none(error.to_string()))?;
    if plan.version != VERSION {
        return Err(none(format!("it has version {}, and this program knows {VERSION}", plan.version)));
    }
    let mut games = Games::new();
    for (number, line) in (2..).zip(lines) {
        let wrong = |why: String| RecordError::Line(path.to_path_buf(), number, why);
        let played: Played = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        if played.seats != plan.fixture(played.game).seats || played.game >= plan.games {
            return Err(wrong(format!("game {} is not one of this match", played.game)));
        }
        if played.places.len() != played.seats.len() || played.times.len() != played.seats.len() {
            return Err(wrong("places and times are not those of its seats".into()));
        }
        games.entry(played.game).or_insert(played);
    }
    Ok((plan, games))
}

/// What of two plans differs, in one line.
#[must_use]
pub fn difference(found: &Plan, asked: &Plan) -> String {
    // Files are told by their names: nobody wants to read them in a line. Those of other players are
    // no news.
    let same = found.players == asked.players;
    let mut changed = Vec::new();
    for (name, text) in &asked.files {
        match found.files.get(name) {
            Some(other) if other != text => changed.push(format!("{name} has other constants there than here")),
            None if same => changed.push(format!("what is in {name} is missing there")),
            _ => {}
        }
    }
    let parts = [differing(found, asked), changed.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Which values of two first lines differ, but for files.
pub fn differing<P: serde::Serialize>(found: &P, asked: &P) -> String {
    let [found, asked] = [found, asked].map(|plan| serde_json::to_value(plan).unwrap_or_default());
    let keys = |of: &serde_json::Value| of.as_object().map(|of| of.keys().cloned().collect::<Vec<_>>());
    let mut all: Vec<String> = [&found, &asked].into_iter().filter_map(keys).flatten().collect();
    all.sort_unstable();
    all.dedup();
    let differing = all.iter().filter(|key| *key != "files" && found.get(key) != asked.get(key));
    let show = |value: Option<&serde_json::Value>| value.map_or("nothing".into(), ToString::to_string);
    let parts =
        differing.map(|key| format!("{key} is {} there and {} here", show(found.get(key)), show(asked.get(key))));
    parts.collect::<Vec<_>>().join(", ")
}

/// Adds games of the same match; those that are there already must be the same ones.
///
/// # Errors
/// The number of a game that is another.
pub fn unite(games: &mut Games, more: Games) -> Result<(), u64> {
    for (number, played) in more {
        match games.get(&number) {
            Some(known) if !known.agrees(&played) => return Err(number),
            Some(_) => {}
            None => drop(games.insert(number, played)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::super::played;
    use super::*;

    fn game(plan: &Plan, number: u64) -> Played {
        played::tests::game(plan, number, vec![1, 2])
    }

    #[test]
    fn whatever_is_cut_off_only_the_last_game_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let plan = sample(&["tron:strong", "tron:strong"], 9);
        let (mut record, games) = Record::open(&path, &plan).unwrap();
        assert!(games.is_empty());
        assert!(matches!(Record::open(&path, &plan), Err(RecordError::Locked(_))));
        for number in [3, 1, 0] {
            record.add(&game(&plan, number)).unwrap();
        }
        drop(record);
        let whole = std::fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let left = ends.iter().filter(|end| **end <= length).count().saturating_sub(1);
            if length >= ends[0] {
                assert_eq!(read(&path).unwrap().1.len(), left, "{length}");
            } else {
                assert!(matches!(read(&path), Err(RecordError::NoRecord(..))), "{length}");
            }
            // Too few bytes to tell what it is are no reason to overwrite them.
            if (1.."{\"boardbots-match\"".len()).contains(&length) {
                assert!(matches!(Record::open(&path, &plan), Err(RecordError::NoRecord(..))), "{length}");
                continue;
            }
            let (mut record, games) = Record::open(&path, &plan).unwrap();
            assert_eq!(games.len(), left, "{length}");
            record.add(&game(&plan, 7)).unwrap();
            drop(record);
            let (found, games) = read(&path).unwrap();
            assert_eq!((found, games.len(), games.contains_key(&7)), (plan.clone(), left + 1, true), "{length}");
        }
    }

    #[test]
    fn a_changed_file_is_another_match() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut plan = sample(&["tron:strong,parameters=a.txt", "tron:strong"], 9);
        plan.files.insert("a.txt".into(), "x = 1\n".into());
        drop(Record::open(&path, &plan).unwrap());
        assert_eq!(read(&path).unwrap().0, plan);
        drop(Record::open(&path, &plan).unwrap());
        plan.files.insert("a.txt".into(), "x = 2\n".into());
        let error = Record::open(&path, &plan).expect_err("another match").to_string();
        assert!(error.contains("match: a.txt has other constants there than here; name"), "{error}");
    }

    #[test]
    fn what_is_no_record_of_this_match_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let plan = sample(&["tron:strong", "tron:strong"], 9);
        let mut first = serde_json::to_string(&plan).unwrap();
        first.push('\n');
        let line = serde_json::to_string(&game(&plan, 1)).unwrap();
        for (text, part) in [
            ("my diary\n".to_string(), "no record of a match"),
            ("my diary".to_string(), "no record of a match"),
            (first.replace("\"seed\":7", "\"seed\":8"), "seed is 8 there and 7 here"),
            (first.replace("match\":1", "match\":2"), "version 2"),
            (format!("{first}nonsense\n{line}\n"), "match.jsonl:2: "),
            (format!("{first}{line}\n{}\n", line.replace("\"game\":1", "\"game\":99")), ":3: game 99 is not one"),
            (format!("{first}{}\n", line.replace("[1,2]", "[1,2,3]")), ":2: places and times"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = Record::open(&path, &plan).expect_err(&text).to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::write(&path, [first.as_bytes(), b"\xff\n"].concat()).unwrap();
        assert!(Record::open(&path, &plan).is_err_and(|error| error.to_string().contains(":2: it is not UTF-8")));
    }
}
