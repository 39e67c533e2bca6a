//! Random positions of Desconecta4 of all phases.

use boardbots_desconecta4::rules::{Action, Position};
use boardbots_search::position::{Ending, Position as _};

/// This many positions that have not ended, the same for the same seed. The games that they
/// are from are played at random, but mostly without losing at once, so that boards fill.
pub fn random_positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = rng.u32(0..70);
        let position = random_walk(&mut rng, plies);
        if position.ended().is_none() {
            positions.push(position);
        }
    }
    positions
}

/// Whole random games: all their positions that have not ended, in turn.
pub fn random_game(seed: u64) -> Vec<Position> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = Position::default();
    let mut positions = Vec::new();
    while position.ended().is_none() && positions.len() < 80 {
        positions.push(position);
        step(&mut position, &mut rng);
    }
    positions
}

fn random_walk(rng: &mut fastrand::Rng, plies: u32) -> Position {
    let mut position = Position::default();
    for _ in 0..plies {
        if position.ended().is_some() {
            break;
        }
        step(&mut position, rng);
    }
    position
}

fn step(position: &mut Position, rng: &mut fastrand::Rng) {
    let mut moves = position.moves();
    rng.shuffle(&mut moves);
    let harmless = |action: &Action| {
        let mut after = *position;
        after.play(*action);
        after.ended() != Some(Ending::Win) && (*action != Action::BOOM || after.ply().is_multiple_of(3))
    };
    let action = moves.iter().copied().find(harmless).unwrap_or(moves[0]);
    position.play(action);
}
