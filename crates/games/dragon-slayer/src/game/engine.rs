//! Dragon Slayer in the engine protocol: decisions are asked with their situation.
//!
//! `position SITUATION` takes the line of [`notation`](crate::notation), where the variant may be
//! left out for that of the options, or `startpos`. The player says the win probability of every
//! choice, and how long people should see it think.

use super::contest::Contest;
use crate::advice::Adviser;
use crate::book::Book;
use crate::mind::Mind;
use crate::personality::Personality;
use crate::rules::Game;
use crate::values::Values as _;
use crate::variant::Variant;
use boardbots_base::invalid::Invalid;
use boardbots_game::engine::{Engine, Maker};
use boardbots_game::fault::Fault;
use boardbots_game::options::GameOption;
use boardbots_game::player::{Info, NoAnswer, Player, Think};
use boardbots_game::state::{Answer, Choice, GameState};
use std::sync::{Arc, LazyLock};

/// Words of a situation without its variant.
const SHORT: usize = 8;

/// Everybody's names, Abel's first.
static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(|| Personality::all().iter().map(|of| of.name).collect());

/// A conversation.
pub struct Conversation {
    personality: &'static Personality,
    seed: u64,
    variant: Variant,
    state: Contest,
}

impl Conversation {
    /// As it begins.
    pub fn new() -> Self {
        let variant = Variant::STANDARD;
        let personality = Personality::all().first().expect("there are personalities");
        Self { personality, seed: 1, variant, state: Contest::at(Game::new(variant, 2)) }
    }
}

impl Engine for Conversation {
    fn options(&self) -> Vec<GameOption> {
        let Variant { goal, bonus, .. } = Variant::STANDARD;
        vec![
            GameOption::word("Personality", NAMES[0], &NAMES),
            GameOption::number("Seed", 1, &(0..=u64::MAX)),
            GameOption::number("Goal", goal, &Variant::GOALS),
            GameOption::number("Bonus", bonus, &Variant::BONUSES),
            GameOption::word("Doubling", "on", &["on", "off"]),
        ]
    }

    fn set(&mut self, option: &GameOption, value: &str) -> Result<bool, Invalid> {
        let mut variant = self.variant;
        match option.name {
            "Personality" => {
                let none = || format!("Personality is one of {}, not \"{value}\"", NAMES.join(", "));
                self.personality = Personality::named(value).ok_or_else(none)?;
            }
            "Seed" => self.seed = option.parse(value)?.as_number(),
            "Goal" => variant.goal = option.parse(value)?.as_number(),
            "Bonus" => variant.bonus = option.parse(value)?.as_number(),
            _ => variant.doubling = option.parse(value)?.as_text() == "on",
        }
        if variant != self.variant {
            self.variant = variant;
            self.reset();
        }
        Ok(true)
    }

    fn reset(&mut self) {
        self.state = Contest::at(Game::new(self.variant, 2));
    }

    fn place(&mut self, text: &str) -> Result<(), Invalid> {
        let Variant { goal, bonus, .. } = self.variant;
        let words = text.split_whitespace().count();
        let read = |text: &str| text.parse::<Game>().map_err(Invalid::new);
        let game = match text.trim() {
            "startpos" => Game::new(self.variant, 2),
            "" => return Err("write position startpos, or position and a situation behind".into()),
            text if words == SHORT => read(&format!("{text} {goal} {bonus} {}", self.variant.factor()))?,
            text => read(text)?,
        };
        self.state = Contest::at(game);
        Ok(())
    }

    fn state(&self) -> &dyn GameState {
        &self.state
    }

    fn shown(&self) -> Vec<String> {
        vec![format!("situation {}", self.state.game())]
    }

    fn ended(&self) -> Option<String> {
        Some(format!("won by player {}", self.state.game().winner()? + 1))
    }

    fn player(&self) -> Maker {
        let Self { personality, seed, .. } = *self;
        let variant = self.state.game().variant();
        Box::new(move || {
            let mut player = Decider { personality, seed, mind: None, adviser: Adviser::new() };
            player.wake(variant);
            Box::new(player)
        })
    }

    fn depth(&self) -> Option<u8> {
        None
    }
}

/// A player that can begin with any situation of any variant.
struct Decider {
    personality: &'static Personality,
    seed: u64,
    /// Of the last variant, which had to be solved.
    mind: Option<(Mind, Arc<Book>)>,
    adviser: Adviser,
}

impl Decider {
    fn wake(&mut self, variant: Variant) -> (&mut Mind, &Arc<Book>, &mut Adviser) {
        let Self { personality, seed, mind, adviser } = self;
        let kept = mind.take().filter(|(_, book)| book.variant() == variant);
        let (mind, book) = mind.insert(kept.unwrap_or_else(|| {
            let book = Arc::new(Book::of(variant));
            (Mind::new(personality, Arc::clone(&book), *seed), book)
        }));
        (mind, book, adviser)
    }
}

impl Player for Decider {
    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, NoAnswer> {
        let game = state.of::<Contest>().ok_or_else(Fault::unfit)?.game();
        let (mind, book, adviser) = self.wake(game.variant());
        let decision = mind.decide(game).ok_or_else(Fault::unfit)?;
        if let Some(report) = think.report {
            adviser.study_game(book.as_ref(), game);
            for action in game.actions() {
                report(Info::Worth { choice: &action.to_string(), win: adviser.worth(action) });
            }
            report(Info::Pause(decision.pause));
        }
        Ok(Answer::Choice(Choice(decision.action.letter())))
    }

    fn forget(&mut self) {
        self.mind = None;
    }
}
