//! A map as a drawing: a row of hexes on a line, with spaces between, then sides with a river.
//!
//! A hex is its level and a letter for what is there: `.` open, `=` paved, `~` water, `%` swamp,
//! `:` rubble, `f` and `F` light and heavy woods, and on paved ground `L`, `M`, `H` and `D` a
//! light, medium, heavy or hardened building, `B` a bunker. `r` after that is a road; roads lead
//! on to all roads beside them. `river CCRR SIDE` is a river at a side of a hex.

use super::lines;
use boardbots::games::battletech::hex::{Hex, Side};
use boardbots::games::battletech::map::{Cell, Map, Object, Terrain};

fn cell(word: &str) -> (Cell, bool) {
    let (word, road) = word.strip_suffix('r').map_or((word, false), |word| (word, true));
    let (level, letter) = word.split_at(word.len() - 1);
    let (terrain, object, strength) = match letter {
        "." => (Terrain::Open, None, 0),
        "=" => (Terrain::Paved, None, 0),
        "~" => (Terrain::Water, None, 0),
        "%" => (Terrain::Swamp, None, 0),
        ":" => (Terrain::Open, Some(Object::Rubble), 0),
        "f" => (Terrain::Open, Some(Object::LightWoods), 0),
        "F" => (Terrain::Open, Some(Object::HeavyWoods), 0),
        "L" => (Terrain::Paved, Some(Object::LightBuilding), 15),
        "M" => (Terrain::Paved, Some(Object::MediumBuilding), 40),
        "H" => (Terrain::Paved, Some(Object::HeavyBuilding), 90),
        "D" => (Terrain::Paved, Some(Object::HardenedBuilding), 120),
        "B" => (Terrain::Paved, Some(Object::Bunker), 120),
        _ => panic!("{word}"),
    };
    (Cell { level: level.parse().unwrap(), terrain, object, strength, ..Cell::OPEN }, road)
}

/// The map of a drawing.
pub fn map(text: &str) -> Map {
    let rows: Vec<Vec<(Cell, bool)>> = lines(text)
        .filter(|line| !line.starts_with("river"))
        .map(|line| line.split_whitespace().map(cell).collect())
        .collect();
    let (width, height) = (rows[0].len(), rows.len());
    let cells = (0..width).flat_map(|column| rows.iter().map(move |row| row[column].0)).collect();
    let mut map = Map::new(width.try_into().unwrap(), height.try_into().unwrap(), cells).unwrap();
    let road = |hex: Hex| rows[usize::from(hex.row)][usize::from(hex.column)].1;
    for hex in map.hexes().collect::<Vec<_>>() {
        for side in Side::ALL {
            if road(hex) && map.neighbour(hex, side).is_some_and(road) {
                map.cell_mut(hex).roads |= 1 << side.index();
            }
        }
    }
    for line in lines(text).filter_map(|line| line.strip_prefix("river ")) {
        let (at, side) = line.split_once(' ').unwrap();
        let hex = Hex::new(at[..2].parse::<u8>().unwrap() - 1, at[2..].parse::<u8>().unwrap() - 1);
        let side = Side::from_number(side.parse().unwrap()).unwrap();
        map.cell_mut(hex).rivers |= 1 << side.index();
        if let Some(over) = map.neighbour(hex, side) {
            map.cell_mut(over).rivers |= 1 << side.opposite().index();
        }
    }
    map
}
