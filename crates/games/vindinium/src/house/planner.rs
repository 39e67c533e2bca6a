//! An opponent that plans its harvest.

use super::eyes::{Eyes, projected};
use crate::board::{Board, Dir, HEROES};
use crate::bot::Player;
use crate::rules::{Order, State};
use crate::terrain::Atlas;

/// Own turns that a plan has.
const ROUNDS: usize = 12;
/// Plans that are kept of each length, the best ones.
const WIDTH: usize = 24;
/// Own turns after the plan for which its mines count.
const HOLD: u32 = 25;

/// Plans some rounds ahead by breadth-first search with the exact rules, as if the others stood still and hit any
/// hero who comes beside them; keeps the most promising plans of each length.
#[derive(Default)]
pub struct Planner {
    eyes: Option<Eyes>,
    plans: Vec<HarvestPlan>,
    longer: Vec<HarvestPlan>,
}

/// Orders in a row, by what they lead to.
#[derive(Clone, Copy)]
struct HarvestPlan {
    worth: i32,
    /// The first order.
    first: Dir,
    state: State,
}

impl Player for Planner {
    fn begin(&mut self, board: &Board, hero: usize) {
        self.eyes = Some(Eyes::of(board, hero, Atlas::of(board)));
        self.plans.reserve(WIDTH * Dir::ALL.len());
        self.longer.reserve(WIDTH * Dir::ALL.len());
    }

    fn decide(&mut self, state: &State, stop: &(dyn Fn() -> bool + Sync)) -> Dir {
        let Some(eyes) = &self.eyes else { return Dir::Stay };
        self.plans.clear();
        self.plans.push(HarvestPlan { worth: 0, first: Dir::Stay, state: *state });
        for round in 0..ROUNDS {
            self.longer.clear();
            for plan in &self.plans {
                for dir in eyes.orders(&plan.state) {
                    let first = if round == 0 { dir } else { plan.first };
                    let state = after(eyes, plan.state, dir);
                    self.longer.push(HarvestPlan { worth: worth(eyes, &state), first, state });
                }
            }
            let place = |plan: &HarvestPlan| {
                let own = &plan.state.heroes[eyes.hero];
                (-plan.worth, own.pos, own.life, own.gold, plan.state.mines_key, plan.first as u8)
            };
            self.longer.sort_unstable_by_key(place);
            self.longer.dedup_by_key(|plan| {
                let own = &plan.state.heroes[eyes.hero];
                (own.pos, own.life, own.gold, plan.state.mines_key)
            });
            self.longer.truncate(WIDTH);
            std::mem::swap(&mut self.plans, &mut self.longer);
            if stop() || self.plans.iter().all(|plan| plan.state.finished()) {
                break;
            }
        }
        self.plans.first().map_or(Dir::Stay, |plan| plan.first)
    }
}

/// The state after an order and a round of the others, who stand still.
fn after(eyes: &Eyes, mut state: State, dir: Dir) -> State {
    state.play(&eyes.board, Order::Go(dir));
    (1..HEROES).for_each(|_| state.play(&eyes.board, Order::Go(Dir::Stay)));
    state
}

/// The value of a plan, in hundredths of a gold piece: gold, mines for as long as they count, the way to the next one,
/// and life.
fn worth(eyes: &Eyes, state: &State) -> i32 {
    let life = i32::from(state.heroes[eyes.hero].life);
    100 * projected(state, eyes.hero, HOLD) - 40 * eyes.way(state) + 2 * life
}
