//! Jump points against searches that open every cell.

use boardbots_path::grid::Grid;
use boardbots_path::grid_paths::GridPaths;
use boardbots_path::jump_graph::JumpGraph;
use boardbots_path::jump_map::JumpMap;
use boardbots_path::landmarks::{Landmarks, bound};
use boardbots_path::{Graph, NEVER, Search};
use fastrand::Rng;

/// Whether a path leads from start to goal in steps of the grid that cost so much together.
fn check(grid: &Grid, start: u32, goal: u32, cost: Option<u32>, path: &[u32]) {
    let Some(cost) = cost else { return assert!(path.is_empty(), "{path:?}") };
    assert_eq!((path[0], path[path.len() - 1]), (start, goal), "{path:?}");
    let mut sum = 0;
    for step in path.windows(2) {
        let mut found = None;
        grid.successors(step[0], |to, cost| found = found.or((to == step[1]).then_some(cost)));
        sum += found.unwrap_or_else(|| panic!("no step {step:?} in {grid:?}"));
    }
    assert_eq!(sum, cost, "{path:?}");
}

/// All paths from some cells, to all cells or to some.
fn compare(grid: &Grid, starts: &[u32], goals: &[u32], search: &mut Search) {
    let (map, graph) = (JumpMap::new(grid), JumpGraph::new(grid));
    let chosen = [GridPaths::new(grid), GridPaths::lasting(grid)];
    let mut path = Vec::new();
    for &start in starts {
        let due: Vec<Option<u32>> = {
            let reached = search.reachable(grid, &[(start, 0)], NEVER);
            goals.iter().map(|&goal| reached.cost(goal)).collect()
        };
        for (&goal, due) in goals.iter().zip(due) {
            let found = search.jump_points(&map, start, goal, &mut path);
            assert_eq!(found, due, "{start} to {goal} in {grid:?}");
            check(grid, start, goal, found, &path);
            if let Some(graph) = &graph {
                let found = search.jump_graph(graph, start, goal, &mut path);
                assert_eq!(found, due, "{start} to {goal} by jumps worked out, in {grid:?}");
                check(grid, start, goal, found, &path);
            }
            for chosen in &chosen {
                assert_eq!(search.grid_path(chosen, start, goal, &mut path), due);
                let route = search.grid_route(chosen, start, goal);
                assert_eq!(route.map(|route| route.cost), due);
                let cells = route.map_or(Vec::new(), |route| grid.cells(route.nodes).collect());
                check(grid, start, goal, due, &cells);
            }
        }
    }
}

/// A grid with walls on this percentage of cells.
fn random(width: u32, height: u32, walls: u32, rng: &mut Rng) -> Grid {
    let open: Vec<bool> = (0..width * height).map(|_| rng.u32(0..100) >= walls).collect();
    Grid::new(width, height, |x, y| open[(y * width + x) as usize]).unwrap()
}

/// Open ground with some rectangles of walls: long scans and diagonals.
fn halls(width: u32, height: u32, rng: &mut Rng) -> Grid {
    let blocks: Vec<[u32; 4]> =
        (0..rng.u32(0..12)).map(|_| [rng.u32(0..width), rng.u32(0..height), rng.u32(1..=9), rng.u32(1..=9)]).collect();
    Grid::new(width, height, |x, y| {
        !blocks
            .iter()
            .any(|&[left, top, wide, high]| (left..left + wide).contains(&x) && (top..top + high).contains(&y))
    })
    .unwrap()
}

/// Corridors of a width between cells of a coarse grid, all of which can be reached.
fn maze(columns: u32, rows: u32, corridor: u32, rng: &mut Rng) -> Grid {
    let pitch = corridor + 1;
    let (width, height) = (columns * pitch + 1, rows * pitch + 1);
    let mut open = vec![false; (width * height) as usize];
    let mut carve = |x: u32, y: u32, wide: u32, high: u32| {
        for y in y..y + high {
            open[(y * width + x) as usize..(y * width + x + wide) as usize].fill(true);
        }
    };
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (column * pitch + 1, row * pitch + 1);
            carve(x, y, corridor, corridor);
            // Through the wall above or to the left.
            match (column > 0, row > 0) {
                (true, true) if rng.bool() => carve(x - 1, y, 1, corridor),
                (_, true) => carve(x, y - 1, corridor, 1),
                (true, false) => carve(x - 1, y, 1, corridor),
                (false, false) => {}
            }
        }
    }
    Grid::new(width, height, |x, y| open[(y * width + x) as usize]).unwrap()
}

fn draw(grid: &Grid, count: usize, rng: &mut Rng) -> Vec<u32> {
    (0..count).map(|_| rng.u32(0..grid.nodes())).collect()
}

#[test]
fn all_pairs_of_small_grids() {
    let mut rng = Rng::with_seed(81);
    let mut search = Search::default();
    for _ in 0..1500 {
        let [width, height] = [0; 2].map(|_| rng.u32(1..=9));
        let walls = rng.u32(0..60);
        let grid = random(width, height, walls, &mut rng);
        let all: Vec<u32> = (0..grid.nodes()).collect();
        compare(&grid, &all, &all, &mut search);
    }
}

