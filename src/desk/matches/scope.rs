//! Options that only some games know: given in any other, they would change nothing.

use super::scope;
use crate::exit::CliError;
use boardbots_catalog::{Entry, all};
use boardbots_game::game::Game;
use boardbots_game::setup::Openings;
use serde_json::Value;

/// The games that know an option of matches, by their names.
fn known_by(option: &str) -> String {
    let games = all().filter(|game| game.matches().knows(option)).map(|game| game.name());
    games.collect::<Vec<_>>().join(", ")
}

/// The help of an option that not every game knows.
pub fn help(option: &str, text: &str) -> String {
    format!("{text} [{}]", known_by(option))
}

/// The help of `--turns`, with what there is without it.
pub fn turns() -> String {
    let games = all().filter(|game| game.matches().knows("turns"));
    let usual = games.map(|game| format!("{} {}", game.name(), game.matches().turns)).collect::<Vec<_>>();
    format!("Choices of each player, or turns, after which a game ends [default: {}]", usual.join(", "))
}

/// The bots of each game, for the help.
pub fn players() -> String {
    let wide = all().map(|game| game.name().len()).max().unwrap_or(0);
    let line = |game: Entry| {
        let mut names: Vec<String> = Vec::new();
        for offer in game.offers() {
            let bot = offer.player.split([':', ',']).nth(1).unwrap_or_default().to_string();
            if !names.contains(&bot) {
                names.push(bot);
            }
        }
        format!("\n  {:<wide$}  {}; {}", game.name(), names.join(", "), game.matches().players)
    };
    all().map(line).collect::<String>() + "\n\n`boardbots bots` lists them with their strength and character."
}

/// Refuses options that were given although the game does not know them.
///
/// # Errors
/// [`crate::exit::Exit::Usage`]: the first such option, and the games that know it.
pub fn check(game: &dyn Game, given: &[(&str, bool)]) -> Result<(), CliError> {
    let matches = game.matches();
    let Some((option, _)) = given.iter().find(|(option, given)| *given && !matches.knows(option)) else {
        return Ok(());
    };
    let deep = *option == "movetime" && matches.knows("depth");
    let instead = if deep { "; its players look ahead by plies: say --depth, or depth= of a player" } else { "" };
    let known = known_by(option);
    Err(CliError::usage(format_args!("--{option} has no effect in {}: it is for {known}{instead}", game.name())))
}

/// Rows and columns of maps, least and most.
fn sizes(text: &str) -> Result<(u8, u8), &'static str> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let sizes = least.parse().ok().zip(most.parse().ok());
    let within = |&(least, most): &(u8, u8)| least <= most && (5..=40).contains(&least) && most <= 40;
    sizes.filter(within).ok_or("two numbers from 5 to 40, such as 10-20")
}

/// The ground of games: options for openings, maps and mechs.
#[derive(clap::Args)]
pub struct Ground {
    #[arg(long, value_name = "N", help = scope::help("plies", "Random plies of an opening; 8 if not given"), value_parser = clap::value_parser!(u8).range(0..=40))]
    plies: Option<u8>,

    #[arg(long, value_name = "A-B", help = scope::help("sizes", "Rows and columns of maps, least and most; 10-20 if not given"), value_parser = sizes)]
    sizes: Option<(u8, u8)>,

    #[arg(long, value_name = "N", help = scope::turns(), value_parser = clap::value_parser!(u32).range(1..=1200))]
    pub turns: Option<u32>,

    #[command(flatten)]
    pub field: Field,
}

/// The map and the mechs of all games.
#[derive(Clone, Debug, clap::Args)]
pub struct Field {
    #[arg(long, value_name = "NAME|FILE|random", help = scope::help("map", "The map, a name or a file; random or random:KEY=VALUE,… draws one for each unit of games"))]
    map: Option<String>,

    #[arg(long = "mech", value_name = "NAME|FILE", help = scope::help("mech", "A mech, a name or a file; for each seat one, or one for two seats"))]
    mechs: Vec<String>,

    #[arg(long = "place", value_name = "CCRR:SIDE", help = scope::help("place", "Where a seat starts and faces, a hex and a side, such as 0203:4; for each seat one, drawn if there are none"))]
    places: Vec<String>,

    #[arg(long, value_name = "added|total", help = scope::help("woods", "How to read the movement costs of woods; added if not given"))]
    woods: Option<String>,
}

impl Ground {
    /// The options of the ground, each with true if it was given.
    pub fn given(&self) -> Vec<(&'static str, bool)> {
        let given = [("plies", self.plies.is_some()), ("sizes", self.sizes.is_some()), ("turns", self.turns.is_some())];
        given.into_iter().chain(self.field.given()).collect()
    }

    /// The openings, with defaults for omitted settings.
    pub fn openings(&self, lines: Vec<String>) -> Openings {
        let usual = Openings::default();
        let (plies, sizes) = (self.plies.unwrap_or(usual.plies), self.sizes.unwrap_or(usual.sizes));
        Openings { plies, sizes, in_turn: !lines.is_empty(), lines }
    }
}

impl Field {
    /// The options, each as [`check`] takes them.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.said().into_iter().map(|(option, _)| (option, true))
    }

    /// The same where an option is one text, with commas between its values.
    pub fn with_commas(&self) -> Self {
        let split = |texts: &[String]| {
            texts.iter().flat_map(|text| text.split(',').map(|value| value.trim().to_string())).collect()
        };
        Self { mechs: split(&self.mechs), places: split(&self.places), ..self.clone() }
    }

    fn said(&self) -> Vec<(&'static str, &str)> {
        let (maps, woods) = (self.map.as_slice(), self.woods.as_slice());
        let all = [("map", maps), ("mech", &self.mechs), ("place", &self.places), ("woods", woods)];
        all.iter().flat_map(|(option, texts)| texts.iter().map(|text| (*option, text.as_str()))).collect()
    }

    /// The same in the game's own form.
    ///
    /// # Errors
    /// [`CliError::usage`] for invalid values, [`CliError::configuration`] for missing files.
    pub fn read(&self, game: &dyn Game) -> Result<Option<Value>, CliError> {
        let said = self.said();
        for (option, most) in game.matches().ground {
            if said.iter().filter(|(name, _)| name == option).count() > *most {
                return Err(CliError::usage(format_args!("--{option}: at most {most} in {}", game.name())));
            }
        }
        game.check_ground(&said).map_err(CliError::usage)?;
        game.ground(&said).map_err(CliError::configuration)
    }
}
