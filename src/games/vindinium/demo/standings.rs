//! The results of the players over all games.

use boardbots_client::{End, Summary};
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::rules::place;
use std::fmt;
use std::time::Duration;

/// The results of some players.
pub struct Standings {
    rows: Vec<Row>,
    last: Option<Summary>,
}

/// One player's results.
#[derive(Default)]
struct Row {
    name: String,
    games: u32,
    /// Games with strictly the most gold.
    first: u32,
    places: u32,
    gold: u64,
    timed_out: u32,
    rating: Option<i32>,
    /// `None` for bots of the server, whose decisions are not seen here.
    slowest: Option<Duration>,
}

impl Standings {
    /// The standings of players by name, our bot first. In training the others are the server's, and our bot's view
    /// is all that is known of them.
    pub fn new(names: Vec<String>) -> Self {
        Self { rows: names.into_iter().map(|name| Row { name, ..Row::default() }).collect(), last: None }
    }

    /// Adds a game of the player with this index. `alone` tells that the others are not ours, so that this player's
    /// summary speaks for them, too.
    pub fn add(&mut self, player: usize, summary: Summary, alone: bool) {
        if summary.end == End::Vanished {
            return;
        }
        let others = (0..HEROES).filter(|&hero| hero != summary.hero);
        if alone {
            for (row, hero) in (1..).zip(others) {
                self.rows[row].count(&summary, hero);
            }
        }
        let row = &mut self.rows[player];
        row.count(&summary, summary.hero);
        row.timed_out += u32::from(summary.end == End::TimedOut);
        row.slowest = row.slowest.max(Some(summary.slowest));
        row.rating = summary.rating.map(|rating| rating + summary.change.unwrap_or(0));
        if player == 0 {
            self.last = Some(summary);
        }
    }

    /// The address of our bot's last game.
    pub fn last_url(&self) -> Option<&str> {
        self.last.as_ref().map(|summary| summary.view_url.as_str())
    }

    /// Games that our bot lost by time-out.
    pub fn lost_by_time_out(&self) -> u32 {
        self.rows[0].timed_out
    }
}

impl Row {
    fn count(&mut self, summary: &Summary, hero: usize) {
        let gold = summary.gold;
        let place = place(&gold, hero);
        let equal = gold.iter().filter(|&&other| other == gold[hero]).count();
        self.games += 1;
        self.places += u32::from(place);
        self.first += u32::from(place == 1 && equal == 1);
        self.gold += u64::from(gold[hero]);
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.rows[0].games;
        if let (1, Some(game)) = (games, &self.last) {
            writeln!(out, "\n{} turns on a map of {1}x{1} with {2} mines", game.turn, game.size, game.mines)?;
        } else {
            writeln!(out, "\n{games} games")?;
        }
        writeln!(
            out,
            "{:<14} {:>6} {:>6} {:>8} {:>8} {:>7} {:>9} {:>9}",
            "player", "first", "place", "gold", "of all", "rating", "slowest", "time-outs"
        )?;
        let all: u64 = self.rows.iter().map(|row| row.gold).sum();
        for row in self.rows.iter().filter(|row| row.games > 0) {
            let games = f64::from(row.games);
            let per_game = |sum: u64| u32::try_from(sum).map_or(f64::NAN, f64::from) / games;
            let share = 100.0 * per_game(row.gold) / per_game(all.max(1));
            let rating = row.rating.map_or("-".into(), |rating| rating.to_string());
            let slowest = row.slowest.map_or("-".into(), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3));
            writeln!(
                out,
                "{:<14} {:>5.0}% {:>6.2} {:>8.1} {:>7.1}% {:>7} {:>9} {:>9}",
                row.name,
                100.0 * f64::from(row.first) / games,
                per_game(row.places.into()),
                per_game(row.gold),
                share,
                rating,
                slowest,
                row.timed_out
            )?;
        }
        Ok(())
    }
}
