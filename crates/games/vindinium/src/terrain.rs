//! A board with all that is measured on it once for a game: walking distances between all cells, and the nearest mines
//! and taverns from each place, in short lists, so that no search has to look through all mines of a board.

use crate::board::{Board, Cell, Dir, HEROES, MAX_CELLS, OFF_BOARD, Tile};
use crate::rules::State;
use boardbots_path::field::Steps;
use boardbots_path::flood::Flood;

/// A board, its distances and what is near to each of its places.
///
/// All its room is taken when it is made; surveying another board allocates nothing.
pub struct Terrain {
    /// The board.
    pub board: Board,
    /// Its distances.
    pub atlas: Atlas,
    /// Its lists of what is near.
    pub routes: Routes,
}

impl Terrain {
    /// The terrain of an empty board, with room for any.
    #[must_use]
    pub fn with_capacity() -> Self {
        Self {
            board: Board::new(1, &[Tile::Air], [0; HEROES]),
            atlas: Atlas::with_capacity(),
            routes: Routes::with_capacity(),
        }
    }

    /// The terrain of a board, with no more room than it needs.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let atlas = Atlas::of(board);
        Self { board: board.clone(), routes: Routes::of(board, &atlas), atlas }
    }

    /// Measures a board anew.
    pub fn survey(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.atlas.survey(board);
        self.routes.survey(board, &self.atlas);
    }
}

/// Steps between every two cells when no hero is in the way.
///
/// One byte for each pair: at most 784 × 784 bytes. A path leads over air only; its two ends
/// may be anything, so the distance to a mine or a tavern counts the step that bumps into
/// it. Spawns are air or, on hostile maps, ends like any other.
pub struct Atlas {
    cells: usize,
    steps: Vec<u8>,
}

impl Atlas {
    /// The distance that means "there is no path".
    pub const NO_PATH: u8 = u8::UNREACHED;

    /// Room for the largest board, so that later surveys do not allocate.
    #[must_use]
    pub fn with_capacity() -> Self {
        Self { cells: 0, steps: Vec::with_capacity(MAX_CELLS * MAX_CELLS) }
    }

    /// The atlas of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut atlas = Self { cells: 0, steps: Vec::new() };
        atlas.survey(board);
        atlas
    }

    /// Measures a board anew.
    pub fn survey(&mut self, board: &Board) {
        self.cells = board.cells();
        self.steps.clear();
        self.steps.resize(self.cells * self.cells, Self::NO_PATH);
        let size = board.size();
        let cell = |row: usize, column: usize| Cell::try_from(row * size + column).expect("at most MAX_CELLS");
        let flood = Flood::new(size, size, |column, row| board.tile(cell(row, column)) == Tile::Air);
        let flood = flood.expect("a board fits into it");
        for (source, row) in (0..).zip(self.steps.chunks_exact_mut(self.cells)) {
            if board.tile(source) == Tile::Wall && !board.spawns.contains(&source) {
                continue;
            }
            flood.field(usize::from(source) % size, usize::from(source) / size, row);
        }
    }

    /// Steps from air to any cell, the last one into it; [`Atlas::NO_PATH`] if there is no
    /// way. Every reachable pair within 254 steps is exact.
    #[must_use]
    #[inline]
    pub fn steps(&self, from: Cell, to: Cell) -> u8 {
        // Rows are sources; walking back from the target also serves targets that are not
        // air, because its own tile plays no part.
        self.steps[usize::from(to) * self.cells + usize::from(from)]
    }

    /// The distances of all cells to one, as one row indexed by cell.
    #[must_use]
    pub fn to(&self, target: Cell) -> &[u8] {
        &self.steps[usize::from(target) * self.cells..][..self.cells]
    }
}

/// Mines kept in each list. If all of them are one's own, farther ones are not seen, which
/// matters only to a hero who owns a dozen mines around it.
const LISTED: usize = 12;
/// The mark of an unused place in a list.
const NONE: u16 = u16::MAX;

/// The nearest mines from one place, nearest first.
#[derive(Clone, Copy)]
struct List {
    mines: [u16; LISTED],
    steps: [u8; LISTED],
    /// Steps to the nearest tavern, and its number among the taverns.
    tavern_steps: u8,
    tavern: u16,
}

const EMPTY: List = List { mines: [NONE; LISTED], steps: [0; LISTED], tavern_steps: Atlas::NO_PATH, tavern: NONE };

