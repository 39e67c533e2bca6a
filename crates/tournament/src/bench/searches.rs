//! Fixed searches of every game: their speed, and the numbers of positions that they look at.
//!
//! One thread, the table cleared before each position: the same program looks at the same
//! positions on every machine, so the sum of them all is its signature. A change that is to
//! make the program faster leaves the signature as it is; a change of what it plays has
//! another.

use boardbots_catalog::parts;
use boardbots_game::game::Terms;
use boardbots_game::listed::{Count, Measured, Scale};
use boardbots_game::player::{Begin, Player, Think};
use boardbots_game::state::GameState;
use boardbots_stats::real;
use std::time::{Duration, Instant};

/// The searches of a bench.
#[derive(Clone, Copy, Default)]
pub struct BenchPlan {
    /// Only this game; all without.
    pub game: Option<&'static dyn Measured>,
    /// Only this depth; the game's own ones without.
    pub depth: Option<u8>,
    /// One more depth of each game, which does not count for the signature.
    pub deep: bool,
    /// Compare with the smallest trees as well.
    pub tree: bool,
}

/// The results of one game.
#[derive(Clone)]
pub struct Sheet {
    /// The game.
    pub game: &'static dyn Measured,
    /// The number of positions that were searched.
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
    /// In the game's unit: see [`Scale::unit`].
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
    /// True if the nodes count for the signature.
    pub counts: bool,
}

/// The count of all positions (perft), and its time.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// The count.
    pub count: Count,
    /// The time that counting took.
    pub time: Duration,
}

/// Runs a plan; `report` hears of every game as it is done. The signature is the sum of
/// those of the sheets.
pub fn run(plan: BenchPlan, report: &mut dyn FnMut(&Sheet)) -> u64 {
    let mut signature = 0;
    for game in games(plan.game) {
        let sheet = sheet(game, plan);
        signature += sheet.signature();
        report(&sheet);
    }
    signature
}

