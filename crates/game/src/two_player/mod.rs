//! All that a game is to the program, made out of one trait for a game for two that alpha-beta searches.
//!
//! | file | holds |
//! |---|---|
//! | [`side`] | the two sides |
//! | [`bot`] | bots, and evaluations as a game lists them |
//! | [`game`] | the game as the program knows games |
//! | [`state`] | a game so far, and as a running game |
//! | [`player`] | bots as players |
//! | [`analyst`] | the worth of positions and moves, for hints and analyses |
//! | [`opening`] | openings of matches |
//! | [`engine`] | the engine protocol |
//! | [`terminal`] | the terminal |
//! | [`recording`] | recorded games, replayed |
//! | [`learning`], [`learned`] | an evaluation that is learned |

pub mod analyst;
pub mod book;
pub mod bot;
pub mod engine;
pub mod game;
pub mod learned;
pub mod learning;
pub mod opening;
pub mod perfect;
pub mod player;
pub mod recording;
pub mod side;
pub mod state;
pub mod terminal;

use crate::learned::patterns::{Layout, Planes};
use crate::listed::Page;
use crate::options::{GameOption, Settings};
use crate::picture::{Picture, Reader};
use crate::recording::Recordings;
use crate::setup::{Opening, Openings};
use crate::terminal::SetupError;
use crate::terminal::argument::{Argument, Given};
use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_search::position::{Ending, Evaluator, Position};
use book::Book;
use bot::{Prover, Written, is_text};
use serde_json::{Map, Value, json};
use side::Side;
use state::{Drawn, Referee};
use std::fmt::Display;

/// A game as a variant of chess in which pieces are dropped, as programs that speak UCI know it.
pub struct ChessVariant<G: Position> {
    /// The name of the variant.
    pub name: &'static str,
    /// The position as a FEN, which [`TwoPlayerGame::read`] takes, too.
    pub fen: fn(&G) -> String,
    /// The moves that led to a position, from the first, with spaces between.
    pub drops: fn(&G, &[G::Move]) -> String,
    /// The legal move of a text; `None` if it is none in this notation.
    pub read_drop: fn(&G, &str) -> Option<G::Move>,
}

