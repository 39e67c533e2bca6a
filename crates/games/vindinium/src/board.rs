//! The constant parts of a game: tiles and their neighbours, mines, taverns, spawns.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Longest side of a board in tiles, the largest the original's generator drew.
pub const MAX_SIZE: usize = 28;
/// Most cells a board can have.
pub const MAX_CELLS: usize = MAX_SIZE * MAX_SIZE;
/// Number of heroes in every game.
pub const HEROES: usize = 4;
/// The cell index that stands for "outside the board".
pub const OFF_BOARD: Cell = Cell::MAX;
/// The cell of one who is not on the board: no step leads there, and it is beside none.
pub const NOWHERE: Cell = Cell::MAX / 2;

/// Index of a cell, row by row: `x * size + y` with `x` the row and `y` the column.
pub type Cell = u16;

/// A direction of one step, in the numbering of stored replays (0 to 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Dir {
    /// No step.
    Stay = 0,
    /// One row up.
    North = 1,
    /// One row down.
    South = 2,
    /// One column to the right.
    East = 3,
    /// One column to the left.
    West = 4,
}

impl Dir {
    /// The four steps in the order in which a hero looks around when it fights.
    pub const AROUND: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Stay => Self::Stay,
            Self::North => Self::South,
            Self::South => Self::North,
            Self::East => Self::West,
            Self::West => Self::East,
        }
    }
}

/// The kind of a cell. Heroes are not tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Tile {
    /// Free ground, the only tile a hero can step on.
    Air,
    /// Wood: blocks.
    Wall,
    /// Sells beer to a hero who bumps into it.
    Tavern,
    /// Belongs to the hero who last beat its goblin.
    Mine,
}

/// A place in rows and columns. `x` is the **row** (grows to the south) and `y` the column
/// (grows to the east), as in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pos {
    /// Row, 0 at the northern edge.
    pub x: u8,
    /// Column, 0 at the western edge.
    pub y: u8,
}

/// The unchanging part of a game.
#[derive(Clone, PartialEq, Eq)]
#[must_use]
pub struct Board {
    size: u8,
    /// The cells on which the heroes stand before the first move.
    pub starts: [Cell; HEROES],
    /// The cells to which the heroes return when they die.
    pub spawns: [Cell; HEROES],
    /// The cells of all mines, row by row; a mine's number is its index here.
    pub mines: ArrayVec<Cell, MAX_CELLS>,
    /// The cells of all taverns, row by row.
    pub taverns: ArrayVec<Cell, MAX_CELLS>,
    tiles: [Tile; MAX_CELLS],
    mine_at: [u16; MAX_CELLS],
    next: [[Cell; 5]; MAX_CELLS],
}

impl std::fmt::Debug for Board {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Board {0}x{0}, {1} mines, {2} taverns", self.size, self.mines.len(), self.taverns.len())
    }
}

impl Board {
    /// A board from its tiles, row by row, with the cells where the heroes start.
    ///
    /// Spawns follow from the start of hero 1 by mirroring, whatever the other starts are.
    ///
    /// # Panics
    /// If `size` is not in `1..=MAX_SIZE`, `tiles` has not `size * size` entries, or a start
    /// is outside the board: callers check what comes from outside first.
    pub fn new(size: usize, tiles: &[Tile], starts: [Cell; HEROES]) -> Self {
        let first = usize::from(starts[0]);
        let (x, y, last) = (first / size, first % size, size - 1);
        let cell = |x: usize, y: usize| narrow(x * size + y);
        let spawns = [cell(x, y), cell(last - x, y), cell(last - x, last - y), cell(x, last - y)];
        Self::with_spawns(size, tiles, starts, spawns)
    }

    /// A board as [`Board::new`] makes it, with spawns given instead of derived.
    ///
    /// # Panics
    /// As [`Board::new`].
    pub fn with_spawns(size: usize, tiles: &[Tile], starts: [Cell; HEROES], spawns: [Cell; HEROES]) -> Self {
        assert!((1..=MAX_SIZE).contains(&size), "a board is 1 to {MAX_SIZE} tiles wide");
        assert_eq!(tiles.len(), size * size, "a board is square");
        assert!(starts.iter().chain(&spawns).all(|&c| usize::from(c) < tiles.len()), "heroes are on the board");
        let mut board = Self {
            size: u8::try_from(size).expect("MAX_SIZE fits in a byte"),
            starts,
            spawns,
            mines: ArrayVec::new(),
            taverns: ArrayVec::new(),
            tiles: [Tile::Wall; MAX_CELLS],
            mine_at: [u16::MAX; MAX_CELLS],
            next: [[OFF_BOARD; 5]; MAX_CELLS],
        };
        board.tiles[..tiles.len()].copy_from_slice(tiles);
        for (index, tile) in tiles.iter().enumerate() {
            let cell = narrow(index);
            let (x, y) = (index / size, index % size);
            let next = &mut board.next[index];
            next[Dir::Stay as usize] = cell;
            if x > 0 {
                next[Dir::North as usize] = narrow(index - size);
            }
            if x + 1 < size {
                next[Dir::South as usize] = narrow(index + size);
            }
            if y + 1 < size {
                next[Dir::East as usize] = narrow(index + 1);
            }
            if y > 0 {
                next[Dir::West as usize] = narrow(index - 1);
            }
            match tile {
                Tile::Mine => {
                    board.mine_at[index] = narrow(board.mines.len());
                    board.mines.push(cell);
                }
                Tile::Tavern => board.taverns.push(cell),
                Tile::Air | Tile::Wall => {}
            }
        }
        board
    }

    /// Tiles along one side.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Number of cells, `size * size`.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.size() * self.size()
    }

    /// The tile of a cell on the board.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles[usize::from(cell)]
    }

    /// All tiles, row by row.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.cells()]
    }

    /// The cell one step from `cell`, or [`OFF_BOARD`]. `Stay` gives the cell itself.
    #[must_use]
    pub fn step(&self, cell: Cell, dir: Dir) -> Cell {
        self.next[usize::from(cell)][dir as usize]
    }

    /// The neighbours of a cell that are on the board, north first, in fighting order.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        Dir::AROUND.iter().map(move |&dir| self.step(cell, dir)).filter(|&c| c != OFF_BOARD)
    }

    /// The number of the mine on this cell.
    #[must_use]
    pub fn mine_at(&self, cell: Cell) -> Option<usize> {
        let mine = self.mine_at[usize::from(cell)];
        (mine != u16::MAX).then_some(usize::from(mine))
    }

    /// Row and column of a cell.
    #[must_use]
    pub fn pos(&self, cell: Cell) -> Pos {
        let size = Cell::from(self.size);
        let narrow = |v: Cell| u8::try_from(v).expect("a row or column is below MAX_SIZE");
        Pos { x: narrow(cell / size), y: narrow(cell % size) }
    }

    /// The cell at a row and column, if it is on the board.
    #[must_use]
    pub fn cell(&self, pos: Pos) -> Option<Cell> {
        let (x, y) = (usize::from(pos.x), usize::from(pos.y));
        (x < self.size() && y < self.size()).then(|| narrow(x * self.size() + y))
    }
}

/// A count of cells as a cell index.
fn narrow(value: usize) -> Cell {
    Cell::try_from(value).expect("fewer than MAX_CELLS cells")
}
