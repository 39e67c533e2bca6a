//! The evaluation: extreme numbers, symmetry, and a few things that must be better.

use super::positions;
use crate::board::{Board, HEROES, Tile};
use crate::eval::{Evaluator, GOLD, Weights};
use crate::rules::State;
use crate::terrain::Terrain;
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_search::position::MAX_EVALUATION;

/// What an evaluation reads of one board.
struct Tables(Terrain);

impl Tables {
    fn of(board: &Board) -> Self {
        Self(Terrain::of(board))
    }

    fn value(&self, state: &State, hero: usize) -> i32 {
        self.weighed(state, hero, &Weights::DEFAULT)
    }

    fn weighed(&self, state: &State, hero: usize, weights: &Weights) -> i32 {
        Evaluator { terrain: &self.0, weights, sides: crate::team::Alone }.value(state, hero)
    }
}

/// All constants at their least, all at their most, and each alone at its most or at its least.
fn extreme_weights() -> Vec<Weights> {
    let table = Weights::TABLE;
    let least: Vec<i32> = table.iter().map(|parameter| parameter.least).collect();
    let most: Vec<i32> = table.iter().map(|parameter| parameter.most).collect();
    let mut sets = vec![least.clone(), most.clone()];
    for alone in 0..table.len() {
        for (mut set, others) in [(least.clone(), &most), (most.clone(), &least)] {
            set[alone] = others[alone];
            sets.push(set);
        }
    }
    let weights = |set: &Vec<i32>| Weights::of(&Parameters::nearest(table, set)).expect("of this table");
    sets.iter().map(weights).chain([Weights::DEFAULT]).collect()
}

#[test]
fn extreme_states_are_within_bounds() {
    let extreme_weights = extreme_weights();
    let mut weights = extreme_weights.iter().cycle();
    for seed in 0..6 {
        let tables = Tables::of(&positions::board([10, 28][usize::try_from(seed % 2).expect("small")], seed));
        for state in positions::game(&tables.0.board, 0, 200, seed).iter().step_by(9) {
            for gold in [[0; 4], [u32::MAX; 4], [u32::MAX, 0, 0, 0], [0, u32::MAX, u32::MAX, u32::MAX]] {
                for (life, turns, owner) in [(0, 200, 0), (100, i32::MAX, 1), (1, i32::MIN, 9), (50, 100_000, 255)] {
                    let mut extreme = *state;
                    extreme.max_turns = turns;
                    for (hero, gold) in extreme.heroes.iter_mut().zip(gold) {
                        (hero.gold, hero.life) = (gold, life);
                    }
                    for mine in 0..tables.0.board.mines.len() {
                        extreme.set_owner(mine, owner);
                    }
                    for hero in 0..HEROES {
                        for weights in weights.by_ref().take(3) {
                            let value = tables.weighed(&extreme, hero, weights);
                            assert!(value.abs() <= MAX_EVALUATION, "{value} by {weights:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_overflows_where_one_owns_hundreds_of_mines() {
    const SIDE: usize = 28;
    let tiles: Vec<Tile> = (0..SIDE * SIDE).map(|cell| if cell < SIDE { Tile::Air } else { Tile::Mine }).collect();
    let tables = Tables::of(&Board::new(SIDE, &tiles, [0, 1, 2, 3]));
    for (strong, weak) in [(0, 1), (1, 0)] {
        let mut state = State::new(&tables.0.board, 1200, false);
        for mine in 0..tables.0.board.mines.len() {
            state.set_owner(mine, u8::try_from(weak).expect("small"));
        }
        for hero in &mut state.heroes {
            (hero.gold, hero.life) = (0, 1);
        }
        state.heroes[strong].life = 100;
        for weights in extreme_weights() {
            for hero in 0..HEROES {
                let value = tables.weighed(&state, hero, &weights);
                assert!(value.abs() <= MAX_EVALUATION, "{value} by {weights:?}");
            }
        }
    }
}

#[test]
fn what_is_better_is_worth_more() {
    for seed in 0..8 {
        let tables = Tables::of(&positions::board(12, seed));
        for state in positions::game(&tables.0.board, 0, 400, seed).iter().step_by(11) {
            let value = tables.value(state, 0);
            let mut richer = *state;
            richer.heroes[0].gold += 10;
            assert!(tables.value(&richer, 0) > value, "own gold counts\n{state:?}");
            let mut behind = *state;
            for hero in &mut behind.heroes[1..] {
                hero.gold += 10;
            }
            assert!(tables.value(&behind, 0) < value, "others' gold counts against\n{state:?}");
            assert_eq!(tables.value(state, 0), value, "the same question has the same answer");
        }
    }
}

#[test]
fn at_the_end_only_gold_counts() {
    let tables = Tables::of(&positions::board(10, 2));
    let mut state = State::new(&tables.0.board, 4, false);
    while !state.finished() {
        state.play(&tables.0.board, crate::rules::Order::Go(crate::board::Dir::Stay));
    }
    state.heroes[2].gold = 5;
    let (mut hurt, mut rich) = (state, state);
    hurt.heroes[2].life = 1;
    hurt.set_owner(0, 1);
    assert_eq!(tables.value(&state, 2), tables.value(&hurt, 2), "life and mines are worth nothing any more");
    rich.heroes[2].gold = 6;
    assert_eq!(tables.value(&rich, 2) - tables.value(&state, 2), GOLD);
}

#[test]
fn a_fair_start_is_worth_the_same_to_everybody() {
    // Generated maps are symmetric, and before the first move no mine has an owner. Only
    // taking turns and ties between mines, both small, tell the heroes apart.
    for seed in 0..40 {
        let tables = Tables::of(&positions::board(10, seed));
        let state = State::new(&tables.0.board, 1200, false);
        let values: [i32; HEROES] = std::array::from_fn(|hero| tables.value(&state, hero));
        let (low, high) = (values.iter().min().expect("four"), values.iter().max().expect("four"));
        assert!(high - low <= 20 * GOLD, "seed {seed}: {values:?}");
    }
}
