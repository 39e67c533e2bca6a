//! A tuning before its first game: everything that its results depend on; and its file: the plan in the first line, an
//! iteration in every other. Nothing is ever changed; after an interruption the record goes on behind the last whole
//! line.

use super::constants::Constant;
use super::spsa::Spsa;
use crate::journal::{Journal, JournalError, JournalKind, Numbered};
use crate::matches::plan::{MatchPlan, Pace, mixed};
use crate::matches::spec::{Kind, Spec};
use boardbots_base::invalid::InputError;
use boardbots_catalog::Entry;
use boardbots_game::game::{Terms, Usage};
use boardbots_game::parameters::Parameters;
use boardbots_game::setup::Openings;
use boardbots_stats::tally::Tally;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The version of records that this program writes and reads.
pub const VERSION: u32 = 1;
/// Milliseconds for a move, which never pass: a player that could be late would make results depend on
/// the machine.
const DEADLINE: u32 = 86_400_000;

/// A tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TuningPlan {
    /// [`VERSION`].
    #[serde(rename = "boardbots-tuning")]
    pub version: u32,
    /// The game.
    pub game: Entry,
    /// The player, as [`Spec`] reads it; its constants stand in `values`.
    pub player: String,
    /// All constants of the player, those that stay as they are among them.
    pub values: BTreeMap<String, i32>,
    /// The constants to tune.
    pub constants: Vec<Constant>,
    /// Iterations in all.
    pub iterations: u64,
    /// Pairs of games in each.
    pub pairs: u64,
    /// The rate of the constants' moves; see [`super::spsa`].
    pub rate: f64,
    /// The seed of all openings and changes.
    pub seed: u64,
    /// Plies, if the player is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// The openings of games for two.
    pub openings: Openings,
    /// Moves of each player, in games that end by their number.
    pub turns: u32,
    /// The ground of the games, such as a map, in the game's own form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Value>,
}

/// All constants of a player, with those of its file.
///
/// # Errors
/// Fails for a player without constants, or if its file is invalid.
pub fn values(spec: &Spec) -> Result<Parameters, InputError> {
    let Kind::House { game, name, .. } = &spec.kind else {
        return Err(format!("{spec}: what a program plays by is its own; only players of this one can be tuned").into());
    };
    if spec.option("learned").is_some() {
        return Err(format!("{spec}: what is learned has no constants").into());
    }
    let (known, files) = (boardbots_catalog::find(game)?, spec.files()?);
    // A game without tunable players knows none by name; its own check says whether there is this one.
    known.check(spec, Usage::Match(&Terms { files: &files, ..Terms::default() }))?;
    let usual = known.parameters(name).unwrap_or_else(|| Parameters::of(&[]));
    if usual.table.is_empty() {
        return Err(format!("{spec}: {game}:{name} has no constants").into());
    }
    spec.parameters(usual, &files)
}

/// A player as a plan names it: without its label and its file.
///
/// # Errors
/// Fails if it thinks by time, so that results could not be repeated.
pub fn player(spec: &Spec) -> Result<String, InputError> {
    let mut plain = Spec { label: None, ..spec.clone() };
    if let Kind::House { options, .. } = &mut plain.kind {
        options.retain(|(key, _)| key != "parameters");
    }
    match plain.option("movetime") {
        None => Ok(plain.to_string()),
        Some(_) => Err(format!("{spec}: a tuning is by depth: by time it would not be the same again").into()),
    }
}

impl TuningPlan {
    /// The method, with this plan's numbers.
    #[must_use]
    pub fn spsa(&self) -> Spsa {
        let Self { constants, iterations, pairs, rate, seed, .. } = self.clone();
        Spsa { constants, iterations, pairs, rate, seed }
    }

    /// All constants of the player where the tuned ones have these values.
    ///
    /// # Errors
    /// The plan names constants that the player does not have, or values out of their range.
    pub fn parameters(&self, tuned: &[i32]) -> Result<Parameters, InputError> {
        let spec: Spec = self.player.parse()?;
        let mut all = values(&spec)?;
        let tuned = self.constants.iter().map(|constant| constant.name.as_str()).zip(tuned.iter().copied());
        for (name, value) in self.values.iter().map(|(name, value)| (name.as_str(), *value)).chain(tuned) {
            all.set(name, value).map_err(|error| format!("{}: {error}", self.player))?;
        }
        Ok(all)
    }

    /// The match of an iteration (from 0): the player against itself, at a table of four twice so.
    #[must_use]
    pub fn meeting(&self, iteration: u64) -> MatchPlan {
        MatchPlan {
            games: self.pairs.saturating_mul(2),
            seed: mixed(self.seed, iteration),
            pace: Pace { depth: self.depth, deadline: DEADLINE, ..Pace::default() },
            openings: self.openings.clone(),
            turns: self.turns,
            field: self.field.clone(),
            ..MatchPlan::new(self.game, vec![self.player.clone(); self.game.players()])
        }
    }
}

/// Records of tunings; a million iterations are fewer bytes.
static TUNING: JournalKind = JournalKind {
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
pub fn open(path: &Path, plan: &TuningPlan) -> Result<(Journal, Vec<Iteration>), JournalError> {
    Journal::open_numbered(&TUNING, path, plan, |plan| plan.version, plan.iterations)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::fs;

    pub fn sample(player: &str, constants: &str) -> TuningPlan {
        let spec: Spec = player.parse().expect("a player");
        let all = values(&spec).expect("constants");
        TuningPlan {
            version: VERSION,
            game: spec.game().and_then(|game| game.parse().ok()).expect("a game"),
            player: super::player(&spec).expect("by depth"),
            values: all.table.iter().map(|one| (one.name.to_string(), one.default)).collect(),
            constants: super::super::constants::read(constants.as_bytes(), &all).expect("constants"),
            iterations: 4,
            pairs: 3,
            rate: 0.05,
            seed: 7,
            depth: None,
            openings: Openings { sizes: (6, 8), ..Openings::default() },
            turns: 4,
            field: None,
        }
    }

    #[test]
    fn only_players_with_constants_that_play_by_depth() {
        for (text, part) in [
            ("cmd:./bot", "only players of this one"),
            ("battletech:course", "battletech:course has no constants"),
            ("tron:nobody", "no bot \"nobody\""),
            ("vindinium:miner", "vindinium:miner has no constants"),
            ("tron:strong,parameters=/nowhere/at/all", "/nowhere/at/all: "),
        ] {
            let error = values(&text.parse().expect("a player")).expect_err(text);
            assert!(error.contains(part), "{error}");
        }
        let player = |text: &str| super::player(&text.parse().expect("a player"));
        assert!(player("tron:strong,movetime=5").is_err_and(|error| error.contains("is by depth")));
        assert_eq!(player("new=tron:strong,parameters=x,depth=3"), Ok("tron:strong,depth=3".to_string()));
    }

    #[test]
    fn constants_that_are_not_tuned_stay() {
        let mut plan = sample("tron:strong,depth=1", "cell\ndisputed");
        plan.values.insert("apart".into(), 50);
        let all = plan.parameters(&[3, 30]).expect("constants");
        assert_eq!(["collected", "disputed", "apart", "cell"].map(|name| all.get(name)), [40, 30, 50, 3].map(Some));
        assert!(plan.parameters(&[51]).is_err_and(|error| error.contains("cell is \"51\"")));
        plan.values.insert("nothing".into(), 1);
        assert!(plan.parameters(&[3]).is_err_and(|error| error.contains("no parameter \"nothing\"")));
    }

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
