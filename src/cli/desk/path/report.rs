//! What the command prints.

use super::contest::{Algorithm, Answer, Contest, Length, Query};
use crate::path::grid::Grid;
use serde::Serialize;
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

/// All that was found, for programs.
#[derive(Serialize)]
struct Report<'a> {
    map: &'a str,
    width: u32,
    height: u32,
    /// Of random queries.
    seed: Option<u64>,
    total: Three,
    queries: Vec<One>,
}

/// A query.
#[derive(Serialize)]
struct One {
    /// Column and row.
    from: (u32, u32),
    to: (u32, u32),
    /// The length in the file.
    given: Option<f64>,
    a_star: Figures,
    dijkstra: Figures,
    greedy: Figures,
}

/// By algorithm.
#[derive(Serialize)]
struct Three {
    a_star: Figures,
    dijkstra: Figures,
    greedy: Figures,
}

#[derive(Serialize)]
struct Figures {
    expanded: u64,
    seconds: f64,
    /// Steps along rows and columns; null: no path.
    straight: Option<u64>,
    diagonal: Option<u64>,
    length: Option<f64>,
}

impl Figures {
    fn of(answer: &Answer) -> Self {
        Self {
            expanded: answer.expanded,
            seconds: answer.time.as_secs_f64(),
            straight: answer.length.map(|length| length.straight),
            diagonal: answer.length.map(|length| length.diagonal),
            length: answer.length.map(Length::value),
        }
    }
}

/// For programs.
pub fn json(name: &str, grid: &Grid, contest: &Contest, seed: Option<u64>, out: &mut dyn Write) -> io::Result<()> {
    let total = |algorithm| Figures::of(&contest.total(algorithm).0);
    let one = |(query, answers): (&Query, &[Answer; 3])| {
        let figures = |algorithm: Algorithm| Figures::of(&answers[algorithm as usize]);
        One {
            from: grid.place(query.start),
            to: grid.place(query.goal),
            given: query.given.as_ref().map(|given| given.length),
            a_star: figures(Algorithm::AStar),
            dijkstra: figures(Algorithm::Dijkstra),
            greedy: figures(Algorithm::Greedy),
        }
    };
    let report = Report {
        map: name,
        width: grid.width(),
        height: grid.height(),
        seed,
        total: Three {
            a_star: total(Algorithm::AStar),
            dijkstra: total(Algorithm::Dijkstra),
            greedy: total(Algorithm::Greedy),
        },
        queries: contest.answers().map(one).collect(),
    };
    // As a text, which all others write their JSON to: code for another target would be as large again.
    let text = serde_json::to_string(&report)?;
    writeln!(out, "{text}")
}
