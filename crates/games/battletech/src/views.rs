//! A cache of lines of sight.

use super::map::Map;
use super::sight::{View, view, view_along};
use super::trace::{Line, Post};

/// The most hexes of a map whose views are kept: 50 × 50, in 12.5 MB. On larger maps each view is computed anew.
const KEPT: usize = 2500;

/// A bit that is set in each byte once it is computed.
const KNOWN: u8 = 1;
const SEEN: u8 = 1 << 1;
const COVER_FIRST: u8 = 1 << 2;
const COVER_SECOND: u8 = 1 << 3;
/// The view back differs and has to be computed anew.
const ONE_WAY: u8 = 1 << 6;
/// Woods between two mechs that see each other: two bits, see [`WOODS`].
const WOODS_SHIFT: u8 = 4;
/// Light and heavy woods that do not block.
const WOODS: [(u8, u8); 4] = [(0, 0), (1, 0), (2, 0), (0, 1)];

/// The views of one map, each computed once: a byte for each pair of hexes and of standing or prone. Its memory is
/// allocated once.
#[derive(Clone, Debug)]
pub struct Views {
    hexes: usize,
    bytes: Vec<u8>,
}

impl Views {
    /// An empty cache for the views of a map.
    #[must_use]
    pub fn new(map: &Map) -> Self {
        let hexes = map.cells().len();
        // Nearly all views are mutual: each pair is kept once.
        let pairs = if hexes > KEPT { 0 } else { hexes * (hexes + 1) / 2 };
        Self { hexes, bytes: vec![0; pairs * 4] }
    }

    /// Forgets all views: the map has changed.
    pub fn clear(&mut self) {
        self.bytes.fill(0);
    }

    /// The view between two mechs. The map must be as large as the one that the cache was made for, and unchanged since
    /// the last [`Views::clear`].
    ///
    /// # Panics
    /// If a post is not on the map.
    #[inline]
    pub fn view(&mut self, map: &Map, from: Post, to: Post) -> View {
        let (first, second) = (map.index(from.hex), map.index(to.hex));
        if first > second {
            let byte = self.ordered(map, (to, second), (from, first));
            if byte & ONE_WAY != 0 {
                return view(map, from, to);
            }
            return unpacked(byte).turned();
        }
        unpacked(self.ordered(map, (from, first), (to, second)))
    }

    #[inline]
    fn ordered(&mut self, map: &Map, (from, first): (Post, usize), (to, second): (Post, usize)) -> u8 {
        debug_assert_eq!(self.hexes, map.cells().len(), "room for another map");
        let pair = second * (second + 1) / 2 + first;
        let place = pair * 4 + usize::from(from.standing) + 2 * usize::from(to.standing);
        let Some(byte) = self.bytes.get_mut(place) else { return packed(map, from, to) };
        if *byte == 0 {
            *byte = packed(map, from, to);
        }
        *byte
    }
}

fn packed(map: &Map, from: Post, to: Post) -> u8 {
    let mut line = Line::new();
    let view = view_along(map, from, to, &mut line);
    // Of one hex alone the tool asks only whether it is over the eyes of the mech that looks; few
    // long lines along the upper edge are so.
    let one_way = line.len() == 1 && from.hex.distance(to.hex) > 2;
    let bit = |yes: bool, bit: u8| if yes { bit } else { 0 };
    let woods = match (view.light, view.heavy) {
        (_, 1..) => 3,
        (light, 0) => light.min(2),
    };
    KNOWN
        | bit(view.seen, SEEN)
        | bit(view.cover_first, COVER_FIRST)
        | bit(view.cover_second, COVER_SECOND)
        | bit(one_way, ONE_WAY)
        | woods << WOODS_SHIFT
}

#[inline]
fn unpacked(byte: u8) -> View {
    let (light, heavy) = WOODS[usize::from(byte >> WOODS_SHIFT & 3)];
    let has = |bit: u8| byte & bit != 0;
    View { seen: has(SEEN), cover_first: has(COVER_FIRST), cover_second: has(COVER_SECOND), light, heavy }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;
    use crate::map::{Cell, Object};

    fn wooded(width: u8, height: u8, rng: &mut fastrand::Rng) -> Map {
        let mut cells = vec![Cell::OPEN; usize::from(width) * usize::from(height)];
        for cell in &mut cells {
            cell.level = i16::from(rng.u8(0..4)) / 2;
            cell.object = [None, None, Some(Object::LightWoods), Some(Object::HeavyWoods)][usize::from(rng.u8(0..4))];
        }
        Map::new(width, height, cells).expect("a map")
    }

    #[test]
    fn kept_views_are_the_views() {
        let mut rng = fastrand::Rng::with_seed(7);
        for (width, height) in [(9, 8), (60, 60)] {
            let mut map = wooded(width, height, &mut rng);
            let mut views = Views::new(&map);
            for change in 0..2 {
                for _ in 0..20_000 {
                    let mut post = || Post::new(Hex::new(rng.u8(0..width), rng.u8(0..height)), rng.bool());
                    let (from, to) = (post(), post());
                    assert_eq!(views.view(&map, from, to), view(&map, from, to), "{change}");
                }
                map.cell_mut(Hex::new(4, 4)).level = 5;
                views.clear();
            }
        }
    }
}