/// The game that was asked for, or all of them.
pub fn games(only: Option<&'static dyn Measured>) -> impl Iterator<Item = &'static dyn Measured> {
    parts().map(|(_, game)| game).filter(move |game: &&dyn Measured| only.is_none_or(|only| only.name() == game.name()))
}

/// A bot of the game with these options.
///
/// # Panics
/// If the game does not have it.
#[must_use]
pub fn player(game: &dyn Measured, bot: &str, options: &str, depth: Option<u8>) -> Box<dyn Player> {
    let spec = format!("{}:{bot}{options}", game.name()).parse().expect("a bot of the game");
    game.bot(&spec, &Terms { depth, ..Terms::default() }).expect("a bot of the game")
}

/// Has a player begin in the middle of a game, with nothing known of others.
///
/// # Panics
/// If the player is not one of the game.
pub fn begin(player: &mut dyn Player, state: &dyn GameState, seed: u64) {
    player.forget();
    let seat = state.turn().unwrap_or(0);
    player.begin(&Begin { state, seat, seed, opening: None, names: &[] }).expect("a bot of the game");
}

/// The rows of a game whose positions `search` searches to a depth: nodes and time.
fn rows(scale: Scale, plan: BenchPlan, mut search: impl FnMut(u8) -> (u64, Duration)) -> Vec<Row> {
    let Scale { depths, deep, .. } = scale;
    let usual = plan.depth.map_or_else(|| depths.to_vec(), |depth| vec![depth]);
    let deep = plan.deep.then_some(deep).filter(|deep| !usual.contains(deep));
    let counted = usual.into_iter().map(|depth| (depth, true)).chain(deep.map(|depth| (depth, false)));
    let row = |(depth, counts)| {
        let (nodes, time) = search(depth);
        Row { depth, nodes, time, counts }
    };
    counted.map(row).collect()
}

/// Searches all positions of a game with its default bot.
fn sheet(game: &'static dyn Measured, plan: BenchPlan) -> Sheet {
    let (scale, positions) = (game.scale(), game.positions());
    let rows = rows(scale, plan, |depth| {
        let mut bot = player(game, scale.bot, "", Some(depth));
        positions.iter().fold(Sum::default(), |sum, state| add(sum, bot.as_mut(), state.as_ref()))
    });
    let mut tree = Vec::new();
    for Row { depth, .. } in rows.iter().filter(|_| plan.tree) {
        let minimal = |state: &dyn GameState| game.minimal_nodes(state, *depth);
        let minimal = positions.iter().map(|state| minimal(state.as_ref())).collect::<Option<Vec<u64>>>();
        let Some(minimal) = minimal else { break };
        let visits = |options: &str| {
            let mut bot = player(game, scale.bot, options, Some(*depth));
            let nodes = positions.iter().map(|state| search(bot.as_mut(), state.as_ref()).0);
            Visits::of(&nodes.zip(minimal.iter().copied()).collect::<Vec<_>>())
        };
        let (with_table, without_table) = (visits(""), visits(",table=0"));
        tree.push(Growth { depth: *depth, minimal: minimal.iter().sum(), with_table, without_table });
    }
    let clock = Instant::now();
    let perft = game.perft().map(|count| Perft { count, time: clock.elapsed() });
    Sheet { game, positions: positions.len(), rows, perft, tree }
}

/// Nodes and time of searches.
pub(super) type Sum = (u64, Duration);

/// Adds one search from an empty table.
pub(super) fn add(sum: Sum, bot: &mut dyn Player, state: &dyn GameState) -> Sum {
    let (nodes, time) = search(bot, state);
    (sum.0 + nodes, sum.1 + time)
}

/// One search from an empty table: nodes and time.
fn search(bot: &mut dyn Player, state: &dyn GameState) -> (u64, Duration) {
    begin(bot, state, 0);
    let clock = Instant::now();
    bot.decide(state, Think::until(&|| false)).expect("the game goes on in all positions");
    (bot.nodes(), clock.elapsed())
}

/// One depth's searches of all positions against their smallest trees.
#[derive(Clone, Debug)]
pub struct Growth {
    /// Plies.
    pub depth: u8,
    /// Positions of the smallest trees, all together.
    pub minimal: u64,
    /// The visits of the search with its usual table.
    pub with_table: Visits,
    /// The visits without any table.
    pub without_table: Visits,
}

/// Positions looked at, all iterations counted.
#[derive(Clone, Copy, Debug)]
pub struct Visits {
    /// In all searches together.
    pub nodes: u64,
    /// The middle one of the searches' ratios to their smallest tree.
    pub median: f64,
}

impl Visits {
    /// The visits of searches, given as pairs of positions looked at and positions of the smallest tree.
    #[must_use]
    pub fn of(searches: &[(u64, u64)]) -> Self {
        let ratio = |&(nodes, minimal): &(u64, u64)| real(nodes) / real(minimal.max(1));
        let mut ratios: Vec<f64> = searches.iter().map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or(0.0);
        Self { nodes: searches.iter().map(|(nodes, _)| nodes).sum(), median }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_run_has_the_same_signature() {
        for (name, game) in parts::<&dyn Measured>() {
            let plan = BenchPlan { game: Some(game), depth: Some(3), ..BenchPlan::default() };
            let mut sheets = Vec::new();
            let signature = run(plan, &mut |sheet| sheets.push(sheet.clone()));
            assert_eq!(sheets.len(), 1);
            assert_eq!((sheets[0].game.name(), sheets[0].signature()), (name, signature));
            assert!(signature > 100, "{name}: {signature}");
            assert_eq!(run(plan, &mut |_| ()), signature, "{name}");
        }
    }

    #[test]
    fn a_deep_row_does_not_count() {
        let plan = BenchPlan { deep: true, ..BenchPlan::default() };
        for game in games(None) {
            let scale = game.scale();
            let rows = rows(scale, plan, |depth| (depth.into(), Duration::ZERO));
            let counted: u64 = scale.depths.iter().map(|depth| u64::from(*depth)).sum();
            assert_eq!(rows.len(), scale.depths.len() + 1);
            assert_eq!(Sheet { game, positions: 1, rows, perft: None, tree: Vec::new() }.signature(), counted);
        }
    }

    #[test]
    fn ratios_are_added_up_and_halved() {
        let visits = Visits::of(&[(10, 10), (90, 30), (40, 20)]);
        assert_eq!(visits.nodes, 140);
        assert!((visits.median - 2.0).abs() < 1e-9);
        assert_eq!(Visits::of(&[]).nodes, 0);
    }
}
