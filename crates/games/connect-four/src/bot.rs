//! From a position to a drop: the searching player.

use super::eval::{Threats, Weights};
use super::notation;
use super::rules::{Column, Position};
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::duel::{Bot, Duel};
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_search::alpha_beta::{Options, Searcher};

impl Duel for Position {
    type Setup = ();
    const NAME: &'static str = "connect-four";
    const EVALUATIONS: &'static [&'static str] = &["strong"];
    const DEFAULT_DEPTH: u8 = 12;

    fn start((): &()) -> Self {
        Self::default()
    }

    fn turn(&self) -> Colour {
        self.mover()
    }

    fn digit(column: Column) -> char {
        notation::digit(column)
    }

    fn parse_move(&self, text: &str) -> Result<Column, Invalid> {
        notation::parse_drop(self, text)
    }

    fn parameters(evaluation: &str) -> Option<Parameters> {
        (evaluation == "strong").then(|| Weights::DEFAULT.parameters())
    }

    fn bot_with(evaluation: &str, parameters: &Parameters, options: Options) -> Option<Box<dyn Bot<Self>>> {
        let weights = Weights::of(parameters).filter(|_| evaluation == "strong")?;
        Some(Box::new(Searcher::new(Threats::new(weights), options)))
    }
}
