//! The bot's search on positions of real games: against minimax, and the same for every
//! table and thread count.

use super::positions::{board, game};
use super::rounds::{after_move, answered, first_best, minimax, moves, played, replies};
use crate::board::{Board, Dir, HEROES, OFF_BOARD, Tile};
use crate::bot::{BROAD, Bot, Options, Player};
use crate::eval::Weights;
use crate::map::{self, Map};
use crate::rules::{NEUTRAL, Order, State, others};
use crate::terrain::Atlas;
use crate::view::{Reply, Sketch, View};
use boardbots_search::alpha_beta;
use boardbots_search::best_reply::{Rounds, SearchLimits, SearchResult, Searcher};
use boardbots_search::position::INFINITE;
use std::collections::HashSet;

/// A searcher for one hero on a board.
fn searcher(board: &Board, hero: usize, table_kib: usize, threads: usize) -> Searcher<View> {
    let mut view = View::new(Weights::DEFAULT);
    view.survey(board, hero);
    Searcher::new(view, alpha_beta::Options { threads, table_kib })
}

fn go(searcher: &mut Searcher<View>, state: &State, depth: u8) -> SearchResult<Dir> {
    searcher.search(state, SearchLimits::rounds(depth))
}

#[test]
fn value_and_move_are_minimax() {
    for seed in 0..8 {
        let hero = usize::try_from(seed % 4).expect("small");
        let board = board([10, 10, 12, 16][hero], seed);
        let mut searcher = searcher(&board, hero, 64, 1);
        // A short game, so that its end is in sight as well.
        let states = game(&board, hero, 240, seed);
        for (number, state) in states.iter().enumerate().skip(1).step_by(6).chain(states.iter().enumerate().skip(57)) {
            for depth in 1..=(if number % 5 == 0 { 3 } else { 2 }) {
                let outcome = go(&mut searcher, state, depth);
                let what = format!("seed {seed}, state {number}, depth {depth}: {state:?}");
                assert_eq!(outcome.value, minimax(searcher.rounds(), state, outcome.depth), "{what}");
                assert_eq!(outcome.best, Some(first_best(searcher.rounds(), state, outcome.depth)), "{what}");
            }
        }
    }
}

#[test]
fn ceilings_are_what_a_move_brings() {
    let (mut exact, mut open) = (0, 0);
    for seed in 0..24 {
        let hero = usize::try_from(seed % 4).expect("small");
        let board = board([10, 10, 12, 16][hero], seed);
        let mut view = View::new(Weights::DEFAULT);
        view.survey(&board, hero);
        let mut sketch = Sketch::default();
        for state in game(&board, hero, 400, seed) {
            view.sketch(&state, &mut sketch);
            for own in moves(&view, &state) {
                let ceiling = view.ceiling(&state, &mut sketch, own);
                if ceiling == INFINITE {
                    open += 1;
                    continue;
                }
                let after = played(&view, &state, own);
                let expected = answered(&view, &after, replies(&view, &after)[0]);
                assert_eq!(ceiling, view.value(&expected), "seed {seed}, {own}: {state:?}");
                assert!(after_move(&view, &after, 1) <= ceiling);
                exact += 1;
            }
        }
    }
    assert!(exact > 1000 && open > 1000, "{exact} ceilings, {open} moves without one");
}

#[test]
fn tables_and_threads_change_nothing() {
    let mut crashes = 0;
    for seed in 0..6 {
        let hero = usize::try_from(seed % 4).expect("small");
        let board = board(10, seed);
        let states = game(&board, hero, 240, seed);
        crashes += states.iter().flat_map(|state| state.heroes).filter(|hero| hero.crashed).count();
        let due: Vec<_> = states.iter().map(|state| go(&mut searcher(&board, hero, 1024, 1), state, 4)).collect();
        for threads in [1, 2, 4] {
            // A thread's pool has as many threads as are asked for first.
            std::thread::scope(|scope| {
                let run = || {
                    let mut used = searcher(&board, hero, 1024, threads);
                    for (number, (state, due)) in states.iter().zip(&due).enumerate() {
                        let same = |outcome: SearchResult<Dir>, what: &str| {
                            let key = |o: SearchResult<Dir>| (o.best, o.value, o.depth);
                            assert_eq!(
                                key(outcome),
                                key(*due),
                                "seed {seed}, state {number}, {what}, {threads} threads"
                            );
                        };
                        same(go(&mut used, state, 4), "a used table");
                        if number % 6 == 0 {
                            same(go(&mut searcher(&board, hero, 1, threads), state, 4), "1 KiB");
                            same(go(&mut searcher(&board, hero, 64, threads), state, 4), "64 KiB");
                        }
                    }
                };
                scope.spawn(run).join().expect("no panic");
            });
        }
    }
    assert!(crashes > 0, "a crash changes what is known of the future; some game must have one");
}

