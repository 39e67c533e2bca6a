//! Odd maps that the map reader accepts: any size, any starts,
//! spawns on walls and mines, spawns that coincide, mines owned from the beginning.

use fastrand::Rng;

/// A random map text of 2 to 9 columns.
pub fn text(rng: &mut Rng) -> String {
    let size = rng.usize(2..=9);
    let mut tiles: Vec<String> = (0..size * size).map(|_| tile(rng)).collect();
    let mut cells: Vec<usize> = (0..size * size).collect();
    rng.shuffle(&mut cells);
    if rng.bool() {
        // Hero 1 on the middle row of an odd board: two spawns on each of two cells.
        let middle = size / 2 * size + rng.usize(0..size);
        let at = cells.iter().position(|&cell| cell == middle).expect("all cells are there");
        cells.swap(0, at);
    }
    // Any four different digits.
    let mut digits: Vec<char> = ('0'..='9').collect();
    rng.shuffle(&mut digits);
    if rng.bool() {
        digits = vec!['1', '2', '3', '4'];
    }
    digits.truncate(4);
    digits.sort_unstable();
    for (digit, &cell) in digits.iter().zip(&cells) {
        tiles[cell] = format!("@{digit}");
    }
    let rows: Vec<String> = tiles.chunks(size).map(<[String]>::concat).collect();
    rows.join("\n")
}

fn tile(rng: &mut Rng) -> String {
    match rng.u8(0..100) {
        0..20 => format!("${}", ['-', '-', '1', '2', '3', '4', '5', '9', '0', 'x'][rng.usize(0..10)]),
        20..28 => "[]".into(),
        28..45 => "##".into(),
        _ => "  ".into(),
    }
}

#[test]
fn odd_maps_are_accepted_and_have_every_oddity() {
    use crate::board::Tile;
    use crate::map;
    let mut rng = Rng::with_seed(11);
    let (mut coinciding, mut blocked, mut odd, mut owned, mut apart) = (0, 0, 0, 0, 0);
    for _ in 0..400 {
        let map = map::parse(&text(&mut rng)).expect("odd, but a map");
        let spawns = &map.board.spawns;
        coinciding += usize::from(spawns[0] == spawns[1]);
        blocked += usize::from(spawns.iter().any(|&cell| map.board.tile(cell) != Tile::Air));
        odd += map.board.size() % 2;
        owned += usize::from(map.owned.iter().any(|&(_, owner)| owner > 3));
        apart += usize::from(map.board.starts != *spawns);
    }
    for (what, count) in [("coincide", coinciding), ("block", blocked), ("odd", odd), ("own", owned), ("apart", apart)]
    {
        assert!(count > 20, "{what}: only {count} of 400");
    }
}
