//! The progress of the games: a bar and the board of a single game on a terminal, plain lines elsewhere.

use crate::bar::{self, Bar};
use crate::output::{Styled, coloured, note};
use anstyle::{AnsiColor, Effects, Style};
use boardbots_client::Summary;
use boardbots_vindinium::board::{Board, HEROES};
use boardbots_vindinium::map::tiles_text;
use boardbots_vindinium::rules::State;
use std::thread;
use std::time::{Duration, Instant};

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
