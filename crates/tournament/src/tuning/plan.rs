//! A tuning before its first game: everything that its results depend on.

use super::constants::Constant;
use super::spsa::Spsa;
use crate::matches::plan::{self, Format, Pace, mixed};
use crate::matches::spec::{Kind, Spec};
use boardbots_base::invalid::Invalid;
use boardbots_catalog::Entry;
use boardbots_game::game::{Terms, Usage};
use boardbots_game::parameters::Parameters;
use boardbots_game::setup::Openings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of records that this program writes and reads.
pub const VERSION: u32 = 1;
/// Milliseconds for a move, which never pass: a player that could be late would make results depend on
/// the machine.
const DEADLINE: u32 = 86_400_000;

/// A tuning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
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
pub fn values(spec: &Spec) -> Result<Parameters, Invalid> {
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
pub fn player(spec: &Spec) -> Result<String, Invalid> {
    let mut plain = Spec { label: None, ..spec.clone() };
    if let Kind::House { options, .. } = &mut plain.kind {
        options.retain(|(key, _)| key != "parameters");
    }
    match plain.option("movetime") {
        None => Ok(plain.to_string()),
        Some(_) => Err(format!("{spec}: a tuning is by depth: by time it would not be the same again").into()),
    }
}

impl Plan {
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
    pub fn parameters(&self, tuned: &[i32]) -> Result<Parameters, Invalid> {
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
    pub fn meeting(&self, iteration: u64) -> plan::Plan {
        plan::Plan {
            version: plan::VERSION,
            game: self.game,
            players: vec![self.player.clone(); self.game.players()],
            format: Format::RoundRobin,
            games: self.pairs.saturating_mul(2),
            seed: mixed(self.seed, iteration),
            pace: Pace { depth: self.depth, deadline: DEADLINE, ..Pace::default() },
            openings: self.openings.clone(),
            turns: self.turns,
            field: self.field.clone(),
            files: std::collections::BTreeMap::new(),
            single: false,
            unrated: false,
            test: None,
            shard: None,
        }
    }
}

#[cfg(test)]
pub(super) fn sample(player: &str, constants: &str) -> Plan {
    let spec: Spec = player.parse().expect("a player");
    let all = values(&spec).expect("constants");
    Plan {
        version: VERSION,
        game: spec.game().and_then(|game| game.parse().ok()).expect("a game"),
        player: self::player(&spec).expect("by depth"),
        values: all.table.iter().map(|one| (one.name.to_string(), one.default)).collect(),
        constants: super::constants::read(constants.as_bytes(), &all).expect("constants"),
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
