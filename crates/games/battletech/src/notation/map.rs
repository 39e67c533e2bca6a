//! `mapaJN.sbt`: the map, 20 lines for each hex, column by column.

use super::super::hex::MAX_SIDE;
use super::super::map::{Cell, Map, Object, Terrain};
use super::lines::{Lines, Parsed};
use super::text::Text;

/// The first line of every map.
pub const MAGIC: &str = "mapaSBT";
/// The terrains in the order of their numbers in the file.
pub(crate) const TERRAINS: [Terrain; 4] = [Terrain::Open, Terrain::Paved, Terrain::Water, Terrain::Swamp];
/// The number of no object.
const NO_OBJECT: u8 = 255;
/// The limit of levels, far above and below any map's.
const LEVEL: i16 = 999;
/// The limit of construction factors, and of clubs on a hex.
const MANY: u16 = 9999;
/// The fewest bytes that a hex takes: twenty short lines.
const LEAST: usize = 40;

/// Reads a map.
///
/// # Errors
///
/// The first line that does not fit the file.
pub fn read(file: &str, bytes: &[u8]) -> Parsed<Map> {
    parse(Lines::new(file, bytes))
}

/// The same for lines that may be lenient, for players, which must not fail over values that they do not need: spelling
/// and extra lines at the end are ignored; unknown terrain is open, an unknown object is none.
///
/// # Errors
///
/// The first line that is needed and does not fit the file.
pub(crate) fn parse(mut lines: Lines) -> Parsed<Map> {
    lines.magic(MAGIC)?;
    let height = lines.number("height in hexes", 1..=MAX_SIDE)?;
    let width = lines.number("width in hexes", 1..=MAX_SIDE)?;
    let count = usize::from(height) * usize::from(width);
    let mut cells = Vec::with_capacity(count.min(lines.left() / LEAST + 1));
    for _ in 0..count {
        cells.push(cell(&mut lines)?);
    }
    lines.end()?;
    Map::new(width, height, cells).ok_or_else(|| lines.wrong(None, "a map of 1 to 99 columns and rows"))
}

fn cell(lines: &mut Lines) -> Parsed<Cell> {
    Ok(Cell {
        level: lines.number("level", -LEVEL..=LEVEL)?,
        terrain: TERRAINS[usize::from(lines.spare("terrain", 0..=3u8, 0)?)],
        object: object(lines)?,
        strength: lines.number("what the building bears", 0..=MANY)?,
        collapsed: lines.flag("whether a building collapsed")?,
        fire: lines.flag("whether there is fire")?,
        smoke: lines.flag("whether there is smoke")?,
        clubs: lines.spare("clubs on the ground", 0..=MANY, 0)?,
        rivers: sides(lines, "whether there is a river at a side")?,
        roads: sides(lines, "whether there is a road over a side")?,
    })
}

fn object(lines: &mut Lines) -> Parsed<Option<Object>> {
    let number = lines.spare("object, 0 to 7 or 255 for none", 0..=NO_OBJECT, NO_OBJECT)?;
    if number == NO_OBJECT {
        return Ok(None);
    }
    match Object::ALL.get(usize::from(number)) {
        Some(&object) => Ok(Some(object)),
        None if lines.lenient => Ok(None),
        None => Err(lines.wrong(Some(number.to_string().as_bytes()), "object: 0 to 7, or 255 for none")),
    }
}

fn sides(lines: &mut Lines, field: &str) -> Parsed<u8> {
    let bits = lines.flags(field, 6)?;
    Ok(u8::try_from(bits).unwrap_or(0))
}

/// The file of a map, as the simulator writes it.
#[must_use]
pub fn write(map: &Map) -> Vec<u8> {
    let mut text = Text::windows(64 + 140 * map.cells().len());
    text.word(MAGIC).number(map.height()).number(map.width());
    for cell in map.cells() {
        let terrain = TERRAINS.iter().position(|&terrain| terrain == cell.terrain).unwrap_or(0);
        text.number(cell.level).count(terrain);
        text.number(cell.object.map_or(NO_OBJECT, |object| object as u8)).number(cell.strength);
        text.flag(cell.collapsed).flag(cell.fire).flag(cell.smoke).number(cell.clubs);
        text.flags(cell.rivers.into(), 6).flags(cell.roads.into(), 6);
    }
    text.done()
}