/// Every grid of three rows and four columns, and all pairs of its corners and sides.
#[test]
fn every_grid_of_twelve_cells() {
    let mut search = Search::default();
    let all: Vec<u32> = (0..12).collect();
    for walls in 0_u32..1 << 12 {
        let grid = Grid::new(4, 3, |x, y| walls >> (y * 4 + x) & 1 == 0).unwrap();
        compare(&grid, &[0, 3, 5, 8, 11], &all, &mut search);
    }
}

/// Sizes round the ends of words, and lines of a single cell.
#[test]
fn sizes_of_words() {
    let mut rng = Rng::with_seed(82);
    let mut search = Search::default();
    let sides = [1, 2, 3, 7, 8, 9, 55, 56, 57, 61, 62, 63, 64, 65, 66, 119, 120, 126, 127, 128, 129];
    for width in sides {
        for height in sides {
            for kind in 0..3 {
                let grid = match kind {
                    0 => halls(width, height, &mut rng),
                    1 => random(width, height, 3, &mut rng),
                    _ => random(width, height, 30, &mut rng),
                };
                let (starts, goals) = (draw(&grid, 3, &mut rng), draw(&grid, 12, &mut rng));
                compare(&grid, &starts, &goals, &mut search);
            }
        }
    }
}

#[test]
fn mazes_and_halls() {
    let mut rng = Rng::with_seed(83);
    let mut search = Search::default();
    for round in 0..60 {
        let corridor = rng.u32(1..6);
        let grid = if round % 2 == 0 {
            maze(rng.u32(1..30), rng.u32(1..30), corridor, &mut rng)
        } else {
            halls(rng.u32(20..300), rng.u32(20..300), &mut rng)
        };
        let (starts, goals) = (draw(&grid, 4, &mut rng), draw(&grid, 40, &mut rng));
        compare(&grid, &starts, &goals, &mut search);
    }
}

#[test]
fn nodes_outside() {
    let grid = Grid::new(5, 4, |x, y| (x, y) != (3, 1)).unwrap();
    let (mut search, mut path) = (Search::for_graph(&grid), vec![7]);
    let (map, graph) = (JumpMap::new(&grid), JumpGraph::new(&grid).unwrap());
    for (start, goal, due) in [
        (20, 0, None),
        (0, 20, None),
        (u32::MAX, 3, None),
        (3, u32::MAX, None),
        (7, 7, Some(0)),
        (8, 8, Some(0)),
        (7, 8, None),
        (8, 7, None),
    ] {
        for worked_out in [false, true] {
            let found = if worked_out {
                search.jump_graph(&graph, start, goal, &mut path)
            } else {
                search.jump_points(&map, start, goal, &mut path)
            };
            assert_eq!((found, path.len()), (due, usize::from(due.is_some())), "{start} to {goal}");
        }
    }
}

/// Everything is a wall, so nothing is a landmark.
#[test]
fn nowhere_to_walk() {
    let grid = Grid::new(3, 2, |_, _| false).unwrap();
    let (mut search, mut path) = (Search::for_graph(&grid), Vec::new());
    for paths in [GridPaths::new(&grid), GridPaths::lasting(&grid)] {
        assert_eq!(search.grid_path(&paths, 0, 5, &mut path), None);
        assert_eq!(search.grid_path(&paths, 4, 4, &mut path), Some(0));
    }
}

/// Which algorithm a grid gets, for maps that change and for maps that stay.
#[test]
fn what_suits_a_grid() {
    let mut rng = Rng::with_seed(84);
    let algorithms = |grid: &Grid| [GridPaths::new(grid), GridPaths::lasting(grid)].map(|paths| paths.algorithm());
    let open = Grid::new(100, 100, |_, _| true).unwrap();
    assert_eq!(algorithms(&open), ["jump points", "jump graph"]);
    assert_eq!(algorithms(&maze(25, 25, 3, &mut rng)), ["jump points", "jump graph"]);
    assert_eq!(algorithms(&random(200, 200, 35, &mut rng)), ["A*", "jump graph"]);
    assert_eq!(algorithms(&random(200, 200, 5, &mut rng)), ["A*", "A*"]);
}

/// No path costs less than the landmarks say, and where only one end is known to them, there is none.
#[test]
fn landmarks_are_lower_bounds() {
    let mut rng = Rng::with_seed(85);
    let (mut search, mut exact) = (Search::default(), 0);
    for _ in 0..200 {
        let (width, height, walls) = (rng.u32(1..20), rng.u32(1..20), rng.u32(0..60));
        let grid = random(width, height, walls, &mut rng);
        let landmarks = Landmarks::new(&grid);
        let start = rng.u32(0..grid.nodes());
        let reached = search.reachable(&grid, &[(start, 0)], NEVER);
        for node in 0..grid.nodes() {
            let least = bound(&landmarks.costs(start), &landmarks.costs(node));
            assert!(least <= reached.cost(node).unwrap_or(NEVER), "{start} to {node} in {grid:?}");
            exact += u32::from(node != start && reached.cost(node) == Some(least));
        }
    }
    assert!(exact > 3000, "{exact}");
}
