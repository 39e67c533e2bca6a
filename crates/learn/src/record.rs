//! The record of a run: its plan, which is everything that the weights depend on, in the first line of a file, a generation
//! in every other. Nothing is ever changed; after an interruption the record goes on behind the last whole line.

use super::shapes;
use boardbots_base::invalid::InputError;
use boardbots_game::learned::network::Network;
use boardbots_game::listed::{Learning, Lesson, Played};
use boardbots_stats::tally::Tally;
use boardbots_tournament::journal::{Journal, JournalError, JournalKind, Numbered};
use boardbots_tournament::matches::plan::mixed;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of records that this program writes and reads.
pub const VERSION: u32 = 1;

/// A run before its first game. Its number of generations is not part of it: a run can go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearningPlan {
    /// [`VERSION`].
    #[serde(rename = "boardbots-learning")]
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// Words for the patterns: see [`shapes`].
    pub patterns: String,
    /// Hidden units of the net beside them; 0 for none.
    #[serde(default, skip_serializing_if = "is_none")]
    pub net: usize,
    /// Games of a generation.
    pub games: u64,
    /// The terms of the games.
    pub lesson: Lesson,
    /// The weight of the position after a move in the target of the one before, against the search there: 0 to 1.
    pub trace: f64,
    /// The learning rate of weights.
    pub rate: f64,
    /// The number of generations whose games a generation learns from, its own included.
    pub window: usize,
    /// The seed of all games.
    pub seed: u64,
    /// The comparison of the network with the evaluation written by hand.
    pub check: Check,
}

/// A plan from before there were nets has none.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_none(net: &usize) -> bool {
    *net == 0
}

/// A comparison now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// After each such number of generations; never if it is 0.
    pub every: u64,
    /// Pairs of games.
    pub pairs: u64,
    /// Plies that both sides search.
    pub depth: u8,
}

impl LearningPlan {
    /// The game.
    ///
    /// # Errors
    /// No evaluation of it can be learned; of which one can.
    pub fn learning(&self) -> Result<&'static dyn Learning, InputError> {
        find(&self.game)
    }

    /// The network before its first game.
    ///
    /// # Errors
    /// Fails if the words of the patterns are invalid, or if there are too many weights.
    pub fn network(&self) -> Result<Network, InputError> {
        let patterns = shapes::patterns(&self.patterns, self.learning()?.layout())?;
        if patterns.weights == 0 && self.net == 0 {
            return Err(InputError::new("nothing would be learned: give patterns, a net or both"));
        }
        Network::new(&self.game, patterns).with_units(self.net)
    }

    /// The seed of one of a generation's games.
    #[must_use]
    pub fn game_seed(&self, generation: u64, game: u64) -> u64 {
        mixed(mixed(self.seed, generation), game)
    }
}

/// The game of this name.
///
/// # Errors
/// No evaluation of it can be learned; of which one can.
pub fn find(name: &str) -> Result<&'static dyn Learning, InputError> {
    boardbots_catalog::part(name).map(|(_, learning)| learning)
}

/// Records of runs: a game is a few hundred bytes.
static LEARNING: JournalKind = JournalKind {
    name: "learning run",
    busy: "is at this run",
    head: "{\"boardbots-learning\"",
    version: VERSION,
    most: 1 << 30,
};

/// A generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub generation: u64,
    /// The error of the network on the results of the games before it learned from them: the mean square, in
    /// millionths; 250,000 is that of a network without knowledge.
    pub error: u32,
    /// The results of the network after it against the evaluation written by hand, if they were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Tally>,
    /// A checksum of the weights after it.
    pub weights: String,
    /// Its games.
    pub games: Vec<Played>,
}

impl Numbered for Generation {
    const WORD: &'static str = "generation";

    fn number(&self) -> u64 {
        self.generation
    }
}

/// Opens the record of a run, and makes it if there is none; the generations that it holds come with it. No
/// other process can write to it meanwhile. What was torn off at its end is cut off.
///
/// # Errors
/// It cannot be used; then it is left as it is.
pub fn open(path: &Path, plan: &LearningPlan) -> Result<(Journal, Vec<Generation>), JournalError> {
    Journal::open_numbered(&LEARNING, path, plan, |plan| plan.version, u64::MAX)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::fs;

    pub fn sample(game: &str) -> LearningPlan {
        LearningPlan {
            version: VERSION,
            game: game.to_string(),
            patterns: "cells,columns2".to_string(),
            net: 16,
            games: 4,
            lesson: Lesson { depth: 1, opening: 4, random: 10 },
            trace: 0.8,
            rate: 0.05,
            window: 2,
            seed: 7,
            check: Check { every: 2, pairs: 2, depth: 1 },
        }
    }

    fn generation(number: u64) -> Generation {
        let game = Played { moves: "0123".into(), opening: 1, values: vec![3, -9999, 1], random: vec![2], score: 1 };
        let check = (number == 1).then_some(Tally { wins: 1, draws: 2, losses: 3 });
        Generation { generation: number, error: 123_456, check, weights: "00ff".into(), games: vec![game; 2] }
    }

    #[test]
    fn whatever_is_cut_off_only_the_last_generation_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let plan = sample("a-game");
        let (mut record, generations) = open(&path, &plan).unwrap();
        assert!(generations.is_empty());
        assert!(matches!(open(&path, &plan), Err(JournalError::Locked(..))));
        (0..3).for_each(|number| record.add(&generation(number)).unwrap());
        drop(record);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let left = ends.iter().filter(|end| **end <= length).count().saturating_sub(1) as u64;
            let (mut record, generations) = open(&path, &plan).unwrap();
            assert_eq!(generations, (0..left).map(generation).collect::<Vec<_>>(), "{length}");
            (left..3).for_each(|number| record.add(&generation(number)).unwrap());
            drop(record);
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn what_is_no_record_of_this_run_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let plan = sample("a-game");
        let first = serde_json::to_string(&plan).unwrap() + "\n";
        let line = serde_json::to_string(&generation(0)).unwrap() + "\n";
        for (text, part) in [
            ("my diary\n".to_string(), "no record of a learning run"),
            (first.replace("\"seed\":7", "\"seed\":8"), "seed is 8 there and 7 here"),
            (first.replace("learning\":1", "learning\":2"), "version 2"),
            (format!("{first}nonsense\n{line}"), "games.jsonl:2: "),
            (format!("{first}{line}{line}"), ":3: generation 0 is not the one"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = open(&path, &plan).expect_err(&text).to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
