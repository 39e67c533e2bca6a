//! `boardbots bots`: the bots that can be named as players.

use crate::exit::CliError;
use crate::output::{self, object, print};
use boardbots_catalog::{Entry, all};
use boardbots_game::game::Offer;

/// The end of `--help`.
const DETAILS: &str = "\
A bot is named by its first column wherever players are named: boardbots match, tune, tables. Strength goes from 1 \
(very weak) to 5 (the strongest of the game); it does not compare games.

JSON is one list of {game, bot, name, strength, character}.";

/// The options of `boardbots bots`.
#[derive(clap::Args)]
#[command(after_help = DETAILS)]
pub struct Args {
    /// List the bots of this game only
    #[arg(value_name = "GAME")]
    game: Option<Entry>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Lists the bots of a game, or of all, the strongest first.
///
/// # Errors
/// [`Exit::Unexpected`](crate::Exit::Unexpected) if stdout fails.
pub fn run(args: &Args) -> Result<(), CliError> {
    let games: Vec<Entry> = all().filter(|game| args.game.is_none_or(|only| only == *game)).collect();
    let bots = |game: &Entry| {
        let mut bots = game.offers();
        bots.sort_by_key(|bot| std::cmp::Reverse(bot.strength));
        bots
    };
    if args.json {
        let row = |game: &Entry, Offer { player, name, strength, character }: Offer| {
            object! { game: game.name(), bot: player, name: name, strength: strength, character: character }
        };
        let rows: Vec<_> =
            games.iter().flat_map(|game| bots(game).into_iter().map(move |bot| row(game, bot))).collect();
        return output::json(&rows);
    }
    print(|out| {
        for (number, game) in games.iter().enumerate() {
            let bots = bots(game);
            let width = |text: fn(&Offer) -> &str| bots.iter().map(|bot| text(bot).len()).max().unwrap_or(0);
            let (wide, names) = (width(|bot| &bot.player), width(|bot| &bot.name));
            if number > 0 {
                writeln!(out)?;
            }
            for Offer { player, name, strength, character } in &bots {
                writeln!(out, "{player:<wide$}  {strength}  {name:<names$}  {character}")?;
            }
            let more = game.matches().players;
            if !more.is_empty() {
                writeln!(out, "  {more}")?;
            }
        }
        Ok(())
    })
}
