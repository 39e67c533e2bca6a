//! Terrain and what stands on it.

use super::layout::{HALF, Point, centre, side};
use crate::hex::{Hex, Side};
use crate::map::{Cell, Map, Object, Terrain};
use std::fmt::Write;

/// Draws the whole map.
pub fn draw(map: &Map, svg: &mut String) {
    let layers: [fn(Hex, &Cell, &mut String); 3] = [surface, ways, things];
    for layer in layers {
        map.hexes().for_each(|hex| layer(hex, map.cell(hex), svg));
    }
}

/// Mixes two colours, `share` of 8 of the second.
fn mixed(first: [i32; 3], second: [i32; 3], share: i32) -> String {
    let mix = |k: usize| first[k] + (second[k] - first[k]) * share.clamp(0, 8) / 8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// The colour of the ground: browner the higher, bluer the deeper.
fn colour(cell: &Cell) -> String {
    const BROWN: [i32; 3] = [120, 84, 48];
    const PEAK: [i32; 3] = [72, 48, 30];
    const DEEP: [i32; 3] = [20, 60, 130];
    const DARK: [i32; 3] = [70, 80, 60];
    let level = i32::from(cell.level);
    let ground = match cell.terrain {
        Terrain::Water => return mixed([165, 214, 240], DEEP, 2 * i32::from(cell.depth())),
        Terrain::Open => [221, 230, 180],
        Terrain::Paved => [205, 205, 208],
        Terrain::Swamp => [172, 188, 140],
    };
    // The level of a building's hex is that of its roof.
    let level = if cell.object.is_some_and(Object::is_building) { 0 } else { level };
    match level {
        ..0 => mixed(ground, DARK, -2 * level),
        0..=4 => mixed(ground, BROWN, 2 * level),
        5.. => mixed(BROWN, PEAK, 2 * (level - 4)),
    }
}

fn surface(hex: Hex, cell: &Cell, svg: &mut String) {
    let Point { x, y } = centre(hex);
    let _ = writeln!(svg, r##"<use class="h" href="#hex" x="{x}" y="{y}" fill="{}"/>"##, colour(cell));
    let mark = match cell.terrain {
        Terrain::Water => "waves",
        Terrain::Swamp => "reeds",
        Terrain::Open | Terrain::Paved => return,
    };
    let _ = writeln!(svg, r##"<use href="#{mark}" x="{x}" y="{y}"/>"##);
}

/// Rivers and roads, from the middle to the sides that they cross.
fn ways(hex: Hex, cell: &Cell, svg: &mut String) {
    let Point { x, y } = centre(hex);
    for (sides, colour, width) in [(cell.rivers, "#3b82c4", 9), (cell.roads, "#e9dcb8", 7)] {
        for way in Side::ALL.into_iter().filter(|way| sides >> way.index() & 1 == 1) {
            let end = side(hex, way);
            let line = format!(r#"<path d="M{x} {y}L{} {}" stroke-linecap="round""#, end.x, end.y);
            if colour.starts_with("#e") {
                let _ = writeln!(svg, r##"{line} stroke="#8a7a50" stroke-width="{}"/>"##, width + 2);
            }
            let _ = writeln!(svg, r#"{line} stroke="{colour}" stroke-width="{width}"/>"#);
        }
    }
}

fn things(hex: Hex, cell: &Cell, svg: &mut String) {
    let Point { x, y } = centre(hex);
    let one = |svg: &mut String, shape: &str, right: i32, down: i32| {
        let _ = writeln!(svg, r##"<use href="#{shape}" x="{}" y="{}"/>"##, x + right, y + down);
    };
    match cell.object {
        Some(Object::LightWoods) => one(svg, "light", 0, 0),
        Some(Object::HeavyWoods) => one(svg, "heavy", 0, 0),
        Some(Object::Rubble) => one(svg, "stones", 0, 0),
        Some(building) => house(building, cell, x, y, svg),
        None => {}
    }
    if cell.clubs > 0 {
        one(svg, "club", 18, 12);
    }
    if cell.fire {
        one(svg, "flame", 0, -2);
    }
    if cell.smoke {
        one(svg, "smoke", 0, 0);
    }
    let _ = writeln!(svg, r#"<text class="n" x="{x}" y="{}">{hex}</text>"#, y - HALF + 9);
    if cell.level != 0 {
        // Light on dark ground; around a building it is not.
        let is_dark = !(-2..=3).contains(&cell.level) && !cell.object.is_some_and(Object::is_building);
        let class = if is_dark { "l p" } else { "l" };
        let _ = writeln!(svg, r#"<text class="{}" x="{x}" y="{}">{:+}</text>"#, class, y + HALF - 4, cell.level);
    }
}

/// A building, darker the stronger it was built, with what it still bears.
fn house(kind: Object, cell: &Cell, x: i32, y: i32, svg: &mut String) {
    let fill = match kind {
        Object::LightBuilding => "#d6b38c",
        Object::MediumBuilding => "#b98f68",
        Object::HeavyBuilding => "#8d8d95",
        Object::HardenedBuilding => "#666672",
        _ => "#4a5a3a",
    };
    let (left, top) = (x - 17, y - 15);
    let corners = if kind == Object::Bunker { 12 } else { 1 };
    let _ = writeln!(
        svg,
        r##"<rect x="{left}" y="{top}" width="34" height="30" rx="{corners}" fill="{fill}" stroke="#222"/>"##
    );
    let text = if cell.collapsed { "×".to_string() } else { cell.strength.to_string() };
    let _ = writeln!(svg, r#"<text x="{x}" y="{}" class="l" style="fill:#fff;fill-opacity:1">{text}</text>"#, y + 4);
}
