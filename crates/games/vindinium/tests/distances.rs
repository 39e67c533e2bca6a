//! Distances and the lists of what is near, against Floyd and Warshall and plain search.

use super::{oddities, positions};
use crate::board::{Board, Cell, MAX_SIZE, Tile};
use crate::map;
use crate::rules::{NEUTRAL, State};
use crate::terrain::{Atlas, Origin, Routes};
use fastrand::Rng;

/// Steps between all cells over air by Floyd and Warshall; the last step may lead anywhere.
fn all_steps(board: &Board) -> Vec<Vec<Option<usize>>> {
    let cells = Cell::try_from(board.cells()).expect("small");
    let air = |cell: Cell| board.tile(cell) == Tile::Air;
    let mut steps = vec![vec![None; board.cells()]; board.cells()];
    for from in (0..cells).filter(|&cell| air(cell)) {
        steps[usize::from(from)][usize::from(from)] = Some(0);
        for to in board.neighbours(from) {
            steps[usize::from(from)][usize::from(to)] = Some(1);
        }
    }
    for via in (0..cells).filter(|&cell| air(cell)).map(usize::from) {
        for from in 0..board.cells() {
            for to in 0..board.cells() {
                if let (Some(a), Some(b)) = (steps[from][via], steps[via][to])
                    && steps[from][to].is_none_or(|known| a + b < known)
                {
                    steps[from][to] = Some(a + b);
                }
            }
        }
    }
    steps
}

fn boards() -> impl Iterator<Item = Board> {
    let mut rng = Rng::with_seed(41);
    let odd = (0..60).map(move |_| map::parse(&oddities::text(&mut rng)).expect("a map").board);
    odd.chain((0..6).map(|seed| positions::board(10 + 2 * (seed % 3), u64::from(seed))))
}

#[test]
fn an_atlas_agrees_with_floyd_and_warshall() {
    let mut reused = Atlas::with_capacity();
    for board in boards() {
        let steps = all_steps(&board);
        let atlas = Atlas::of(&board);
        reused.survey(&board);
        for to in 0..Cell::try_from(board.cells()).expect("small") {
            // No hero can step or stand on a wall, unless a hostile map puts his spawn there.
            if board.tile(to) == Tile::Wall && !board.spawns.contains(&to) {
                continue;
            }
            for from in 0..Cell::try_from(board.cells()).expect("small") {
                if board.tile(from) != Tile::Air {
                    continue;
                }
                let due = steps[usize::from(from)][usize::from(to)];
                let due = due.map_or(Atlas::NO_PATH, |steps| u8::try_from(steps).expect("small boards"));
                assert_eq!(atlas.steps(from, to), due, "{from} to {to} on {board:?}");
                assert_eq!(reused.steps(from, to), due, "{from} to {to} on {board:?}, atlas used before");
                assert_eq!(atlas.to(to)[usize::from(from)], due);
            }
        }
    }
}

#[test]
fn the_longest_ways_are_not_lost() {
    // A snake over the largest board: one way of about 400 steps.
    let size = MAX_SIZE;
    let mut tiles = vec![Tile::Air; size * size];
    for x in (1..size).step_by(2) {
        let gap = if x % 4 == 1 { size - 1 } else { 0 };
        for y in (0..size).filter(|&y| y != gap) {
            tiles[x * size + y] = Tile::Wall;
        }
    }
    let board = Board::new(size, &tiles, [0, 1, 2, 3]);
    let atlas = Atlas::of(&board);
    // Walk along it, counting.
    let (mut at, mut before, mut steps) = (0, Cell::MAX, 0);
    loop {
        assert_eq!(atlas.steps(at, 0), u8::try_from(steps.min(254)).expect("at most 254"), "after {steps} steps");
        assert_ne!(atlas.steps(at, 0), Atlas::NO_PATH);
        let Some(next) = board.neighbours(at).find(|&c| c != before && board.tile(c) == Tile::Air) else { break };
        (before, at) = (at, next);
        steps += 1;
    }
    assert!(steps > 350, "only {steps}");
}

/// Steps from a place: from the cell itself, or from the air beside what was bumped into.
fn from_place(board: &Board, steps: &[Vec<Option<usize>>], place: Origin, to: Cell) -> Option<usize> {
    let beside = |cell| board.neighbours(cell).filter(|&c| board.tile(c) == Tile::Air).collect::<Vec<_>>();
    let cells = match place {
        Origin::Cell(cell) => vec![cell],
        Origin::Mine(mine) => beside(board.mines[usize::from(mine)]),
        Origin::Tavern(tavern) => beside(board.taverns[usize::from(tavern)]),
    };
    cells.into_iter().filter_map(|cell| steps[usize::from(cell)][usize::from(to)]).min()
}

#[test]
fn routes_agree_with_plain_search() {
    let mut rng = Rng::with_seed(43);
    let mut routes = Routes::with_capacity();
    for board in boards() {
        let steps = all_steps(&board);
        routes.survey(&board, &Atlas::of(&board));
        let mut state = State::new(&board, 100, false);
        for mine in 0..board.mines.len() {
            state.set_owner(mine, [NEUTRAL, NEUTRAL, 0, 1, 8][rng.usize(0..5)]);
        }
        let air = (0..Cell::try_from(board.cells()).expect("small")).filter(|&cell| board.tile(cell) == Tile::Air);
        let mines = (0..).zip(&board.mines).map(|(mine, _)| Origin::Mine(mine));
        let taverns = (0..).zip(&board.taverns).map(|(tavern, _)| Origin::Tavern(tavern));
        for place in air.map(Origin::Cell).chain(mines).chain(taverns) {
            let mut near: Vec<(usize, u16)> = (0..)
                .zip(&board.mines)
                .filter(|&(mine, _)| place != Origin::Mine(mine))
                .filter_map(|(mine, &cell)| from_place(&board, &steps, place, cell).map(|steps| (steps, mine)))
                .collect();
            near.sort_unstable();
            let listed: Vec<(u16, u8)> = routes.foreign_mines(&state, 4, place).collect();
            assert!(listed.len() == near.len() || (8..near.len()).contains(&listed.len()), "{place:?} {board:?}");
            let foreign = |mine: u16, hero: usize| usize::from(state.owner(usize::from(mine))) != hero;
            near.truncate(listed.len());
            for hero in 0..5 {
                let due: Vec<(u16, u8)> = near
                    .iter()
                    .filter(|&&(_, mine)| foreign(mine, hero))
                    .map(|&(steps, mine)| (mine, u8::try_from(steps).expect("small boards")))
                    .collect();
                let found: Vec<(u16, u8)> = routes.foreign_mines(&state, hero, place).collect();
                assert_eq!(found, due, "{place:?} {board:?} hero {hero}");
            }
            let taverns = (0..).zip(&board.taverns);
            let due = taverns
                .filter_map(|(tavern, &cell)| from_place(&board, &steps, place, cell).map(|steps| (steps, tavern)))
                .min()
                .map(|(steps, tavern): (usize, u16)| (tavern, u8::try_from(steps).expect("small boards")));
            assert_eq!(routes.tavern(place), due, "{place:?} {board:?}");
        }
    }
}
