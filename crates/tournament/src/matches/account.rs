//! The report of a match, its games as the numbers of one page; the decision of its test; and records of several
//! matches of one game, taken together: players are the same if tables call them so.

use super::plan::{Format, MatchPlan};
use super::record::{Games, Played, unite};
use super::spec::{FILES, Kind, Spec};
use super::standings::{Row, Seen, Standings, points};
use crate::report::{Player, Point, RatingCurve, Sheet, Sprt, Times};
use boardbots_base::invalid::InputError;
use boardbots_stats::ratings::{Rating, Ratings};
use boardbots_stats::sprt::{Standing, Verdict};
use boardbots_stats::tally::{Pairs, Tally};
use std::collections::HashMap;

/// Points of the lines of Elo over games, at most.
const POINTS: usize = 200;
/// Most players in a table of each against each.
const CROSSED: usize = 100;
/// Cubes of the number of players, over all points of a line.
const CUBES: usize = 2_000_000_000;
/// Tables that ratings of tables are made of, over all points of a line: each of these models looks
/// at every table again.
const TABLES: usize = 100_000;

/// The sheet of the games that count, with Elo above one of the players; the command and the time are
/// the caller's words.
///
/// # Errors
/// Fails if the plan has an invalid player.
pub fn sheet(
    plan: &MatchPlan,
    games: &Games,
    decision: &Decision,
    anchor: usize,
    (command, when): (String, String),
) -> Result<Sheet, InputError> {
    let standings = Standings::new(plan, games)?;
    let ratings = standings.ratings(plan, games.values(), anchor).ok();
    let players =
        standings.rows.iter().enumerate().map(|(number, row)| player(row, of(ratings.as_ref(), number, anchor)));
    Ok(Sheet {
        title: title(plan, &standings),
        game: plan.game.name().to_string(),
        command,
        when,
        players: players.collect(),
        cross: cross(&standings),
        curves: curves(plan, games, anchor)?,
        repeated: (!standings.repeats.is_none()).then(|| standings.repeats.to_string()),
        lengths: standings.lengths.iter().map(|(&length, &count)| (length, count)).collect(),
        sprt: test(plan, decision),
        games: standings.games,
        planned: planned(plan, decision),
    })
}

/// The table of each against each, while it is one that can be read.
fn cross(standings: &Standings) -> Vec<Vec<Tally>> {
    let players = 0..standings.rows.len();
    let cell = |one, other| standings.cross.get(&(one, other)).copied().unwrap_or_default();
    let row = |one| players.clone().map(|other| cell(one, other)).collect();
    if players.len() > CROSSED { Vec::new() } else { players.clone().map(row).collect() }
}

/// The number of games planned, if it is known.
fn planned(plan: &MatchPlan, decision: &Decision) -> Option<u64> {
    match plan.shard {
        _ if decision.decided() => None,
        None => Some(plan.games),
        Some(_) => Some(plan.numbers().count() as u64),
    }
}

/// The players of the match, in words.
fn title(plan: &MatchPlan, standings: &Standings) -> String {
    match (&standings.rows[..], plan.format) {
        ([one, other], _) => format!("{} against {}", one.title, other.title),
        ([first, others @ ..], Format::Gauntlet | Format::Pool) => {
            format!("{} against {} others", first.title, others.len())
        }
        (all, _) => format!("{} players", all.len()),
    }
}

/// A player's rating, if it can be compared with the anchor's.
fn of(ratings: Option<&Ratings>, player: usize, anchor: usize) -> Option<Rating> {
    let players = &ratings?.players;
    let (rating, from) = (players.get(player)?, players.get(anchor)?);
    (rating.group == from.group).then_some(*rating)
}

fn player(row: &Row, rating: Option<Rating>) -> Player {
    let times = &row.times;
    Player {
        name: row.title.clone(),
        tally: row.tally,
        points: row.tally.points(),
        rating: rating.map_or(f64::NAN, |rating| rating.elo),
        error: rating.map_or(Some(f64::NAN), |rating| rating.error),
        first: row.first,
        place: row.place,
        score: row.mean,
        lead: row.lead,
        faults: row.faults.iter().map(|(fault, &count)| (fault.clone(), count)).collect(),
        first_faults: row.first_faults.iter().map(|(fault, first)| format!("{fault}: {first}")).collect(),
        times: Times {
            histogram: times.buckets().collect(),
            median: times.median(),
            p95: times.quantile(950),
            p999: times.quantile(999),
            most: times.most(),
        },
    }
}

