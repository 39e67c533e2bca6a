//! Bots at a table.

use super::fight::Fight;
use super::record;
use crate::action::{Action, Phase};
use crate::player::{Player, Style};
use boardbots_base::invalid::Invalid;
use boardbots_game::player::{self, NoAnswer, Think};
use boardbots_game::spec::{Kind, Spec};
use boardbots_game::state::{Answer, Fault, GameState};
use serde_json::{Value, json};

/// The name of the game on the command line.
pub const NAME: &str = "battletech";
/// The player that does nothing.
pub const STILL: &str = "still";

/// How a bot of this name plays; `None` if it does nothing at all.
///
/// # Errors
/// There is no such bot.
pub fn style(spec: &Spec) -> Result<Option<Style>, Invalid> {
    let name = match &spec.kind {
        Kind::House { game, name, .. } if game == NAME => name,
        _ => return Err(format!("{spec} does not play BattleTech; use battletech:strong, :course or :still").into()),
    };
    if name == STILL {
        return Ok(None);
    }
    let names = Style::ALL.into_iter().map(Style::word).chain([STILL]);
    Style::named(name).map(Some).ok_or_else(|| Invalid::unknown("bot", name, names).at(spec))
}

/// A bot in a mech. It remembers what the table remembers for its seat.
pub struct Pilot {
    style: Option<Style>,
    phase: Option<Phase>,
    text: String,
}

impl Pilot {
    /// A bot that thinks so.
    pub const fn new(style: Option<Style>) -> Self {
        Self { style, phase: None, text: String::new() }
    }
}

impl player::Player for Pilot {
    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        let fight = state.of::<Fight>().ok_or_else(Fault::unfit)?;
        let ((seat, phase), table) = fight.battle.due().zip(fight.table.as_ref()).ok_or_else(Fault::unfit)?;
        let action = match self.style {
            None => Action::idle(phase),
            Some(style) => {
                let mut player = Player::new(style);
                player.memory.clone_from(&table.memories[seat]);
                player.decide(&fight.battle.view(seat), seat, phase, think.stop)
            }
        };
        self.phase = Some(phase);
        self.text = record::write(&action);
        Ok(Answer::Text(&self.text))
    }

    fn note(&self) -> Value {
        json!({ "phase": self.phase })
    }
}
