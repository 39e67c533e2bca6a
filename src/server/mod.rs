//! Commands of the servers, what asks them whether they are well, and `boardbots rules`: the rules of a game, in the words of its pages.

pub mod arena;
mod health;
pub mod league;
mod serving;
pub mod tables;
pub mod users;

use crate::CliError;
use crate::output::print;
use crate::service::Kind;
use crate::setup::task::{Folder, Question, Task};
use boardbots_catalog::Entry;
use boardbots_game::terminal::wrapped;
use boardbots_server::web::shelf;

/// The commands.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Serve Vindinium games to bots and browsers.
    Arena(arena::Args),
    /// Ask an arena, tables or a league whether they are well.
    Health(health::Args),
    /// Run a league: pair, play, rate and show games for months.
    League(Box<league::Args>),
    /// Print the rules of a game in short.
    Rules(RulesArgs),
    /// Serve every game to browsers: against bots, against each other, or to watch.
    Tables(tables::Args),
}

/// Servers that run as services.
pub const SERVICES: &[Kind] = &[
    Kind {
        paths: &["admin-key-file", "maps"],
        ..Kind::of::<arena::Serve>(
            "arena",
            include_str!("../../systemd/boardbots-arena.service"),
            "--listen 0.0.0.0:9000 --db arena.db",
        )
    },
    Kind::of::<tables::Serve>(
        "tables",
        include_str!("../../systemd/boardbots-tables.service"),
        "--listen 0.0.0.0:9000 --db tables.db",
    ),
    league::KIND,
];

/// The address that a board listens on.
const LISTEN: Question =
    Question::of("listen", "Address and port to listen on; 0.0.0.0 is open to the whole network", Some("0.0.0.0:9000"));

/// The services that a board can be set up for.
pub const TASKS: &[Task] = &[
    Task {
        verb: "arena",
        offer: "Host an arena, with tables for every game",
        kind: SERVICES[0],
        questions: &[
            LISTEN,
            Question::of("keys", "Keys of players: open takes any word, strict those that it gave out", Some("open")),
            Question {
                key: "fill",
                ask: "House bots that fill a game after a while; none: games wait for players",
                default: Some("10s=miner,hunter,guard"),
                is_optional: true,
            },
        ],
        fixed: &[("db", "arena.db")],
        folder: None,
    },
    Task {
        verb: "tables",
        offer: "Host tables, at which people and bots play every game in the browser",
        kind: SERVICES[1],
        questions: &[LISTEN],
        fixed: &[("db", "tables.db")],
        folder: None,
    },
    Task {
        verb: "league",
        offer: "Run a league of one game, with bots and programs that join",
        kind: league::KIND,
        questions: &[
            Question::of("game", "Game of the league; boardbots bots lists them", None),
            LISTEN,
            Question::of("title", "Name of the league", Some("League")),
            Question::of("registration", "Who can register: open, invitation or closed", Some("invitation")),
        ],
        fixed: &[("db", "league.db"), ("players", "players")],
        folder: Some(Folder { name: "players", question: "game", files: league::house_bots }),
    },
];

/// Runs a command.
///
/// # Errors
/// Fails as the command does.
pub fn run(command: Command) -> Result<(), CliError> {
    match command {
        Command::Arena(args) => arena::run(args),
        Command::Health(args) => health::run(&args),
        Command::League(args) => league::run(*args),
        Command::Rules(args) => rules(&args),
        Command::Tables(args) => tables::run(args),
    }
}

/// The languages that there are texts in.
pub const LANGUAGES: [&str; 4] = ["en", "es", "ca", "ru"];
/// Width of the text in columns.
const WIDTH: usize = 80;

/// The options of `boardbots rules`.
#[derive(clap::Args)]
pub struct RulesArgs {
    /// The game
    game: Entry,
    /// The language
    #[arg(long, value_parser = LANGUAGES, default_value = "en")]
    lang: String,
}

/// A text about a game: `about` in a line, `rules` in some, `brief` the same in three where they are longer, and the
/// `keys` of the terminal.
pub fn game_text(what: &str, game: &str, code: &str) -> Option<String> {
    shelf::words(code)?.remove(&format!("{what}.{game}"))?.as_str().map(str::to_string)
}

/// Prints the rules of a game.
///
/// # Errors
/// If stdout fails.
pub fn rules(args: &RulesArgs) -> Result<(), CliError> {
    let texts = ["about", "rules"].into_iter().filter_map(|what| game_text(what, args.game.name(), &args.lang));
    print(|out| {
        for paragraph in texts.flat_map(|text| wrapped(&text, WIDTH)) {
            writeln!(out, "{paragraph}")?;
        }
        Ok(())
    })
}
