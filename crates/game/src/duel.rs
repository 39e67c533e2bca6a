//! What commands and matches ask of a game for two, beside the rules that search needs.

pub mod board;
pub mod built_in;
pub mod engine;
pub mod game;
pub mod judge;
pub mod learning;
pub mod player;
pub mod recording;
pub mod state;
pub mod terminal;

use super::colour::Colour;
use super::learned::layout::{Layout, Planes};
use super::parameters::Parameters;
use boardbots_base::invalid::Invalid;
use boardbots_search::alpha_beta::{Limits, Options, Outcome, Searcher};
use boardbots_search::position::{Evaluator, Position};

/// Why a match is drawn although the rules let the game go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It took too many plies.
    TooLong,
    /// A position occurred too often.
    Repetition,
}

boardbots_base::words! { Drawn::word: TooLong "too many plies", Repetition "a position was repeated" }

/// A game for two that people and programs can play here.
pub trait Duel: Position + 'static {
    /// What it is played on, beyond the rules: nothing, or a map.
    type Setup: Clone + Default + Send;
    /// The name on the command line.
    const NAME: &'static str;
    /// Names of the evaluations, the default first: [`built_in::NAME`] if there is [`Duel::LEARNED`], then those
    /// written by hand.
    const EVALUATIONS: &'static [&'static str];
    /// Those of them that were written by hand, the strongest first.
    const WRITTEN: &'static [&'static str] = built_in::written(Self::EVALUATIONS, Self::LEARNED.is_some());
    /// Those of them that this program has, the default first: one without the feature `learned` has none that is.
    const OFFERED: &'static [&'static str] = if cfg!(feature = "learned") { Self::EVALUATIONS } else { Self::WRITTEN };
    /// Depth in plies by default.
    const DEFAULT_DEPTH: u8;
    /// The word for a move.
    const MOVE: &'static str = "action";

    /// The cells that the patterns of a learned evaluation are made of; `None` if none can be learned.
    const LAYOUT: Option<Layout> = None;

    /// The text of the evaluation that was learned and is part of the program, if there is one.
    const LEARNED: Option<&'static str> = None;

    /// The position as patterns see it, from the side to move; of a game with a [`Duel::LAYOUT`].
    fn planes(&self) -> Planes {
        Planes::default()
    }

    /// The position that a game begins with.
    fn start(setup: &Self::Setup) -> Self;
    /// Whose turn it is; after the end, whose turn it would be.
    fn turn(&self) -> Colour;
    /// The move's number, 0 to 9, whose digit stands for it in recorded games.
    fn number(action: Self::Move) -> u8;
    /// The move of this number, in any position; `None` if there is none.
    fn numbered(number: u8) -> Option<Self::Move>;
    /// The reason why a move is not legal in a game that goes on.
    fn refusal(&self, action: Self::Move) -> String;
    /// The constants of an evaluation written by hand, as they are by default; none at all of an evaluation
    /// that cannot be tuned. `None` if there is no such evaluation.
    fn parameters(evaluation: &str) -> Option<Parameters>;
    /// A bot with an evaluation written by hand and these constants; `None` if there is no such evaluation,
    /// or if they are those of another one.
    fn bot_with(evaluation: &str, parameters: &Parameters, options: Options) -> Option<Box<dyn Bot<Self>>>;

    /// The move's text: a single digit, as in the recorded games.
    #[must_use]
    fn digit(action: Self::Move) -> char {
        char::from(b'0' + Self::number(action))
    }

    /// The legal move of this text.
    ///
    /// # Errors
    ///
    /// A line that says what is wrong and which moves there are.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Invalid> {
        let number = text.parse::<u8>().ok().filter(|_| text.len() == 1);
        let wrong = match number.and_then(Self::numbered) {
            Some(action) if self.ended().is_some() => {
                return Err(format!("the game has ended before {}", Self::digit(action)).into());
            }
            Some(action) if self.moves().into_iter().any(|legal| legal == action) => return Ok(action),
            Some(action) => self.refusal(action),
            None => format!("\"{text}\" is no {}", Self::MOVE),
        };
        Err(format!("{wrong}; {}", choices(self)).into())
    }

    /// A bot with an evaluation of [`Duel::OFFERED`]; `None` if there is no such evaluation.
    #[must_use]
    fn bot(evaluation: &str, options: Options) -> Option<Box<dyn Bot<Self>>> {
        if let Some(network) = built_in::network::<Self>(evaluation) {
            return built_in::bot(network, options);
        }
        Self::bot_with(evaluation, &Self::parameters(evaluation)?, options)
    }

    /// The winner: `None` while the game goes on, `Some(None)` if it was drawn.
    fn winner(&self) -> Option<Option<Colour>> {
        use boardbots_search::position::Ending;
        self.ended().map(|ending| match ending {
            Ending::Win => Some(self.turn()),
            Ending::Loss => Some(self.turn().other()),
            Ending::Draw => None,
        })
    }

    /// Whether a match is drawn although the rules let the game go on; `history` holds the
    /// keys of all its positions, the present one last. Games that always end need no such
    /// rule, and have none. A [`Referee`](super::referee::Referee) asks this.
    #[must_use]
    fn drawn(_history: &[u64]) -> Option<Drawn> {
        None
    }
}

/// Which moves a player has, for errors: "there are 0 3 4".
fn choices<D: Duel>(position: &D) -> String {
    let moves = position.moves();
    moves.into_iter().fold("there are".to_string(), |text, action| format!("{text} {}", D::digit(action)))
}

/// Something that finds moves.
pub trait Bot<G: Position>: Send {
    /// The best move and what speaks for it; `report` hears of every whole iteration.
    ///
    /// `past` holds the keys of the match's positions so far, as far as they are known: one that comes again is
    /// a repetition, if the evaluation minds ([`Evaluator::contempt`]).
    fn think(
        &mut self,
        position: &G,
        past: &[u64],
        limits: Limits<'_>,
        report: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Outcome<G::Move>;
    /// Forgets what was found before.
    fn forget(&mut self);
}

impl<G: Position, J: Evaluator<G>> Bot<G> for Searcher<G, J> {
    fn think(
        &mut self,
        position: &G,
        past: &[u64],
        limits: Limits<'_>,
        report: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Outcome<G::Move> {
        self.search_after(position, past, limits, report)
    }

    fn forget(&mut self) {
        Self::forget(self);
    }
}
