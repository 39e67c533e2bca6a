//! Four pictures of one query: walls, what was looked at and when, the path.

use super::contest::{Algorithm, Query, Watched};
use boardbots_base::html::escaped;
use boardbots_path::Search;
use boardbots_path::grid::Grid;
use boardbots_path::jump_map::JumpMap;
use std::fmt::Write;

/// How many shades there are from what was looked at first to what was last.
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
pub fn of(name: &str, grid: &Grid, query: &Query) -> String {
    let (mut search, mut path) = (Search::for_graph(grid), Vec::new());
    let map = JumpMap::new(grid);
    let panels = Algorithm::ALL.len() as f64;
    let scale = PANEL / f64::from(grid.width().max(grid.height()));
    let (wide, high) = (f64::from(grid.width()) * scale, f64::from(grid.height()) * scale);
    // Narrow maps leave room for the text all the same.
    let step = wide.max(PANEL / 2.0) + MARGIN;
    let (width, height) = (MARGIN + panels * step, HEAD + high + MARGIN);
    let name = escaped(name);
    let ((x, y), (to_x, to_y)) = (grid.place(query.start), grid.place(query.goal));
    let mut svg = String::new();
    let _ = writeln!(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.2} {height:.2}\">");
    let _ = writeln!(svg, "<title>{name}, from {x},{y} to {to_x},{to_y}</title>");
    svg.push_str("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    let walls = cells(grid, |node| !grid.is_passable(node));
    let mut left = MARGIN;
    for algorithm in Algorithm::ALL {
        let watched = Watched::new(&map);
        algorithm.find(&watched, query, &mut search, &mut path);
        let asked = watched.asked();
        let _ = writeln!(
            svg,
            "<text x=\"{left:.2}\" y=\"19\" font-family=\"sans-serif\" font-size=\"13\">{}: {} nodes, {}</text>",
            algorithm.name(),
            asked.len(),
            if path.is_empty() { "no path".to_owned() } else { format!("length {:.2}", grid.length(&path)) }
        );
        let _ = writeln!(
            svg,
            "<g transform=\"translate({left:.2} {HEAD}) scale({scale:.5})\" shape-rendering=\"crispEdges\">"
        );
        let _ = writeln!(svg, "<rect width=\"{}\" height=\"{}\" fill=\"#f4f4f4\"/>", grid.width(), grid.height());
        let _ = writeln!(svg, "<path fill=\"#333\" d=\"{walls}\"/>");
        shades(grid, &asked, &mut svg);
        trail(grid, &path, query, 2.0 / scale, &mut svg);
        svg.push_str("</g>\n");
        left += step;
    }
    svg.push_str("</svg>\n");
    svg
}

/// What was looked at, darker the later it was.
fn shades(grid: &Grid, asked: &[u32], svg: &mut String) {
    let mut shade_of = vec![usize::MAX; (grid.width() * grid.height()) as usize];
    for (place, &node) in asked.iter().enumerate() {
        // The first time counts.
        let shade = &mut shade_of[node as usize];
        *shade = (*shade).min(place * SHADES / asked.len());
    }
    for (shade, part) in (0..SHADES).zip(0_u32..) {
        let cells = cells(grid, |node| shade_of[node as usize] == shade);
        if !cells.is_empty() {
            let last = u32::try_from(SHADES - 1).expect("few");
            let [red, green, blue] = [0, 1, 2].map(|i| (FIRST[i] * (last - part) + LAST[i] * part) / last);
            let _ = writeln!(svg, "<path fill=\"#{red:02x}{green:02x}{blue:02x}\" d=\"{cells}\"/>");
        }
    }
}

/// The path as a line through the middles of its cells, and both ends as dots.
fn trail(grid: &Grid, path: &[u32], query: &Query, thickness: f64, svg: &mut String) {
    let middle = |node| {
        let (x, y) = grid.place(node);
        format!("{x}.5,{y}.5")
    };
    if path.len() > 1 {
        let points: Vec<String> = path.iter().map(|&node| middle(node)).collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"#1450c8\" stroke-width=\"{thickness:.4}\" shape-rendering=\"auto\" points=\"{}\"/>",
            points.join(" ")
        );
    }
    for (node, colour) in [(query.start, "#0a8a3a"), (query.goal, "#1450c8")] {
        let (x, y) = grid.place(node);
        let radius = thickness * 1.5;
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}.5\" cy=\"{y}.5\" r=\"{radius:.4}\" fill=\"{colour}\" shape-rendering=\"auto\"/>"
        );
    }
}

/// The outline of some cells: a bar for each run in a row.
fn cells(grid: &Grid, is_in: impl Fn(u32) -> bool) -> String {
    let mut outline = String::new();
    let (width, height) = (grid.width(), grid.height());
    for y in 0..height {
        let within = |x: u32| x < width && is_in(y * width + x);
        let mut x = 0;
        while x < width {
            let begin = x;
            while within(x) {
                x += 1;
            }
            if x > begin {
                let _ = write!(outline, "M{begin} {y}h{0}v1h-{0}z", x - begin);
            }
            x += 1;
        }
    }
    outline
}
