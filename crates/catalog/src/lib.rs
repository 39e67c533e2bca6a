//! All games that this build has.

use boardbots_base::invalid::InputError;
use boardbots_battletech::game::BattleTech;
use boardbots_dragon_slayer::game::DragonSlayer;
use boardbots_game::engine::Engine;
use boardbots_game::game::Game;
use boardbots_game::listed::{Learning, Listed, Measured, Page};
use boardbots_game::recording::Recordings;
use boardbots_game::spec::Spec;
use boardbots_game::terminal::Terminal;
use boardbots_game::two_player::game::TwoPlayer;
use boardbots_vindinium::game::Vindinium;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::OnceLock;

/// Lists games by their types, in the order in which the lobby offers them.
macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        // One list for each part of the program, so that the linker can leave out what a small build does not use.
        static GAMES: &[&dyn Game] = &[$(<$game as Listed>::GAME),+];
        static ENGINES: &[Named<Option<Converse>>] = &[$((<$game as Listed>::NAME, <$game as Listed>::ENGINE)),+];
        static MEASURED: &[Named<Option<&dyn Measured>>] = &[$((<$game as Listed>::NAME, <$game as Listed>::MEASURED)),+];
        static LEARNING: &[Named<Option<&dyn Learning>>] = &[$((<$game as Listed>::NAME, <$game as Listed>::LEARNING)),+];
        static TERMINALS: &[Named<InTerminal>] = &[$((<$game as Listed>::NAME, <$game as Listed>::TERMINAL)),+];
        static PAGES: &[&[Page]] = &[$(<$game as Listed>::PAGES),+];
        static RECORDED: &[Named<Option<Recordings>>] =
            &[$((<$game as Listed>::NAME, <$game as Listed>::RECORDINGS)),+];

        #[cfg(test)]
        #[test]
        fn every_game_conforms() {
            $(boardbots_game::conform::conform::<$game>();)+
        }
    };
}

/// Something of a game, beside the game's name.
type Named<T> = (&'static str, T);
/// The beginning of a conversation in the engine protocol.
pub type Converse = fn() -> Box<dyn Engine>;
/// A game in the terminal; if it is not played there, where it is.
type InTerminal = Result<&'static dyn Terminal, &'static str>;

/// A game that a program has added.
struct Added {
    game: &'static dyn Game,
    engine: Named<Option<Converse>>,
    measured: Named<Option<&'static dyn Measured>>,
    learning: Named<Option<&'static dyn Learning>>,
    terminal: Named<InTerminal>,
    pages: &'static [Page],
    recorded: Named<Option<Recordings>>,
}

/// The game of a program of one's own, if there is one.
static ADDED: OnceLock<Added> = OnceLock::new();

/// Adds a game to the list, for a program of one's own: before anything else is done, and once.
///
/// # Panics
/// A game was added before, or another game has its name.
pub fn add<G: Listed>() {
    assert!(find(G::NAME).is_err(), "there is a game {} already", G::NAME);
    let added = Added {
        game: G::GAME,
        engine: (G::NAME, G::ENGINE),
        measured: (G::NAME, G::MEASURED),
        learning: (G::NAME, G::LEARNING),
        terminal: (G::NAME, G::TERMINAL),
        pages: G::PAGES,
        recorded: (G::NAME, G::RECORDINGS),
    };
    assert!(ADDED.set(added).is_ok(), "one game can be added");
}

/// A list of the catalogue's games, followed by the part of the game that was added.
fn listed<T: Copy>(list: &'static [T], of: fn(&'static Added) -> T) -> impl Iterator<Item = T> {
    list.iter().copied().chain(ADDED.get().map(of))
}

games![
    DragonSlayer,
    TwoPlayer<boardbots_desconecta4::rules::Position>,
    TwoPlayer<boardbots_tron::rules::Position>,
    BattleTech,
    TwoPlayer<boardbots_connect_four::rules::Position>,
    TwoPlayer<boardbots_reversi::rules::Position>,
    Vindinium,
];

/// A game of the catalogue; written and read by its name.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct Entry(&'static dyn Game);

impl Entry {
    /// The game.
    #[must_use]
    pub const fn game(self) -> &'static dyn Game {
        self.0
    }
}

impl Deref for Entry {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Entry {}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.name()).finish()
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Entry {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Self, InputError> {
        let found = all().find(|game| game.0.name() == name);
        found.ok_or_else(|| InputError::unknown("game", name, all().map(|game| game.0.name())))
    }
}

