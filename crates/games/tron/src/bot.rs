//! From a position to an action: the searching players by the name of their evaluation.

use super::course::Course;
use super::map::Map;
use super::notation;
use super::rules::{Action, Position};
use super::strong::{Strong, Weights};
use super::surroundings;
use boardbots_base::invalid::Invalid;
use boardbots_game::colour::Colour;
use boardbots_game::duel::{Bot, Duel};
use boardbots_game::learned::layout::{Layout, Planes};
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_search::alpha_beta::{Options, Searcher};

/// What a game is played on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// Who moves first; the original draws it.
    pub first: Colour,
}

impl Default for Setup {
    fn default() -> Self {
        Self { map: Map::default(), first: Colour::Green }
    }
}

impl Duel for Position {
    type Setup = Setup;
    const NAME: &'static str = "tron";
    const EVALUATIONS: &'static [&'static str] = &["strong", "course"];
    const DEFAULT_DEPTH: u8 = 16;

    /// The cells around both players; a phase is who leads by how much of what is left.
    const LAYOUT: Option<Layout> = Some(surroundings::LAYOUT);

    fn planes(&self) -> Planes {
        surroundings::planes(self)
    }

    fn start(setup: &Setup) -> Self {
        Self::new(&setup.map, setup.first)
    }

    fn turn(&self) -> Colour {
        self.mover
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
}