#[test]
fn what_was_known_before_a_crash_is_not_believed_after_it() {
    for seed in 0..6 {
        let board = board(10, seed);
        let mut used = searcher(&board, 0, 1024, 1);
        for (number, state) in game(&board, 0, 240, seed).iter().enumerate().step_by(2) {
            go(&mut used, state, 4);
            for foe in 1..HEROES {
                let mut crashed = *state;
                crashed.heroes[foe].crashed = !crashed.heroes[foe].crashed;
                assert_ne!(used.rounds().key(&crashed), used.rounds().key(state));
                let (old, due) = (go(&mut used, &crashed, 4), go(&mut searcher(&board, 0, 64, 1), &crashed, 4));
                assert_eq!((old.best, old.value), (due.best, due.value), "seed {seed}, state {number}, hero {foe}");
            }
        }
    }
}

/// The moves of a whole game among four bots that share their threads' number.
fn whole_game(threads: usize, seed: u64) -> Vec<Dir> {
    // Each on a thread of its own, which its pool takes over.
    std::thread::spawn(move || {
        let board = board(12, seed);
        let mut bot = Bot::new(Options { depth: 4, threads, ..Options::default() });
        bot.begin(&board, 0);
        let states = game(&board, 0, 200, seed);
        let others = states.iter().map(|state| bot.decide(state, &|| false));
        let mut moves: Vec<Dir> = others.collect();
        // And a game of its own: the others stand still.
        bot.begin(&board, 2);
        let mut state = State::new(&board, 200, false);
        while !state.finished() {
            let dir = if state.mover() == 2 { bot.decide(&state, &|| false) } else { Dir::Stay };
            if state.mover() == 2 {
                moves.push(dir);
            }
            state.play(&board, Order::Go(dir));
        }
        assert!(state.heroes[2].gold > 0, "left alone, it mines");
        moves
    })
    .join()
    .expect("a game without panic")
}

#[test]
fn whole_games_are_the_same_with_more_threads() {
    for seed in 0..3 {
        assert_eq!(whole_game(1, seed), whole_game(2, seed), "seed {seed}");
    }
}

#[test]
fn a_changed_board_is_seen() {
    // The same heroes in the same places, but no taverns any more.
    let options = Options { depth: 4, ..Options::default() };
    for seed in 0..6 {
        let map = map::parse(&Map { board: board(10, seed), owned: Vec::new() }.text()).expect("a map");
        let dry = map::parse(&map.text().replace("[]", "##")).expect("a map").board;
        let states = game(&map.board, 0, 120, seed);
        let mut old = Bot::new(options);
        old.begin(&map.board, 0);
        for state in &states {
            old.decide(state, &|| false);
        }
        let mut new = Bot::new(options);
        old.begin(&dry, 0);
        new.begin(&dry, 0);
        for state in &states {
            let (old, new) = (old.think(state, &|| false), new.think(state, &|| false));
            assert_eq!((old.best, old.value), (new.best, new.value), "seed {seed}, {state:?}");
        }
    }
}

