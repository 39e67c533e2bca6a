//! Lines of sight and partial cover, exactly as the simulator's own tool has them.

use super::map::{Cell, Map, Object, Terrain};
use super::trace::{Line, Post, trace};

/// The view between two mechs.
///
/// # Panics
/// If a post is not on the map.
#[must_use]
pub fn view(map: &Map, from: Post, to: Post) -> View {
    view_along(map, from, to, &mut Line::new())
}

/// The view between two mechs, and the hexes between them in `line`.
///
/// # Panics
/// If a post is not on the map.
pub fn view_along(map: &Map, from: Post, to: Post, line: &mut Line) -> View {
    line.clear();
    let distance = from.hex.distance(to.hex);
    let heights = (from.height(map), to.height(map));
    if distance >= 2 {
        trace(map, from, to, line);
    }
    if heights.0 < 0 || heights.1 < 0 {
        return View::default();
    }
    if distance < 2 {
        return View { seen: true, ..View::default() };
    }
    let Some((light, heavy)) = hindrance(map, heights, distance, line) else { return View::default() };
    let covered = |post: Post, next: Option<&_>, own: i16, other: i16| {
        by_water(map.cell(post.hex)) || next.is_some_and(|&hex| map.cell(hex).level == own && own >= other)
    };
    let cover_first = covered(from, line.first(), heights.0, heights.1);
    let cover_second = covered(to, line.last(), heights.1, heights.0);
    View { seen: true, cover_first, cover_second, light, heavy }
}

/// Light and heavy woods (or smoke) in the way; `None` if they or the ground block the view.
fn hindrance(map: &Map, (first, second): (i16, i16), distance: u8, line: &Line) -> Option<(u8, u8)> {
    let (mut light, mut heavy) = (0_u8, 0_u8);
    for (place, &hex) in line.iter().enumerate() {
        let cell = map.cell(hex);
        let over = |level: i16| {
            if distance == 2 {
                level > first || level > second
            } else if place == 0 {
                level > first
            } else if place + 1 == line.len() {
                level > second
            } else {
                level > first && level > second
            }
        };
        if over(cell.level) {
            return None;
        }
        let thin = cell.object == Some(Object::LightWoods);
        let thick = cell.object == Some(Object::HeavyWoods) || cell.smoke;
        if (thin || thick) && over(cell.level + 2) {
            *(if thin { &mut light } else { &mut heavy }) += 1;
            // Three light ones, two heavy ones or one of each are too much.
            if light + 2 * heavy >= 3 {
                return None;
            }
        }
    }
    Some((light, heavy))
}

/// True if a hex covers a mech on it in all directions: water of depth 1, or a river.
fn by_water(cell: &Cell) -> bool {
    let (water, river) = (cell.terrain == Terrain::Water, cell.rivers != 0);
    let shallow = water && cell.level == -1 && cell.roads == 0 && !river;
    shallow || river && (!water || cell.level >= 0)
}

/// The line of sight between two hexes, from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// They see each other.
    pub seen: bool,
    /// The first has partial cover from the second. Prone mechs have none, whatever this says.
    pub cover_first: bool,
    /// The second has partial cover from the first.
    pub cover_second: bool,
    /// Hexes of light woods between them that the line passes through.
    pub light: u8,
    /// Hexes of heavy woods or smoke between them that the line passes through.
    pub heavy: u8,
}

