//! What the command prints.

use super::contest::{Algorithm, Answer, Answers, Contest, Length, Query};
use crate::output::{json_text, object};
use boardbots_path::grid::Grid;
use std::io::{self, Write};

/// A length as a+b√2 and as a number.
pub fn length(length: Option<Length>) -> String {
    length.map_or_else(
        || "no path".to_owned(),
        |length| format!("{}+{}√2 = {:.4}", length.straight, length.diagonal, length.value()),
    )
}

/// For people.
#[allow(clippy::cast_precision_loss)]
pub fn table(name: &str, grid: &Grid, contest: &Contest, seed: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let queries = contest.answers().len();
    write!(out, "{name}: {} x {} cells, ", grid.width(), grid.height())?;
    match (seed, contest.answers().next()) {
        (Some(seed), _) => writeln!(out, "{queries} random queries, seed {seed}")?,
        (None, Some((query, _))) if query.given.is_none() => {
            let ((x, y), (to_x, to_y)) = (grid.place(query.start), grid.place(query.goal));
            writeln!(out, "from {x},{y} to {to_x},{to_y}")?;
        }
        _ => writeln!(out, "{queries} scenarios")?,
    }
    let (nodes, time, sum) =
        if queries == 1 { ("nodes", "µs", "length") } else { ("nodes/query", "µs/query", "all lengths") };
    writeln!(out, "{:<18} {nodes:>12} {time:>12}  {sum}", "")?;
    for algorithm in Algorithm::ALL {
        let (total, found) = contest.total(algorithm);
        let nodes = total.expanded as f64 / queries as f64;
        let micros = total.time.as_secs_f64() * 1e6 / queries as f64;
        let sum = length(total.length.filter(|_| found > 0));
        let digits = usize::from(queries > 1);
        write!(out, "{:<18} {nodes:>12.digits$} {micros:>12.1}  {sum}", algorithm.name())?;
        if found > 0 && found < queries {
            write!(out, ", {} without a path", queries - found)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// For programs. A length is null where there is no path.
pub fn json(name: &str, grid: &Grid, contest: &Contest, seed: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let figures = |Answer { expanded, time, length }: Answer| {
        object! {
            expanded: expanded,
            seconds: time.as_secs_f64(),
            straight: length.map(|length| length.straight),
            diagonal: length.map(|length| length.diagonal),
            length: length.map(Length::value),
        }
    };
    let total = |algorithm| figures(contest.total(algorithm).0);
    let query = |(query, answers): (&Query, &Answers)| {
        let of = |algorithm| figures(answers[algorithm as usize]);
        object! {
            from: grid.place(query.start),
            to: grid.place(query.goal),
            given: query.given.as_ref().map(|given| given.length),
            a_star: of(Algorithm::AStar),
            dijkstra: of(Algorithm::Dijkstra),
            greedy: of(Algorithm::Greedy),
            jump_points: of(Algorithm::JumpPoints),
        }
    };
    let total = object! {
        a_star: total(Algorithm::AStar),
        dijkstra: total(Algorithm::Dijkstra),
        greedy: total(Algorithm::Greedy),
        jump_points: total(Algorithm::JumpPoints),
    };
    let report = object! {
        map: name,
        width: grid.width(),
        height: grid.height(),
        seed: seed,
        total: total,
        queries: contest.answers().map(query).collect::<Vec<_>>(),
    };
    writeln!(out, "{}", json_text(&report))
}
