//! Finds the cheapest way across a map of hexes.

use boardbots_path::{Hexes, Search};

const MAP: &str = "\
. . . w . . . .
 . w w w . ~ . .
. . ~ ~ w ~ . .
 . ~ ~ . . ~ ~ .
. . w . ~ . . .
 . . . . ~ ~ . .";

/// Plain ground costs 1, woods cost 3, and nobody can cross water.
fn cost(hex: char) -> Option<u32> {
    match hex {
        '.' => Some(1),
        'w' => Some(3),
        _ => None,
    }
}

fn main() {
    let hexes = Hexes::from_text(MAP, cost).expect("the map has hexes");
    // The search allocates all its memory here, and nothing for its queries.
    let mut search = Search::for_graph(&hexes);
    let Some(route) = search.route(&hexes, 0, 47) else { return };
    println!("The way costs {}:", route.cost);
    for (y, row) in (0..).zip(MAP.lines()) {
        let drawn = (0..).zip(row.split_whitespace()).map(|(x, hex)| {
            let on_route = hexes.node(x, y).is_some_and(|node| route.nodes.contains(&node));
            if on_route { "o" } else { hex }
        });
        println!("{}{}", if y % 2 == 0 { "" } else { " " }, drawn.collect::<Vec<_>>().join(" "));
    }
}
