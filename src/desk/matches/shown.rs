//! Options for the display of results, shared by all commands that show some.

use super::table;
use crate::desk::failures::{unwritten, write};
use crate::exit::CliError;
use boardbots_base::store::now;
use boardbots_tournament::matches::account::{self, Decision};
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::Games;
use boardbots_tournament::report::page;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

/// The last second that has four digits for the year.
const LAST: u64 = 253_402_300_799;

/// Options for the display of results.
#[derive(clap::Args)]
pub struct Shown {
    /// The player whose Elo is 0, by its name in the tables [default: the first]
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,

    /// Write an HTML report into this folder, as index.html
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Shown {
    /// The player whose Elo is 0; makes the folder of the report, so that nothing is missed after hours of play.
    ///
    /// # Errors
    /// [`CliError::usage`] if there is no such player; [`CliError::configuration`] if there can be no such folder.
    pub fn anchor(&self, plan: &MatchPlan) -> Result<usize, CliError> {
        let anchor = self.anchor.as_deref().map_or(Ok(0), |title| plan.titled(title));
        let anchor = anchor.map_err(|error| CliError::usage(error).about("anchor"))?;
        if let Some(folder) = &self.report {
            fs::create_dir_all(folder).map_err(|error| unwritten("report", folder, error))?;
        }
        Ok(anchor)
    }

    /// Prints the table of the games that count, and writes the report, if one is wanted.
    ///
    /// # Errors
    /// [`CliError::configuration`] if the report cannot be written; else as [`table::print`].
    pub fn show(&self, plan: &MatchPlan, games: &Games, decision: &Decision, anchor: usize) -> Result<(), CliError> {
        table::show(plan, games, decision, anchor, self.json)?;
        let Some(folder) = &self.report else { return Ok(()) };
        let arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
        let words = (command(arguments), utc(now().unsigned_abs()));
        let sheet = account::sheet(plan, games, decision, anchor, words).map_err(CliError::usage)?;
        write("report", &folder.join("index.html"), page(&sheet).as_bytes())
    }
}

/// The command line of this process, as a shell takes it.
fn command(arguments: impl Iterator<Item = String>) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=,.:/+@%".contains(letter);
    let quoted = arguments.map(|argument| {
        if !argument.is_empty() && argument.chars().all(plain) {
            argument
        } else {
            format!("'{}'", argument.replace('\'', r"'\''"))
        }
    });
    quoted.fold("boardbots".to_string(), |line, argument| line + " " + &argument)
}

/// Seconds since 1970 as `2026-11-21 18:30 UTC`.
fn utc(seconds: u64) -> String {
    let time = UNIX_EPOCH + Duration::from_secs(seconds.min(LAST));
    let text = humantime::format_rfc3339_seconds(time).to_string();
    format!("{} {} UTC", &text[..10], &text[11..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let all = [0, 951_782_399, 951_868_800, 4_107_542_400, 1_795_285_800, 1_798_761_599, u64::MAX].map(utc);
        let days = [
            "1970-01-01 00:00",
            "2000-02-28 23:59",
            "2000-03-01 00:00",
            "2100-03-01 00:00",
            "2026-11-21 18:30",
            "2026-12-31 23:59",
            "9999-12-31 23:59",
        ];
        assert_eq!(all, days.map(|day| format!("{day} UTC")));
    }

    #[test]
    fn a_shell_takes_the_command_as_it_was() {
        let line = command(["match", "cmd:./a b", "x=tron:strong", "it's", ""].map(str::to_string).into_iter());
        assert_eq!(line, r"boardbots match 'cmd:./a b' x=tron:strong 'it'\''s' ''");
    }
}
