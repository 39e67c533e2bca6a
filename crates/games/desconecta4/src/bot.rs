//! From a position to an action: the searching players by the name of their evaluation.

use super::board::{BOARD, SIDE};
use super::course::Course;
use super::draw;
use super::rules::{Action, Position};
use super::strong::{Strong, Weights, row_of};
use super::tally::PHASES;
use boardbots_game::colour::Colour;
use boardbots_game::duel::Drawn;
use boardbots_game::duel::{Bot, Duel};
use boardbots_game::learned::layout::{Layout, Planes};
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_search::alpha_beta::{Options, Searcher};

/// Up to this number, pieces are few.
const FEW: u8 = 15;
/// Up to this number beyond the few, they are more.
const MORE: u8 = 12;
/// Few, more, many.
const FILLED: u8 = 3;

impl Duel for Position {
    type Setup = ();
    const NAME: &'static str = "desconecta4";
    const EVALUATIONS: &'static [&'static str] = &["learned", "strong", "course"];
    const DEFAULT_DEPTH: u8 = 12;

    /// A phase is that of the bombs, of a board with few, more or many pieces; a stage is whose turn it is.
    const LAYOUT: Option<Layout> = Some(Layout {
        boards: 1,
        rows: SIDE,
        columns: SIDE,
        stride: SIDE + 1,
        phases: PHASES * FILLED,
        stages: 2,
        mirrored: true,
    });
    const LEARNED: Option<&'static str> = Some(include_str!("desconecta4.learned"));

    /// A cell is empty, and a piece of either side completes a line there or does not; or it has a piece of a side
    /// that its bomb would remove or would not.
    #[inline]
    fn planes(&self) -> Planes {
        let (mover, occupied) = (self.mover(), self.occupied());
        let empty = BOARD & !occupied;
        let [own, others] = [mover, mover.other()];
        let hit = |side| self.pieces(side) & row_of(self.bomb(side));
        let low = self.closing(own) & empty | self.pieces(others);
        let middle = self.closing(others) & empty | hit(own) | hit(others);
        let filled = (self.count(own) + self.count(others)).saturating_sub(FEW).div_ceil(MORE).min(FILLED - 1);
        Planes { bits: [low, middle, occupied], phase: filled * PHASES + self.phase(), stage: mover as u8 }
    }

    fn start((): &()) -> Self {
        Self::default()
    }

    fn turn(&self) -> Colour {
        self.mover()
    }

    fn number(action: Action) -> u8 {
        action.number()
    }

    fn numbered(number: u8) -> Option<Action> {
        Action::new(number)
    }

    fn refusal(&self, action: Action) -> String {
        match action {
            Action::BOOM => format!("{} has no bomb on the board", self.mover()),
            _ => format!("column {} is full", action.number()),
        }
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
