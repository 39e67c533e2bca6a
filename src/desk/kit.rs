//! `boardbots kit`: copies a starter kit, a small bot in some language, into a folder.

use crate::exit::CliError;
use crate::output::print;
use boardbots_base::invalid::InputError;
use boardbots_catalog::{Entry, all};
use boardbots_game::game::{Game, Programs};
use std::fs;
use std::path::PathBuf;

/// The word in a kit's texts for the game.
const GAME: &str = "{GAME}";
/// The kit of a language for all games for two.
const TWO_PLAYER: &str = "two-player";

/// A kit: its language, the game or [`TWO_PLAYER`], and its files with their texts.
struct Kit {
    language: &'static str,
    game: &'static str,
    files: &'static [(&'static str, &'static str)],
}

/// The folders and files below `kits`, as the build script lists them.
const KITS: &[Kit] = include!(concat!(env!("OUT_DIR"), "/kits.rs"));

/// The kits, for `--help`.
fn listed() -> String {
    let games = |kit: &Kit| all().filter(|game| kit.plays(game.game())).map(|game| game.name()).collect::<Vec<_>>();
    let lines = KITS.iter().map(|kit| format!("\n  {:<10}  {}", kit.language, games(kit).join(", ")));
    format!(
        "Kits:{}\n\nA kit is yours to change; its README.md says how to play the first game.",
        lines.collect::<String>()
    )
}

impl Kit {
    fn plays(&self, game: &dyn Game) -> bool {
        let for_two = game.programs() == Programs::Engine && *game.seats().end() == 2;
        self.game == game.name() || self.game == TWO_PLAYER && for_two
    }
}

/// The options of `boardbots kit`.
#[derive(clap::Args)]
#[command(after_help = listed())]
pub struct Args {
    /// The language: python, javascript, rust, cpp or java
    #[arg(value_name = "LANGUAGE")]
    language: String,

    /// The game
    #[arg(value_name = "GAME")]
    game: Entry,

    /// The folder, which is made
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Copies a kit.
///
/// # Errors
/// [`Exit::Usage`](crate::Exit::Usage) for a kit that is not there; [`Exit::Configuration`](crate::Exit::Configuration)
/// for a folder that has something in it, or cannot be written.
pub fn run(args: &Args) -> Result<(), CliError> {
    let Args { language, game, folder } = args;
    let kit = find(language, *game).map_err(CliError::usage)?;
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(CliError::file(folder, "this folder is not empty; name a new one"));
    }
    for (name, text) in kit.files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(|error| CliError::file(&path, error))?;
        fs::write(&path, text.replace(GAME, game.name())).map_err(|error| CliError::file(&path, error))?;
    }
    let commands = kit.files.iter().find(|(name, _)| *name == "README.md").map_or("", |(_, text)| text);
    let first = commands.lines().find_map(|line| line.strip_prefix("    ")).unwrap_or_default();
    let (game, first, folder) = (game.name(), first.replace(GAME, game.name()), folder.display());
    print(|out| writeln!(out, "{folder}/README.md: a bot for {game}; next:\n\ncd {folder}\n{first}"))
}

/// The kit of a language for a game.
fn find(language: &str, game: Entry) -> Result<&'static Kit, InputError> {
    let kits = || KITS.iter().filter(|kit| kit.plays(game.game()));
    let unknown =
        || InputError::unknown(&format!("kit for {} in", game.name()), language, kits().map(|kit| kit.language));
    kits().find(|kit| kit.language == language).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_kit_and_no_kit_is_without_a_game() {
        for game in all() {
            assert!(find("python", game).is_ok(), "{}", game.name());
        }
        for kit in KITS {
            assert!(all().any(|game| kit.plays(game.game())), "{} {}", kit.language, kit.game);
            let lines = kit.files.iter().find(|(name, _)| *name != "README.md" && *name != "Cargo.toml");
            let lines = lines.map_or(0, |(_, text)| text.lines().count());
            assert!((30..=120).contains(&lines), "{} {}: {lines} lines", kit.language, kit.game);
        }
    }

    #[test]
    fn what_is_not_there_is_said() {
        let game = |name: &str| name.parse::<Entry>().expect("a game");
        for (language, name, part) in [
            ("pyhton", "tron", "did you mean \"python\"?"),
            (
                "java",
                "vindinium",
                "no kit for vindinium in \"java\"; did you mean \"javascript\"? There are javascript, python",
            ),
        ] {
            let error = find(language, game(name)).err().expect(part);
            assert!(error.contains(part), "{error}");
        }
    }
}
