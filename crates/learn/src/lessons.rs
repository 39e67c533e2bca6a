//! From games to positions and targets.
//!
//! The target of a position is what the search there found, mixed with the target of the next position, and so on
//! up to the result: TD(λ). A random move says nothing of the position before it, and a win in sight all.

use super::regression::{Sample, probability};
use boardbots_base::invalid::InputError;
use boardbots_game::listed::{Learning, Played};

/// A value from which on the end is in sight.
const CERTAIN: i32 = 9999;

/// The samples from one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taught {
    /// Positions with targets.
    pub samples: Vec<Sample>,
    /// The result, from 0 to 1, for the side to move in each of these positions.
    pub results: Vec<f64>,
}

/// The positions of a game of this seed; `trace` is λ.
///
/// # Errors
/// The game cannot be replayed.
pub fn of(game: &dyn Learning, played: &Played, seed: u64, trace: f64) -> Result<Taught, InputError> {
    let (seen, mut taught) = (game.replay(played, seed)?, Taught::default());
    let result = f64::from(played.score) / 2.0;
    // What comes next, for the first seat.
    let mut next = result;
    for (ply, (seen, value)) in seen.iter().zip(&played.values).enumerate().rev() {
        let turned = |probability: f64| if seen.seat == 0 { probability } else { 1.0 - probability };
        let search = probability(*value);
        let is_known = value.abs() == CERTAIN || played.random.contains(&ply);
        let target = if is_known { search } else { search + trace * (turned(next) - search) };
        next = turned(target);
        if let Some(planes) = seen.planes {
            #[allow(clippy::cast_possible_truncation)]
            taught.samples.push(Sample { planes, target: target as f32 });
            taught.results.push(turned(result));
        }
    }
    Ok(taught)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardbots_game::learned::network::Network;
    use boardbots_game::learned::patterns::{Layout, Planes};
    use boardbots_game::listed::{Lesson, Seen};
    use std::sync::Arc;

    /// Both seats in turn, with a number for a position; the last one but one is clear to the player.
    struct Turns(usize);

    impl Learning for Turns {
        fn layout(&self) -> Layout {
            unreachable!()
        }

        fn rival(&self) -> &'static str {
            unreachable!()
        }

        fn play(&self, _: &Arc<Network>, _: &Lesson, _: u64) -> Played {
            unreachable!()
        }

        fn replay(&self, _: &Played, _: u64) -> Result<Vec<Seen>, InputError> {
            let planes = |ply| Planes { phase: u8::try_from(ply).unwrap(), ..Planes::default() };
            let seen = |ply| Seen { seat: ply % 2, planes: (ply + 2 != self.0).then(|| planes(ply)) };
            Ok((0..self.0).map(seen).collect())
        }

        fn compare(&self, _: &Arc<Network>, _: u8, _: u64) -> [u8; 2] {
            unreachable!()
        }
    }

    /// Targets by ply, in thousandths.
    fn targets(values: &[i32], random: &[usize], score: u8, trace: f64) -> Vec<(u8, i32)> {
        let played = Played { values: values.to_vec(), random: random.to_vec(), score, ..Played::default() };
        let taught = of(&Turns(values.len()), &played, 0, trace).unwrap();
        #[allow(clippy::cast_possible_truncation)]
        let target = |sample: &Sample| (sample.planes.phase, (sample.target * 1000.0).round() as i32);
        taught.samples.iter().rev().map(target).collect()
    }

    #[test]
    fn results_flow_back_from_side_to_side() {
        // Values of 0 are a half; the first seat wins.
        assert_eq!(targets(&[0; 4], &[], 2, 1.0), [(0, 1000), (1, 0), (3, 0)]);
        assert_eq!(targets(&[0; 4], &[], 2, 0.5), [(0, 531), (1, 438), (3, 250)]);
        assert_eq!(targets(&[0; 4], &[], 2, 0.0), [(0, 500), (1, 500), (3, 500)]);
        assert_eq!(targets(&[0; 4], &[], 1, 1.0), [(0, 500), (1, 500), (3, 500)]);
    }

    #[test]
    fn random_moves_and_wins_in_sight_stop_them() {
        assert_eq!(targets(&[0; 4], &[1], 2, 1.0), [(0, 500), (1, 500), (3, 0)]);
        assert_eq!(targets(&[0, 0, -CERTAIN, 0], &[], 2, 1.0), [(0, 0), (1, 1000), (3, 0)]);
        // 256 units are odds of e to 1.
        assert_eq!(targets(&[256, 0, 0, 0], &[0], 2, 1.0)[0], (0, 731));
    }
}
