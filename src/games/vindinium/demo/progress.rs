//! The progress of the games, a bar and the board of a single game on a terminal, plain lines elsewhere; and the
//! results of the players over all of them.

use crate::desk::bar::{self, Bar};
use crate::output::{Styled, coloured, note};
use anstyle::{AnsiColor, Effects, Style};
use boardbots_client::{End, Summary};
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::map::tiles_text;
use boardbots_vindinium::rules::{State, place};
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// The unit of the bar.
const UNIT: &str = "turns";
/// Plain lines for one game.
const LINES: u32 = 10;
/// Columns for the words beside the bar.
const WORDS: u16 = 62;
/// Columns of a hero's words below the board.
const HERO: usize = 19;
/// The time between two boards: a game of 300 turns takes half a minute.
const PACE: Duration = Duration::from_millis(100);
/// Colours of the heroes, as on the page.
const COLOURS: [AnsiColor; HEROES] =
    [AnsiColor::BrightRed, AnsiColor::BrightBlue, AnsiColor::BrightGreen, AnsiColor::BrightYellow];

/// The progress of all games, on stderr.
pub struct Progress {
    bar: Option<Bar>,
    games: u32,
    game: u32,
    /// Tenths of the game that plain lines have told.
    told: u32,
    /// True if each board stays for a moment.
    is_slow: bool,
    /// The board and the names of a game that is drawn, and when its last state was.
    drawn: Option<(Box<Board>, [String; HEROES], Instant)>,
}

impl Progress {
    /// Progress of this number of games. If it `is_slow`, the board of a single one can be watched.
    pub fn new(games: u32, is_slow: bool) -> Self {
        Self { bar: bar::on_terminal(UNIT, WORDS), games, game: 0, told: 0, is_slow, drawn: None }
    }

    /// The next game begins.
    pub fn began(&mut self, url: &str, board: Box<Board>, names: [String; HEROES]) {
        let (columns, lines) = ((2 * board.size()).max(HEROES * HERO), board.size() + 1);
        let has_room = self.bar.is_some() && self.games == 1 && Bar::has_room(columns, lines);
        self.drawn = has_room.then(|| (board, names, Instant::now()));
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
    pub fn turn(&mut self, state: &State, hero: usize) {
        let (turn, last) = (state.turn, u32::try_from(state.max_turns).unwrap_or(0).max(1));
        let own = state.heroes[hero].gold;
        let others = (0..HEROES).filter(|&other| other != hero);
        let best = others.map(|other| state.heroes[other].gold).max().unwrap_or(0);
        let score = format!("our gold {own}, best opponent's {best}");
        if let Some(bar) = &self.bar {
            bar.tell(turn.into(), last.into(), &format!("  {score}"));
            if let Some((board, names, since)) = &mut self.drawn {
                bar.picture(UNIT, WORDS, &picture(board, state, names));
                if self.is_slow {
                    thread::sleep(PACE.saturating_sub(since.elapsed()));
                }
                *since = Instant::now();
            }
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
}

/// The board in the protocol's signs, and the heroes.
fn picture(board: &Board, state: &State, names: &[String; HEROES]) -> Styled {
    let is_coloured = coloured(None);
    let of_hero = |sign: u8| {
        let colour = sign.checked_sub(b'1').and_then(|hero| COLOURS.get(usize::from(hero)));
        Style::new().fg_color(colour.map(|colour| (*colour).into()))
    };
    let style = |tile: &[u8]| match *tile {
        [b'@', hero] if is_coloured => of_hero(hero).effects(Effects::INVERT),
        [b'$', owner] if is_coloured => of_hero(owner).effects(Effects::BOLD),
        [b'#', _] if is_coloured => Style::new().effects(Effects::DIMMED),
        [b'[', _] if is_coloured => Style::new().effects(Effects::BOLD),
        _ => Style::new(),
    };
    let mut picture = Styled::default();
    for row in tiles_text(board, state).as_bytes().chunks(2 * board.size()) {
        for tile in row.chunks(2) {
            picture.add(style(tile), &String::from_utf8_lossy(tile));
        }
        picture.plain("\n");
    }
    for ((hero, name), sign) in state.heroes.iter().zip(names).zip(b'1'..) {
        let text = format!("@{} {:.10} {}", char::from(sign), name, hero.gold);
        picture.add(style(&[b'@', sign]), &format!("{text:<width$}", width = HERO - 1));
        picture.plain(" ");
    }
    picture
}

/// The results of some players.
pub struct Standings {
    /// Our bot comes first.
    pub rows: Vec<Row>,
    /// Our bot's last game.
    pub last: Option<Summary>,
}

/// One player's results.
#[derive(Default)]
pub struct Row {
    name: String,
    games: u32,
    /// Games with strictly the most gold.
    first: u32,
    places: u32,
    gold: u64,
    /// Games that were lost by time-out.
    pub timed_out: u32,
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
