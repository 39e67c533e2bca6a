//! From a position to an action: the searching players by the name of their evaluation.

use super::course::Course;
use super::map::{Map, Place};
use super::rules::{Action, Position};
use super::strong::{Strong, Weights};
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
    const LAYOUT: Option<Layout> = Some(LAYOUT);

    fn planes(&self) -> Planes {
        seen(self)
    }

    fn start(setup: &Setup) -> Self {
        Self::new(&setup.map, setup.first)
    }

    fn turn(&self) -> Colour {
        self.mover
    }

    fn number(action: Action) -> u8 {
        action.number()
    }

    fn numbered(number: u8) -> Option<Action> {
        Action::new(number)
    }

    fn refusal(&self, action: Action) -> String {
        if action == Action::PASS {
            return format!("{} can move and so cannot pass", self.mover);
        }
        let name = ["up", "down", "left", "right"][usize::from(action.number())];
        format!("{} cannot move {name}", self.mover)
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

/// Cells from a player to the edge of what is seen.
const REACH: u8 = 2;
const WIDE: u8 = 2 * REACH + 1;
/// Leads that are told apart, either way.
const LEADS: u8 = 7;
/// More dirt than this on a cell is much.
const LITTLE: u8 = 3;

/// The surroundings of the side to move, and those of the other one.
const LAYOUT: Layout =
    Layout { boards: 2, rows: WIDE, columns: WIDE, stride: WIDE, phases: 2 * LEADS + 1, stages: 1, mirrored: true };

/// A cell can be entered and has no, little or much dirt; or it cannot be entered, and a player is there or
/// not.
fn seen(position: &Position) -> Planes {
    let (own, other) = (position.mover, position.mover.other());
    let places = [own, other].map(|side| position.place(side));
    let mut bits = [0; 3];
    for (board, centre) in (0..).zip(places) {
        for row in 0..WIDE {
            for column in 0..WIDE {
                let cell = 1 << LAYOUT.cell(board, row, column);
                let on_map = |from: u8, by: u8| (from + by).checked_sub(REACH).filter(|at| *at < position.size);
                let place = on_map(centre.row, row).zip(on_map(centre.column, column));
                let place = place.map(|(row, column)| Place { row, column });
                let Some(place) = place.filter(|place| position.is_free(*place)) else {
                    bits[2] |= cell;
                    bits[0] |= if place.is_some_and(|place| places.contains(&place)) { cell } else { 0 };
                    continue;
                };
                let dirt = position.dirt(place);
                bits[0] |= if dirt > 0 { cell } else { 0 };
                bits[1] |= if dirt > LITTLE { cell } else { 0 };
            }
        }
    }
    let lead = position.score(own).cast_signed() - position.score(other).cast_signed();
    let leads = i32::from(LEADS);
    let lead = (lead * (leads + 1) / (position.rest.cast_signed() + 1)).clamp(-leads, leads);
    Planes { bits, phase: (lead + leads).to_le_bytes()[0], stage: 0 }
}
