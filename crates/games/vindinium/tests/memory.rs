//! The memory of what comes to nothing, against a plain count over whole games.

use super::positions::board;
use crate::board::{Dir, HEROES};
use crate::eval::Weights;
use crate::kind::Kind;
use crate::memory::Memory;
use crate::rules::{Order, State};
use crate::view::View;
use boardbots_search::best_reply::{Ply, Rounds};

/// A game of hunters and miners, with the states around every order.
fn game(seed: u64) -> (crate::board::Board, Vec<(State, State)>) {
    let board = board(10, seed);
    let kinds = [Kind::Hunter, Kind::Miner, Kind::Hunter, Kind::Guard];
    let mut players = kinds.map(|kind| kind.player(seed));
    players.iter_mut().enumerate().for_each(|(hero, player)| player.begin(&board, hero));
    let mut state = State::new(&board, 600, false);
    let mut turns = Vec::new();
    while !state.finished() {
        let before = state;
        state.play(&board, Order::Go(players[before.mover()].decide(&before, &|| false)));
        turns.push((before, state));
    }
    (board, turns)
}

/// Times that the hero stood on a cell after its turns since the last useful one.
fn visits(turns: &[(State, State)], hero: usize, cell: u16) -> usize {
    let own: Vec<_> = turns.iter().filter(|(before, _)| before.mover() == hero).collect();
    let useful = |&(before, after): &&(State, State)| {
        let (was, is) = (before.heroes[hero], after.heroes[hero]);
        let lives = |state: &State| state.heroes.map(|hero| hero.life);
        let struck = (0..HEROES).any(|other| other != hero && lives(before)[other] != lives(after)[other]);
        struck || was.mines != is.mines || i32::from(is.life) - i32::from(was.life) >= 30
    };
    let since = own.iter().rposition(useful).unwrap_or(0);
    own[since.min(own.len())..].iter().filter(|(_, after)| after.heroes[hero].pos == cell).count().min(15)
}

/// Changes of a mine's hands in a row, none of them more than forty turns after the one before.
fn changes(turns: &[(State, State)], mine: usize) -> i32 {
    let hands = turns.iter().filter(|(before, after)| before.owner(mine) != after.owner(mine));
    let (mut count, mut last) = (0, 0);
    for (before, after) in hands {
        let again = usize::from(before.owner(mine)) < HEROES && after.turn - last <= 40;
        (count, last) = (if again { 15.min(count + 1) } else { 0 }, after.turn);
    }
    if turns.last().is_some_and(|(_, now)| now.turn - last <= 40) { count } else { 0 }
}

#[test]
fn it_counts_visits_and_changes_of_hands() {
    let (mut most_visits, mut most_changes) = (0, 0);
    for seed in 0..8 {
        let (board, turns) = game(seed);
        let hero = usize::try_from(seed % 4).expect("small");
        let mut memory = Memory::default();
        for (number, (before, after)) in turns.iter().enumerate() {
            memory.see(hero, board.mines.len(), before, after);
            if number % 7 != 0 {
                continue;
            }
            let past = &turns[..=number];
            let here = after.heroes[hero].pos;
            for cell in board.neighbours(here).chain([here]) {
                let due = visits(past, hero, cell);
                assert_eq!(memory.visits(cell), i32::try_from(due).expect("small"), "seed {seed}, turn {number}");
                most_visits = most_visits.max(due);
            }
            for mine in 0..board.mines.len() {
                let due = changes(past, mine);
                assert_eq!(memory.changes(mine, after.turn), due, "seed {seed}, turn {number}, mine {mine}");
                most_changes = most_changes.max(due);
            }
        }
    }
    assert!(most_visits > 3 && most_changes > 0, "{most_visits} visits, {most_changes} changes");
}

#[test]
fn what_came_to_nothing_costs_more() {
    let (board, turns) = game(3);
    let weights = Weights { weak: 0, ..Weights::DEFAULT };
    let mut view = View::new(weights);
    view.survey(&board, 0);
    let mut memory = Memory::default();
    let mut paid = 0;
    for (before, after) in &turns {
        if before.mover() == 0 {
            for dir in Dir::ALL {
                let to = board.step(before.heroes[0].pos, dir);
                let price = view.price(before, Ply::Own(dir));
                let due = match (to != crate::board::OFF_BOARD).then(|| board.mine_at(to)) {
                    None => 0,
                    Some(None) => weights.visited * memory.visits(to),
                    Some(Some(mine)) => weights.feud * memory.changes(mine, before.turn),
                };
                assert_eq!(price, due, "{dir:?} in {before:?}");
                paid += price;
            }
        }
        let mut state = *before;
        view.watch(&mut state, after.heroes[before.mover()].last_dir.expect("an order"));
        assert_eq!(state, *after);
        memory.see(0, board.mines.len(), before, after);
    }
    assert!(paid > 0);
}
