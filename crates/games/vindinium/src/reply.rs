//! A server's answer as a client reads it.

use super::board::{Board, Cell, Dir, HEROES, MAX_SIZE, Pos};
use super::map::{owner_of, tile_of};
use super::notation::Seat;
use super::rules::{Hero, MAX_LIFE, State, Status};
use serde::Deserialize;
use std::borrow::Cow;

/// The parts of an answer that a client reads. Unknown fields are passed over; texts are borrowed from the body, so
/// that reading a state does not allocate.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reply<'a> {
    #[serde(borrow)]
    game: GameIn<'a>,
    hero: IdIn,
    /// The address for the next move.
    #[serde(borrow)]
    pub play_url: Cow<'a, str>,
    /// The address at which the game can be watched.
    #[serde(borrow, default)]
    pub view_url: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GameIn<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    turn: u32,
    max_turns: i32,
    #[serde(borrow)]
    heroes: [HeroIn<'a>; HEROES],
    #[serde(borrow)]
    board: BoardIn<'a>,
    finished: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeroIn<'a> {
    #[serde(borrow, default)]
    name: Cow<'a, str>,
    #[serde(borrow, default)]
    user_id: Option<Text<'a>>,
    #[serde(default)]
    elo: Option<i32>,
    pos: Pos,
    #[serde(borrow, default)]
    last_dir: Option<Text<'a>>,
    life: u8,
    gold: u32,
    spawn_pos: Pos,
    #[serde(default)]
    crashed: bool,
}

/// A text that may be absent. Inside an `Option` serde would copy a bare `Cow`.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Deserialize)]
struct BoardIn<'a> {
    size: usize,
    #[serde(borrow)]
    tiles: Cow<'a, str>,
}

#[derive(Deserialize)]
struct IdIn {
    id: usize,
}

/// An error in an answer that makes it useless.
#[derive(Debug, thiserror::Error)]
pub enum ReplyError {
    /// It is not the JSON of an answer; the message names line and column.
    #[error("the answer is no game state: {0}")]
    Json(serde_json::Error),
    /// It is, but says something impossible: the field and what is wrong with it.
    #[error("the answer's {0} {1}")]
    Value(&'static str, String),
}

impl<'a> Reply<'a> {
    /// Reads an answer's body.
    ///
    /// # Errors
    /// [`ReplyError::Json`] where it is not JSON of the expected form,
    /// [`ReplyError::Value`] where a number is out of its range.
    pub fn parse(body: &'a [u8]) -> Result<Self, ReplyError> {
        let reply: Self = serde_json::from_slice(body).map_err(ReplyError::Json)?;
        let wrong = |field, problem: String| Err(ReplyError::Value(field, problem));
        let size = reply.game.board.size;
        if !(1..=MAX_SIZE).contains(&size) {
            return wrong("board.size", format!("is {size}; it can be 1 to {MAX_SIZE}"));
        }
        let (found, due) = (reply.game.board.tiles.len(), 2 * size * size);
        if found != due {
            return wrong("board.tiles", format!("has {found} characters; a board of {size} by {size} has {due}"));
        }
        if !(1..=HEROES).contains(&reply.hero.id) {
            return wrong("hero.id", format!("is {}; heroes are 1 to {HEROES}", reply.hero.id));
        }
        if i32::try_from(reply.game.turn).is_err() {
            return wrong("turn", format!("is {}; no game has that many turns", reply.game.turn));
        }
        for hero in &reply.game.heroes {
            if [hero.pos, hero.spawn_pos].iter().any(|p| usize::from(p.x.max(p.y)) >= size) {
                return wrong("heroes", format!("stand outside the board of {size} by {size}"));
            }
            if hero.life > MAX_LIFE {
                return wrong("heroes", format!("have a life of {}; the most is {MAX_LIFE}", hero.life));
            }
        }
        Ok(reply)
    }

    /// Name of the game.
    #[must_use]
    pub fn game_id(&self) -> &str {
        &self.game.id
    }

    /// Index (0 to 3) of the hero that the receiver plays.
    #[must_use]
    pub fn hero(&self) -> usize {
        self.hero.id - 1
    }

    /// True if the game is over.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.game.finished
    }

    /// The players, as far as the answer names them.
    #[must_use]
    pub fn seats(&self) -> [Seat; HEROES] {
        std::array::from_fn(|index| {
            let hero = &self.game.heroes[index];
            Seat {
                name: hero.name.to_string(),
                user_id: hero.user_id.as_ref().map(|Text(text)| text.to_string()),
                rating: hero.elo,
            }
        })
    }

    /// The board of this answer's game.
    ///
    /// Tiles below heroes are not shown; they are air on every map that was meant to be played. So this is for the
    /// first answer of a game; [`Reply::state`] does the rest.
    ///
    /// # Errors
    /// [`ReplyError::Value`] if two characters are no tile.
    pub fn board(&self) -> Result<Board, ReplyError> {
        let size = self.game.board.size;
        let mut tiles = Vec::with_capacity(size * size);
        for (index, pair) in self.game.board.tiles.as_bytes().chunks_exact(2).enumerate() {
            tiles.push(tile_of(pair).ok_or_else(|| {
                let pair = String::from_utf8_lossy(pair);
                ReplyError::Value("board.tiles", format!("has {pair:?} as tile number {index}"))
            })?);
        }
        let cell = |p: Pos| Cell::from(p.x) * Cell::try_from(size).expect("checked by parse") + Cell::from(p.y);
        let starts = std::array::from_fn(|i| cell(self.game.heroes[i].pos));
        let spawns = std::array::from_fn(|i| cell(self.game.heroes[i].spawn_pos));
        Ok(Board::with_spawns(size, &tiles, starts, spawns))
    }

    /// The state that this answer shows, on the board of its game's first answer.
    ///
    /// # Errors
    /// [`ReplyError::Value`] if the answer does not belong to that board.
    pub fn state(&self, board: &Board) -> Result<State, ReplyError> {
        if self.game.board.size != board.size() {
            return Err(ReplyError::Value("board.size", "is not the one the game began with".into()));
        }
        let mut state = State::new(board, self.game.max_turns, false);
        state.turn = self.game.turn;
        let tiles = self.game.board.tiles.as_bytes();
        for (mine, &cell) in board.mines.iter().enumerate() {
            let at = 2 * usize::from(cell);
            // A hero of a hostile map can hide a mine; it counts as neutral meanwhile.
            if tiles[at] == b'$' {
                state.set_owner(mine, owner_of(char::from(tiles[at + 1])));
            }
        }
        for (hero, seen) in state.heroes.iter_mut().zip(&self.game.heroes) {
            *hero = Hero {
                gold: seen.gold,
                respawned: Hero::NEVER,
                pos: board.cell(Pos { x: seen.pos.x, y: seen.pos.y }).expect("checked by parse"),
                mines: hero.mines,
                life: seen.life,
                crashed: seen.crashed,
                last_dir: seen.last_dir.as_ref().map(|Text(text)| Dir::lenient(text)),
            };
        }
        if self.game.finished {
            state.status = Status::TurnMax;
        }
        Ok(state)
    }
}
