//! The settings of a league, and the players that files name.

use crate::league::Rules;
use boardbots_base::entries::{self, Entry};
use boardbots_base::input;
use boardbots_base::invalid::InputError;
use boardbots_base::names;
use boardbots_catalog as catalog;
use boardbots_game::game::{Game, Terms};
use boardbots_game::spec::Spec;
use boardbots_tournament::matches::contest;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The extension of files in the watched folder.
pub const EXTENSION: &str = "conf";
/// Most bytes of such a file.
const LARGEST: u64 = 4 * 1024;
/// Most players that files name.
const MOST: usize = 500;
/// The keys of a player in a file.
pub const KEYS: [&str; 2] = ["player", "version"];

/// Who can register on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// Everybody.
    Open,
    /// Whoever has the invitation that the administration shows.
    #[default]
    Invitation,
    /// Nobody.
    Closed,
}

boardbots_base::words! { Registration::word: Open "open", Invitation "invitation", Closed "closed" }

/// The settings of a league.
#[derive(Clone)]
pub struct Settings {
    /// The game.
    pub game: &'static dyn Game,
    /// The league's name until the administration gives it another.
    pub name: String,
    /// The rules.
    pub rules: Rules,
    /// Plies to search, for players that do not set their own.
    pub depth: Option<u8>,
    /// Milliseconds for a choice, likewise.
    pub movetime: Option<u32>,
    /// The time after which a choice counts as not made.
    pub deadline: Duration,
    /// Memory for data of each process of a program, in bytes.
    pub memory: Option<u64>,
    /// Turns of games that end by their number.
    pub turns: u32,
    /// The ground of all games, such as a map, in the game's own form.
    pub ground: Option<Value>,
    /// The shortest time of a choice, so that people can watch.
    pub pace: Duration,
    /// The time between two games of a thread, once everybody has played some.
    pub pause: Duration,
    /// Games at once.
    pub at_once: usize,
    /// Who can register.
    pub registration: Registration,
    /// Players of the file of settings.
    pub players: Vec<Wanted>,
    /// The folder with a file for each further player.
    pub folder: Option<PathBuf>,
}

/// A player that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The name.
    pub name: String,
    /// The bot or program that is run here.
    pub spec: Spec,
    /// The name of the version, if the file gives it one.
    pub version: Option<String>,
}

/// The name of a file, and the player in it or what is wrong with it.
pub type NamedFile = (String, Result<Wanted, InputError>);

impl Settings {
    /// The usual settings of a game.
    #[must_use]
    pub fn of(game: &'static dyn Game) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            game,
            name: String::from("League"),
            rules: Rules { seats: game.players(), ..Rules::default() },
            depth: None,
            movetime: None,
            deadline: Duration::from_secs(5),
            memory: None,
            turns: game.matches().turns,
            ground: None,
            pace: Duration::from_millis(200),
            pause: Duration::from_secs(5),
            at_once: (cores - 1).max(1),
            registration: Registration::default(),
            players: Vec::new(),
            folder: None,
        }
    }

    /// What a player that is run here is told.
    #[must_use]
    pub fn terms(&self) -> Terms<'static> {
        let start = Duration::from_secs(10);
        Terms {
            depth: self.depth,
            movetime: self.movetime,
            deadline: self.deadline,
            start,
            memory: self.memory,
            ..Terms::default()
        }
    }

    /// The player of these entries, `player` and perhaps `version`.
    ///
    /// # Errors
    /// The line (0 for all) and what is wrong with it.
    pub fn wanted(&self, name: &str, entries: &[Entry]) -> Result<Wanted, (usize, InputError)> {
        let name = names::check(name, 1, names::LONGEST).map_err(|error| (0, InputError::new(error)))?;
        if let Some(entry) = entries.iter().find(|entry| !KEYS.contains(&entry.key.as_str())) {
            return Err((entry.line, InputError::unknown("key", &entry.key, KEYS)));
        }
        let of = |key: &str| entries.iter().find(|entry| entry.key == key);
        let entry = of(KEYS[0]).ok_or((0, InputError::from("there is no line player = PLAYER")))?;
        let at = |error: InputError| (entry.line, error);
        let spec = catalog::player(&entry.value).map_err(at)?;
        if let Some(game) = spec.game().filter(|game| *game != self.game.name()) {
            let own = self.game.name();
            return Err(at(InputError::new(format_args!("this is a player of {game}, and the league plays {own}"))));
        }
        contest::check(self.game, &spec, &self.terms(), &None).map_err(at)?;
        Ok(Wanted { name, spec, version: of(KEYS[1]).map(|entry| entry.value.clone()) })
    }

    /// The players of the folder, or for each file what is wrong with it; the names of all files in any case.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn in_folder(&self, folder: &Path) -> Result<Vec<NamedFile>, InputError> {
        let wrong = |error| {
            InputError::new(format_args!("{}: {error}; make this folder, or name another one", folder.display()))
        };
        let paths = fs::read_dir(folder).map_err(wrong)?.flatten().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|it| it == EXTENSION)).collect();
        paths.sort();
        let read = |path: &PathBuf| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = input::read(path, LARGEST).map_err(|error| error.to_string());
            let entries =
                bytes.and_then(|bytes| entries::parse(&bytes, "write player = PLAYER").map_err(|it| it.to_string()));
            let wanted = entries.map_err(InputError::from).and_then(|entries| {
                self.wanted(&name, &entries).map_err(|(line, why)| why.at(format_args!("line {line}")))
            });
            (name, wanted.map_err(|why| why.at(path.display())))
        };
        Ok(paths.iter().take(MOST).map(read).collect())
    }
}
