//! Results on stdout: a table for people, JSON for programs.

use crate::output::{self, json_text, object};
use boardbots_client::{End, Summary, Tally};
use boardbots_vindinium::board::HEROES;
use std::time::Duration;

/// Longest silence of a journal about games that end well.
pub const JOURNAL_EVERY: Duration = Duration::from_mins(5);

/// Prints results as games end, so that a session without end needs no memory for them.
pub struct Results {
    json: bool,
    /// The longest name of several bots, in letters.
    names: Option<usize>,
    rows: u32,
}

impl Results {
    /// Nothing printed yet. `names` is the length of the longest name where several bots play.
    pub fn new(json: bool, names: Option<usize>) -> Self {
        Self { json, names, rows: 0 }
    }

    /// A line about one of several bots.
    fn of(&self, bot: &str, line: &str) -> String {
        match self.names {
            None => line.to_owned(),
            Some(_) if self.json => format!("{{\"bot\":{},{}", json_text(&bot), &line[1..]),
            Some(width) => format!("{bot:width$}  {line}"),
        }
    }

    /// One more game.
    pub fn game(&mut self, bot: &str, summary: &Summary) {
        let head = if self.rows == 0 && !self.json { self.of("bot", HEAD) } else { String::new() };
        let row = self.of(bot, &if self.json { json(summary) } else { row(summary) });
        self.rows += 1;
        output::line(&format!("{head}{row}"));
    }

    /// The last line of a bot.
    pub fn total(&self, bot: &str, tally: &Tally) {
        if self.json {
            return;
        }
        let Tally { games, first, timed_out, vanished, .. } = tally;
        let total = format!("games {games}, first {first}, lost by time-out {timed_out}, vanished {vanished}");
        output::line(&self.of(bot, &total));
    }
}

const HEAD: &str =
    "game      map    mines       turns      hero 1  hero 2  hero 3  hero 4  place  rating  slowest  end\n";

fn row(summary: &Summary) -> String {
    let Summary { id, size, mines, turn, max_turns, hero, gold, place, rating, change, slowest, end, .. } = summary;
    let gold: [String; HEROES] =
        std::array::from_fn(|seat| if seat == *hero { format!("[{}]", gold[seat]) } else { gold[seat].to_string() });
    let rating = match (rating, change) {
        (Some(_), Some(change)) if summary.complete() => format!("{change:+}"),
        _ => "-".into(),
    };
    let end = match end {
        End::Finished => "finished",
        End::TimedOut => "TIME-OUT",
        End::Vanished => "vanished",
    };
    format!(
        "{id:<8}  {map:<5}  {mines:>5}  {turns:>10}  {g0:>10}{g1:>8}{g2:>8}{g3:>8}  {place:>5}  {rating:>6}  {ms:>4} ms  {end}",
        map = format!("{size}x{size}"),
        turns = format!("{turn}/{max_turns}"),
        g0 = gold[0],
        g1 = gold[1],
        g2 = gold[2],
        g3 = gold[3],
        ms = slowest.as_millis(),
    )
}

/// One game as `--json` prints it.
fn json(summary: &Summary) -> String {
    json_text(&object! {
        game: &summary.id,
        url: &summary.view_url,
        size: summary.size,
        mines: summary.mines,
        turns: summary.turn,
        max_turns: summary.max_turns,
        hero: summary.hero + 1,
        gold: summary.gold,
        place: summary.place,
        rating: summary.rating,
        rating_change: summary.change.filter(|_| summary.complete()),
        slowest_ms: summary.slowest.as_millis(),
        timed_out: summary.end == End::TimedOut,
        vanished: summary.end == End::Vanished,
    })
}