impl TryFrom<String> for Entry {
    type Error = InputError;

    fn try_from(name: String) -> Result<Self, InputError> {
        name.parse()
    }
}

impl From<Entry> for &'static str {
    fn from(entry: Entry) -> Self {
        entry.0.name()
    }
}

/// The game of this name.
///
/// # Errors
/// Fails for an unknown name, and lists the games.
pub fn find(name: &str) -> Result<&'static dyn Game, InputError> {
    name.parse().map(Entry::game)
}

/// The player of these words, of one of the games or a program.
///
/// # Errors
/// Fails if the words are invalid, or if there is no such game.
pub fn player(words: &str) -> Result<Spec, InputError> {
    let spec: Spec = words.parse()?;
    match spec.game().map(find) {
        Some(Err(error)) => Err(InputError::new(format_args!("\"{words}\": {error}, and cmd:COMMAND"))),
        _ => Ok(spec),
    }
}

/// All of them, in the order in which the lobby offers them.
pub fn all() -> impl Iterator<Item = Entry> {
    listed(GAMES, |added| added.game).map(Entry)
}

/// All games by their names, as the terminal plays them; where it does not, why.
pub fn terminals() -> impl Iterator<Item = (&'static str, Result<&'static dyn Terminal, &'static str>)> {
    listed(TERMINALS, |added| added.terminal)
}

/// The files of all games for browsers.
pub fn pages() -> impl Iterator<Item = &'static Page> {
    listed(PAGES, |added| added.pages).flatten()
}

/// A part that not all games have.
pub trait Part: Sized {
    /// A game with it, for the error that there is none.
    const OWNER: &'static str;

    /// The part of each game, by the game's name.
    fn listed() -> impl Iterator<Item = (&'static str, Option<Self>)>;
}

impl Part for Converse {
    const OWNER: &'static str = "game with the engine protocol";

    fn listed() -> impl Iterator<Item = (&'static str, Option<Self>)> {
        listed(ENGINES, |added| added.engine)
    }
}

impl Part for &'static dyn Measured {
    const OWNER: &'static str = "game that is measured";

    fn listed() -> impl Iterator<Item = (&'static str, Option<Self>)> {
        listed(MEASURED, |added| added.measured)
    }
}

impl Part for &'static dyn Learning {
    const OWNER: &'static str = "game that can be learned";

    fn listed() -> impl Iterator<Item = (&'static str, Option<Self>)> {
        listed(LEARNING, |added| added.learning)
    }
}

impl Part for Recordings {
    const OWNER: &'static str = "game with recordings";

    fn listed() -> impl Iterator<Item = (&'static str, Option<Self>)> {
        listed(RECORDED, |added| added.recorded)
    }
}

/// The games that have this part, by their names.
pub fn parts<T: Part>() -> impl Iterator<Item = (&'static str, T)> {
    T::listed().filter_map(|(game, part)| Some((game, part?)))
}

/// The game of this name with its part.
///
/// # Errors
/// Fails if no game of this name has the part, and lists the games that have it.
pub fn part<T: Part>(name: &str) -> Result<(&'static str, T), InputError> {
    let unknown = || InputError::unknown(T::OWNER, name, parts::<T>().map(|(game, _)| game));
    parts().find(|(game, _)| *game == name).ok_or_else(unknown)
}

/// All games that are played at tables.
#[must_use]
pub fn at_tables() -> Vec<&'static dyn Game> {
    all().map(Entry::game).filter(|game| game.has_tables()).collect()
}

#[cfg(test)]
mod duels;
#[cfg(test)]
mod learned;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_known_by_their_names() {
        for game in all() {
            let text = serde_json::to_string(&game).expect("a name");
            assert_eq!(text, format!("\"{game}\""));
            assert_eq!(serde_json::from_str::<Entry>(&text).expect("the same"), game);
        }
        let error = serde_json::from_str::<Entry>("\"chess\"").expect_err("no such game").to_string();
        assert!(error.contains("no game \"chess\"; there are "), "{error}");
        let error = player("chess:strong").expect_err("no such game");
        let said = "\"chess:strong\": no game \"chess\"; there are ";
        assert!(error.starts_with(said) && error.ends_with(", and cmd:COMMAND"), "{error}");
        assert!(player("cmd:./bot").is_ok());
    }
}