fn test(plan: &MatchPlan, decision: &Decision) -> Option<Sprt> {
    let (terms, &Standing { llr, lower, upper, verdict }) = (plan.test.as_ref()?.terms(), decision.standing()?);
    let verdict = match verdict {
        Verdict::Continue => "Not decided yet.".to_string(),
        decided => format!("{decided}."),
    };
    Some(Sprt { llr, lower, upper, elo0: terms.elo0, elo1: terms.elo1, verdict })
}

/// The ratings after each part of the games, in the order of the match; the anchor's is a straight line.
fn curves(plan: &MatchPlan, games: &Games, anchor: usize) -> Result<Vec<RatingCurve>, InputError> {
    let mut so_far = Standings::new(plan, &Games::new())?;
    let name = |row: &Row| RatingCurve { name: row.title.clone(), points: Vec::new() };
    let mut curves: Vec<RatingCurve> = so_far.rows.iter().map(name).collect();
    let points = if plan.seats() == 2 { POINTS } else { TABLES / games.len().max(1) };
    // Each point takes the cube of the number of players.
    let points = points.min(CUBES / plan.players.len().pow(3).max(1)).clamp(10, POINTS);
    let all: Vec<&Played> = games.values().collect();
    let step = all.len().div_ceil(points).max(1);
    for (number, played) in (1..).zip(&all) {
        so_far.add(played);
        if number % step != 0 && number != all.len() {
            continue;
        }
        let ratings = so_far.ratings(plan, all[..number].iter().copied(), anchor).ok();
        for (player, curve) in curves.iter_mut().enumerate() {
            let Some(Rating { elo, error, .. }) = of(ratings.as_ref(), player, anchor) else { continue };
            let error = match error {
                Some(error) => error,
                None if player == anchor => 0.0,
                None => continue,
            };
            curve.points.push(Point { games: number as u64, elo, low: elo - error, high: elo + error });
        }
    }
    Ok(curves)
}

/// A sequential test that looks at pairs of games in their order in the match, whatever the order in
/// which they end: so it stops at the same pair with any number of threads, and after any number
/// of interruptions.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    pairs: Pairs,
    /// The pairs seen so far, so that copies are not counted.
    known: Seen,
    /// Pairs that were looked at.
    seen: u64,
    standing: Option<Standing>,
}

impl Decision {
    /// Takes in all pairs that follow those seen without a gap, until one decides. Returns true if the test is decided.
    pub fn look(&mut self, plan: &MatchPlan, games: &Games) -> bool {
        let Some(test) = &plan.test else { return false };
        while !self.decided() {
            let pair = (games.get(&(2 * self.seen)), games.get(&(2 * self.seen + 1)));
            let (Some(first), Some(second)) = pair else { break };
            self.seen += 1;
            if !self.known.is_new(first, second) {
                continue;
            }
            self.pairs.0[(points(first, 0) + points(second, 0)).min(4)] += 1;
            self.standing = Some(test.judge(&self.pairs));
        }
        self.decided()
    }

    /// The state of the test; `None` without one, or before the first pair.
    #[must_use]
    pub const fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// True if the test has come to its end.
    #[must_use]
    pub fn decided(&self) -> bool {
        self.standing.is_some_and(|standing| standing.verdict != Verdict::Continue)
    }

    /// The games that count: all of them, unless the test was decided before.
    pub fn cut(&self, games: &mut Games) {
        if self.decided() {
            games.retain(|number, _| *number < 2 * self.seen);
        }
    }
}

/// The games of several matches, as if they were of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// All players, and the number of games; settings that only one match has are left out.
    pub plan: MatchPlan,
    /// The games by new numbers, in the order of the matches; units stay units.
    pub games: Games,
    /// Players of one name that may not play alike, in a line each.
    pub doubts: Vec<String>,
}

