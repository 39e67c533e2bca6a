//! Drawings of maps: a row of hexes on a line, with spaces between, then sides with a river.
//!
//! A hex is its level and a letter for its content: `.` open, `=` paved, `~` water, `%` swamp, `:` rubble, `f` and `F`
//! light and heavy woods, and on paved ground `L`, `M`, `H` and `D` a light, medium, heavy or hardened building, `B` a
//! bunker. An `r` after that is a road; roads connect to all neighbouring roads. `river CCRR SIDES` are rivers at sides
//! of a hex.

use crate::hex::{Hex, Side};
use crate::map::{Cell, Map, Object};
use crate::notation::map::TERRAINS;

/// The letters of [`TERRAINS`], then those of [`Object::ALL`].
const LETTERS: [u8; 12] = *b".=~%:fFLMHDB";
/// The construction factors of the buildings, which are the last letters.
const STRENGTHS: [u8; 5] = [15, 40, 90, 120, 120];

/// The letter for the content of a hex.
pub fn letter(cell: &Cell) -> char {
    let terrain = TERRAINS.iter().position(|&terrain| terrain == cell.terrain).unwrap_or(0);
    char::from(LETTERS[cell.object.map_or(terrain, |object| TERRAINS.len() + object as usize)])
}

/// The hex of a word; a road leads over all its sides.
fn cell(word: &[u8]) -> Option<Cell> {
    let (word, roads) = if let [word @ .., b'r'] = word { (word, u8::MAX) } else { (word, 0) };
    let (sign, digit, letter) = match *word {
        [b'-', digit, letter] => (-1, digit, letter),
        [digit, letter] => (1, digit, letter),
        _ => return None,
    };
    let place = LETTERS.iter().position(|&other| other == letter)?;
    let object = place.checked_sub(TERRAINS.len()).map(|object| Object::ALL[object]);
    let building = place.checked_sub(LETTERS.len() - STRENGTHS.len());
    let terrain = TERRAINS[if object.is_none() { place } else { building.is_some().into() }];
    let strength = building.map_or(0, |building| STRENGTHS[building].into());
    Some(Cell { level: sign * (i16::from(digit) - 48), terrain, object, strength, roads, ..Cell::OPEN })
}

/// The lines of a drawing that are neither empty nor comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The map of a drawing.
pub fn map(drawing: &[u8]) -> Option<Map> {
    let text = str::from_utf8(drawing).ok()?;
    let rows = || lines(text).filter(|line| !line.starts_with("river"));
    let words = |line| str::split_ascii_whitespace(line).map(str::as_bytes);
    let (width, height) = (words(rows().next()?).count(), rows().count());
    let cells = vec![Cell::OPEN; width * height];
    let mut map = Map::new(width.try_into().ok()?, height.try_into().ok()?, cells)?;
    for (row, line) in (0..).zip(rows()) {
        let mut column = 0;
        for word in words(line) {
            let hex = Hex::new(column, row);
            if !map.contains(hex) {
                return None;
            }
            *map.cell_mut(hex) = cell(word)?;
            column += 1;
        }
        if column != map.width() {
            return None;
        }
    }
    for index in 0..map.cells().len() {
        let hex = map.hex(index);
        // A road without another beside it leads nowhere, and no other leads to it.
        let leads = |side: &Side| map.neighbour(hex, *side).is_some_and(|next| map.cell(next).roads != 0);
        let beside = Side::ALL.iter().filter(|side| leads(side)).fold(0, |all, side| all | 1 << side.index());
        map.cell_mut(hex).roads &= beside;
    }
    for line in lines(text).filter_map(|line| line.strip_prefix("river ")) {
        let hex = Hex::parse(line.as_bytes().get(..4)?)?;
        if !map.contains(hex) {
            return None;
        }
        for side in line.bytes().skip(5).filter_map(|side| Side::from_number(side.wrapping_sub(b'0'))) {
            map.cell_mut(hex).rivers |= 1 << side.index();
            if let Some(over) = map.neighbour(hex, side) {
                map.cell_mut(over).rivers |= 1 << side.opposite().index();
            }
        }
    }
    Some(map)
}
