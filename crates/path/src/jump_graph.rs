//! Jump points as a graph that is worked out once, for maps that stay as they are.
//!
//! Its nodes are the cells that are jump points, its edges lead from each to those where the search for jump
//! points would end; so a query scans from its start only. (D. Harabor, A. Grastien, *Improving jump point
//! search*, ICAPS 2014, have tables of jump distances instead, which they call JPS+.) Estimates are those of
//! [`Landmarks`] where they say more than the straight way. Bounding boxes of the goals behind each
//! edge would need a query to the whole map from each jump point; landmarks need nine in all.

use super::graph::{Graph, NEVER};
use super::grid::{Grid, octile};
use super::jump_map::{JumpMap, towards};
use super::jump_points::{Traced, trace};
use super::landmarks::{Costs, Landmarks, bound};
use super::search::Search;

/// A cell that is no node.
const NONE: u32 = u32::MAX;

/// Jumps for each jump point, at most: with more of them, A* is as fast or faster.
const MOST: usize = 7;
/// Rows and columns of the squares in which nodes are numbered, so that the nodes of a query lie together.
const SQUARE: u32 = 16;

/// A jump; its cost is that of the way between its ends if nothing is in it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The node times four, and the direction of the last step.
    to: u32,
    /// The cell of the node.
    place: (u16, u16),
}

/// A jump point.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its cell.
    place: (u16, u16),
    /// Steps that are possible in each diagonal direction.
    clear: [u16; 4],
    /// Its first edge.
    first: u32,
    /// For each straight direction in which one can come: the end of its edges, counted from the first.
    ends: [u16; 4],
}

/// All jump points of a grid and the ways between them: eight bytes for each cell and 32 more for each
/// passable one, 24 for each jump point, and eight for each jump.
#[derive(Clone, Debug)]
pub struct JumpGraph<'a> {
    map: JumpMap<'a>,
    /// The numbers of passable cells: first those of nodes, then all others.
    numbers: Vec<u32>,
    nodes: Vec<Node>,
    /// The costs of cells from the landmarks by their numbers, so that nodes that are near each other lie together.
    costs: Vec<Costs>,
    edges: Vec<Edge>,
}

impl<'a> JumpGraph<'a> {
    /// Works out all jumps, in about the time of ten queries that open the whole grid. `None` if they would not
    /// pay: if there are more than seven for each jump point and more than one for each passable cell, as
    /// where obstacles stand here and there on wide ground.
    #[must_use]
    pub fn new(grid: &'a Grid) -> Option<Self> {
        let map = JumpMap::new(grid);
        let mut numbers = vec![NONE; grid.nodes() as usize];
        let mut nodes = Vec::new();
        for place in squares(grid) {
            let cell = number(grid, place);
            if map.points(cell) != 0 {
                numbers[cell as usize] = low(nodes.len());
                let clear = [4, 5, 6, 7].map(|direction| half(map.clear(place, direction)));
                nodes.push(Node { place: short(place), clear, first: 0, ends: [0; 4] });
            }
        }
        let most = map.passable().max(MOST * nodes.len());
        let mut edges = Vec::new();
        for node in &mut nodes {
            let (x, y) = wide(node.place);
            let cell = number(grid, (x, y));
            node.first = low(edges.len());
            for direction in 0..4 {
                map.jumps_after(cell, (x, y), direction, |last, place| {
                    let to = numbers[number(grid, place) as usize] * 4 + low(last);
                    edges.push(Edge { to, place: short(place) });
                });
                if edges.len() > most {
                    return None;
                }
                node.ends[direction] = half(low(edges.len()) - node.first);
            }
        }
        edges.shrink_to_fit();
        nodes.shrink_to_fit();
        let landmarks = Landmarks::new(grid);
        let mut costs = Vec::with_capacity(map.passable());
        costs.extend(nodes.iter().map(|node| landmarks.costs(number(grid, wide(node.place)))));
        for cell in squares(grid).map(|place| number(grid, place)).filter(|&cell| grid.is_passable(cell)) {
            if numbers[cell as usize] == NONE {
                numbers[cell as usize] = low(costs.len());
                costs.push(landmarks.costs(cell));
            }
        }
        Some(Self { map, numbers, nodes, costs, edges })
    }

    /// The jumps of paths that came to a node in a straight direction.
    #[inline]
    fn edges(&self, node: &Node, direction: usize) -> &[Edge] {
        let end = |direction: usize| node.first as usize + usize::from(node.ends[direction]);
        let first = direction.checked_sub(1).map_or(node.first as usize, end);
        &self.edges[first..end(direction)]
    }

    /// Jump points, and jumps between them.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.edges.len())
    }

    /// Bytes of memory, those of the grid not included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let Self { map, numbers, nodes, costs, edges } = self;
        map.bytes()
            + size_of_val(&numbers[..])
            + size_of_val(&nodes[..])
            + size_of_val(&costs[..])
            + size_of_val(&edges[..])
    }
}

/// All places of a grid, square by square.
fn squares(grid: &Grid) -> impl Iterator<Item = (u32, u32)> {
    let parts = |side: u32| (0..side.div_ceil(SQUARE)).map(move |part| (part * SQUARE, side.min((part + 1) * SQUARE)));
    let (width, height) = (grid.width(), grid.height());
    parts(height).flat_map(move |(top, bottom)| {
        parts(width).flat_map(move |(left, right)| (top..bottom).flat_map(move |y| (left..right).map(move |x| (x, y))))
    })
}

