//! How far a match is: a bar on a terminal, plain lines elsewhere.

use crate::matches::contest::Played;
use crate::matches::contest::decision::Decision;
use crate::matches::contest::plan::Plan;
use crate::matches::contest::record::Games;
use crate::matches::contest::standings::Standings;
use crate::matches::rating::elo::Elo;
use crate::matches::rating::sprt::Standing;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

/// Plain lines for a whole match.
const LINES: u64 = 20;

/// The progress of a match, on stderr.
pub struct Progress {
    bar: Option<ProgressBar>,
    standings: Standings,
    /// Games that are played here.
    all: u64,
    done: u64,
}

impl Progress {
    /// The progress of a match of which some games have been played.
    pub fn new(plan: &Plan, games: &Games) -> Self {
        let (all, done) = (plan.numbers().count() as u64, games.len() as u64);
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr_with_hz(5));
            let style = ProgressStyle::with_template("[{bar:30}] {pos}/{len} games  {msg}  {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
            bar.set_position(done);
            // What another process has played says nothing of how long the rest takes.
            bar.reset_eta();
            bar
        });
        let standings = Standings::new(plan, games).unwrap_or_default();
        if done > 0 && bar.is_none() {
            line(format_args!("{done} of {all} games are in the record"));
        }
        Self { bar, standings, all, done }
    }

    /// Another game has been played.
    pub fn tell(&mut self, played: &Played, decision: &Decision) {
        self.done += 1;
        self.standings.add(played);
        match &self.bar {
            Some(bar) => {
                bar.set_message(self.score(decision));
                bar.set_position(self.done);
            }
            None if self.done * LINES / self.all.max(1) > (self.done - 1) * LINES / self.all.max(1) => {
                line(format_args!("{} of {} games  {}", self.done, self.all, self.score(decision)));
            }
            None => {}
        }
    }

    /// The first player's score.
    fn score(&self, decision: &Decision) -> String {
        let Some(row) = self.standings.rows.first() else { return String::new() };
        let (tally, title) = (row.tally, &row.title);
        let mut score = format!("{title}: +{} ={} -{}", tally.wins, tally.draws, tally.losses);
        if self.standings.rows.len() == 2 {
            // Of single games: a little wider than that of pairs.
            let _ = write!(score, "  Elo {}", Elo::of(&tally.sample()));
        }
        if let Some(Standing { llr, lower, upper, .. }) = decision.standing() {
            let _ = write!(score, "  LLR {llr:.2} ({lower:.2} to {upper:.2})");
        }
        score
    }

    /// No more games.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A line on stderr; that nobody reads it is no error.
fn line(text: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{text}");
}
