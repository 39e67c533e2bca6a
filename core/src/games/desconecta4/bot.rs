//! From a position to an action: the searching players by the name of their judge.

use super::course::Course;
use super::rules::{Action, Position};
use super::strong::Strong;
use super::{draw, notation};
use crate::games::colour::Colour;
use crate::games::duel::{Bot, Duel};
use crate::games::referee::Drawn;
use crate::search::alpha_beta::{Options, Searcher};

impl Duel for Position {
    type Setup = ();
    const NAME: &'static str = "desconecta4";
    const JUDGES: &'static [&'static str] = &["strong", "course"];
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

    fn parse_move(&self, text: &str) -> Result<Action, String> {
        notation::parse_action(self, text)
    }

    fn bot(judge: &str, options: Options) -> Option<Box<dyn Bot<Self>>> {
        match judge {
            "strong" => Some(Box::new(Searcher::new(Strong, options))),
            "course" => Some(Box::new(Searcher::new(Course, options))),
            _ => None,
        }
    }

    fn drawn(history: &[u64]) -> Option<Drawn> {
        draw::drawn(history)
    }
}
