//! The evaluations against plain second opinions, and what must hold of them by symmetry.

use super::oracle::Plain;
use super::random;
use crate::eval::{CERTAIN, Course, Strong, Weights};
use crate::generator::generate;
use crate::map::{Map, Place};
use crate::notation::position_text;
use crate::rules::Position;
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_game::two_player::side::{Side, Sides};
use boardbots_search::position::{Ending, Evaluator, MAX_EVALUATION, Position as _};
use fastrand::Rng;
use std::collections::BTreeSet;

type At = (i32, i32);
type Region = BTreeSet<At>;

/// The cells that each side is first at, in steps of plain sets; the mover steps first.
fn shares(plain: &Plain) -> Sides<Region> {
    let mut shares = Sides([Region::new(), Region::new()]);
    let mut fronts = Sides(plain.places.0.map(|place| Region::from([place])));
    while fronts.0.iter().any(|front| !front.is_empty()) {
        for side in [plain.mover, plain.mover.other()] {
            let next = fronts[side].iter().flat_map(|at| Plain::around(*at));
            let new = |at: &At| plain.free(*at) && shares.0.iter().all(|share| !share.contains(at));
            fronts[side] = next.filter(new).collect();
            shares[side].extend(&fronts[side].clone());
        }
    }
    shares
}

fn touch(plain: &Plain, shares: &Sides<Region>) -> bool {
    Side::ALL.into_iter().any(|side| {
        let own = shares[side].iter().chain([&plain.places[side]]);
        own.flat_map(|at| Plain::around(*at)).any(|at| shares[side.other()].contains(&at))
    })
}

/// The part of a region that hangs together with a cell.
fn part(region: &Region, from: At) -> Region {
    let mut part = Region::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if region.contains(&at) && part.insert(at) {
            open.extend(Plain::around(at));
        }
    }
    part
}

/// Worth of the best chain of rooms that begins at `from`: straight from what a room is. Of
/// each part next to `from`, its room are the cells that no single other cell cuts off.
fn chain(region: &Region, from: At, worth: &dyn Fn(At) -> i32) -> i32 {
    let mut best = 0;
    let mut left = region.clone();
    for door in Plain::around(from) {
        if !left.contains(&door) {
            continue;
        }
        let part = part(&left, door);
        left.retain(|at| !part.contains(at));
        let cut_off = |cell: &At| {
            part.iter().filter(|cut| *cut != cell).any(|cut| {
                let mut rest = part.clone();
                rest.remove(cut);
                rest.insert(from);
                !self::part(&rest, from).contains(cell)
            })
        };
        let room: Region = part.iter().filter(|cell| !cut_off(cell)).copied().collect();
        let outside: Region = part.difference(&room).copied().collect();
        let beyond = room.iter().map(|exit| chain(&outside, *exit, worth)).max();
        best = best.max(room.iter().map(|at| worth(*at)).sum::<i32>() + beyond.unwrap_or(0));
    }
    best
}

