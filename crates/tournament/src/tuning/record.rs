//! The file of a tuning: its plan in the first line, an iteration in every other. Nothing is ever
//! changed; after an interruption the record goes on behind the last whole line.

use super::plan::{Plan, VERSION};
use crate::journal::{Journal, JournalError, Numbered, Subject};
use boardbots_stats::tally::Tally;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Records of tunings; a million iterations are fewer bytes.
static TUNING: Subject = Subject {
    name: "tuning",
    busy: "is at this tuning",
    head: "{\"boardbots-tuning\"",
    version: VERSION,
    most: 1 << 30,
};

/// An iteration that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0.
    pub iteration: u64,
    /// The results of its games for the player whose constants went the trial's way.
    pub games: Tally,
    /// The values behind it, in the order of the plan's constants; in whole millionths.
    pub values: Vec<f64>,
}

impl Numbered for Iteration {
    const WORD: &'static str = "iteration";

    fn number(&self) -> u64 {
        self.iteration
    }
}

/// Opens the record of a tuning, and makes it if there is none; the iterations that it holds come with it. No
/// other process can write to it meanwhile. What was torn off at its end is cut off.
///
/// # Errors
/// It cannot be used; then it is left as it is.
pub fn open(path: &Path, plan: &Plan) -> Result<(Journal, Vec<Iteration>), JournalError> {
    Journal::open_numbered(&TUNING, path, plan, |plan| plan.version, plan.iterations)
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
        let (mut record, iterations) = open(&path, &plan).unwrap();
        assert!(iterations.is_empty());
        assert!(matches!(open(&path, &plan), Err(JournalError::Locked(..))));
        (0..3).for_each(|number| record.add(&iteration(number)).unwrap());
        drop(record);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let left = ends.iter().filter(|end| **end <= length).count().saturating_sub(1) as u64;
            let (mut record, iterations) = open(&path, &plan).unwrap();
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
            // Nearly the first words, or these as a whole line.
            ("{\"board\"".to_string(), "no record of a tuning"),
            ("{\"boardbots-tunes".to_string(), "no record of a tuning"),
            ("{\"boardbots-match\":".to_string(), "no record of a tuning"),
            ("{\n".to_string(), "no record of a tuning"),
            (first.replace("\"seed\":7", "\"seed\":8"), "seed is 8 there and 7 here"),
            (first.replace("tuning\":1", "tuning\":2"), "version 2"),
            (format!("{first}nonsense\n{line}"), "tuning.jsonl:2: "),
            (format!("{first}{line}{line}"), ":3: iteration 0 is not the one"),
            (format!("{first}{}", line.replace("\"iteration\":0", "\"iteration\":4")), ":2: iteration 4 is not"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = open(&path, &plan).expect_err(&text).to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
