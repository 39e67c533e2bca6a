//! Cheapest ways on foot, for callers that ask for many on one map: all that the queries need
//! stands in tables.

#![allow(dead_code, reason = "not all who ask have both queries")]

use boardbots_battletech::map::Map;
use boardbots_battletech::movement::cost::MAX_STEP;
use boardbots_battletech::movement::ground::{OnFoot, least};
use boardbots_path::adjacency::{Adjacency, MOST_COST};
use boardbots_path::bucket_search::BucketSearch;
use boardbots_path::{Graph, Reached};

/// Turns to the opposite facing.
const ABOUT: u32 = 3;

/// The ways of a mech on a map; nodes are hex × 6 + facing, as in [`OnFoot`].
#[derive(Clone, Debug)]
pub struct Routes {
    /// Steps and turns.
    steps: Adjacency<3>,
    /// From every node the steps over all six sides with the turns before them. A way is a chain of
    /// these, so that a search takes nodes only where a step ends.
    strides: Adjacency<6>,
    /// For each node its hex's place in a table of ways, times 6, less its facing. The way between
    /// two hexes is the difference of their places.
    places: Vec<i32>,
    /// For each way and facing what it costs at least.
    bounds: Vec<u8>,
    /// The place of the way to where one is, times 6.
    here: i32,
    dial: BucketSearch,
    /// The last way, by strides.
    strode: Vec<u32>,
}

impl Routes {
    /// Writes the tables for a mech.
    #[must_use]
    pub fn new(on_foot: &OnFoot) -> Self {
        let (mut steps, mut strides) = (Adjacency::default(), Adjacency::default());
        steps.write(on_foot).expect("99 × 99 × 6 nodes, two turns and a step");
        strides.write(&Strides(on_foot)).expect("99 × 99 × 6 nodes, six steps");
        let dial = BucketSearch::for_table(&steps);
        // No way comes to a hex twice.
        let strode = Vec::with_capacity(on_foot.ground.hexes + 1);
        let mut routes = Self { steps, strides, places: Vec::new(), bounds: Vec::new(), here: 0, dial, strode };
        routes.survey(on_foot.map);
        routes
    }

    /// Works out the bounds, which depend on nothing but the size of a map.
    fn survey(&mut self, map: &Map) {
        let (columns, rows) = (i32::from(map.width()), i32::from(map.height()));
        // Cube coordinates differ by less than this, in x and in z.
        let (across, along) = (columns, rows + columns / 2);
        let span = 2 * along + 1;
        let places = map.hexes().flat_map(|hex| {
            let [x, _, z] = hex.cube().map(i32::from);
            (0..6).map(move |facing| (x * span + z) * 6 - facing)
        });
        self.places = places.collect();
        self.here = (across * span + along) * 6;
        let ways = (-across..=across).flat_map(|x| (-along..=along).map(move |z| [x, -x - z, z]));
        let bounds = ways.flat_map(|way| {
            let way = way.map(|part| i16::try_from(part).expect("some hundreds"));
            (0..6).map(move |facing| u8::try_from(least(way, facing)).unwrap_or(u8::MAX))
        });
        self.bounds = bounds.collect();
    }

    /// What the cheapest way from a node to a hex costs, in whatever facing it ends, and all nodes
    /// of it, turns included, into `path`; `None` without a way, or outside the map.
    pub fn find(&mut self, start: u32, goal: usize, path: &mut Vec<u32>) -> Option<u32> {
        path.clear();
        let there = self.here + self.places.get(goal.checked_mul(6)?)?;
        let (places, bounds) = (&self.places[..], &self.bounds[..]);
        let estimate = |node: u32| {
            let way = there - places[node as usize];
            u32::from(bounds[way.cast_unsigned() as usize])
        };
        let first = goal * 6;
        let is_goal = |node: u32| (node as usize).wrapping_sub(first) < 6;
        let cost = self.dial.a_star_to(&self.strides, start, estimate, is_goal, &mut self.strode)?;
        path.push(start);
        for stride in self.strode.windows(2) {
            let (hex, mut facing, side) = (stride[0] / 6, stride[0] % 6, stride[1] % 6);
            let turn = if (side + 6 - facing) % 6 <= ABOUT { 1 } else { 5 };
            while facing != side {
                facing = (facing + turn) % 6;
                path.push(hex * 6 + facing);
            }
            path.push(stride[1]);
        }
        Some(cost)
    }

    /// All nodes within this many movement points of one.
    pub fn within(&mut self, start: u32, points: u32) -> Reached<'_> {
        self.dial.reachable(&self.steps, &[start], points)
    }
}

/// Steps over any side, with the turns before them.
struct Strides<'a>(&'a OnFoot<'a>);

impl Graph for Strides<'_> {
    fn nodes(&self) -> u32 {
        self.0.nodes()
    }

    fn max_cost(&self) -> u32 {
        u32::from(MAX_STEP) + ABOUT
    }

    fn successors(&self, node: u32, mut visit: impl FnMut(u32, u32)) {
        let (hex, facing) = (node / 6, node % 6);
        for turn in 0..6 {
            self.0.successors(hex * 6 + (facing + turn) % 6, |to, cost| {
                if to / 6 != hex {
                    visit(to, turn.min(6 - turn) + cost);
                }
            });
        }
    }
}

const _: () = assert!(MAX_STEP as u32 + ABOUT <= MOST_COST, "a stride fits the table");
