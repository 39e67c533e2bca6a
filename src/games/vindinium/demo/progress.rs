//! How far the games are: a bar on a terminal, plain lines elsewhere.

use crate::bar::{self, Bar};
use crate::output::note;
use boardbots_client::Summary;
use boardbots_vindinium::board::HEROES;

/// Plain lines for one game.
const LINES: u32 = 10;
/// Columns of what is said of a game beside its bar.
const WORDS: u16 = 62;

/// The progress of all games, on stderr.
pub struct Progress {
    bar: Option<Bar>,
    games: u32,
    game: u32,
    /// Tenths of the game that plain lines have told.
    told: u32,
}

impl Progress {
    /// Progress of this number of games.
    pub fn new(games: u32) -> Self {
        Self { bar: bar::on_terminal("turns", WORDS), games, game: 0, told: 0 }
    }

    /// The next game begins.
    pub fn began(&mut self, url: &str) {
        self.game += 1;
        self.told = 0;
        let number = if self.games == 1 { "Game ".to_string() } else { format!("Game {}/{} ", self.game, self.games) };
        match &self.bar {
            Some(bar) => {
                bar.begin(1, &number);
                if self.games == 1 {
                    bar.note(&format!("Watch it live: {url}"));
                }
            }
            None if self.games == 1 => note(format_args!("Watch it live: {url}")),
            None => {}
        }
    }

    /// The game goes on.
    pub fn turn(&mut self, turn: u32, max_turns: i32, hero: usize, gold: [u32; HEROES]) {
        let last = u32::try_from(max_turns).unwrap_or(0).max(1);
        let own = gold[hero];
        let best = (0..HEROES).filter(|&other| other != hero).map(|other| gold[other]).max().unwrap_or(0);
        let score = format!("our gold {own}, best opponent's {best}");
        if let Some(bar) = &self.bar {
            bar.tell(turn.into(), last.into(), &format!("  {score}"));
        } else if self.games == 1 && turn * LINES / last > self.told {
            self.told = turn * LINES / last;
            note(format_args!("turn {turn}/{last}: {score}"));
        }
    }

    /// A game has ended.
    pub fn ended(&self, summary: &Summary) {
        if self.games > 1 {
            let text = format!("{}/{}  {summary}", self.game, self.games);
            match &self.bar {
                Some(bar) => bar.note(&text),
                None => note(text),
            }
        }
    }

    /// No more games.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.end();
        }
    }
}
