//! Evaluators that know no game.

use boardbots_search::position::{Evaluator, MAX_EVALUATION, Position};

/// Two numbers as one that looks random.
pub fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2 {
        z = (z ^ (z >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    z ^ (z >> 32)
}

/// Values from the key: this many on either side of 0, this far apart. It checks that it is
/// asked as [`Evaluator`] says, and keeps room on the heap as an evaluation may.
#[derive(Clone, Debug)]
pub struct Keyed {
    steps: i32,
    apart: i32,
    room: Vec<u64>,
    contempt: Option<i32>,
}

impl Keyed {
    fn new(steps: i32, apart: i32) -> Self {
        Self { steps, apart, room: vec![0; 4], contempt: None }
    }

    /// The same for every position.
    pub fn blind() -> Self {
        Self::new(0, 0)
    }

    /// Three values: ties everywhere.
    pub fn crude() -> Self {
        Self::new(1, 1)
    }

    /// Three values, two of them the largest that there may be.
    pub fn extreme() -> Self {
        Self::new(1, MAX_EVALUATION)
    }

    /// The same, and a repetition costs so much.
    pub fn minding(self, contempt: i32) -> Self {
        Self { contempt: Some(contempt), ..self }
    }

    /// All values that there may be.
    pub fn random() -> Self {
        Self::new(MAX_EVALUATION, 1)
    }
}

impl<G: Position> Evaluator<G> for Keyed {
    fn contempt(&self) -> Option<i32> {
        self.contempt
    }

    fn evaluate(&mut self, position: &G) -> i32 {
        assert_eq!(position.ended(), None, "an ended position is not evaluated");
        self.room[0] = mix(position.key(), 99);
        let values = 2 * self.steps.cast_unsigned() + 1;
        let step = i32::try_from(self.room[0] % u64::from(values)).expect("few steps");
        (step - self.steps) * self.apart
    }
}
