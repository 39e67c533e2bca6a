//! What a game for two tells the program beside its rules.
//!
//! Everything for pages is data, not words: pages speak several languages. A cell is written as
//! `[row, column]`, both from 0.

use crate::colour::Colour;
use crate::listed::Page;
use crate::options::{GameOption, Settings};
use crate::picture::Pictured;
use crate::player::Stop;
use crate::recording::Recordings;
use crate::referee::Referee;
use crate::setup::{Opening, Openings};
use crate::state::Seat;
use crate::terminal::Refusal;
use crate::terminal::argument::{Argument, Given};
use boardbots_base::invalid::Invalid;
use boardbots_search::alpha_beta::{Limits, Options};
use boardbots_search::position::{Position, ends_in};
use fastrand::Rng;
use serde_json::{Map, Value};

/// A game for two as matches, tables and the engine protocol play it.
pub trait Board: Pictured<Undo: Clone + Send> {
    /// What the game's own options are set to.
    type Choices: Clone + Default;

    /// The game's name for people.
    const TITLE: &'static str;
    /// The bots that the lobby offers, each as it is named, as it is called, and its strength, see
    /// [`Offer`](crate::game::Offer); the usual one first.
    const OFFERS: &'static [(&'static str, &'static str, u8)];
    /// Plies that a bot at a table searches by default.
    const DEPTH: u8;
    /// How many units of an evaluation are a clear advantage.
    const ADVANTAGE: i32;
    /// From which value on a game counts as decided although its end is out of reach: -1000 lost, 1000 won.
    const DECIDED: i16 = 900;

    /// Positions that the judge looks at to find what this one is worth, so that a small board takes a second at most.
    fn nodes(&self) -> u64 {
        300_000
    }
    /// A search for how games end with best play, if the game has a better one than that of its bots.
    #[must_use]
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        None
    }

    /// The options of the lobby; see [`options`](crate::game::Game::options).
    #[must_use]
    fn options() -> Vec<GameOption> {
        Vec::new()
    }

    /// What a game at a table is played on with these options and this seed.
    ///
    /// # Errors
    /// Which option is wrong.
    fn setup(_options: &Settings, _seed: u64) -> Result<Self::Setup, Invalid> {
        Ok(Self::Setup::default())
    }

    /// The options of the game in the terminal, beside those of every game for two.
    #[must_use]
    fn arguments() -> Vec<Argument> {
        Vec::new()
    }
    /// What a game in the terminal is played on with these options.
    ///
    /// # Errors
    /// What is wrong with them, or with a file.
    fn given(_given: &Given) -> Result<Self::Setup, Refusal> {
        Ok(Self::Setup::default())
    }
    /// The board, and all else that can be seen.
    fn shown(referee: &Referee<Self>) -> Map<String, Value>;
    /// What a move of the side to move does, as data beside its text: `kind`, and the cells it is
    /// about.
    fn prospect(&self, action: Self::Move) -> Value;
    /// What a move has done, in order; it was made in this position and led to that one.
    fn events(&self, action: Self::Move, after: &Self) -> Vec<Value>;
    /// Why the game has ended by its rules, as a key of the pages' texts.
    fn reason(&self) -> &'static str;

    /// The options of matches that it knows; see [`Matches::options`](crate::game::Matches::options).
    const MATCH_OPTIONS: &'static [&'static str] = &["depth", "movetime", "deadline", "openings", "plies"];

    /// The opening of a match's game; the same for the same seed. Without other words a given line, or a few random
    /// moves.
    #[must_use]
    fn opening(seed: u64, openings: &Openings) -> Opening {
        opening_of_seed::<Self>(seed, openings)
    }

    /// The options of the game in matches and in the engine protocol.
    #[must_use]
    fn declared() -> Vec<GameOption> {
        Vec::new()
    }

    /// Sets one of these, and returns what games are played on from then on; `None` if there is no
    /// such option. A failure changes nothing.
    ///
    /// # Errors
    /// What is wrong with the value.
    fn choose(_choices: &mut Self::Choices, _name: &str, _value: &str) -> Option<Result<Self::Setup, Invalid>> {
        None
    }

    /// The depths of the bench, one more, and the depth to which positions are counted from the start.
    const BENCH: (&'static [u8], u8, u8);

    /// How recordings of the game are replayed, if there are any.
    const RECORDINGS: Option<Recordings> = None;
    /// See [`Listed::PAGES`](crate::listed::Listed::PAGES).
    const PAGES: &'static [Page];

    /// The fixed positions of the bench; the game goes on in all of them.
    #[must_use]
    fn positions() -> Vec<Self>;

    /// What a game for timing is played on; `size` is that of a map, in games that have some.
    #[must_use]
    fn practised(_size: Option<u8>, _seed: u64) -> Self::Setup {
        Self::Setup::default()
    }

    /// Rows and columns of maps by default, in games with maps of several sizes.
    const SIZE: Option<u8> = None;

    /// Reads a position: what follows `position cells` in the engine protocol.
    ///
    /// # Errors
    /// What is wrong.
    fn read(text: &str) -> Result<Self, Invalid>;

    /// The position as [`Board::read`] takes it, if the game has such a text.
    fn text(&self) -> Option<String> {
        None
    }

    /// The position as recordings write it: see [`recording`](super::recording).
    fn recorded(&self) -> String {
        self.text().unwrap_or_default()
    }
}