/// A place from which a way begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A cell of air.
    Cell(Cell),
    /// Beside a mine just taken, by its number.
    Mine(u16),
    /// Beside a tavern, by its number.
    Tavern(u16),
}

/// The lists of all places of a board.
pub struct Routes {
    /// By cell, then by mine, then by tavern.
    lists: Vec<List>,
    cells: usize,
    mines: usize,
}

impl Routes {
    /// Room for the largest board, so that later surveys do not allocate.
    #[must_use]
    pub fn with_capacity() -> Self {
        Self { lists: Vec::with_capacity(2 * MAX_CELLS), cells: 0, mines: 0 }
    }

    /// The lists of a board.
    #[must_use]
    pub fn of(board: &Board, atlas: &Atlas) -> Self {
        let mut routes = Self { lists: Vec::new(), cells: 0, mines: 0 };
        routes.survey(board, atlas);
        routes
    }

    /// Makes the lists of a board anew.
    pub fn survey(&mut self, board: &Board, atlas: &Atlas) {
        (self.cells, self.mines) = (board.cells(), board.mines.len());
        self.lists.clear();
        self.lists.resize(self.cells + self.mines + board.taverns.len(), EMPTY);
        let mut around = [NONE; 5];
        for cell in 0..u16::try_from(self.cells).expect("fewer than MAX_CELLS cells") {
            if board.tile(cell) == Tile::Air {
                around[0] = cell;
                self.lists[usize::from(cell)] = list(board, atlas, &around[..1], NONE);
            }
        }
        for (index, &bumped) in board.mines.iter().chain(&board.taverns).enumerate() {
            let mut count = 0;
            for dir in Dir::AROUND {
                let beside = board.step(bumped, dir);
                if beside != OFF_BOARD && board.tile(beside) == Tile::Air {
                    around[count] = beside;
                    count += 1;
                }
            }
            self.lists[self.cells + index] = list(board, atlas, &around[..count], bumped);
        }
    }

    /// The nearest mines from a place that are not `hero`'s: number and steps, the last one
    /// into the mine.
    pub fn foreign_mines(&self, state: &State, hero: usize, from: Origin) -> impl Iterator<Item = (u16, u8)> {
        let list = self.list(from);
        let listed = list.mines.iter().copied().zip(list.steps.iter().copied()).take_while(|&(mine, _)| mine != NONE);
        listed.filter(move |&(mine, _)| usize::from(state.owner(usize::from(mine))) != hero)
    }

    /// The nearest tavern: its number and the steps, the last one into it; `None` if there
    /// is no way to any.
    #[must_use]
    #[inline]
    pub fn tavern(&self, from: Origin) -> Option<(u16, u8)> {
        let list = self.list(from);
        (list.tavern != NONE).then_some((list.tavern, list.tavern_steps))
    }

    #[inline]
    fn list(&self, from: Origin) -> &List {
        &self.lists[match from {
            Origin::Cell(cell) => usize::from(cell),
            Origin::Mine(mine) => self.cells + usize::from(mine),
            Origin::Tavern(tavern) => self.cells + self.mines + usize::from(tavern),
        }]
    }
}

/// The list of a place that consists of some cells; `own` is left out of it.
fn list(board: &Board, atlas: &Atlas, cells: &[Cell], own: Cell) -> List {
    let nearest = |target: Cell| cells.iter().map(|&cell| atlas.steps(cell, target)).min().unwrap_or(Atlas::NO_PATH);
    let mut list = EMPTY;
    for (mine, &target) in (0..).zip(&board.mines) {
        let steps = nearest(target);
        if target == own || steps == Atlas::NO_PATH {
            continue;
        }
        // Insertion keeps the nearest, earlier ones first among equals.
        let at = (0..LISTED).find(|&i| list.mines[i] == NONE || list.steps[i] > steps);
        if let Some(at) = at {
            list.mines[at..].rotate_right(1);
            list.steps[at..].rotate_right(1);
            (list.mines[at], list.steps[at]) = (mine, steps);
        }
    }
    for (tavern, &target) in (0..).zip(&board.taverns) {
        let steps = nearest(target);
        if steps < list.tavern_steps {
            (list.tavern, list.tavern_steps) = (tavern, steps);
        }
    }
    list
}
