//! `boardbots dragon-slayer characters`: whether the opponents are as different and as strong as
//! they should be.

use super::simulate::Way;
use crate::exit::{Exit, Failure};
use crate::output::{self, object, print};
use boardbots_dragon_slayer::book::Book;
use boardbots_dragon_slayer::personality::Personality;
use boardbots_dragon_slayer::study::characters::{Claim, Examination};
use boardbots_dragon_slayer::variant::Variant;
use std::sync::Arc;

/// The options of `boardbots dragon-slayer characters`.
#[derive(clap::Args)]
pub struct Args {
    /// Games that each of the four plays against Abel, rounded up to a multiple of 50; with few games, luck decides
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    games: u32,

    #[command(flatten)]
    way: Way,
}

/// Plays the games and prints claim by claim what was measured.
///
/// # Errors
/// [`Exit::Unexpected`] if a claim does not hold, the system has no threads, or stdout fails.
pub fn run(args: &Args) -> Result<(), Failure> {
    let book = Arc::new(Book::of(Variant::STANDARD));
    let claims = args.way.run(|| Examination::of(&book, args.games, args.way.seed).claims())?;
    let failed = claims.iter().filter(|claim| !claim.holds).count();
    if args.way.json {
        let row = |claim: &Claim| object! { claim: claim.text, figures: claim.figures, holds: claim.holds };
        output::json(&claims.iter().map(row).collect::<Vec<_>>())?;
    } else {
        print(|out| {
            write!(out, "{:70}", format!("{} games each against Abel, seed {}", args.games, args.way.seed))?;
            for of in Personality::named_four() {
                write!(out, "{:>9}", of.name)?;
            }
            writeln!(out)?;
            for claim in &claims {
                write!(out, "{} {:67}", if claim.holds { "ok" } else { "NO" }, claim.text)?;
                for figure in claim.figures {
                    let digits = if figure < 100.0 { 4 } else { 1 };
                    write!(out, "{figure:9.digits$}")?;
                }
                writeln!(out)?;
            }
            Ok(())
        })?;
    }
    match failed {
        0 => Ok(()),
        1 => Err(Failure::new(Exit::Unexpected, "one claim does not hold in these games")),
        failed => Err(Failure::new(Exit::Unexpected, format!("{failed} claims do not hold in these games"))),
    }
}