impl View {
    /// The same from the second to the first.
    #[must_use]
    #[inline]
    pub const fn turned(self) -> Self {
        Self { cover_first: self.cover_second, cover_second: self.cover_first, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;

    fn map(width: u8, height: u8) -> Map {
        let cells = vec![Cell::OPEN; usize::from(width) * usize::from(height)];
        Map::new(width, height, cells).expect("a map")
    }

    /// A map with hills, water, rivers, roads, woods and smoke all over.
    fn wild(width: u8, height: u8, rng: &mut fastrand::Rng) -> Map {
        let mut map = map(width, height);
        for hex in map.hexes().collect::<Vec<_>>() {
            let cell = map.cell_mut(hex);
            cell.level = i16::from(rng.i8(-2..=3)).min(1 + i16::from(rng.i8(-2..=2)));
            if cell.level < 0 {
                cell.terrain = Terrain::Water;
            }
            cell.object = Object::ALL.get(usize::from(rng.u8(0..12))).copied();
            cell.smoke = rng.u8(0..12) == 0;
            cell.rivers = u8::from(rng.u8(0..20) == 0);
            cell.roads = u8::from(rng.u8(0..20) == 0);
        }
        map
    }

    fn post(column: u8, row: u8) -> Post {
        Post::new(Hex::new(column, row), true)
    }

    #[test]
    fn woods_add_up_until_they_block() {
        let mut map = map(3, 8);
        let seen = |map: &Map| view(map, post(1, 0), post(1, 7));
        assert_eq!(seen(&map), View { seen: true, ..View::default() });
        map.cell_mut(Hex::new(1, 2)).object = Some(Object::LightWoods);
        assert_eq!((seen(&map).light, seen(&map).heavy), (1, 0));
        map.cell_mut(Hex::new(1, 4)).object = Some(Object::LightWoods);
        assert_eq!((seen(&map).light, seen(&map).heavy), (2, 0));
        map.cell_mut(Hex::new(1, 4)).object = None;
        map.cell_mut(Hex::new(1, 4)).smoke = true;
        assert!(!seen(&map).seen);
        map.cell_mut(Hex::new(1, 2)).object = None;
        assert_eq!((seen(&map).light, seen(&map).heavy), (0, 1));
        map.cell_mut(Hex::new(1, 4)).level = 2;
        assert!(!seen(&map).seen);
    }

    #[test]
    fn a_hill_covers_who_stands_behind_it_and_water_who_stands_in_it() {
        let mut map = map(3, 8);
        map.cell_mut(Hex::new(1, 6)).level = 1;
        let view = |map: &Map| super::view(map, post(1, 0), post(1, 7));
        assert!(!view(&map).cover_first && view(&map).cover_second);
        let water = map.cell_mut(Hex::new(1, 0));
        (water.level, water.terrain) = (-1, Terrain::Water);
        // Lower than the other, the one behind the hill is still covered; and now both are.
        assert!(view(&map).cover_first && view(&map).cover_second);
        map.cell_mut(Hex::new(1, 0)).level = -2;
        assert!(!view(&map).seen);
    }

    #[test]
    fn who_sees_is_seen() {
        let mut rng = fastrand::Rng::with_seed(5);
        for (width, height) in [(9, 12), (12, 7), (5, 20)] {
            let map = wild(width, height, &mut rng);
            for from in map.hexes() {
                for to in map.hexes() {
                    let (from, to) = (Post::new(from, rng.bool()), Post::new(to, rng.bool()));
                    let (there, back) = (view(&map, from, to), view(&map, to, from));
                    let turned = View { cover_first: back.cover_second, cover_second: back.cover_first, ..back };
                    assert_eq!(there, turned, "{from:?} {to:?}");
                    let mut line = Line::new();
                    let sight = view_along(&map, from, to, &mut line);
                    assert_eq!((sight.seen, sight.cover_first), (there.seen, there.cover_first));
                    assert!(line.iter().all(|&hex| map.contains(hex)));
                }
            }
        }
    }

    #[test]
    fn the_longest_lines_fit() {
        let map = map(99, 99);
        let mut line = Line::new();
        for from in (0..99).map(|row| Hex::new(0, row)) {
            for to in (0..99).step_by(7).map(|row| Hex::new(98, row)) {
                view_along(&map, Post::new(from, true), Post::new(to, true), &mut line);
                assert!(line.len() < line.capacity() / 3 * 2, "{from} {to} {}", line.len());
            }
        }
    }
}
