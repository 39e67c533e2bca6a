//! The file of a tuning: its plan in the first line, an iteration in every other. Nothing is ever
//! changed; whoever is interrupted goes on behind the last whole line.

use super::plan::{Plan, VERSION};
use crate::matches::contest::record::differing;
use crate::matches::rating::tally::Tally;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The most bytes of a record: a million iterations are fewer.
const MAX_BYTES: u64 = 1 << 30;
/// What every record begins with.
const HEAD: &[u8] = b"{\"boardbots-tuning\"";

/// An iteration that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0.
    pub iteration: u64,
    /// How its games ended for the player whose constants went the trial's way.
    pub games: Tally,
    /// The values behind it, in the order of the plan's constants; in whole millionths.
    pub values: Vec<f64>,
}

/// Why a record cannot be used.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another process writes to it.
    Locked(PathBuf),
    /// It is no record.
    NoRecord(PathBuf, String),
    /// It is of another tuning; what differs.
    Other(PathBuf, String),
    /// A line (from 1) is no iteration, and why.
    Line(PathBuf, usize, String),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Locked(path) => write!(f, "{}: another process is at this tuning; wait for it", path.display()),
            Self::NoRecord(path, why) => {
                write!(f, "{}: no record of a tuning: {why}; name another file with --record", path.display())
            }
            Self::Other(path, what) => {
                write!(f, "{}: the record of another tuning: {what}; name another file with --record", path.display())
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

impl Record {
    /// Opens the record of a tuning, and makes it if there is none; the iterations that it holds come
    /// with it. Nobody else can write to it meanwhile. What was torn off at its end is cut off.
    ///
    /// # Errors
    /// It cannot be used; then it is left as it is.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Self, Vec<Iteration>), RecordError> {
        let io = |error| RecordError::Io(path.to_path_buf(), error);
        let none = |why: String| RecordError::NoRecord(path.to_path_buf(), why);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(RecordError::Locked(path.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut bytes = Vec::new();
        let read = (&mut file).take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
        if read as u64 > MAX_BYTES {
            return Err(none(format!("it has more than {MAX_BYTES} bytes")));
        }
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if whole == 0 && !bytes.is_empty() && !bytes.starts_with(HEAD) {
            return Err(none("its first line has no end".into()));
        }
        let iterations = if whole == 0 { Vec::new() } else { parse(path, &bytes[..whole - 1], plan)? };
        file.set_len(whole as u64).map_err(io)?;
        let mut record = Self { path: path.to_path_buf(), file };
        if whole == 0 {
            record.line(plan)?;
        }
        Ok((record, iterations))
    }

    /// Adds an iteration.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, iteration: &Iteration) -> Result<(), RecordError> {
        self.line(iteration)
    }

    fn line(&mut self, what: &impl Serialize) -> Result<(), RecordError> {
        let io = |error| RecordError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(what).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(io)
    }
}

/// The iterations of a record of this plan.
fn parse(path: &Path, text: &[u8], plan: &Plan) -> Result<Vec<Iteration>, RecordError> {
    let mut lines = text.split(|byte| *byte == b'\n');
    let none = |why: String| RecordError::NoRecord(path.to_path_buf(), why);
    let found: Plan =
        serde_json::from_slice(lines.next().unwrap_or_default()).map_err(|error| none(error.to_string()))?;
    if found.version != VERSION {
        return Err(none(format!("it has version {}, and this program knows {VERSION}", found.version)));
    }
    if found != *plan {
        return Err(RecordError::Other(path.to_path_buf(), differing(&found, plan)));
    }
    let mut iterations = Vec::new();
    for (due, line) in (0..).zip(lines) {
        // The plan is line 1.
        let wrong = |why: String| RecordError::Line(path.to_path_buf(), iterations.len() + 2, why);
        let read: Iteration = serde_json::from_slice(line).map_err(|error| wrong(error.to_string()))?;
        if read.iteration != due || due >= plan.iterations {
            return Err(wrong(format!("iteration {} is not the one that comes here", read.iteration)));
        }
        iterations.push(read);
    }
    Ok(iterations)
}

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::*;
    use std::fs;

    fn iteration(number: u64) -> Iteration {
        Iteration { iteration: number, games: Tally { wins: 3, draws: 1, losses: 2 }, values: vec![1.25] }
    }

    #[test]
    fn whatever_is_cut_off_only_the_last_iteration_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.jsonl");
        let plan = sample("tron:strong,depth=1", "cell");
        let (mut record, iterations) = Record::open(&path, &plan).unwrap();
        assert!(iterations.is_empty());
        assert!(matches!(Record::open(&path, &plan), Err(RecordError::Locked(_))));
        (0..3).for_each(|number| record.add(&iteration(number)).unwrap());
        drop(record);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            // Too few bytes to tell what it is are no reason to overwrite them.
            if (1..HEAD.len()).contains(&length) {
                assert!(matches!(Record::open(&path, &plan), Err(RecordError::NoRecord(..))), "{length}");
                continue;
            }
            let left = ends.iter().filter(|end| **end <= length).count().saturating_sub(1) as u64;
            let (mut record, iterations) = Record::open(&path, &plan).unwrap();
            assert_eq!(iterations, (0..left).map(iteration).collect::<Vec<_>>(), "{length}");
            (left..3).for_each(|number| record.add(&iteration(number)).unwrap());
            drop(record);
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn what_is_no_record_of_this_tuning_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tuning.jsonl");
        let plan = sample("tron:strong,depth=1", "cell");
        let first = serde_json::to_string(&plan).unwrap() + "\n";
        let line = serde_json::to_string(&iteration(0)).unwrap() + "\n";
        for (text, part) in [
            ("my diary\n".to_string(), "no record of a tuning"),
            ("my diary".to_string(), "no record of a tuning"),
            (first.replace("\"seed\":7", "\"seed\":8"), "seed is 8 there and 7 here"),
            (first.replace("tuning\":1", "tuning\":2"), "version 2"),
            (format!("{first}nonsense\n{line}"), "tuning.jsonl:2: "),
            (format!("{first}{line}{line}"), ":3: iteration 0 is not the one"),
            (format!("{first}{}", line.replace("\"iteration\":0", "\"iteration\":4")), ":2: iteration 4 is not"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = Record::open(&path, &plan).expect_err(&text).to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
