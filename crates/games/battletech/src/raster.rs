//! Lines over hexes in pixels, as the simulator's tool draws those that follow no row, column or corner of the grid.

use super::hex::Hex;
use super::map::Map;
use arrayvec::ArrayVec;

/// The hexes between two mechs. The longest line on the largest map has 147 hexes, and the tool's lists are less than
/// twice as long.
pub type Line = ArrayVec<Hex, 320>;

/// The distance of a hex's outline from the left and right edges of its box, by pixels from the top or, in the lower
/// half, from the bottom.
const MARGIN: [i32; 26] = [14, 13, 13, 12, 12, 11, 11, 10, 10, 9, 8, 8, 7, 7, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0];
/// The box of a hex: pixels from left to right, and from top to bottom.
const BOX: (i32, i32) = (57, 49);
/// The centre of the box, in pixels from its corner.
const CENTRE: (i32, i32) = (29, 25);

type Offset = (i16, i16);
type Candidates = ArrayVec<(Hex, (i32, i32)), 4>;

/// The hex of a row and a column, if it is on the map.
pub(super) fn hex(map: &Map, (row, column): (i16, i16)) -> Option<Hex> {
    let hex = Hex::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?);
    map.contains(hex).then_some(hex)
}

/// Lists the hexes that the line passes through, without the two ends.
pub(super) fn list(map: &Map, mut upper: Offset, mut lower: Offset, line: &mut Line) {
    if upper.0 == lower.0 && upper.1 % 2 == 1 && lower.1 % 2 == 0 {
        // The end that is drawn higher comes first. The tool does not turn the list round again.
        std::mem::swap(&mut upper, &mut lower);
    }
    let Some(end) = hex(map, lower) else { return };
    let towards = if upper.1 < lower.1 { 1 } else { -1 };
    let ruler = Ruler::new(centre(upper), centre(lower));
    let mut from = upper;
    let mut y = ruler.start.1;
    loop {
        let candidates = candidates(map, from, towards);
        if candidates.iter().any(|(hex, _)| *hex == end) {
            return;
        }
        let Some(hit) = ruler.hit(&candidates, line, &mut y) else { return };
        if line.try_push(hit).is_err() {
            return;
        }
        from = (i16::from(hit.row), i16::from(hit.column));
    }
}

/// A line in pixels.
struct Ruler {
    start: (i32, i32),
    end: i32,
    /// Pixels to the right for each one down. The two ends are never level.
    slope: f32,
}

impl Ruler {
    fn new(start: (i32, i32), end: (i32, i32)) -> Self {
        Self { start, end: end.1, slope: pixels(end.0 - start.0) / pixels(end.1 - start.1) }
    }

    /// The line's pixel at a height.
    fn x(&self, y: i32) -> i32 {
        nearest(pixels(self.start.0) + pixels(y - self.start.1) * self.slope)
    }

    /// Goes down the line, pixel by pixel, until the first candidate that it hits is a new one.
    fn hit(&self, candidates: &Candidates, line: &Line, y: &mut i32) -> Option<Hex> {
        let new: ArrayVec<bool, 4> = candidates.iter().map(|(hex, _)| !line.contains(hex)).collect();
        // Only heights at which the line may be in the box of a new one are looked at.
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        for ((_, corner), _) in candidates.iter().zip(&new).filter(|(_, new)| **new) {
            let (enters, leaves) = self.crosses(*corner);
            if leaves >= *y {
                (first, last) = (first.min(enters), last.max(leaves));
            }
        }
        *y = first.max(*y);
        let last = last.min(self.end);
        while *y <= last {
            let x = self.x(*y);
            *y += 1;
            let hit = candidates.iter().zip(&new).find(|((_, corner), _)| within(*corner, x, *y - 1));
            if let Some(((hex, _), true)) = hit {
                return Some(*hex);
            }
        }
        None
    }

    /// Heights between which the line may be in a hex's box: a bound that may be too wide, never too narrow.
    fn crosses(&self, corner: (i32, i32)) -> (i32, i32) {
        let (top, bottom) = (corner.1, corner.1 + BOX.1);
        if self.slope == 0.0 {
            return (top, bottom);
        }
        let (left, right) = (self.down(corner.0 - 2), self.down(corner.0 + BOX.0 + 2));
        (top.max(left.min(right) - 2), bottom.min(left.max(right) + 2))
    }

