//! Random maps, step by step as the original's generator made them, so that the
//! distribution of maps is the same.

use super::board::{Board, Cell, HEROES, Pos, Tile};
use super::map::Map;

/// Attempts at one map before the generator gives up.
const ATTEMPTS: usize = 100;
/// Draws of a spawn in one attempt.
const SPAWN_TRIES: usize = 100;

/// The parameters of a map, drawn once for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// Tiles along one side: even, 10 to 28.
    pub size: u8,
    /// Chance of a wall in percent, 10 to 41.
    pub wall_percent: u8,
    /// Chance of a mine in percent, 3 to 9.
    pub mine_percent: u8,
}

impl Parameters {
    /// Parameters drawn as the original draws them.
    pub fn random(rng: &mut fastrand::Rng) -> Self {
        Self { size: 10 + 2 * rng.u8(0..=9), wall_percent: 10 + rng.u8(0..=31), mine_percent: 3 + rng.u8(0..=6) }
    }
}

/// The reason for giving up a map, in the original's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// No drawn spawn reaches its mirror images.
    #[error("Can't find a good starting position")]
    NoSpawn,
    /// No mine can be reached.
    #[error("Board has no mine")]
    NoMine,
    /// A tavern anywhere would cut the map.
    #[error("No place found for a tavern")]
    NoTavern,
}

/// A random map with random parameters.
///
/// ```
/// use boardbots_vindinium::generator;
/// let map = generator::generate(&mut fastrand::Rng::with_seed(1)).unwrap();
/// assert_eq!(map.board.taverns.len(), 4);
/// ```
///
/// # Errors
/// The reason of the last of 100 failed attempts: practically never.
pub fn generate(rng: &mut fastrand::Rng) -> Result<Map, GenerateError> {
    let parameters = Parameters::random(rng);
    generate_with(parameters, rng)
}

/// A random map with these parameters.
///
/// # Errors
/// As [`generate`].
pub fn generate_with(parameters: Parameters, rng: &mut fastrand::Rng) -> Result<Map, GenerateError> {
    let mut last = GenerateError::NoSpawn;
    for _ in 0..ATTEMPTS {
        match attempt(parameters, rng) {
            Ok(map) => return Ok(map),
            Err(reason) => last = reason,
        }
    }
    Err(last)
}

fn attempt(parameters: Parameters, rng: &mut fastrand::Rng) -> Result<Map, GenerateError> {
    let draft = Draft::random(parameters, rng);
    let range = draft.spawn_range();
    let spawn = (0..SPAWN_TRIES)
        .map(|_| Pos { x: rng.u8(0..range), y: rng.u8(0..range) })
        .find(|&pos| draft.valid_spawn(pos))
        .ok_or(GenerateError::NoSpawn)?;
    let filled = draft.filled(spawn);
    if filled.mine_count() == 0 {
        return Err(GenerateError::NoMine);
    }
    let mut candidates = filled.tavern_candidates(spawn);
    shuffle(&mut candidates, rng);
    let survey = filled.survey(spawn);
    let finished = candidates
        .into_iter()
        .find_map(|place| filled.with_taverns(place, spawn, survey))
        .ok_or(GenerateError::NoTavern)?;
    Ok(Map { board: finished.board(spawn), owned: Vec::new() })
}

/// Puts places into a random order, the same on machines of 32 and 64 bits, unlike the
/// generator's own shuffling (Fisher and Yates, from the end).
fn shuffle(places: &mut [Pos], rng: &mut fastrand::Rng) {
    for last in (1..places.len()).rev() {
        let bound = u32::try_from(last).expect("boards are small");
        places.swap(last, rng.u32(0..=bound) as usize);
    }
}

/// A map in the making: a square of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    size: usize,
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
}

/// The properties of a map that a new tavern must not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Cells that can be walked to from the spawn, the spawn included.
    pub reachable: usize,
    /// Mines that touch air.
    pub open_mines: usize,
}

impl Draft {
    /// A draft with given tiles, `size * size` of them, row by row.
    #[must_use]
    pub fn new(size: usize, tiles: Vec<Tile>) -> Self {
        assert_eq!(tiles.len(), size * size, "a draft is square");
        Self { size, tiles }
    }

    /// A random sector, mirrored to the right and down.
    fn random(parameters: Parameters, rng: &mut fastrand::Rng) -> Self {
        let size = usize::from(parameters.size);
        let mut draft = Self { size, tiles: vec![Tile::Air; size * size] };
        for x in 0..size / 2 {
            for y in 0..size / 2 {
                let roll = rng.u8(0..100);
                let tile = if roll < parameters.mine_percent {
                    Tile::Mine
                } else if roll < parameters.mine_percent + parameters.wall_percent {
                    Tile::Wall
                } else {
                    Tile::Air
                };
                for cell in draft.orbit(x, y) {
                    draft.tiles[cell] = tile;
                }
            }
        }
        draft
    }

