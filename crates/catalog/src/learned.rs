//! Conditions on every game of which an evaluation can be learned: positions are seen as its layout says,
//! and sums of changes are sums from scratch.

use boardbots_connect_four::rules::Position as ConnectFour;
use boardbots_desconecta4::rules::Position as Desconecta4;
use boardbots_game::learned::hidden::{Hidden, MAX_UNITS};
use boardbots_game::learned::network::Network;
use boardbots_game::learned::patterns::{Group, Layout, Patterns, Planes};
use boardbots_game::options::Settings;
use boardbots_game::two_player::TwoPlayerGame;
use boardbots_game::two_player::learned::{self, Learned};
use boardbots_game::two_player::player::{best, bot};
use boardbots_game::two_player::state::Referee;
use boardbots_reversi::rules::Position as Reversi;
use boardbots_search::alpha_beta::{Options, SearchLimits};
use boardbots_search::contract;
use boardbots_search::position::{Evaluator, Threat};
use boardbots_tron::rules::Position as Tron;
use fastrand::Rng;
use std::fmt::Debug;
use std::sync::Arc;

/// Random weights for single cells, neighbours and threes of a layout.
fn network(name: &str, layout: Layout) -> Network {
    let chain = |cell: u8, steps: &[(i8, i8)]| {
        let step = |at: Option<u8>, (rows, columns): &(i8, i8)| at.and_then(|at| layout.beside(at, *rows, *columns));
        let mut group = Group::new();
        group.push(cell);
        for end in 1..=steps.len() {
            group.push(steps[..end].iter().fold(Some(cell), step)?);
        }
        Some(group)
    };
    let groups = layout.cells().flat_map(|cell| {
        let shapes: [&[(i8, i8)]; 4] = [&[], &[(1, 0)], &[(-1, 1)], &[(0, 1), (1, 0)]];
        shapes.into_iter().filter_map(move |steps| chain(cell, steps))
    });
    let mut groups: Vec<Group> = groups.collect();
    // As many of three as there is room for beside a net.
    groups.sort_by_key(Group::len);
    let mut network = loop {
        let patterns = Patterns::new(layout, groups.iter().cloned());
        match patterns.and_then(|patterns| Network::new(name, patterns).with_units(MAX_UNITS)) {
            Ok(network) => break network,
            Err(_too_many) => drop(groups.pop()),
        }
    };
    let mut rng = Rng::with_seed(5);
    network.weights.fill_with(|| rng.i16(..));
    let hidden = &mut network.hidden;
    for (weights, most) in [(&mut hidden.inputs, 60), (&mut hidden.biases, 200), (&mut hidden.outputs, i16::MAX)] {
        weights.as_flattened_mut().fill_with(|| rng.i16(-most..=most));
    }
    network
}

/// An image of a position; image 1 has left and right exchanged.
fn image_of(planes: &Planes, layout: Layout, image: u8) -> Planes {
    let moved = |bits: u64| {
        let set = layout.cells().filter(|cell| bits >> cell & 1 == 1);
        set.fold(0, |bits, cell| bits | 1 << layout.image(cell, image))
    };
    Planes { bits: planes.bits.map(moved), ..*planes }
}

/// Random games: the number of positions whose value came from changes.
fn check<D: TwoPlayerGame + Debug>() -> usize {
    let layout = D::LAYOUT.expect("a layout");
    assert!(layout.is_sound());
    let cells = layout.cells().fold(0, |cells, cell| cells | 1_u64 << cell);
    let network = Arc::new(network(D::NAME, layout));
    // Only patterns are worth the same in all images: a net learns it.
    let by_patterns = Network { hidden: Hidden::default(), ..(*network).clone() };
    let (mut rng, mut learned) = (Rng::with_seed(2), Learned::new(Arc::clone(&network)));
    let mut few = 0;
    for seed in 0..30 {
        let mut game = Referee::new(D::start(&D::practised(None, seed)).expect("a start"));
        while game.verdict().is_none() && game.moves.len() < 120 {
            let planes = game.position.planes();
            assert!(planes.phase < layout.phases && planes.stage < layout.stages);
            assert!(planes.bits.iter().all(|bits| bits & !cells == 0), "a bit is none of a cell");
            let value = network.value(&planes);
            assert_eq!(learned.value(planes), value, "{:?}", game.position);
            assert_eq!(Learned::new(Arc::clone(&network)).value(planes), value);
            for image in 0..layout.images {
                assert_eq!(by_patterns.value(&image_of(&planes, layout, image)), by_patterns.value(&planes), "{image}");
            }
            // All that a move leads to, as at the end of a search.
            let mut last = None;
            for action in game.position.moves() {
                let mut after = game.position.clone();
                after.play(action);
                let planes = after.planes();
                few += usize::from(last.is_some_and(|last: Planes| planes.changed(&last).count_ones() <= 8));
                last = Some(planes);
                let due = network.value(&planes);
                let is_clear = matches!(after.threat(), Threat::Wins(_));
                assert!(is_clear || after.ended().is_some() || learned.evaluate(&after) == due, "{after:?}");
            }
            contract::check(&game.position, &mut learned);
            let moves = game.position.moves();
            game.play(moves[rng.usize(..moves.len())]);
        }
    }
    few
}

/// The same game with left and right exchanged.
fn check_mirror<D: TwoPlayerGame>(mirror: impl Fn(&str) -> String) {
    let (layout, mut rng) = (D::LAYOUT.expect("a layout"), Rng::with_seed(3));
    for _ in 0..50 {
        let [mut left, mut right] = [(); 2].map(|()| D::start(&Settings::default()).expect("a start"));
        while left.ended().is_none() {
            assert_eq!(image_of(&left.planes(), layout, 1), right.planes());
            let moves = left.moves();
            let action = moves[rng.usize(..moves.len())];
            let opposite = right.parse_move(&mirror(&action.to_string())).expect("a move");
            left.play(action);
            right.play(opposite);
        }
    }
}

/// The evaluation in a game's folder.
fn check_built_in<D: TwoPlayerGame>() {
    let network = learned::network::<D>(learned::NAME);
    assert_eq!(D::LEARNED.is_some(), network.is_some());
    assert_eq!(best::<D>() == learned::NAME, network.is_some(), "{}", D::NAME);
    assert!(D::WRITTEN.iter().all(|written| written.name != learned::NAME));
    let Some(network) = network else { return };
    assert!(network.size() * 2 <= 64 * 1024, "{} weights", network.size());
    let mut bot = bot::<D>(learned::NAME, Options::default()).expect("it is there");
    let start = D::start(&Settings::default()).expect("a start");
    let found = bot.think(&start, &[], SearchLimits::plies(4), &mut |_| ());
    assert!(found.best().is_some());
}

#[test]
fn games_have_the_evaluations_that_they_name() {
    check_built_in::<ConnectFour>();
    check_built_in::<Desconecta4>();
    check_built_in::<Tron>();
    check_built_in::<Reversi>();
}

#[test]
fn changes_sum_to_what_positions_are_worth() {
    for few in [check::<ConnectFour>(), check::<Desconecta4>(), check::<Tron>(), check::<Reversi>()] {
        assert!(few > 50, "{few} positions are too few that differ little");
    }
}

#[test]
fn mirrored_games_look_mirrored() {
    let column = |digit: &str| char::from(b'6' + b'0' - digit.as_bytes()[0]).to_string();
    check_mirror::<ConnectFour>(column);
    check_mirror::<Desconecta4>(|digit| if digit == "7" { digit.into() } else { column(digit) });
}
