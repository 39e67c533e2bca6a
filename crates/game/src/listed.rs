//! A game as the catalogue lists it.

use crate::engine::Engine;
use crate::game::Game;
use crate::learning::Learning;
use crate::measure::Measured;
use crate::recording::Recordings;
use crate::terminal::Terminal;

/// A game as the catalogue lists it. What small builds need of a game stands apart from [`Game`], so that
/// the linker leaves out all that these do not call: tables, views, matches.
pub trait Listed: Game + 'static {
    /// [`Game::name`].
    const NAME: &'static str;

    /// The game.
    const GAME: &'static Self;

    /// Begins a conversation about it in the engine protocol, if it is played so.
    const ENGINE: Option<fn() -> Box<dyn Engine>> = None;

    /// How its bot's search is measured, if it has one that searches to fixed depths.
    const MEASURED: Option<&'static dyn Measured> = None;

    /// How an evaluation of it is learned, if it can be.
    const LEARNING: Option<&'static dyn Learning> = None;

    /// How it is played in the terminal; if it is not, where else, with what to type.
    const TERMINAL: Result<&'static dyn Terminal, &'static str>;

    /// Its files for browsers; a game with tables has the script `NAME.js` and the style `NAME.css`.
    const PAGES: &'static [Page] = &[];

    /// How recordings of it are replayed, if there are any.
    const RECORDINGS: Option<Recordings> = None;
}

/// A file of a page. It is served as `/assets/NAME`; names are unique among all games. Words (`lang_CODE.json`)
/// are an exception: the files of all games with the same name become one.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The name of the file.
    pub name: &'static str,
    /// Its content type.
    pub form: &'static str,
    /// Its entity tag.
    pub tag: &'static str,
    /// Its content, packed with gzip.
    pub packed: &'static [u8],
}