    /// Rows and columns below this number can be drawn as spawn.
    #[must_use]
    pub fn spawn_range(&self) -> u8 {
        u8::try_from(self.size / 2 - 2).expect("boards are small")
    }

    /// True if hero 1 can start here: on air from which both mirror images are reached.
    #[must_use]
    pub fn valid_spawn(&self, pos: Pos) -> bool {
        let (x, y) = (usize::from(pos.x), usize::from(pos.y));
        let [own, below, _, beside] = self.orbit(x, y);
        if self.tiles[own] != Tile::Air {
            return false;
        }
        let region = flood(&self.tiles, self.size, own);
        region[below] && region[beside]
    }

    /// Walls where no hero can go, except for mines that can be reached.
    #[must_use]
    pub fn filled(&self, spawn: Pos) -> Self {
        let region = flood(&self.tiles, self.size, self.index(spawn));
        let tiles = (0..self.tiles.len())
            .map(|cell| match self.tiles[cell] {
                tile if region[cell] => tile,
                Tile::Mine if around(self.size, cell).any(|c| region[c]) => Tile::Mine,
                _ => Tile::Wall,
            })
            .collect();
        Self { size: self.size, tiles }
    }

    /// The number of mines.
    #[must_use]
    pub fn mine_count(&self) -> usize {
        self.tiles.iter().filter(|&&tile| tile == Tile::Mine).count()
    }

    /// The cells and mines that can be reached from the spawn.
    #[must_use]
    pub fn survey(&self, spawn: Pos) -> Survey {
        let reachable = flood(&self.tiles, self.size, self.index(spawn)).into_iter().filter(|&r| r).count();
        let open = |&cell: &usize| {
            self.tiles[cell] == Tile::Mine && around(self.size, cell).any(|c| self.tiles[c] == Tile::Air)
        };
        Survey { reachable, open_mines: (0..self.tiles.len()).filter(open).count() }
    }

    /// Places where a tavern is tried, row by row.
    ///
    /// The original keeps the left half of every row and then reads these tiles as a square
    /// board, so that rows are skewed; what its flood fill reaches there from the spawn are
    /// the candidates. Kept, because it shapes where taverns stand.
    #[must_use]
    pub fn tavern_candidates(&self, spawn: Pos) -> Vec<Pos> {
        let half: Vec<Tile> = self.tiles.chunks(self.size).flat_map(|row| &row[..self.size / 2]).copied().collect();
        let side = half.len().isqrt();
        let region = flood(&half[..side * side], side, usize::from(spawn.x) * side + usize::from(spawn.y));
        let byte = |v: usize| u8::try_from(v).expect("boards are small");
        (0..side * side).filter(|&c| region[c]).map(|c| Pos { x: byte(c / side), y: byte(c % side) }).collect()
    }

    /// The draft with taverns on a place and its mirror images, if nothing gets cut off.
    #[must_use]
    pub fn with_taverns(&self, place: Pos, spawn: Pos, before: Survey) -> Option<Self> {
        let mut with = self.clone();
        for cell in self.orbit(usize::from(place.x), usize::from(place.y)) {
            with.tiles[cell] = Tile::Tavern;
        }
        let after = with.survey(spawn);
        let kept = after.reachable + HEROES == before.reachable && after.open_mines == before.open_mines;
        kept.then_some(with)
    }

    /// The board with hero 1 at `spawn` and the others at its mirror images.
    pub fn board(&self, spawn: Pos) -> Board {
        let starts = self
            .orbit(usize::from(spawn.x), usize::from(spawn.y))
            .map(|cell| Cell::try_from(cell).expect("boards are small"));
        Board::new(self.size, &self.tiles, starts)
    }

    fn index(&self, pos: Pos) -> usize {
        usize::from(pos.x) * self.size + usize::from(pos.y)
    }

    /// A cell and its images mirrored by row, by both, by column: the heroes' order.
    fn orbit(&self, x: usize, y: usize) -> [usize; HEROES] {
        let (n, last) = (self.size, self.size - 1);
        [x * n + y, (last - x) * n + y, (last - x) * n + last - y, x * n + last - y]
    }
}

/// The neighbours of a cell on a square board.
fn around(size: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell / size, cell % size);
    [
        (x > 0).then(|| cell - size),
        (y + 1 < size).then_some(cell + 1),
        (x + 1 < size).then_some(cell + size),
        (y > 0).then(|| cell - 1),
    ]
    .into_iter()
    .flatten()
}

/// The cells that are connected with `start` through air, as flags by cell. The start is always one of them, whatever
/// its tile.
fn flood(tiles: &[Tile], size: usize, start: usize) -> Vec<bool> {
    let mut reached = vec![false; tiles.len()];
    let mut open = vec![start];
    reached[start] = true;
    while let Some(cell) = open.pop() {
        for next in around(size, cell) {
            if tiles[next] == Tile::Air && !reached[next] {
                reached[next] = true;
                open.push(next);
            }
        }
    }
    reached
}
