//! The output of the command: tables, JSON, and pictures of one query, one for each algorithm: the map, the expanded
//! cells in their order, the path.

use super::contest::{Answer, Answers, Contest, Total};
use super::path_map::{Algorithm, Cost, PathMap, Preparation, Query, Unit, cells};
use crate::output::{json_text, object};
use boardbots_base::printable::escaped;
use serde::Serialize;
use std::cell::RefCell;
use std::fmt::Write as _;
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
    for &Preparation { algorithm, time, bytes } in map.preparations() {
        let (name, millis) = (algorithm.name(), time.as_secs_f64() * 1e3);
        writeln!(out, "{name}: prepared in {millis:.2} ms, {:.1} bytes a cell", bytes as f64 / f64::from(cells(map)))?;
    }
    Ok(())
}

/// Something of each algorithm that the map has.
#[derive(Serialize)]
struct Each<T> {
    a_star: T,
    dijkstra: T,
    greedy: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump_points: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jump_graph: Option<T>,
}

impl<T> Each<T> {
    fn of(map: &dyn PathMap, of: impl Fn(Algorithm) -> T) -> Self {
        let one_of = |algorithm| map.algorithms().contains(&algorithm).then(|| of(algorithm));
        Self {
            a_star: of(Algorithm::AStar),
            dijkstra: of(Algorithm::Dijkstra),
            greedy: of(Algorithm::Greedy),
            jump_points: one_of(Algorithm::JumpPoints),
            jump_graph: one_of(Algorithm::JumpGraph),
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
        let (whole, diagonal) = (cost.map(|cost| cost.whole), cost.map(|cost| cost.diagonal));
        let is_length = map.unit() == Unit::Length;
        let length = || object! { straight: whole, diagonal: diagonal, length: cost.map(Cost::value) };
        object! {
            expanded: expanded,
            seconds: time.as_secs_f64(),
            #[serde(flatten)]
            length: is_length.then(length),
            #[serde(flatten)]
            points: (!is_length).then(|| object! { cost: whole }),
        }
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
    let prepared = |&Preparation { algorithm, time, bytes }: &Preparation| {
        object! { algorithm: algorithm.name(), seconds: time.as_secs_f64(), bytes: bytes }
    };
    let preparations = || object! { prepared: map.preparations().iter().map(prepared).collect::<Vec<_>>() };
    let (width, height) = map.size();
    let report = object! {
        map: name,
        width: width,
        height: height,
        #[serde(flatten)]
        choice: map.choice(),
        seed: seed,
        left_out: left_out,
        #[serde(flatten)]
        prepared: (!map.preparations().is_empty()).then(preparations),
        total: Each::of(map, total),
        queries: contest.answers().map(line).collect::<Vec<_>>(),
    };
    writeln!(out, "{}", json_text(&report))
}

/// The number of shades from the cells expanded first to those expanded last.
const SHADES: usize = 16;
/// The colours of the first and the last shade: red, green, blue.
const FIRST: [u32; 3] = [255, 236, 170];
const LAST: [u32; 3] = [190, 40, 90];
/// Width of a panel, in the units of the picture.
const PANEL: f64 = 480.0;
/// Between panels and around them; above there is a line of text.
const MARGIN: f64 = 12.0;
const HEAD: f64 = 28.0;

/// The picture as the text of an SVG file: a panel for each algorithm.
#[allow(clippy::cast_precision_loss)]
pub fn picture(name: &str, map: &dyn PathMap, query: &Query) -> String {
    let (mut search, mut path) = (map.search(), Vec::new());
    let panels = map.algorithms().len() as f64;
    let (wide, high) = map.extent();
    let scale = PANEL / wide.max(high);
    // Narrow maps leave room for the text all the same.
    let step = (wide * scale).max(PANEL / 2.0) + MARGIN;
    let (width, height) = (MARGIN + panels * step, HEAD + high * scale + MARGIN);
    let name = escaped(name);
    let (from, to) = (map.start_name(query.start), map.goal_name(query.goal));
    let mut svg = String::new();
    let _ = writeln!(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.2} {height:.2}\">");
    let _ = writeln!(svg, "<title>{name}, from {from} to {to}</title>");
    // All panels show the same map.
    svg.push_str("<defs>\n<g id=\"map\">\n");
    map.draw(&mut svg);
    svg.push_str("</g>\n</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    let mut left = MARGIN;
    for &algorithm in map.algorithms() {
        let expanded = RefCell::new(Vec::new());
        map.find(algorithm, query, &mut search, &mut path, &|node, _| expanded.borrow_mut().push(node));
        let expanded = expanded.into_inner();
        let (digits, rendering) = if map.unit() == Unit::Length { (2, "crispEdges") } else { (0, "auto") };
        let found = if path.is_empty() {
            "no path".to_owned()
        } else {
            format!("{} {:.digits$}", map.unit().name(), map.cost(&path).value())
        };
        let _ = writeln!(
            svg,
            "<text x=\"{left:.2}\" y=\"19\" font-family=\"sans-serif\" font-size=\"13\">{}: {} nodes, {found}</text>",
            algorithm.name(),
            expanded.len(),
        );
        let _ = writeln!(
            svg,
            "<g transform=\"translate({left:.2} {HEAD}) scale({scale:.5})\" shape-rendering=\"{rendering}\">\n<use href=\"#map\"/>"
        );
        shades(map, &expanded, &mut svg);
        trail(map, &path, query, 2.0 / scale, &mut svg);
        svg.push_str("</g>\n");
        left += step;
    }
    svg.push_str("</svg>\n");
    svg
}

/// The expanded cells, darker the later they were expanded.
fn shades(map: &dyn PathMap, expanded: &[u32], svg: &mut String) {
    let mut shade_of = vec![usize::MAX; cells(map) as usize];
    for (place, &node) in expanded.iter().enumerate() {
        // The first time counts.
        let shade = &mut shade_of[(node / map.facings()) as usize];
        *shade = (*shade).min(place * SHADES / expanded.len());
    }
    for (shade, part) in (0..SHADES).zip(0_u32..) {
        let outlines = map.outlines(&|cell| shade_of[cell as usize] == shade);
        if !outlines.is_empty() {
            let last = u32::try_from(SHADES - 1).expect("few");
            let [red, green, blue] = [0, 1, 2].map(|i| (FIRST[i] * (last - part) + LAST[i] * part) / last);
            let _ = writeln!(svg, "<path fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\"{outlines}\"/>");
        }
    }
}

/// The path as a line through the middles of its cells, and both ends as dots.
fn trail(map: &dyn PathMap, path: &[u32], query: &Query, thickness: f64, svg: &mut String) {
    let mut way: Vec<u32> = path.iter().map(|node| node / map.facings()).collect();
    // Turns stay in their cell.
    way.dedup();
    if way.len() > 1 {
        let middle = |&cell: &u32| {
            let (x, y) = map.middle(cell);
            format!("{x},{y}")
        };
        let points: Vec<String> = way.iter().map(middle).collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"#1450c8\" stroke-width=\"{thickness:.4}\" shape-rendering=\"auto\" points=\"{}\"/>",
            points.join(" ")
        );
    }
    for (cell, colour) in [(query.start / map.facings(), "#0a8a3a"), (query.goal, "#1450c8")] {
        let (x, y) = map.middle(cell);
        let radius = thickness * 1.5;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.4}\" fill=\"{colour}\" shape-rendering=\"auto\"/>"
        );
    }
}
