//! Finds the cheapest way across a map of hexes.

use boardbots_path::{Graph, Search};

/// Plain ground `.` costs 1, woods `w` cost 3, and water `~` cannot be crossed. Odd rows lie half a hex further right.
const MAP: [&str; 6] = [
    ". . . w . . . .",
    " . w w w . ~ . .",
    ". . ~ ~ w ~ . .",
    " . ~ ~ . . ~ ~ .",
    ". . w . ~ . . .",
    " . . . . ~ ~ . .",
];
const WIDTH: u32 = 8;

struct Hexes;

impl Graph for Hexes {
    fn nodes(&self) -> u32 {
        WIDTH * 6
    }
    fn max_cost(&self) -> u32 {
        3
    }
    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        let (x, y) = place(node);
        // Of the two neighbours in the row above or below, the left one.
        let left = x - 1 + y % 2;
        for (x, y) in [(x - 1, y), (x + 1, y), (left, y - 1), (left + 1, y - 1), (left, y + 1), (left + 1, y + 1)] {
            if let Some(cost) = cost(x, y) {
                visit(y.cast_unsigned() * WIDTH + x.cast_unsigned(), cost);
            }
        }
    }
    /// Steps across open ground: a step to another row is also half a step to the side.
    fn estimate(&self, node: u32, goal: u32) -> u32 {
        let ((x, y), (goal_x, goal_y)) = (place(node), place(goal));
        let (rows, halves) = (y.abs_diff(goal_y), (2 * x + y % 2).abs_diff(2 * goal_x + goal_y % 2));
        rows + halves.saturating_sub(rows) / 2
    }
}

/// Column and row of a node.
fn place(node: u32) -> (i32, i32) {
    ((node % WIDTH).cast_signed(), (node / WIDTH).cast_signed())
}

/// The cost of a step to a hex; `None` if nobody can go there.
fn cost(x: i32, y: i32) -> Option<u32> {
    let row = MAP.get(usize::try_from(y).ok()?)?;
    match row.split_whitespace().nth(usize::try_from(x).ok()?)? {
        "." => Some(1),
        "w" => Some(3),
        _ => None,
    }
}

fn main() {
    // The search allocates all its memory here, and nothing for its queries.
    let (mut search, mut path) = (Search::for_graph(&Hexes), Vec::new());
    let Some(cost) = search.a_star(&Hexes, 0, 47, &mut path) else { return };
    println!("The way costs {cost}:");
    for (y, row) in (0..).zip(MAP) {
        let hexes = (0..).zip(row.split_whitespace());
        let drawn = hexes.map(|(x, hex)| if path.contains(&(y * WIDTH + x)) { "o" } else { hex });
        println!("{}{}", if y % 2 == 0 { "" } else { " " }, drawn.collect::<Vec<_>>().join(" "));
    }
}