/// The properties of a player in one match that its strength depends on.
#[derive(Clone, Debug, PartialEq)]
struct Being {
    kind: Kind,
    pace: (Option<u8>, Option<u32>, Option<u64>),
    /// The contents of its files.
    files: Vec<String>,
}

impl Being {
    fn new(spec: Spec, plan: &MatchPlan) -> Self {
        let named = FILES.iter().filter_map(|(key, _)| spec.option(key));
        let files = named.filter_map(|file| plan.files.get(file)).cloned().collect();
        // What a player says himself counts more than what all are told.
        let told = ["depth", "movetime", "nodes"].iter().any(|key| spec.option(key).is_some());
        let pace = if told { (None, None, None) } else { (plan.pace.depth, plan.pace.movetime, plan.pace.nodes) };
        Self { kind: spec.kind, pace, files }
    }
}

/// A match and the name of its file.
type NamedMatch = (String, MatchPlan, Games);

/// Puts records of one match together, and sees to it that all are of one game.
fn together(records: impl Iterator<Item = NamedMatch>) -> Result<Vec<NamedMatch>, InputError> {
    let mut matches: Vec<NamedMatch> = Vec::new();
    for (file, plan, games) in records {
        if let Some((first, other, _)) = matches.first().filter(|(_, other, _)| other.game != plan.game) {
            return Err(format!("{first} is of {}, {file} of {}", other.game, plan.game).into());
        }
        match matches.iter_mut().find(|(_, other, _)| *other == plan) {
            Some((_, _, known)) => {
                unite(known, games)
                    .map_err(|number| format!("{file}: game {number} differs from the one in an earlier file"))?;
            }
            None => matches.push((file, plan, games)),
        }
    }
    Ok(matches)
}

/// Joins records, each with the name of its file. Parts of one match, and records of it that are longer
/// or shorter, are put together; a game that is in several of them counts once. Of a match that a test
/// ended those games count that its own table has.
///
/// # Errors
/// No record; games of two kinds; two records of one match that tell of different games.
pub fn join(records: Vec<NamedMatch>) -> Result<Joint, InputError> {
    // How many games were to be played changes none of them.
    let whole = |(file, plan, games)| (file, MatchPlan { shard: None, games: 0, ..plan }, games);
    let mut matches = together(records.into_iter().map(whole))?;
    for (_, plan, games) in &mut matches {
        // Games behind the one that decided were played because they had begun.
        let mut decision = Decision::default();
        decision.look(plan, games);
        decision.cut(games);
        plan.test = None;
    }
    matches = together(matches.into_iter())?;
    let first = matches.first().ok_or("no record")?.1.clone();
    let mut players: Vec<(String, Being)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let (mut all, mut doubts, mut base) = (Games::new(), Vec::new(), 0_u64);
    for (file, plan, games) in matches {
        let mut numbers = Vec::with_capacity(plan.players.len());
        for ((title, text), spec) in plan.titles()?.into_iter().zip(&plan.players).zip(plan.specs()?) {
            let being = Being::new(spec, &plan);
            let known = places.get(&title).copied();
            if known.is_some_and(|known| players[known].1 != being) {
                doubts.push(format!("{file}: {title} may be another player than in a file before: {text}"));
            }
            numbers.push(known.unwrap_or(players.len()));
            if known.is_none() {
                places.insert(title, players.len());
                players.push((text.clone(), being));
            }
        }
        let mut next = base;
        for (number, mut played) in games {
            let number = base.checked_add(number).filter(|number| *number < u64::MAX - plan.unit());
            let number = number.ok_or_else(|| format!("{file}: too many games"))?;
            played.game = number;
            played.seats.iter_mut().for_each(|seat| *seat = numbers[*seat]);
            next = number + 1;
            all.insert(number, played);
        }
        base = next.next_multiple_of(plan.unit());
    }
    let players = players.into_iter().map(|(text, _)| text).collect();
    let plan = MatchPlan { players, games: all.len() as u64, files: std::collections::BTreeMap::new(), ..first };
    Ok(Joint { plan, games: all, doubts })
}

#[cfg(test)]
mod tests;