/// A game for two players who move in turn, as the program plays it; the type is that of its positions.
///
/// Required items come first. All others have a default that works, and a game overrides those that it can do better.
/// Data for pages contains no words, for pages speak several languages; a cell there is `[row, column]`, both from 0.
pub trait TwoPlayerGame: Position<Move: Display> + 'static {
    /// The evaluation that bots use.
    type Evaluation: Evaluator<Self> + Default + 'static;

    /// The name on the command line, in addresses and in databases: lower case with dashes.
    const NAME: &'static str;
    /// The name for people.
    const TITLE: &'static str;

    /// The position that a game begins with. The settings are those of [`TwoPlayerGame::declared`] that were made, the
    /// latest last; all others have their defaults.
    ///
    /// # Errors
    /// A setting that makes no sense, or a file that cannot be read.
    fn start(settings: &Settings) -> Result<Self, InputError>;
    /// The side whose turn it is; after the end, whose turn it would be.
    fn turn(&self) -> Side;
    /// The position for people: its board as a grid of cells, if it has one, and what else there is to see in lines.
    fn picture(&self) -> Picture;

    /// The names of the sides.
    const SIDES: [&'static str; 2] = ["first", "second"];
    /// The word for a move.
    const MOVE: &'static str = "move";
    /// The rules in a sentence or two of English, for games that have no words of their own for pages.
    const RULES: &'static str = "";
    /// True if the text of every move is one character: moves then follow each other without a space.
    const SHORT_MOVES: bool = false;

    /// The name of a side.
    #[must_use]
    fn called(side: Side) -> &'static str {
        Self::SIDES[side.seat()]
    }

    /// The legal move of this text.
    ///
    /// # Errors
    /// Fails if it is not a legal move, and lists the legal ones.
    fn parse_move(&self, text: &str) -> Result<Self::Move, InputError> {
        let shown = printable(text, MAX_MOVE);
        if self.ended().is_some() {
            return Err(InputError::new(format_args!("the game has ended before {shown}")));
        }
        if let Some(action) = Self::CHESS_VARIANT.and_then(|variant| (variant.read_drop)(self, text)) {
            return Ok(action);
        }
        let moves = self.moves();
        if let Some(action) = moves.iter().find(|action| is_text(text, **action)) {
            return Ok(*action);
        }
        let reason = self.refusal(text).unwrap_or_else(|| format!("\"{shown}\" is no {}", Self::MOVE));
        let all = moves.iter().fold(String::new(), |all, action| format!("{all} {action}"));
        Err(InputError::new(format_args!("{reason}; there are{all}")))
    }
    /// The reason why the text of a move is not legal in a game that goes on; `None` if it means no move at all.
    fn refusal(&self, _text: &str) -> Option<String> {
        None
    }

    /// The winner: `None` while the game goes on, `Some(None)` if it was drawn.
    fn winner(&self) -> Option<Option<Side>> {
        self.ended().map(|ending| match ending {
            Ending::Win => Some(self.turn()),
            Ending::Loss => Some(self.turn().other()),
            Ending::Draw => None,
        })
    }
    /// The reason for which a game is drawn although the rules let it go on; `history` holds the keys of all its
    /// positions, the present one last. Games that always end need no such rule.
    #[must_use]
    fn drawn(_history: &[u64]) -> Option<Drawn> {
        None
    }
    /// The only move of a player who has no choice, and need not be asked.
    fn pass(&self) -> Option<Self::Move> {
        None
    }

    /// The evaluations written by hand, the strongest first.
    const WRITTEN: &'static [Written<Self>] = &[Written::plain::<Self::Evaluation>("strong")];
    /// Plies that a bot searches by default.
    const DEPTH: u8 = 8;
    /// Plies that a bot at a table searches by default.
    const TABLE_DEPTH: u8 = 6;
    /// The bots that the lobby offers: each as it is named after the game and a colon, as it is called, and its
    /// strength, see [`Offer`](crate::game::Offer); the usual one first. If there are none, the strongest evaluation is
    /// offered at three depths.
    const OFFERS: &'static [(&'static str, &'static str, u8)] = &[];
    /// Units of an evaluation that are a clear advantage.
    const ADVANTAGE: i32 = 100;
    /// The value from which on a game counts as decided although its end is out of reach: -1000 lost, 1000 won.
    const DECIDED: i16 = 900;
    /// Positions that the analyst looks at to find what this one is worth, so that a small board takes a second at most.
    fn nodes(&self) -> u64 {
        300_000
    }
    /// Positions that the analyst's proofs look at, of all moves of a verdict together, as a multiple of these.
    const PROOF_FACTOR: u64 = 8;
    /// True if scores of exact results count the winner's lead, such as discs.
    const SCORE_IS_LEAD: bool = false;
    /// A search for exact results, in games that always end.
    #[must_use]
    fn prover(_options: boardbots_search::Options) -> Option<Box<dyn Prover<Self>>> {
        None
    }

    /// The book of the bot that plays perfectly, if there is one.
    #[must_use]
    fn book() -> Option<&'static Book<Self>> {
        None
    }
    /// The mirror image of the position, which is worth the same; `None` in games without one.
    fn mirrored(&self) -> Option<Self> {
        None
    }
    /// The mirror image of a move.
    #[must_use]
    fn mirrored_move(action: Self::Move) -> Self::Move {
        action
    }

    /// The cells that the patterns of a learned evaluation are made of; `None` if none can be learned.
    const LAYOUT: Option<Layout> = None;
    /// The evaluation that was learned and is part of the program, if there is one: the file `src/NAME.learned`, which the
    /// build script deflates.
    const LEARNED: Option<&'static [u8]> = None;
    /// The position as patterns see it, from the side to move; of a game with a [`TwoPlayerGame::LAYOUT`].
    fn planes(&self) -> Planes {
        Planes::default()
    }

    /// The options of the game in matches and in the engine protocol.
    #[must_use]
    fn declared() -> Vec<GameOption> {
        Self::options()
    }
    /// The options of the lobby; see [`options`](crate::game::Game::options).
    #[must_use]
    fn options() -> Vec<GameOption> {
        Vec::new()
    }
    /// The settings of a game at a table with these options and this seed.
    fn at_table(options: &Settings, _seed: u64) -> Settings {
        options.clone()
    }
    /// The options of the game in the terminal, beside those of every game for two.
    #[must_use]
    fn arguments() -> Vec<Argument> {
        Self::declared().iter().map(Argument::of).collect()
    }
    /// The settings of a game in the terminal with these options.
    ///
    /// # Errors
    /// An option that makes no sense.
    fn given(given: &Given) -> Result<Settings, SetupError> {
        given.settings(&Self::declared()).map_err(|(error, option)| SetupError::Usage(error, Some(option)))
    }
    /// The settings of a game for timing; `size` is that of a map, in games that have some.
    fn practised(_size: Option<u8>, _seed: u64) -> Settings {
        Settings::default()
    }
    /// Rows and columns of maps by default, in games with maps of several sizes.
    const SIZE: Option<u8> = None;
    /// The options of matches that it knows; see [`Matches::options`](crate::game::Matches::options).
    const MATCH_OPTIONS: &'static [&'static str] =
        &["depth", "movetime", "nodes", "deadline", "clock", "openings", "plies"];
    /// The opening of a match's game, the same for the same seed; `None` for a given line, or a few random moves.
    #[must_use]
    fn opening(_seed: u64, _openings: &Openings) -> Option<Opening> {
        None
    }

    /// The depths of the bench, one more, and the depth to which positions are counted from the start.
    const BENCH: (&'static [u8], u8, u8) = (&[2, 4, 6], 8, 4);
    /// Lines of moves that lead to the fixed positions of the bench, in all of which the game goes on. Without any, random
    /// moves lead to some.
    const POSITIONS: &'static str = "";
    /// The settings of such a line's game, and its moves.
    fn position_line(line: &'static str) -> (Settings, &'static str) {
        (Settings::default(), line)
    }
    /// The way in which recordings of the game are replayed, if there are any.
    const RECORDINGS: Option<Recordings> = None;
    /// The position of a text: what follows `position fen` in the engine protocol.
    ///
    /// # Errors
    /// Fails if the text is invalid.
    fn read(_text: &str) -> Result<Self, InputError> {
        Err(InputError::new(format_args!("positions of {} are given by moves: position startpos moves …", Self::NAME)))
    }
    /// The game as a variant of chess, if programs that speak UCI know it as one.
    const CHESS_VARIANT: Option<ChessVariant<Self>> = None;
    /// The position as [`TwoPlayerGame::read`] takes it, if the game has such a text.
    fn text(&self) -> Option<String> {
        None
    }
    /// The position as recordings write it: see [`recording`].
    fn recorded(&self) -> String {
        self.text().unwrap_or_default()
    }

    /// The position as people, or programs, see it after a move: that is, the position before and the move.
    fn seen(&self, last: Option<(&Self, Self::Move)>, _reader: Reader) -> Picture {
        let mut picture = self.picture();
        if let Some((before, _)) = last {
            picture.mark_changes(&before.picture());
        }
        picture
    }
    /// Words for moves beside their keys, each with the text of its move.
    const WORDS: &'static [(&'static str, &'static str)] = &[];
    /// The ways to type moves, in a line or two.
    const HELP: &'static str = "Type a move as the command moves lists it.";
    /// The keys that a person types for a move.
    fn keystroke(action: Self::Move) -> String {
        action.to_string()
    }
    /// The legal move that a person has typed.
    ///
    /// # Errors
    /// Fails if it is not a legal move, and names the words that can be typed.
    fn typed(&self, line: &str) -> Result<Self::Move, InputError> {
        let word = Self::WORDS.iter().find(|(name, _)| *name == line);
        self.parse_move(word.map_or(line, |(_, text)| text))
    }
    /// The result of a move in this position, like "green drops a piece into column 3".
    fn account(&self, action: Self::Move) -> String {
        format!("{} plays {action}", Self::called(self.turn()))
    }

    /// The files for browsers; see [`Listed::PAGES`](crate::listed::Listed::PAGES). A game without any is shown by the
    /// page that all games share.
    const PAGES: &'static [Page] = &[];
    /// The board, and all else that can be seen; `last` as for [`TwoPlayerGame::seen`].
    fn shown(game: &Referee<Self>, last: Option<(&Self, Self::Move)>) -> Map<String, Value> {
        let picture = game.position.seen(last, Reader::Program).json();
        std::iter::once(("picture".to_string(), picture)).collect()
    }
    /// A move of the side to move as data beside its text: its `kind`, and the cells it is about.
    fn prospect(&self, _action: Self::Move) -> Value {
        json!({ "kind": "move" })
    }
    /// The events of a move, in order; it was made in this position and led to that one.
    fn events(&self, action: Self::Move, _after: &Self) -> Vec<Value> {
        vec![json!({ "kind": "move", "seat": self.turn().seat(), "choice": action.to_string() })]
    }
    /// The reason for the end by the rules, as a key of the pages' texts; empty if there is nothing to say.
    fn reason(&self) -> &'static str {
        ""
    }
}

/// The most characters of a text that an error repeats.
const MAX_MOVE: usize = 40;