fn strong(plain: &Plain, weights: Weights) -> i32 {
    let shares = shares(plain);
    let disputed = touch(plain, &shares);
    let unit = if disputed { weights.disputed } else { weights.apart };
    let hope = |side: Side| chain(&shares[side], plain.places[side], &|at| plain.at(at) * unit + weights.cell);
    let (own, other) = (plain.mover, plain.mover.other());
    let lead = plain.scores[own] - plain.scores[other];
    let (own, other) = (hope(own), hope(other));
    let certain = i32::from(!disputed && lead * unit > other) - i32::from(!disputed && -lead * unit > own);
    (certain * CERTAIN + lead * weights.collected + own - other).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

fn course(plain: &Plain) -> i32 {
    let [own, other] = [plain.mover, plain.mover.other()].map(|side| {
        let (row, column) = plain.places[side];
        let cells = (0..plain.size).flat_map(|r| (0..plain.size).map(move |c| (r, c)));
        let dirty = cells.filter(|at| plain.at(*at) > 0);
        let squared = |at: &At| (at.0 - row).pow(2) + (at.1 - column).pow(2);
        let nearest = dirty.min_by_key(squared);
        nearest.map_or(0.0, |at| f64::from(squared(&at)).sqrt() * f64::from(plain.at(at)) * 100.0)
    });
    #[allow(clippy::cast_possible_truncation)]
    let whole = |value: f64| (value + 1e-6).floor() as i32;
    whole(own) - whole(other)
}

/// Random positions that have not ended, on all kinds of maps, and what the plain rules say.
fn pairs(seed: u64, count: usize, size: u8) -> Vec<(Position, Plain)> {
    let mut rng = Rng::with_seed(seed);
    let mut pairs = Vec::new();
    while pairs.len() < count {
        let map = if rng.bool() { generate(rng.u8(6..=size), rng.u64(..)).unwrap() } else { random::odd_map(&mut rng) };
        let first = Side::ALL[usize::from(rng.bool())];
        let (mut position, mut plain) = (Position::new(&map, first), Plain::new(&map, first));
        for _ in 0..rng.u8(0..30) {
            if position.ended().is_none() {
                let action = random::action(&position, &mut rng);
                position.play(action);
                plain.act(action.number());
            }
        }
        if position.ended().is_none() {
            pairs.push((position, plain));
        }
    }
    pairs
}

#[test]
fn strong_is_its_plain_twin() {
    let odd = Weights { collected: 7, disputed: 5, apart: 3, cell: 2 };
    let mut evaluations = [Weights::DEFAULT, odd].map(|weights| (weights, Strong::from(weights)));
    let (mut disputed, mut certain) = (0, 0);
    for (position, plain) in pairs(21, 2000, 9) {
        // What a room is takes the plain twin time in proportion to the third power of this.
        let free: u32 = position.free.iter().map(|row| row.count_ones()).sum();
        if free > 40 {
            continue;
        }
        for (weights, evaluation) in &mut evaluations {
            assert_eq!(evaluation.evaluate(&position), strong(&plain, *weights), "{}", position_text(&position));
        }
        let value = evaluations[0].1.evaluate(&position);
        disputed += i32::from(touch(&plain, &shares(&plain)));
        certain += i32::from(value.abs() > CERTAIN / 2);
    }
    assert!(disputed > 200, "only {disputed} disputed");
    assert!(certain > 50, "only {certain} certain");
}

#[test]
fn course_is_its_plain_twin() {
    for (position, plain) in pairs(22, 2000, 80) {
        assert_eq!(Course.evaluate(&position), course(&plain), "{}", position_text(&position));
    }
}

/// A map of some size with another one on it, as `image` shows it.
fn imaged(map: &Map, size: u8, image: &dyn Fn(Place) -> Place, swap: bool) -> Map {
    let mut cells = vec![0; usize::from(size) * usize::from(size)];
    for place in map.places() {
        let to = image(place);
        cells[usize::from(to.row) * usize::from(size) + usize::from(to.column)] = map.cell(place);
    }
    let mut starts = Side::ALL.map(|side| image(map.start(side)));
    if swap {
        starts.reverse();
    }
    Map::new(size, cells, Sides(starts)).expect("a map")
}

/// Plays the same game on a map and on its image, and compares what the evaluations say.
fn follow(rng: &mut Rng, map: &Map, size: u8, image: &dyn Fn(Place) -> Place, swap: bool) {
    let first = Side::ALL[usize::from(rng.bool())];
    let same = |side: Side| if swap { side.other() } else { side };
    let mut one = Position::new(map, first);
    let mut two = Position::new(&imaged(map, size, image, swap), same(first));
    let mut evaluation = Strong::default();
    for _ in 0..40 {
        assert_eq!(one.ended(), two.ended());
        if one.ended().is_some() {
            break;
        }
        assert_eq!(evaluation.evaluate(&one), evaluation.evaluate(&two), "{}", position_text(&one));
        let action = random::action(&one, rng);
        let mover = one.mover;
        one.play(action);
        let goal = image(one.place(mover));
        let moves = two.moves();
        let reply = moves.iter().copied().find(|reply| {
            let mut after = two.clone();
            after.play(*reply);
            after.place(same(mover)) == goal
        });
        two.play(reply.expect("the same move on the image"));
    }
}

#[test]
fn colours_and_directions_change_nothing() {
    let mut rng = Rng::with_seed(23);
    for game in 0..60 {
        let map = generate(rng.u8(6..=25), game).unwrap();
        let last = map.size() - 1;
        let images: [&dyn Fn(Place) -> Place; 4] = [
            &|place| place,
            &|Place { row, column }| Place { row: last - row, column },
            &|Place { row, column }| Place { row: column, column: row },
            &|Place { row, column }| Place { row: column, column: last - row },
        ];
        for image in images {
            for swap in [false, true] {
                follow(&mut rng, &map, map.size(), image, swap);
            }
        }
    }
}

#[test]
fn wide_maps_are_evaluated_like_narrow_ones() {
    let mut rng = Rng::with_seed(24);
    for game in 0..40 {
        let map = generate(rng.u8(6..=30), game).unwrap();
        for size in [31, 62, 63, 80] {
            // Somewhere in a map of obstacles, also in its far corner.
            let far = size - map.size();
            let (down, right) = if game % 4 == 0 { (far, far) } else { (rng.u8(0..=far), rng.u8(0..=far)) };
            let image = |Place { row, column }| Place { row: row + down, column: column + right };
            follow(&mut rng, &map, size, &image, game % 2 == 0);
        }
    }
}

#[test]
fn apart_it_makes_no_difference_whose_turn_it_is() {
    let mut evaluation = Strong::default();
    let mut apart = 0;
    for (position, plain) in pairs(25, 1500, 14) {
        let mut other = position.clone();
        other.bump();
        let clean = other.rest == position.rest;
        if clean && other.ended().is_none() && !touch(&plain, &shares(&plain)) {
            assert_eq!(evaluation.evaluate(&position), -evaluation.evaluate(&other), "{}", position_text(&position));
            apart += 1;
        }
    }
    assert!(apart > 200, "only {apart}");
}

#[test]
fn no_value_is_a_win_seen_to_the_end() {
    let mut rng = Rng::with_seed(26);
    // All the dirt there can be.
    let cells = vec![36; 80 * 80];
    let map = Map::new(80, cells, Sides([Place { row: 0, column: 0 }, Place { row: 79, column: 79 }])).unwrap();
    let mut position = Position::new(&map, Side::First);
    let most = Parameters::nearest(Weights::TABLE, &[i32::MAX; 4]);
    let mut extreme = Strong::from(Weights::of(&most).expect("of this table"));
    let mut evaluation = Strong::default();
    while position.ended().is_none() {
        for value in [evaluation.evaluate(&position), extreme.evaluate(&position), Course.evaluate(&position)] {
            assert!((-MAX_EVALUATION..=MAX_EVALUATION).contains(&value), "{value}");
        }
        position.play(random::action(&position, &mut rng));
    }
}

/// Who wins if both play as well as can be: the game to its end.
fn solve(position: &mut Position) -> i32 {
    if let Some(ending) = position.ended() {
        return match ending {
            Ending::Win => 1,
            Ending::Draw => 0,
            Ending::Loss => -1,
        };
    }
    let mut best = -1;
    for action in position.moves() {
        let undo = position.play(action);
        best = best.max(-solve(position));
        position.undo(action, undo);
        if best == 1 {
            break;
        }
    }
    best
}

#[test]
fn what_is_certain_comes_true() {
    let mut evaluation = Strong::default();
    let mut certain = 0;
    for (mut position, _) in pairs(27, 3000, 7) {
        let free: u32 = position.free.iter().map(|row| row.count_ones()).sum();
        let value = evaluation.evaluate(&position);
        if free <= 24 && value.abs() > CERTAIN / 2 {
            assert_eq!(solve(&mut position), value.signum(), "{}", position_text(&position));
            certain += 1;
        }
    }
    assert!(certain > 50, "only {certain}");
}