/// Otherwise the search would expect such an enemy only to wait, and wait for it, too.
#[test]
fn enemies_at_three_steps_can_come_nearer() {
    let mut seen = 0;
    for seed in 0..16 {
        let hero = usize::try_from(seed % 4).expect("small");
        let board = board([10, 10, 12, 16][hero], seed);
        let mut view = View::new(Weights::DEFAULT);
        view.survey(&board, hero);
        let atlas = Atlas::of(&board);
        for state in game(&board, hero, 400, seed) {
            let after = played(&view, &state, Dir::Stay);
            let own = after.heroes[hero].pos;
            let known = replies(&view, &after);
            let far = |&who: &usize| atlas.steps(after.heroes[who].pos, own) == 3 && !after.heroes[who].crashed;
            for who in others(hero).filter(far) {
                for dir in Dir::AROUND {
                    let to = board.step(after.heroes[who].pos, dir);
                    let is_nearer = to != OFF_BOARD && board.tile(to) == Tile::Air && atlas.steps(to, own) == 2;
                    if is_nearer && after.heroes.iter().all(|other| other.pos != to) {
                        assert!(known.contains(&Reply { who, dir }), "seed {seed}, hero {who} {dir:?}: {after:?}");
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 100, "{seen} moves");
}

/// Moves and replies of the second round, counted after every line of the first.
fn second_round(view: &View, state: &State) -> usize {
    let after = moves(view, state).into_iter().map(|own| played(view, state, own));
    let rounds = after.filter(|state| !state.finished()).flat_map(|state| {
        let answers = replies(view, &state).into_iter().map(move |reply| answered(view, &state, reply));
        answers.collect::<Vec<_>>()
    });
    rounds.map(|state| moves(view, &state).len() * replies(view, &state).len()).sum()
}

#[test]
fn broad_positions_are_searched_less_deep() {
    let depth = 4;
    let mut seen = [0; 3];
    for seed in 0..12 {
        let board = board(10, seed);
        let mut bot = Bot::new(Options { depth, ..Options::default() });
        bot.begin(&board, 0);
        for state in game(&board, 0, 200, seed) {
            // It learns of the others first.
            let outcome = bot.think(&state, &|| false);
            let breadth = bot.view().breadth(&state);
            assert_eq!(breadth, second_round(bot.view(), &state), "seed {seed}: {state:?}");
            let less = BROAD.iter().filter(|&&broad| breadth >= broad).count();
            if moves(bot.view(), &state).len() > 1 && state.turn < 160 {
                assert_eq!(usize::from(outcome.depth), usize::from(depth) - less, "seed {seed}: {state:?}");
                seen[less] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&positions| positions > 0), "{seen:?}");
}

#[test]
fn every_part_of_a_position_is_in_its_key() {
    let mut view = View::new(Weights::DEFAULT);
    let board = board(12, 1);
    view.survey(&board, 0);
    let mut keys = HashSet::new();
    let mut states = 0;
    for state in game(&board, 0, 400, 1) {
        let mut changed = vec![state];
        let mut change = |make: &dyn Fn(&mut State)| {
            let mut other = state;
            make(&mut other);
            changed.push(other);
        };
        change(&|s| s.turn += 400);
        for hero in 0..HEROES {
            change(&|s| s.heroes[hero].gold += 1000);
            change(&|s| s.heroes[hero].life ^= 128);
            change(&|s| s.heroes[hero].pos += 500);
            change(&|s| s.heroes[hero].crashed ^= true);
        }
        for mine in 0..board.mines.len() {
            for owner in [0, 1, 2, 3, NEUTRAL] {
                if owner != state.owner(mine) {
                    change(&|s| s.set_owner(mine, owner));
                }
            }
        }
        states += changed.len();
        keys.extend(changed.iter().map(|state| view.key(state)));
    }
    assert_eq!(keys.len(), states, "different positions have different keys");
}

#[test]
fn another_game_leaves_no_trace() {
    let (first, second) = (board(10, 1), board(14, 2));
    let decisions = |bot: &mut Bot| -> Vec<Dir> {
        bot.begin(&second, 3);
        game(&second, 3, 120, 9).iter().map(|state| bot.decide(state, &|| false)).collect()
    };
    let options = Options { depth: 4, ..Options::default() };
    let mut old = Bot::new(options);
    old.begin(&first, 0);
    for state in game(&first, 0, 120, 8) {
        old.decide(&state, &|| false);
    }
    assert_eq!(decisions(&mut old), decisions(&mut Bot::new(options)));
}

#[test]
fn stopped_at_once_it_still_moves() {
    let board = board(14, 4);
    let mut bot = Bot::new(Options { depth: 32, ..Options::default() });
    bot.begin(&board, 1);
    for state in game(&board, 1, 400, 4).iter().step_by(7) {
        let outcome = bot.think(state, &|| true);
        assert!(outcome.best.is_some() && outcome.depth >= 1);
        assert!(outcome.nodes < 20_000, "{} nodes", outcome.nodes);
    }
}

#[test]
fn a_finished_game_is_answered_with_stay() {
    let board = board(10, 5);
    let mut state = State::new(&board, 1, false);
    state.play(&board, Order::Go(Dir::Stay));
    let mut bot = Bot::new(Options::default());
    bot.begin(&board, 1);
    assert_eq!(bot.decide(&state, &|| false), Dir::Stay);
}
