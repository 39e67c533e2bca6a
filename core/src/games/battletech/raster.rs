//! A line over hexes in pixels: how the simulator's tool draws those that follow no row, column
//! or corner of the grid.

use super::hex::Hex;
use super::map::Map;
use super::trace::{Line, hex};
use arrayvec::ArrayVec;

/// How far a hex's outline is from the left and right edge of its box, by pixels from its top or,
/// in the lower half, its bottom.
const MARGIN: [i32; 26] = [14, 13, 13, 12, 12, 11, 11, 10, 10, 9, 8, 8, 7, 7, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0];
/// The box of a hex: pixels from left to right, and from top to bottom.
const BOX: (i32, i32) = (57, 49);
/// From the corner of the box to the centre.
const CENTRE: (i32, i32) = (29, 25);

type Place = (i16, i16);
type Candidates = ArrayVec<(Hex, (i32, i32)), 4>;

/// Lists the hexes that the line passes through, from near one end to near the other.
pub(super) fn list(map: &Map, mut upper: Place, mut lower: Place, line: &mut Line) {
    if upper.0 == lower.0 && upper.1 % 2 == 1 && lower.1 % 2 == 0 {
        // The end that is drawn higher comes first. The tool does not turn the list round again.
        std::mem::swap(&mut upper, &mut lower);
    }
    let Some(end) = hex(map, lower) else { return };
    let towards = if upper.1 < lower.1 { 1 } else { -1 };
    let (start_x, start_y) = centre(upper);
    let (end_x, end_y) = centre(lower);
    let slope = pixels(end_x - start_x) / pixels(end_y - start_y);
    let mut candidates = candidates(map, upper, towards);
    if candidates.iter().any(|(hex, _)| *hex == end) {
        return;
    }
    for y in start_y..=end_y {
        let x = nearest(pixels(start_x) + pixels(y - start_y) * slope);
        let Some(&(hit, _)) = candidates.iter().find(|(_, corner)| within(*corner, x, y)) else { continue };
        if !line.contains(&hit) {
            if line.try_push(hit).is_err() {
                return;
            }
            candidates = self::candidates(map, (i16::from(hit.row), i16::from(hit.column)), towards);
            if candidates.iter().any(|(hex, _)| *hex == end) {
                return;
            }
        }
    }
}

/// The hexes to which the line can go on from one, in the order in which they are tried. At the
/// edges of the map the tool tries fewer.
fn candidates(map: &Map, (row, column): Place, towards: i16) -> Candidates {
    let even = column % 2 == 0;
    let (last_row, last_column) = (i16::from(map.height()) - 1, i16::from(map.width()) - 1);
    let (ahead, behind) = (column + towards, column - towards);
    let places: [Option<Place>; 4] = if row == 0 && even {
        [Some((row + 1, column)), Some((row, ahead)), None, None]
    } else if row == last_row {
        [Some((row, ahead)), even.then_some((row - 1, ahead)), None, None]
    } else if column == 0 {
        [Some((row + 1, column)), Some((row, column + 1)), None, None]
    } else if column == last_column {
        [Some((row + 1, column)), Some((if even { row } else { row + 1 }, column - 1)), None, None]
    } else if even {
        [Some((row, behind)), Some((row + 1, column)), Some((row, ahead)), Some((row - 1, ahead))]
    } else {
        [Some((row + 1, behind)), Some((row + 1, column)), Some((row + 1, ahead)), Some((row, ahead))]
    };
    places.into_iter().flatten().filter_map(|place| Some((hex(map, place)?, corner(place)))).collect()
}

/// The upper left corner of a hex's box, in pixels: 88.5 for two columns and 51 for a row, halves
/// rounded down.
fn corner((row, column): Place) -> (i32, i32) {
    let (row, pair) = (i32::from(row), i32::from(column / 2));
    if column % 2 == 0 {
        (177 * pair / 2, 51 * row)
    } else {
        // Quarters of a pixel are never halves here.
        ((177 * (2 * pair + 1) + 1) / 4, 51 * row + 25)
    }
}

fn centre(place: Place) -> (i32, i32) {
    let corner = corner(place);
    (corner.0 + CENTRE.0, corner.1 + CENTRE.1)
}

/// Whether a pixel is within the outline of the hex with this corner.
fn within(corner: (i32, i32), x: i32, y: i32) -> bool {
    let (dx, dy) = (x - corner.0, y - corner.1);
    if !(0..=BOX.0).contains(&dx) || !(0..=BOX.1).contains(&dy) {
        return false;
    }
    let row = if dy > 25 { 50 - dy } else { dy };
    let margin = usize::try_from(row).ok().and_then(|row| MARGIN.get(row)).copied().unwrap_or(0);
    (margin..=BOX.0 + 1 - margin).contains(&dx)
}

/// As the tool reckons: in single precision.
#[expect(clippy::cast_precision_loss, reason = "below 2^24")]
fn pixels(length: i32) -> f32 {
    length as f32
}

/// The nearest whole number, halves down.
#[expect(clippy::cast_possible_truncation, reason = "below 2^24")]
fn nearest(x: f32) -> i32 {
    (x - 0.5).ceil() as i32
}
