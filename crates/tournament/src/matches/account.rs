//! The report of a match: its games as the numbers of one page.

use super::plan::{Format, Plan};
use super::played::Played;
use super::record::Games;
use super::standings::{Row, Seen, Standings, points};
use crate::report::{Course, Player, Point, Sheet, Sprt, Times};
use boardbots_base::invalid::Invalid;
use boardbots_stats::ratings::{Rating, Ratings};
use boardbots_stats::sprt::{Standing, Verdict};
use boardbots_stats::tally::{Pairs, Tally};

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
    plan: &Plan,
    games: &Games,
    decision: &Decision,
    anchor: usize,
    (command, when): (String, String),
) -> Result<Sheet, Invalid> {
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
        course: courses(plan, games, anchor)?,
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
fn planned(plan: &Plan, decision: &Decision) -> Option<u64> {
    match plan.shard {
        _ if decision.decided() => None,
        None => Some(plan.games),
        Some(_) => Some(plan.numbers().count() as u64),
    }
}

/// The players of the match, in words.
fn title(plan: &Plan, standings: &Standings) -> String {
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

fn test(plan: &Plan, decision: &Decision) -> Option<Sprt> {
    let (terms, standing) = (plan.test.as_ref()?.terms(), decision.standing()?);
    let verdict = match standing.verdict {
        Verdict::Continue => "Not decided yet.".to_string(),
        decided => format!("{decided}."),
    };
    let (llr, lower, upper) = (standing.llr, standing.lower, standing.upper);
    Some(Sprt { llr, lower, upper, elo0: terms.elo0, elo1: terms.elo1, verdict })
}

/// The ratings after each part of the games, in the order of the match; the anchor's is a straight line.
fn courses(plan: &Plan, games: &Games, anchor: usize) -> Result<Vec<Course>, Invalid> {
    let mut so_far = Standings::new(plan, &Games::new())?;
    let name = |row: &Row| Course { name: row.title.clone(), points: Vec::new() };
    let mut courses: Vec<Course> = so_far.rows.iter().map(name).collect();
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
        for (player, course) in courses.iter_mut().enumerate() {
            let Some(Rating { elo, error, .. }) = of(ratings.as_ref(), player, anchor) else { continue };
            let error = match error {
                Some(error) => error,
                None if player == anchor => 0.0,
                None => continue,
            };
            course.points.push(Point { games: number as u64, elo, low: elo - error, high: elo + error });
        }
    }
    Ok(courses)
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
    pub fn look(&mut self, plan: &Plan, games: &Games) -> bool {
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

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::super::played::tests::game;
    use super::*;

    #[test]
    fn the_last_point_is_the_rating() {
        let plan = sample(&["a=tron:strong", "b=tron:strong,depth=3", "c=tron:strong,depth=4"], 1000);
        let places = |number: u64| if number % 7 < 4 { vec![1, 2] } else { vec![2, 1] };
        let games: Games = (0..999).map(|number| (number, game(&plan, number, places(number)))).collect();
        let sheet = sheet(&plan, &games, &Decision::default(), 1, ("x".into(), String::new())).expect("three players");
        assert_eq!((sheet.title.as_str(), sheet.games, sheet.planned), ("3 players", 999, Some(1000)));
        let anchor = &sheet.course[1].points;
        assert!(sheet.players[1].error.is_none() && anchor.len() == sheet.course[0].points.len());
        assert!(anchor.iter().all(|point| [point.elo, point.low, point.high].iter().all(|value| value.abs() < 1e-9)));
        for number in [0, 2] {
            let (points, player) = (&sheet.course[number].points, &sheet.players[number]);
            assert!((100..=POINTS).contains(&points.len()), "{}", points.len());
            let last = points.last().expect("points");
            assert_eq!(last.games, 999);
            assert!((last.elo - player.rating).abs() < 1e-6, "{last:?} {}", player.rating);
            assert!((last.high - last.low - 2.0 * player.error.expect("not the anchor")).abs() < 1e-6);
        }
        assert_eq!(sheet.cross[0][1].wins, sheet.cross[1][0].losses);
    }

    #[test]
    fn who_never_met_the_anchor_has_no_rating() {
        let plan = sample(&["a=tron:strong", "b=tron:strong", "c=tron:strong"], 6);
        let games: Games = (0..2).map(|number| (number, game(&plan, number, vec![1, 1]))).collect();
        let sheet = sheet(&plan, &games, &Decision::default(), 0, (String::new(), String::new())).expect("players");
        assert!(sheet.players[1].rating.is_finite() && sheet.players[2].rating.is_nan());
        assert!(sheet.course[2].points.is_empty());
    }
}
