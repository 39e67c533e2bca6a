//! The output of the command.

use super::algorithm::Algorithm;
use super::contest::{Answer, Answers, Contest, Total};
use super::path_map::{Cost, PathMap, Query, Unit};
use crate::output::{json_text, object};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;

/// The cost of a path, or "no path".
pub fn cost(cost: Option<Cost>) -> String {
    cost.map_or_else(|| "no path".to_owned(), |cost| cost.to_string())
}

/// The report for people.
#[allow(clippy::cast_precision_loss)]
pub fn table(
    name: &str,
    map: &dyn PathMap,
    contest: &Contest,
    (seed, left_out): (Option<u64>, usize),
    out: &mut dyn Write,
) -> io::Result<()> {
    let queries = contest.answers().len();
    write!(out, "{name}: {}, ", map.title())?;
    match (seed, contest.answers().next()) {
        (Some(seed), _) => writeln!(out, "{queries} random queries, seed {seed}")?,
        (None, Some((query, _))) if query.given.is_none() => {
            writeln!(out, "from {} to {}", map.start_name(query.start), map.goal_name(query.goal))?;
        }
        _ if left_out > 0 => writeln!(out, "{queries} scenarios, {left_out} lines left out")?,
        _ => writeln!(out, "{queries} scenarios")?,
    }
    let word = map.unit().name();
    let (nodes, time, sum) = if queries == 1 {
        ("nodes", "µs", word.to_owned())
    } else {
        ("nodes/query", "µs/query", format!("all {word}s"))
    };
    writeln!(out, "{:<18} {nodes:>12} {time:>12} {:>8} {:>8} {:>8}  {sum}", "", "dearer", "mean", "most")?;
    for &algorithm in map.algorithms() {
        let total = contest.total(algorithm);
        let nodes = total.expanded as f64 / queries as f64;
        let micros = total.time.as_secs_f64() * 1e6 / queries as f64;
        let sum = cost((total.found > 0).then_some(total.cost));
        let percent = |share: f64| if total.dearer > 0 { format!("{:.1} %", share * 100.0) } else { String::new() };
        let (mean, most) = (percent(total.mean_excess), percent(total.most_excess));
        let (digits, dearer) = (usize::from(queries > 1), total.dearer);
        write!(
            out,
            "{:<18} {nodes:>12.digits$} {micros:>12.1} {dearer:>8} {mean:>8} {most:>8}  {sum}",
            algorithm.name()
        )?;
        if total.found > 0 && total.found < queries {
            write!(out, ", {} without a path", queries - total.found)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A cost for programs; null where there is no path.
#[derive(Serialize)]
#[serde(untagged)]
enum Price {
    Length { straight: Option<u64>, diagonal: Option<u64>, length: Option<f64> },
    Points { cost: Option<u64> },
}

impl Price {
    fn of(unit: Unit, cost: Option<Cost>) -> Self {
        match unit {
            Unit::Length => Self::Length {
                straight: cost.map(|cost| cost.whole),
                diagonal: cost.map(|cost| cost.diagonal),
                length: cost.map(Cost::value),
            },
            Unit::Points => Self::Points { cost: cost.map(|cost| cost.whole) },
        }
    }
}

/// Something of each algorithm that the map has.
#[derive(Serialize)]
struct Each<T> {
    a_star: T,
    dijkstra: T,
    greedy: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump_points: Option<T>,
}

impl<T> Each<T> {
    fn of(map: &dyn PathMap, of: impl Fn(Algorithm) -> T) -> Self {
        let jumps = map.algorithms().contains(&Algorithm::JumpPoints);
        Self {
            a_star: of(Algorithm::AStar),
            dijkstra: of(Algorithm::Dijkstra),
            greedy: of(Algorithm::Greedy),
            jump_points: jumps.then(|| of(Algorithm::JumpPoints)),
        }
    }
}

/// For programs.
pub fn json(
    name: &str,
    map: &dyn PathMap,
    contest: &Contest,
    (seed, left_out): (Option<u64>, usize),
    out: &mut dyn Write,
) -> io::Result<()> {
    let figures = |expanded: u64, time: Duration, cost: Option<Cost>| {
        object! { expanded: expanded, seconds: time.as_secs_f64(), #[serde(flatten)] price: Price::of(map.unit(), cost) }
    };
    let total = |algorithm| {
        let Total { expanded, time, cost, dearer, mean_excess, most_excess, .. } = contest.total(algorithm);
        let figures = figures(expanded, time, Some(cost));
        object! { #[serde(flatten)] figures: figures, dearer: dearer, mean_excess: mean_excess, most_excess: most_excess }
    };
    let line = |(query, answers): (&Query, &Answers)| {
        let (from, to) = map.ends(query);
        let of = |algorithm: Algorithm| {
            let Answer { expanded, time, cost } = answers[algorithm as usize];
            figures(expanded, time, cost)
        };
        let given = query.given.as_ref().map(|given| given.length);
        object! { from: from, to: to, given: given, #[serde(flatten)] answers: Each::of(map, of) }
    };
    let (width, height) = map.size();
    let report = object! {
        map: name,
        width: width,
        height: height,
        #[serde(flatten)]
        choice: map.choice(),
        seed: seed,
        left_out: left_out,
        total: Each::of(map, total),
        queries: contest.answers().map(line).collect::<Vec<_>>(),
    };
    writeln!(out, "{}", json_text(&report))
}
