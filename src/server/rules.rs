//! `boardbots rules`: the rules of a game, in the words of its pages.

use crate::Failure;
use crate::output::print;
use boardbots_catalog::Entry;
use boardbots_game::terminal::wrapped;
use boardbots_server::web::shelf;

/// The languages that there are texts in.
pub const LANGUAGES: [&str; 4] = ["en", "es", "ca", "ru"];
/// Width of the text in columns.
const WIDTH: usize = 80;

/// The options of `boardbots rules`.
#[derive(clap::Args)]
pub struct Args {
    /// The game
    game: Entry,
    /// The language
    #[arg(long, value_parser = LANGUAGES, default_value = "en")]
    lang: String,
}

/// A text about a game: `about` in a line, `rules` in some, `brief` the same in three where they are longer, and the
/// `keys` of the terminal.
pub fn text(what: &str, game: &str, code: &str) -> Option<String> {
    shelf::words(code)?.remove(&format!("{what}.{game}"))?.as_str().map(str::to_string)
}

/// Prints the rules of a game.
///
/// # Errors
/// If stdout fails.
pub fn run(args: &Args) -> Result<(), Failure> {
    let texts = ["about", "rules"].into_iter().filter_map(|what| text(what, args.game.name(), &args.lang));
    print(|out| {
        for paragraph in texts.flat_map(|text| wrapped(&text, WIDTH)) {
            writeln!(out, "{paragraph}")?;
        }
        Ok(())
    })
}