/// The result of a game with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The best move.
    pub best: M,
    /// The winner: 1 for the side to move, -1 for the other, 0 for neither.
    pub result: i8,
    /// Plies to the end.
    pub plies: u8,
    /// True if the end cannot come sooner.
    pub is_exact: bool,
}

/// A search for how games end, limited by positions that it looks at.
pub trait Prover<D: Position>: Send {
    /// Begins a verdict: forgets what was found before, and has its whole limit again.
    fn forget(&mut self);
    /// The result with all moves or with the only one; `None` if it is out of reach, or if `stop` said yes.
    fn prove(&mut self, position: &D, only: Option<D::Move>, stop: Stop<'_>) -> Option<Proof<D::Move>>;
}

/// The game that begins with an opening.
///
/// # Errors
/// Which option cannot be set, or which move is not legal, or that the opening ends the game.
pub fn begin<D: Board>(opening: &Opening) -> Result<Referee<D>, Invalid> {
    let (mut choices, mut setup) = (D::Choices::default(), D::Setup::default());
    for (name, value) in &opening.options {
        let none = || Err(Invalid::new(format_args!("{} has no option \"{name}\"", D::NAME)));
        setup = D::choose(&mut choices, name, value).unwrap_or_else(none)?;
    }
    let mut game = Referee::new(D::start(&setup));
    for (number, digit) in (1..).zip(opening.moves.chars()) {
        let action = game.position.parse_move(digit.encode_utf8(&mut [0; 4]));
        game.play(action.map_err(|error| format!("move {number}: {error}"))?);
    }
    if game.verdict().is_some() {
        return Err(Invalid::new(format_args!("the opening {} ends the game", opening.moves)));
    }
    Ok(game)
}

/// Where a side sits.
#[must_use]
pub const fn seat(side: Colour) -> Seat {
    side as Seat
}

/// Plies after an opening within which neither side may have a forced win.
const SOON: u8 = 6;
/// Openings of one length that are tried before a shorter one is.
const TRIES: usize = 1000;

/// The opening of a seed: one of the given lines, or random moves after which neither side has won or can
/// force a win within [`SOON`] plies. The simplest evaluation of the game looks for such wins.
#[must_use]
pub fn opening_of_seed<D: Board>(seed: u64, openings: &Openings) -> Opening {
    let mut rng = Rng::with_seed(seed);
    if !openings.lines.is_empty() {
        let line = rng.u64(0..openings.lines.len() as u64);
        let moves = openings.lines[usize::try_from(line).unwrap_or(0)].clone();
        return Opening { options: Vec::new(), moves };
    }
    // Nearly all long openings may lose for one side. Shorter ones have to do then.
    let plies = (0..=openings.plies).rev();
    let moves = plies.flat_map(|plies| std::iter::repeat_n(plies, TRIES)).find_map(|plies| open::<D>(plies, &mut rng));
    Opening { options: Vec::new(), moves: moves.unwrap_or_default() }
}

/// Random plies; `None` if a side has won or soon will.
fn open<D: Board>(plies: u8, rng: &mut Rng) -> Option<String> {
    let (mut position, mut digits) = (D::start(&D::Setup::default()), String::new());
    for _ in 0..plies {
        let moves = position.moves();
        let action = moves[usize::from(rng.u8(0..u8::try_from(moves.len()).ok()?))];
        digits.push(D::digit(action));
        position.play(action);
        if position.ended().is_some() {
            return None;
        }
    }
    let mut bot = D::bot(D::WRITTEN.last()?, Options::default())?;
    let found = bot.think(&position, &[], Limits::plies(SOON), &mut |_| ());
    ends_in(found.value).is_none().then_some(digits)
}
