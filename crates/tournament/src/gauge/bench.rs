//! Fixed searches of every game: how fast they are, and how many positions they look at.
//!
//! One thread, the table cleared before each position: the same program looks at the same
//! positions on every machine, so the sum of them all is its signature. A change that is to
//! make the program faster leaves the signature as it is; a change of what it plays has
//! another.

use super::name::Name;
use super::tree::{Growth, Visits, minimal_nodes};
use super::{desconecta4, tron, vindinium};
use boardbots_game::duel::{Bot, Duel};
use boardbots_search::alpha_beta::{Limits, Options};
use boardbots_search::minimax::perft;
use boardbots_vindinium::bot as vindinium_bot;
use boardbots_vindinium::player::Player;
use std::time::{Duration, Instant};

/// What to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// Only this game; all without.
    pub game: Option<Name>,
    /// Only this depth; the game's own ones without.
    pub depth: Option<u8>,
    /// One more depth of each game, which does not count for the signature.
    pub deep: bool,
    /// Compare with the smallest trees as well.
    pub tree: bool,
}

/// What came out for one game.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The game.
    pub game: Name,
    /// How many positions were searched.
    pub positions: usize,
    /// One row for each depth.
    pub rows: Vec<Row>,
    /// The count of all positions, for games that have one.
    pub perft: Option<Perft>,
    /// The comparison with the smallest trees, if asked for.
    pub tree: Vec<Growth>,
}

impl Sheet {
    /// The part of the signature that is this game's.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.rows.iter().filter(|row| row.counts).map(|row| row.nodes).sum()
    }
}

/// The searches of all positions to one depth.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// In the game's unit: see [`Name::unit`].
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
    /// Whether the nodes count for the signature.
    pub counts: bool,
}

/// All positions some plies from the start, made one by one.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// Plies.
    pub depth: u8,
    /// Positions exactly so deep.
    pub leaves: u64,
    /// Ended games on the way or there.
    pub ended: u64,
    /// How long it took.
    pub time: Duration,
}

/// How deep a game is searched.
struct Depths {
    usual: &'static [u8],
    deep: u8,
    perft: Option<u8>,
}

const fn depths(game: Name) -> Depths {
    match game {
        Name::Desconecta4 => Depths { usual: &[8, 10, 12], deep: 14, perft: Some(8) },
        Name::Tron => Depths { usual: &[4, 6, 8], deep: 10, perft: Some(14) },
        Name::Vindinium => Depths { usual: &[4, 6, 8], deep: 10, perft: None },
    }
}

/// Runs a plan; `report` hears of every game as it is done. The signature is the sum of
/// those of the sheets.
pub fn run(plan: Plan, report: &mut dyn FnMut(&Sheet)) -> u64 {
    let mut signature = 0;
    for game in Name::ALL.into_iter().filter(|game| plan.game.is_none_or(|only| only == *game)) {
        let sheet = match game {
            Name::Desconecta4 => duel(game, plan, &desconecta4::positions()),
            Name::Tron => duel(game, plan, &tron::positions()),
            Name::Vindinium => rounds(plan),
        };
        signature += sheet.signature();
        report(&sheet);
    }
    signature
}

/// The rows of a game whose positions `search` searches to a depth: nodes and time.
fn rows(game: Name, plan: Plan, mut search: impl FnMut(u8) -> (u64, Duration)) -> Vec<Row> {
    let Depths { usual, deep, .. } = depths(game);
    let usual = plan.depth.map_or_else(|| usual.to_vec(), |depth| vec![depth]);
    let deep = plan.deep.then_some(deep).filter(|deep| !usual.contains(deep));
    let counted = usual.into_iter().map(|depth| (depth, true)).chain(deep.map(|depth| (depth, false)));
    let row = |(depth, counts)| {
        let (nodes, time) = search(depth);
        Row { depth, nodes, time, counts }
    };
    counted.map(row).collect()
}