    /// The approximate height at which the line is this far to the right.
    #[expect(clippy::cast_possible_truncation, reason = "far above or below is as good as any bound")]
    fn down(&self, x: i32) -> i32 {
        self.start.1 + (pixels(x - self.start.0) / self.slope).clamp(-1e5, 1e5) as i32
    }
}

/// The hexes to which the line can go on from one, in the order in which they are tried. At the
/// edges of the map the tool tries fewer.
fn candidates(map: &Map, (row, column): Offset, towards: i16) -> Candidates {
    let even = column % 2 == 0;
    let (last_row, last_column) = (i16::from(map.height()) - 1, i16::from(map.width()) - 1);
    let (ahead, behind) = (column + towards, column - towards);
    let places: [Option<Offset>; 4] = if row == 0 && even {
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
fn corner((row, column): Offset) -> (i32, i32) {
    let (row, pair) = (i32::from(row), i32::from(column / 2));
    if column % 2 == 0 {
        (177 * pair / 2, 51 * row)
    } else {
        // Quarters of a pixel are never halves here.
        ((177 * (2 * pair + 1) + 1) / 4, 51 * row + 25)
    }
}

fn centre(place: Offset) -> (i32, i32) {
    let corner = corner(place);
    (corner.0 + CENTRE.0, corner.1 + CENTRE.1)
}

/// True if a pixel is within the outline of the hex whose box has this corner.
fn within(corner: (i32, i32), x: i32, y: i32) -> bool {
    let (dx, dy) = (x - corner.0, y - corner.1);
    if !(0..=BOX.0).contains(&dx) || !(0..=BOX.1).contains(&dy) {
        return false;
    }
    let row = if dy > 25 { 50 - dy } else { dy };
    let margin = usize::try_from(row).ok().and_then(|row| MARGIN.get(row)).copied().unwrap_or(0);
    (margin..=BOX.0 + 1 - margin).contains(&dx)
}

/// A length as the tool computes with it: in single precision.
#[expect(clippy::cast_precision_loss, reason = "below 2^24")]
fn pixels(length: i32) -> f32 {
    length as f32
}

/// The nearest whole number, halves down. Rounding up by hand: older processors have no
/// instruction for it.
#[expect(clippy::cast_possible_truncation, reason = "below 2^24")]
fn nearest(x: f32) -> i32 {
    let below = x - 0.5;
    let cut = below as i32;
    if pixels(cut) < below { cut + 1 } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Cell;

    /// The list as the tool makes it, pixel by pixel.
    fn plain(map: &Map, mut upper: Offset, mut lower: Offset, line: &mut Line) {
        if upper.0 == lower.0 && upper.1 % 2 == 1 && lower.1 % 2 == 0 {
            std::mem::swap(&mut upper, &mut lower);
        }
        let end = hex(map, lower).expect("on the map");
        let towards = if upper.1 < lower.1 { 1 } else { -1 };
        let ruler = Ruler::new(centre(upper), centre(lower));
        let mut known = candidates(map, upper, towards);
        for y in ruler.start.1..=ruler.end {
            if known.iter().any(|(hex, _)| *hex == end) {
                return;
            }
            let hit = known.iter().find(|(_, corner)| within(*corner, ruler.x(y), y));
            let Some(&(hit, _)) = hit.filter(|(hit, _)| !line.contains(hit)) else { continue };
            line.push(hit);
            known = candidates(map, (i16::from(hit.row), i16::from(hit.column)), towards);
        }
    }

    #[test]
    fn nothing_is_missed_by_skipping() {
        let mut rng = fastrand::Rng::with_seed(2);
        for (width, height) in [(15, 17), (99, 99), (40, 8), (7, 60)] {
            let cells = usize::from(width) * usize::from(height);
            let map = Map::new(width, height, vec![Cell::OPEN; cells]).expect("a map");
            for _ in 0..20_000 {
                let mut place = || (i16::from(rng.u8(0..height)), i16::from(rng.u8(0..width)));
                let (one, two) = (place(), place());
                let (upper, lower) = (one.min(two), one.max(two));
                // Level lines are not drawn in pixels.
                if upper.1 == lower.1 || upper.0 == lower.0 && (upper.1 - lower.1) % 2 == 0 {
                    continue;
                }
                let (mut quick, mut slow) = (Line::new(), Line::new());
                list(&map, upper, lower, &mut quick);
                plain(&map, upper, lower, &mut slow);
                assert_eq!(quick, slow, "{upper:?} {lower:?} on {width} × {height}");
            }
        }
    }
}
