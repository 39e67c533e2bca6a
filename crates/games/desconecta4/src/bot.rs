//! From a position to an action: the searching players by the name of their evaluation.

use super::course::Course;
use super::rules::{Action, Position};
use super::strong::{Strong, Weights};
use super::{draw, notation};
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::duel::Drawn;
use boardbots_game::duel::{Bot, Duel};
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_search::alpha_beta::{Options, Searcher};

impl Duel for Position {
    type Setup = ();
    const NAME: &'static str = "desconecta4";
    const EVALUATIONS: &'static [&'static str] = &["strong", "course"];
    const DEFAULT_DEPTH: u8 = 12;

    fn start((): &()) -> Self {
        Self::default()
    }

    fn turn(&self) -> Colour {
        self.mover()
    }

    fn digit(action: Action) -> char {
        notation::digit(action)
    }

    fn parse_move(&self, text: &str) -> Result<Action, Invalid> {
        notation::parse_action(self, text)
    }

    fn parameters(evaluation: &str) -> Option<Parameters> {
        match evaluation {
            "strong" => Some(Weights::DEFAULT.parameters()),
            "course" => Some(Parameters::of(&[])),
            _ => None,
        }
    }

    fn bot_with(evaluation: &str, parameters: &Parameters, options: Options) -> Option<Box<dyn Bot<Self>>> {
        match evaluation {
            "strong" => Some(Box::new(Searcher::new(Strong::new(Weights::of(parameters)?), options))),
            "course" => Some(Box::new(Searcher::new(Course, options))),
            _ => None,
        }
    }

    fn drawn(history: &[u64]) -> Option<Drawn> {
        draw::drawn(history)
    }
}