/// Searches all positions of a game for two with its default judge.
fn duel<G: Duel>(game: Name, plan: Plan, positions: &[G]) -> Sheet {
    let judge = G::JUDGES[0];
    let bot = |table_kib| {
        let options = Options { threads: 1, table_kib };
        G::bot(judge, options).expect("a game has its judges")
    };
    let mut usual = bot(Options::default().table_kib);
    let rows = rows(game, plan, |depth| {
        positions.iter().map(|position| search(usual.as_mut(), position, depth)).fold((0, Duration::ZERO), add)
    });
    let mut tree = Vec::new();
    if plan.tree {
        let mut bare = bot(0);
        for row in &rows {
            let visits = |bot: &mut dyn Bot<G>| -> Vec<(u64, u64)> {
                let both = |position| (search(bot, position, row.depth).0, minimal_nodes(position, row.depth));
                positions.iter().map(both).collect()
            };
            let (with_table, without_table) = (visits(usual.as_mut()), visits(bare.as_mut()));
            tree.push(Growth {
                depth: row.depth,
                minimal: with_table.iter().map(|(_, minimal)| minimal).sum(),
                with_table: Visits::of(&with_table),
                without_table: Visits::of(&without_table),
            });
        }
    }
    let perft = depths(game).perft.map(|depth| count(&mut G::start(&G::Setup::default()), depth));
    Sheet { game, positions: positions.len(), rows, perft, tree }
}

fn add(sum: (u64, Duration), one: (u64, Duration)) -> (u64, Duration) {
    (sum.0 + one.0, sum.1 + one.1)
}

/// One search from an empty table: nodes and time.
fn search<G: Duel>(bot: &mut dyn Bot<G>, position: &G, depth: u8) -> (u64, Duration) {
    bot.forget();
    let clock = Instant::now();
    let outcome = bot.think(position, &[], Limits { depth, stop: &|| false }, &mut |_| ());
    (outcome.nodes, clock.elapsed())
}

fn count<G: Duel>(start: &mut G, depth: u8) -> Perft {
    let clock = Instant::now();
    let (leaves, ended) = perft(start, depth);
    Perft { depth, leaves, ended, time: clock.elapsed() }
}

/// Searches all positions of Vindinium.
fn rounds(plan: Plan) -> Sheet {
    let games = vindinium::games();
    let rows = rows(Name::Vindinium, plan, |depth| {
        let options = vindinium_bot::Options { depth, threads: 1, ..vindinium_bot::Options::default() };
        let mut bot = vindinium_bot::Bot::new(options);
        let mut sum = (0, Duration::ZERO);
        for game in &games {
            for state in &game.states {
                // Clears the table.
                bot.begin(&game.board, game.hero);
                let clock = Instant::now();
                let outcome = bot.think(state, &|| false);
                sum = add(sum, (outcome.nodes, clock.elapsed()));
            }
        }
        sum
    });
    let positions = games.iter().map(|game| game.states.len()).sum();
    Sheet { game: Name::Vindinium, positions, rows, perft: None, tree: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_run_has_the_same_signature() {
        for game in Name::ALL {
            let plan = Plan { game: Some(game), depth: Some(3), ..Plan::default() };
            let mut sheets = Vec::new();
            let signature = run(plan, &mut |sheet| sheets.push(sheet.clone()));
            assert_eq!(sheets.len(), 1);
            assert_eq!((sheets[0].game, sheets[0].signature()), (game, signature));
            assert!(signature > 100, "{game}: {signature}");
            assert_eq!(run(plan, &mut |_| ()), signature, "{game}");
        }
    }

    #[test]
    fn a_deep_row_does_not_count() {
        let plan = Plan { deep: true, ..Plan::default() };
        for game in Name::ALL {
            let rows = rows(game, plan, |depth| (depth.into(), Duration::ZERO));
            let counted: u64 = depths(game).usual.iter().map(|depth| u64::from(*depth)).sum();
            assert_eq!(rows.len(), depths(game).usual.len() + 1);
            assert_eq!(Sheet { game, positions: 1, rows, perft: None, tree: Vec::new() }.signature(), counted);
        }
    }
}
