//! Graphs as tables of their steps.

use super::graph::Graph;
use std::fmt;

/// The most nodes of a graph that fits into a table.
pub const MOST_NODES: u32 = 1 << 16;
/// The highest cost of a step in a table.
pub const MOST_COST: u32 = 15;

/// A step, 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub to: u16,
    /// Up to [`MOST_COST`].
    pub cost: u16,
}

/// A table of all steps of a graph, up to `DEGREE` from each node, for callers with many queries in a small graph
/// with small costs: it is faster to look a step up than to work it out.
#[derive(Clone, Debug, Default)]
pub struct Adjacency<const DEGREE: usize> {
    /// By node; where there are fewer, the rest leads from the node to itself.
    pub(super) steps: Vec<[Step; DEGREE]>,
}

impl<const DEGREE: usize> Adjacency<DEGREE> {
    /// Writes the steps of a graph into the table. It allocates only if there was never room for as many nodes.
    ///
    /// # Errors
    /// If there are more than [`MOST_NODES`], if more than `DEGREE` steps lead from a node, or if
    /// one costs more than [`MOST_COST`]; then the table is empty.
    pub fn write<G: Graph>(&mut self, graph: &G) -> Result<(), Misfit> {
        self.steps.clear();
        if graph.nodes() > MOST_NODES {
            return Err(Misfit::Nodes);
        }
        let mut misfit = None;
        for node in 0..graph.nodes() {
            let loop_back = Step { to: narrow(node), cost: 1 };
            let (mut steps, mut count) = ([loop_back; DEGREE], 0);
            graph.successors(node, |to, cost| {
                match steps.get_mut(count) {
                    None => misfit = Some(Misfit::Degree(node)),
                    Some(_) if to >= graph.nodes() || cost > MOST_COST => misfit = Some(Misfit::Step(node)),
                    Some(step) => *step = Step { to: narrow(to), cost: narrow(cost) },
                }
                count += 1;
            });
            self.steps.push(steps);
        }
        misfit.map_or(Ok(()), |misfit| {
            self.steps.clear();
            Err(misfit)
        })
    }

    /// The number of nodes.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.steps.len()
    }
}

/// The reason why a graph does not fit into a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// There are more than [`MOST_NODES`].
    Nodes,
    /// From this node lead too many steps.
    Degree(u32),
    /// From this node leads a step that costs more than [`MOST_COST`], or out of the graph.
    Step(u32),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => write!(f, "more than {MOST_NODES} nodes"),
            Self::Degree(node) => write!(f, "too many steps lead from node {node}"),
            Self::Step(node) => {
                write!(f, "a step from node {node} leads out of the graph, or costs more than {MOST_COST}")
            }
        }
    }
}

impl std::error::Error for Misfit {}

#[expect(clippy::cast_possible_truncation, reason = "65536 nodes at most, costs of 15")]
fn narrow(number: u32) -> u16 {
    number as u16
}
