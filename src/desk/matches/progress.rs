//! Progress of a match: a bar on a terminal, plain lines elsewhere.

use crate::desk::bar::{self, Bar};
use crate::output::note;
use boardbots_stats::elo::Elo;
use boardbots_stats::sprt::Standing;
use boardbots_tournament::matches::account::Decision;
use boardbots_tournament::matches::plan::MatchPlan;
use boardbots_tournament::matches::record::Games;
use boardbots_tournament::matches::standings::Standings;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Plain lines for a whole match, at least.
const LINES: u64 = 20;
/// Columns for the words beside the bar.
const WORDS: u16 = 90;
/// No longer without a plain line, as long as games end.
const SILENCE: Duration = Duration::from_mins(1);

/// The progress of a match, on stderr.
pub struct Progress {
    bar: Option<Bar>,
    standings: Standings,
    /// True if two games of one opening count as a pair.
    paired: bool,
    /// Games that are played here.
    all: u64,
    done: u64,
    /// Games that were there at the beginning.
    old: u64,
    begun: Instant,
    told: Instant,
}

impl Progress {
    /// The progress of a match of which some games have been played.
    pub fn new(plan: &MatchPlan, games: &Games) -> Self {
        let (all, done) = (plan.numbers().count() as u64, games.len() as u64);
        let bar = bar::on_terminal("games", WORDS).inspect(|bar| bar.tell(done, all, ""));
        let standings = Standings::new(plan, games).unwrap_or_default();
        if done > 0 && bar.is_none() {
            note(format_args!("{done} of {all} games are in the record"));
        }
        let (paired, now) = (plan.seats() == 2, Instant::now());
        Self { bar, standings, paired, all, done, old: done, begun: now, told: now }
    }

    /// Another game has been played: this one of all.
    pub fn tell(&mut self, games: &Games, number: u64, decision: &Decision) {
        let Some(played) = games.get(&number) else { return };
        self.done += 1;
        self.standings.add(played);
        if let Some(other) = games.get(&(number ^ 1)).filter(|_| self.paired) {
            self.standings.pair(played, other);
        }
        let message = || format!("{}  {}", self.left(decision), self.score(decision));
        if let Some(bar) = &self.bar {
            bar.tell(self.done, self.all, &message());
            return;
        }
        let part = |done: u64| done.saturating_mul(LINES) / self.all.max(1);
        if part(self.done) > part(self.done - 1) || self.told.elapsed() >= SILENCE {
            note(format_args!("{} of {} games{}", self.done, self.all, message()));
            self.told = Instant::now();
        }
    }

    /// The first player's score.
    fn score(&self, decision: &Decision) -> String {
        let Some(row) = self.standings.rows.first() else { return String::new() };
        let (tally, title) = (row.tally, &row.title);
        let mut score = format!("{title}: +{} ={} -{}", tally.wins, tally.draws, tally.losses);
        if let Some(pairs) = self.standings.pairs.get(&(0, 1)).filter(|_| self.standings.rows.len() == 2) {
            let elo = Elo::of(&pairs.sample());
            // Writing to a string cannot fail.
            let _ = match elo.error() {
                error if error.is_finite() => write!(score, "  Elo {:+.1} ± {error:.1}", elo.difference),
                _ => write!(score, "  Elo {elo}"),
            };
        }
        if let Some(Standing { llr, lower, upper, .. }) = decision.standing() {
            let _ = write!(score, "  LLR {llr:.2} ({lower:.2} to {upper:.2})");
        }
        score
    }

    /// The time that the rest takes at the present rate; games that another process played do not count for that.
    fn left(&self, decision: &Decision) -> String {
        let left = self.all.saturating_sub(self.done);
        if left == 0 || decision.decided() {
            return String::new();
        }
        #[allow(clippy::cast_precision_loss)]
        let share = left as f64 / self.done.saturating_sub(self.old).max(1) as f64;
        let most = if decision.standing().is_some() { "at most " } else { "" };
        let time = Duration::try_from_secs_f64(self.begun.elapsed().as_secs_f64() * share);
        format!(", {most}{} left", span(time.unwrap_or(Duration::MAX)))
    }
}

/// A time in its two largest units.
fn span(time: Duration) -> String {
    let seconds = time.as_secs().saturating_add(u64::from(time.subsec_millis() >= 500));
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..86_400 => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_short() {
        let spans = [0.4, 59.4, 59.6, 3599.0, 3660.0, 90_000.0].map(|time| span(Duration::from_secs_f64(time)));
        assert_eq!(spans.join(", "), "0 s, 59 s, 1 min 0 s, 59 min 59 s, 1 h 1 min, 1 d 1 h");
    }
}
