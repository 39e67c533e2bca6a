//! Analysis of choices: exact for two players; for more players as good as the values of their bots.

use super::rules;
use super::state::DragonState;
use crate::advice::Adviser;
use crate::rules::{Action, Game};
use boardbots_game::game::{Analysis, Analyst, Chance, Worth};
use boardbots_game::player::Stop;
use boardbots_game::state::GameState;
use serde_json::json;

/// The number of players for whom the values are exact.
const EXACT: usize = 2;

/// An analysis by the exact values.
#[derive(Default)]
pub struct DragonAnalyst {
    adviser: Adviser,
}

impl DragonAnalyst {
    /// Every possible action, with the win probability of the player who is asked.
    fn worths(&mut self, game: &Game) -> Vec<(Action, f64)> {
        self.adviser.study_game(rules::exact(game.variant()).as_ref(), game);
        game.actions().into_iter().map(|action| (action, self.adviser.worth(action))).collect()
    }
}

impl Analyst for DragonAnalyst {
    fn analyse(&mut self, state: &dyn GameState, choice: Option<&str>, _: Stop<'_>) -> Option<Analysis> {
        let game = &state.of::<DragonState>()?.game;
        let worths = self.worths(game);
        // The first of equal ones in the order that people read.
        let best = worths.iter().rev().max_by(|one, other| one.1.total_cmp(&other.1))?;
        let is_made = |(action, _): &&(Action, f64)| choice.is_none_or(|choice| action.to_string() == choice);
        let made = if choice.is_some() { worths.iter().find(is_made)? } else { best };
        let [value, made] = [best, made].map(|(_, win)| valued(*win));
        let best = best.0.to_string();
        let exact = if game.players().len() == EXACT { worths } else { Vec::new() };
        let chances = exact.into_iter().map(|(action, win)| Chance { choice: action.to_string(), win }).collect();
        let [value, made] = [value, made].map(Worth::about);
        let lost = value.value - made.value;
        Some(Analysis { best, value, made, lost, chances, note: json!({}), why: String::new() })
    }
}

/// A win probability on the scale of -1000 to 1000.
fn valued(win: f64) -> i16 {
    // The value is within the scale.
    #[allow(clippy::cast_possible_truncation)]
    let value = (win.clamp(0.0, 1.0) * 2000.0 - 1000.0).round() as i16;
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Solution;
    use crate::variant::Variant;
    use boardbots_game::player::Stop;
    use fastrand::Rng;

    const NEVER: Stop<'static> = &|| false;

    fn state(text: &str) -> DragonState {
        DragonState::new(text.parse().expect("a situation"), Rng::with_seed(1))
    }

    fn chances(state: &DragonState) -> Vec<Chance> {
        DragonAnalyst::default().analyse(state, None, NEVER).expect("an analysis").chances
    }

    #[test]
    fn chances_are_those_of_the_solution() {
        for text in ["12T,20T 1 BG 2 6 - choose 1", "30T,33T 1 B 2 10 - challenge2 1", "0T,0T 1 BGR 3 0 - fight 1"] {
            let state = state(text);
            let mut adviser = Adviser::new();
            adviser.study_game(&Solution::of(Variant::STANDARD), &state.game);
            let actions = state.game.actions();
            let due: Vec<Chance> = actions
                .into_iter()
                .map(|action| Chance { choice: action.to_string(), win: adviser.worth(action) })
                .collect();
            assert_eq!(chances(&state), due, "{text}");
        }
        assert_eq!(chances(&state("0T,0T,0T 1 BGR 3 0 - fight 1")), []);
    }

    #[test]
    fn a_choice_is_compared_with_the_best() {
        let state = state("12T,20T 1 BG 2 6 - choose 1");
        let mut analyst = DragonAnalyst::default();
        let stop = analyst.analyse(&state, Some("stop"), NEVER).expect("an analysis");
        // 0.30572 with the green dragon, 0.27036 by stopping.
        let worth = [stop.value, stop.made].map(|worth| worth.value);
        assert_eq!((stop.best.as_str(), worth, stop.lost), ("fight G", [-389, -459], 70));
        let best = analyst.analyse(&state, Some("fight G"), NEVER).expect("an analysis");
        assert_eq!((best.made, best.lost), (best.value, 0));
        assert_eq!(analyst.analyse(&state, None, NEVER), Some(best));
        assert_eq!(analyst.analyse(&state, Some("fight R"), NEVER), None, "it is slain");
    }
}
