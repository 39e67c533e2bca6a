//! Jump point search: A* on a grid of eight directions that opens only cells where a path may turn.
//!
//! D. Harabor, A. Grastien, *Online graph pruning for pathfinding on grid maps*, AAAI 2011, and
//! *Improving jump point search*, ICAPS 2014: cells at which a path only turns from a diagonal into a
//! straight line never wait in the queue. Where jump points are, [`JumpMap`] knows.
//!
//! A path from one opened cell to the next is first diagonal, then straight; either part may be empty.
//! So two cells say all of the path between them, and the direction of its last step.
//!
//! Of two equally cheap paths to a cell the first counts, and the other is dropped though its last step
//! may be another. The costs are still exact. Suppose a path is missing, and take a cell of least cost `n`
//! that is not reached for its cost. Before it on a cheapest path is `v`, which is reached, with the last
//! step from `p`. If the step from `v` to `n` is left out, `n` is reached from `p` without `v` for less,
//! which cannot be, or for the same: then the step to `v` is straight and the one to `n` diagonal, and both
//! can be taken the other way round, over a cell that is reached, and from which the straight step to
//! `n` is left out only if `n` costs less.

use super::graph::Graph;
use super::grid::{Grid, octile};
use super::jump_map::JumpMap;
use super::nodes::Nodes;
use super::search::{Search, reach};

impl Search {
    /// The cost of the cheapest path from `start` to `goal`, as [`a_star`](Search::a_star) finds it in the
    /// same grid; `None` if there is no path or no such node. The path, with all cells from start to goal, is
    /// written to `path`, which is empty if there is none.
    ///
    /// ```
    /// use boardbots_path::Search;
    /// use boardbots_path::grid::Grid;
    /// use boardbots_path::jump_map::JumpMap;
    /// let rows = ["....", ".##.", "...."];
    /// let grid = Grid::new(4, 3, |x, y| rows[y as usize].as_bytes()[x as usize] == b'.').expect("small");
    /// let map = JumpMap::new(&grid);
    /// let (mut search, mut path) = (Search::for_graph(&grid), Vec::new());
    /// assert_eq!(search.jump_points(&map, 1, 9, &mut path), Some(4 * 408));
    /// assert_eq!(path, [1, 0, 4, 8, 9]);
    /// ```
    pub fn jump_points(&mut self, map: &JumpMap, start: u32, goal: u32, path: &mut Vec<u32>) -> Option<u32> {
        self.jump_points_traced(map, start, goal, (path, Traced::Cells), |_, _| {})
    }

    /// The same without the cells between the path's turns; calls `opened` with each cell from which jumps are looked
    /// for, in that order, and with the cell from which a jump led there: for the start itself.
    pub fn jump_points_watched(
        &mut self,
        map: &JumpMap,
        start: u32,
        goal: u32,
        path: &mut Vec<u32>,
        opened: impl FnMut(u32, u32),
    ) -> Option<u32> {
        self.jump_points_traced(map, start, goal, (path, Traced::Turns), opened)
    }

    /// The same, for a part of the path's cells.
    pub(super) fn jump_points_traced(
        &mut self,
        map: &JumpMap,
        start: u32,
        goal: u32,
        (path, traced): (&mut Vec<u32>, Traced),
        mut opened: impl FnMut(u32, u32),
    ) -> Option<u32> {
        path.clear();
        let grid = map.grid;
        // A cell without exits, such as a wall, is reached from itself only.
        if start.max(goal) >= grid.nodes() || start != goal && grid.exits(goal) == 0 {
            return None;
        }
        self.begin_jumps(grid, grid.nodes() as usize);
        let sight = map.target(grid.place(goal));
        let target = sight.place;
        self.start(start, 0, octile(grid.place(start), target));
        let Self { nodes, open, expanded, .. } = self;
        let mut book = nodes.book();
        while let Some((node, cost)) = open.take() {
            let (least, parent) = book.came(node);
            // A cheaper path was found since.
            if least != cost {
                continue;
            }
            let place = grid.place(node);
            // The estimate is exact then, so no path is cheaper.
            if map.sees(place, &sight) {
                trace(grid, nodes, node, |node| grid.place(node), target, (path, traced));
                return Some(cost + octile(place, target));
            }
            *expanded += 1;
            opened(node, parent);
            let directions = if parent == node {
                u8::MAX
            } else {
                // The opposite direction is two further.
                grid.exits_after(node, grid.step(node, last(grid.place(parent), place) ^ 2))
            };
            map.jumps(node, place, directions, |_, to, steps| {
                let (to_node, reached) = (to.1 * grid.width() + to.0, cost + steps);
                if book.is_cheaper(to_node, reached) {
                    reach(&mut book, open, (to_node, reached), node, octile(to, target));
                }
            });
        }
        None
    }
}

/// The direction of the last step of a path that ends with a straight part.
#[inline]
fn last((x, y): (u32, u32), (to_x, to_y): (u32, u32)) -> usize {
    if x.abs_diff(to_x) > y.abs_diff(to_y) {
        if to_x > x { 1 } else { 3 }
    } else if to_y > y {
        2
    } else {
        0
    }
}

/// The cells of a path that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traced {
    /// All of them.
    Cells,
    /// Both ends, and those where it may turn.
    Turns,
}

/// Writes the path to a cell that a node sees. `place` is the cell of a node.
pub(super) fn trace(
    grid: &Grid,
    nodes: &Nodes,
    node: u32,
    place: impl Fn(u32) -> (u32, u32),
    end: (u32, u32),
    (path, traced): (&mut Vec<u32>, Traced),
) {
    let mut at = end;
    let mut cell = at.1 * grid.width() + at.0;
    path.push(cell);
    let mut next = node;
    loop {
        let ((x, y), (to_x, to_y)) = (at, place(next));
        let (dx, dy) = (x.abs_diff(to_x), y.abs_diff(to_y));
        // Backwards: the straight part first.
        let row = grid.width().wrapping_mul(if to_y < y { u32::MAX } else { 1 });
        let column = if to_x < x { u32::MAX } else { 1 };
        let straight = if dx > dy { column } else { row };
        for (steps, offset) in [(dx.abs_diff(dy), straight), (dx.min(dy), row.wrapping_add(column))] {
            let last = cell.wrapping_add(offset.wrapping_mul(steps));
            match traced {
                Traced::Cells => path.extend((0..steps).map(|step| cell.wrapping_add(offset.wrapping_mul(step + 1)))),
                Traced::Turns if steps > 0 => path.push(last),
                Traced::Turns => {}
            }
            cell = last;
        }
        at = (to_x, to_y);
        let parent = nodes.came(next).1;
        if parent == next {
            break;
        }
        next = parent;
    }
    path.reverse();
}
