//! BattleTech: 7,500 answers of the simulator's own line-of-sight tool.

use crate::shared::read;
use boardbots_battletech::hex::Hex;
use boardbots_battletech::map::{Cell, Map, Object, Terrain};
use boardbots_battletech::sight::view_along;
use boardbots_battletech::trace::{Line, Post};

/// A map of the simulator, read as simply as can be.
fn map(name: &str) -> Option<Map> {
    let text = read(&format!("../data/battletech/maps/{name}.sbt"))?;
    let mut lines = text.lines().map(str::trim).skip(1);
    let mut side = || lines.next().and_then(|line| line.parse::<u8>().ok()).expect("a length");
    let (height, width) = (side(), side());
    let lines = lines.collect::<Vec<_>>();
    let cells = lines.chunks_exact(20).map(cell).collect();
    Some(Map::new(width, height, cells).expect("as many hexes as it says"))
}

fn cell(lines: &[&str]) -> Cell {
    let number = |line: usize| lines[line].parse::<i16>().expect("a number");
    let sides = |from: usize| (0..6).map(|side| u8::from(lines[from + side] == "True") << side).sum();
    let kinds = [Terrain::Open, Terrain::Paved, Terrain::Water, Terrain::Swamp];
    Cell {
        level: number(0),
        terrain: kinds[usize::try_from(number(1)).expect("a terrain")],
        object: Object::ALL.get(usize::try_from(number(2)).expect("an object")).copied(),
        smoke: lines[6] == "True",
        rivers: sides(8),
        roads: sides(14),
        ..Cell::OPEN
    }
}

fn hex(text: &str) -> Hex {
    let number = |text: &str| text.parse::<u8>().expect("a number") - 1;
    Hex::new(number(&text[..2]), number(&text[2..]))
}

pub fn lines_of_sight_are_those_of_the_tool() -> Option<()> {
    let (mut queries, mut broken) = (0, 0);
    for name in ["Colmena", "Desierto", "El_lago", "Manglar", "testLDV"] {
        let text = read(&format!("battletech/ldv_{name}.txt.gz"))?;
        let map = map(name)?;
        let mut line = Line::new();
        for query in text.lines().filter(|line| !line.starts_with('#')) {
            let parts = query.split('|').map(|part| part.split_whitespace().collect::<Vec<_>>()).collect::<Vec<_>>();
            let [asked, distance, answer, path] = parts.as_slice() else { panic!("{query}") };
            let [from, to] = [0, 2].map(|at| Post::new(hex(asked[at]), asked[at + 1] == "1"));
            let sight = view_along(&map, from, to, &mut line);
            queries += 1;
            assert_eq!(from.hex.distance(to.hex).to_string(), distance[0], "{name}: {query}");
            if answer[0] == "EXC" {
                // The tool itself gave up.
                broken += 1;
                continue;
            }
            let listed = line.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(listed, *path, "{name}: {query}");
            let words = [sight.seen, sight.cover_first].map(|yes| if yes { "True" } else { "False" });
            assert_eq!(words.as_slice(), answer, "{name}: {query}");
        }
    }
    println!("{queries} lines of sight, {broken} of which the tool could not draw");
    Some(())
}
