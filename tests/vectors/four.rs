//! Connect Four by an independent solver: marks are those of the exact result. `BOARDBOTS_MOVES=500` looks at as many
//! moves that lose value, and as many that keep it; `BOARDBOTS_PLIES=14` begins with positions after so many plies.

use boardbots_catalog::at_tables;
use boardbots_game::game::{Analyst, Game, Mark};
use boardbots_game::options::Settings;
use boardbots_game::player::Stop;
use boardbots_game::setup::{Occupant, Setup};
use boardbots_game::state::{GameState, Log};
use fastrand::Rng;
use std::collections::HashMap;

const NEVER: Stop<'static> = &|| false;
const CELLS: u32 = 42;
/// The lowest cell of each column of seven bits.
const FLOOR: u64 = 0x0000_0408_1020_4081;

/// The pieces of the side to move, and of both.
type Pieces = (u64, u64);

fn has_line(pieces: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|by| {
        let pairs = pieces & pieces >> by;
        pairs & pairs >> (2 * by) != 0
    })
}

/// The position after a piece in a column; `None` if that is full.
fn drop((own, all): Pieces, column: u64) -> Option<Pieces> {
    let filled = all | (all + (1 << (7 * column)));
    (filled >> (7 * column) & 0x40 == 0).then_some((own ^ all, filled))
}

/// Who wins: 1 the side to move, -1 the other, 0 neither. Values beyond `alpha` and `beta` are bounds.
fn solve(known: &mut HashMap<Pieces, (i8, i8)>, position: Pieces, mut alpha: i8, beta: i8) -> i8 {
    if has_line(position.0 ^ position.1) {
        return -1;
    }
    if position.1.count_ones() == CELLS {
        return 0;
    }
    let (low, high) = known.get(&position).copied().unwrap_or((-1, 1));
    if low >= beta || low == high {
        return low;
    }
    if high <= alpha {
        return high;
    }
    let floor = alpha;
    let nexts = [3, 2, 4, 1, 5, 0, 6].into_iter().filter_map(|column| drop(position, column));
    let mut best = if nexts.clone().any(|(own, all)| has_line(own ^ all)) { 1 } else { -1 };
    for next in nexts {
        if best >= beta || best == 1 {
            break;
        }
        alpha = alpha.max(best);
        best = best.max(-solve(known, next, -beta, -alpha));
    }
    let entry = known.entry(position).or_insert((-1, 1));
    if best > floor {
        entry.0 = entry.0.max(best);
    }
    if best < beta {
        entry.1 = entry.1.min(best);
    }
    best
}

fn number(name: &str, usual: u32) -> u32 {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// A game by chance after so many plies; `None` if it has ended.
fn played(game: &dyn Game, rng: &mut Rng, plies: u32) -> Option<(Box<dyn GameState>, Pieces)> {
    let options = Settings::usual(&game.options());
    let setup = Setup { options, seed: 1, occupants: vec![Occupant::Person; 2], names: vec![String::new(); 2] };
    let (mut state, mut position) = (game.open(&setup).expect("a game"), (0, 0));
    for _ in 0..plies {
        let columns: Vec<u64> = (0..7).filter(|column| drop(position, *column).is_some()).collect();
        let column = *rng.choice(&columns)?;
        position = drop(position, column)?;
        state.play_text(&column.to_string(), &mut Log::none()).ok()?;
        state.turn()?;
    }
    Some((state, position))
}

pub fn marks_are_those_of_the_exact_result() {
    let game = at_tables().into_iter().find(|game| game.name() == "connect-four").expect("a game");
    assert_eq!(FLOOR, (0..7).map(|column| 1 << (7 * column)).sum::<u64>());
    let (due, first) = (number("BOARDBOTS_MOVES", 20), number("BOARDBOTS_PLIES", 20));
    let (mut rng, mut known) = (Rng::with_seed(7), HashMap::new());
    let (mut kept, mut lost, mut marked, mut wrong) = (0, 0, 0, Vec::new());
    let mut analyst: Box<dyn Analyst> = game.analyst().expect("an analyst");
    while kept < due || lost < due {
        let plies = rng.u32(first..38);
        let Some((state, position)) = played(game, &mut rng, plies) else { continue };
        let moves = (0..7).filter_map(|column| Some((column, drop(position, column)?)));
        let worths: Vec<(u64, i8)> = moves.map(|(at, next)| (at, -solve(&mut known, next, -1, 1))).collect();
        let best = worths.iter().map(|(_, worth)| *worth).max().expect("a move");
        // One of each kind of every position: no single one decides.
        for loses in [false, true] {
            let those: Vec<_> = worths.iter().filter(|(_, worth)| (*worth < best) == loses).collect();
            let Some((column, worth)) = rng.choice(those) else { continue };
            let count = if loses { &mut lost } else { &mut kept };
            if *count == due {
                continue;
            }
            *count += 1;
            let found = analyst.analyse(state.as_ref(), Some(&column.to_string()), NEVER).expect("an analysis");
            let what = || format!("{} {column}: {found:?}", state.history().unwrap_or_default());
            assert!(found.made.value <= found.value.value, "{}", what());
            for (said, exact) in [(found.value, best), (found.made, *worth)] {
                assert!(said.ends.is_none_or(|plies| plies.signum() == i16::from(exact)), "{}", what());
            }
            match (loses, found.mark().is_some()) {
                (true, true) => marked += 1,
                (false, true) => wrong.push(what()),
                _ => {}
            }
        }
    }
    println!("from {first} plies on: {marked} of {lost} that lose are marked, {} of {kept} that keep", wrong.len());
    assert_eq!(wrong, Vec::<String>::new());
    assert!(marked * 100 >= lost * 95, "{marked} of {lost}");
}

pub fn a_lost_game_is_a_blunder_where_the_other_move_looks_good() {
    let game = at_tables().into_iter().find(|game| game.name() == "connect-four").expect("a game");
    let options = Settings::usual(&game.options());
    for (moves, made) in [("03040", "6"), ("02030", "6")] {
        let (options, occupants) = (options.clone(), vec![Occupant::Person; 2]);
        let setup = Setup { options, seed: 1, occupants, names: vec![String::new(); 2] };
        let mut state = game.open(&setup).expect("a game");
        for text in moves.chars() {
            state.play_text(&text.to_string(), &mut Log::none()).expect("a choice");
        }
        let found =
            game.analyst().expect("an analyst").analyse(state.as_ref(), Some(made), NEVER).expect("an analysis");
        assert_eq!(found.mark(), Some(Mark::Blunder), "{moves} {made}: {found:?}");
    }
}