impl Search {
    /// The same as [`jump_points`](Search::jump_points), by jumps that have been worked out.
    pub fn jump_graph(&mut self, graph: &JumpGraph, start: u32, goal: u32, path: &mut Vec<u32>) -> Option<u32> {
        self.jump_graph_traced(graph, start, goal, (path, Traced::Cells), |_, _| {})
    }

    /// The same without the cells between the path's turns; calls `opened` as
    /// [`jump_points_watched`](Search::jump_points_watched).
    pub fn jump_graph_watched(
        &mut self,
        graph: &JumpGraph,
        start: u32,
        goal: u32,
        path: &mut Vec<u32>,
        opened: impl FnMut(u32, u32),
    ) -> Option<u32> {
        self.jump_graph_traced(graph, start, goal, (path, Traced::Turns), opened)
    }

    /// The same, for a part of the path's cells.
    pub(super) fn jump_graph_traced(
        &mut self,
        graph: &JumpGraph,
        start: u32,
        goal: u32,
        (path, traced): (&mut Vec<u32>, Traced),
        mut opened: impl FnMut(u32, u32),
    ) -> Option<u32> {
        path.clear();
        let map = &graph.map;
        let grid = map.grid;
        // A cell without exits, such as a wall, is reached from itself only.
        if start.max(goal) >= grid.nodes() || start != goal && grid.exits(start).min(grid.exits(goal)) == 0 {
            return None;
        }
        // There is room for one more: beside jump points there are walls, which are no nodes.
        let source = low(graph.nodes.len());
        self.begin_jumps(grid, graph.nodes.len() + 1);
        let (from, sight) = (grid.place(start), map.target(grid.place(goal)));
        let target = sight.place;
        let [own, last] = [start, goal].map(|cell| graph.numbers[cell as usize]);
        let none = [NEVER; _];
        let rest = graph.costs.get(last as usize).unwrap_or(&none);
        if graph.costs.get(own as usize).is_some_and(|own| (own[0] == NEVER) != (rest[0] == NEVER)) {
            return None;
        }
        let Self { nodes, open, expanded, .. } = self;
        let mut book = nodes.book();
        book.write(source, 0, source);
        if own < source {
            book.write(own, 0, source);
        }
        let (mut node, mut at, mut cost) = (source, from, 0);
        let mut edges: &[Edge] = &[];
        let place = |node: u32| graph.nodes.get(node as usize).map_or(from, |node| wide(node.place));
        let mut seen = map.sees(from, &sight);
        // The estimate is exact where the goal is seen, so no path is cheaper.
        while !seen {
            *expanded += 1;
            opened(number(grid, at), number(grid, place(book.came(node).1)));
            let mut offer = |to: u32, place: (u32, u32)| {
                let reached = cost + octile(at, place);
                if book.is_cheaper(to / 4, reached) {
                    book.write(to / 4, reached, node);
                    let key =
                        reached.saturating_add(octile(place, target).max(bound(&graph.costs[to as usize / 4], rest)));
                    if !open.add(to, reached, key) {
                        open.sweep(|to, cost| book.cost(to / 4) == cost);
                        // At most one entry for each node is left.
                        let _room = open.add(to, reached, key);
                    }
                }
            };
            if node == source {
                map.jumps(start, from, u8::MAX, |last, (x, y), _| {
                    offer(graph.numbers[number(grid, (x, y)) as usize] * 4 + low(last), (x, y));
                });
            }
            for edge in edges {
                offer(edge.to, wide(edge.place));
            }
            let to = loop {
                let (to, reached) = open.take()?;
                // Else a cheaper path was found since.
                if book.cost(to / 4) == reached {
                    cost = reached;
                    break to;
                }
            };
            node = to / 4;
            let here = &graph.nodes[node as usize];
            at = wide(here.place);
            edges = graph.edges(here, to as usize % 4);
            let turn = at.0.abs_diff(target.0).min(at.1.abs_diff(target.1));
            seen = turn <= u32::from(here.clear[towards(at, target) - 4]) && sight.ends(at);
        }
        trace(grid, nodes, node, place, target, (path, traced));
        Some(cost + octile(at, target))
    }
}

/// The cell of a place in a grid.
#[inline]
fn number(grid: &Grid, (x, y): (u32, u32)) -> u32 {
    y * grid.width() + x
}

/// A place in half the memory.
fn short((x, y): (u32, u32)) -> (u16, u16) {
    (half(x), half(y))
}

/// A row, a column or a number of steps, each 2048 at most, or a number of edges of a node: for each of four
/// directions of arrival two diagonals of 2048 cells with two scans each, and three straight lines.
fn half(number: u32) -> u16 {
    u16::try_from(number).expect("at most 4 x (2 x 2 x 2048 + 3)")
}

/// A place as it is counted with.
fn wide((x, y): (u16, u16)) -> (u32, u32) {
    (x.into(), y.into())
}

/// A number of nodes, of edges, or of a direction.
fn low(number: usize) -> u32 {
    u32::try_from(number).expect("at most seven edges for each of 2^22 cells")
}
