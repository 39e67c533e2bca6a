//! From a position to a drop: the searching player.

use super::eval::{Threats, Weights};
use super::rules::{COLUMNS, Column, Position, ROWS};
use boardbots_game::colour::Colour;
use boardbots_game::duel::{Bot, Duel};
use boardbots_game::learned::layout::{Layout, Planes};
use boardbots_game::parameters::{Constants, Parameters};
use boardbots_search::alpha_beta::{Options, Searcher};

/// Plies of a phase.
const PLIES: u8 = 7;
/// Phases of a game, each for both sides.
const PHASES: u8 = ROWS * COLUMNS / PLIES;

impl Duel for Position {
    type Setup = ();
    const NAME: &'static str = "connect-four";
    const EVALUATIONS: &'static [&'static str] = &["learned", "strong"];
    const DEFAULT_DEPTH: u8 = 12;
    const MOVE: &'static str = "column";

    /// A phase is a sixth of the game and whose turn it is, a stage whose turn it is.
    const LAYOUT: Option<Layout> = Some(Layout {
        boards: 1,
        rows: ROWS,
        columns: COLUMNS,
        stride: ROWS + 1,
        phases: 2 * PHASES,
        stages: 2,
        mirrored: true,
    });
    const LEARNED: Option<&'static str> = Some(include_str!("connect-four.learned"));

    /// A cell is empty, and a piece of either side completes a line there or does not; or it has a piece of a side.
    #[inline]
    fn planes(&self) -> Planes {
        let ([own, others], empty) = (self.sides(), self.empty());
        let low = own.closing & empty | others.pieces;
        let bits = [low, others.closing & empty, own.pieces | others.pieces];
        let stage = self.mover() as u8;
        Planes { bits, phase: 2 * (self.count() / PLIES) + stage, stage }
    }

    fn start((): &()) -> Self {
        Self::default()
    }

    fn turn(&self) -> Colour {
        self.mover()
    }

    fn number(column: Column) -> u8 {
        column
    }

    fn numbered(number: u8) -> Option<Column> {
        (number < COLUMNS).then_some(number)
    }

    fn refusal(&self, column: Column) -> String {
        format!("column {column} is full")
    }

    fn parameters(evaluation: &str) -> Option<Parameters> {
        (evaluation == "strong").then(|| Weights::DEFAULT.parameters())
    }

    fn bot_with(evaluation: &str, parameters: &Parameters, options: Options) -> Option<Box<dyn Bot<Self>>> {
        let weights = Weights::of(parameters).filter(|_| evaluation == "strong")?;
        Some(Box::new(Searcher::new(Threats::new(weights), options)))
    }
}
