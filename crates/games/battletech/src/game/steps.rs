//! The steps of a movement as texts, and the way to a place.
//!
//! Steps stand with commas between: `F` forward, `B` backward, `L` and `R` a turn to the left and
//! to the right, each with how often it is taken if that is more than once; `U` and a side: up, to
//! face it; `P`: down on the ground.

use crate::action::{Movement, Step};
use crate::hex::{Hex, Side};
use crate::map::Map;
use crate::movement::cost::WoodsCost;
use crate::movement::end::{End, Wishes};
use crate::movement::ground::Ground;
use crate::movement::reach::Reach;
use crate::player::replies::explore;
use crate::situation::{Mode, Situation};

/// The most steps that are read.
const MOST: usize = 64;

/// The steps as text.
pub fn write(steps: &[Step]) -> String {
    let times = |letter: char, times: u8| if times == 1 { letter.to_string() } else { format!("{letter}{times}") };
    let word = |step: &Step| match *step {
        Step::Forward(count) => times('F', count),
        Step::Backward(count) => times('B', count),
        Step::Left(count) => times('L', count),
        Step::Right(count) => times('R', count),
        Step::Stand(side) => format!("U{side}"),
        Step::Prone => "P".to_string(),
    };
    steps.iter().map(word).collect::<Vec<_>>().join(",")
}

/// The steps of a text; `None` if it is none.
pub fn read(text: &str) -> Option<Vec<Step>> {
    let step = |word: &str| {
        let (letter, rest) = word.split_at_checked(1)?;
        let count = if rest.is_empty() { 1 } else { rest.parse().ok()? };
        Some(match letter {
            "F" => Step::Forward(count),
            "B" => Step::Backward(count),
            "L" => Step::Left(count),
            "R" => Step::Right(count),
            "U" => Step::Stand(Side::from_number(count)?),
            "P" if rest.is_empty() => Step::Prone,
            _ => return None,
        })
    };
    let steps: Vec<Step> = text.split(',').take(MOST).map(step).collect::<Option<_>>()?;
    (text.split(',').count() <= MOST).then_some(steps)
}

/// All places that a mech can reach.
pub struct Places {
    ground: Ground,
    /// The places within reach, staying first.
    pub reach: Reach,
}

impl Places {
    /// The steps of a mech, as its player sees the situation.
    pub fn of(situation: &Situation, mech: usize, wishes: Wishes) -> Self {
        let ground = Ground::new(&situation.map, WoodsCost::Added);
        let mut reach = Reach::new(&ground);
        explore(&mut reach, &ground, situation, mech, wishes);
        Self { ground, reach }
    }

    /// The surest and then cheapest movement to a place; `None` where none leads.
    pub fn way(&self, map: &Map, mode: Mode, (hex, facing): (Hex, Side), wishes: Wishes) -> Option<Movement> {
        let fits = |end: &&End| {
            let Wishes { prone, masc } = wishes;
            (end.mode, end.hex, end.facing, end.masc) == (mode, hex, facing, masc) && (end.prone || !prone)
        };
        // A mech that turns on the ground still lies, even if that was not wished.
        let end = self.reach.ends.iter().filter(fits).min_by_key(|end| end.prone != wishes.prone)?;
        Some(self.reach.movement(&self.ground, map, end))
    }
}
