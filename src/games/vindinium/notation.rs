//! States as the JSON of the protocol, out (for a server) and in (for a client), and orders
//! as text.

use super::board::{Board, Cell, Dir, HEROES, MAX_SIZE, Pos, Tile};
use super::map::{owner_char, owner_of};
use super::rules::{Hero, MAX_LIFE, NEUTRAL, State, Status};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

impl Dir {
    /// The name in the protocol: `Stay`, `North`, `South`, `East`, `West`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stay => "Stay",
            Self::North => "North",
            Self::South => "South",
            Self::East => "East",
            Self::West => "West",
        }
    }

    /// The direction that a client's `dir` means: any case, spaces around; everything that
    /// is no direction means `Stay`, as on the original server.
    #[must_use]
    pub fn lenient(text: &str) -> Self {
        let text = text.trim();
        Self::ALL.into_iter().find(|dir| dir.name().eq_ignore_ascii_case(text)).unwrap_or(Self::Stay)
    }

    /// The direction with this number in stored replays, 0 to 4.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|&dir| dir as u8 == code)
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Who sits on a seat, as far as the protocol shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Name of the user or of the server's bot.
    pub name: String,
    /// Public id of the user; bots of the server have none.
    pub user_id: Option<String>,
    /// Rating when he joined; bots of the server have none.
    pub rating: Option<i32>,
}

/// A game at one moment with what the protocol says of it beyond the state.
#[derive(Clone, Copy)]
pub struct Game<'a> {
    /// Eight characters that name the game.
    pub id: &'a str,
    /// Its board.
    pub board: &'a Board,
    /// Its state.
    pub state: &'a State,
    /// Its players, in order of their heroes.
    pub seats: &'a [Seat; HEROES],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GameOut<'a> {
    id: &'a str,
    turn: u32,
    max_turns: i32,
    heroes: [HeroOut<'a>; HEROES],
    board: BoardOut<'a>,
    finished: bool,
}

#[derive(Serialize)]
struct BoardOut<'a> {
    size: usize,
    tiles: &'a str,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct PosJson {
    x: u8,
    y: u8,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct HeroOut<'a> {
    id: usize,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<i32>,
    pos: PosJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_dir: Option<&'static str>,
    life: u8,
    gold: u32,
    mine_count: u16,
    spawn_pos: PosJson,
    crashed: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReplyOut<'a> {
    game: GameOut<'a>,
    hero: HeroOut<'a>,
    token: &'a str,
    view_url: String,
    play_url: String,
}

impl<'a> Game<'a> {
    /// The game object, compact, with the key order of the original.
    #[must_use]
    pub fn json(self) -> String {
        let tiles = tiles_text(self.board, self.state);
        to_json(&self.out(&tiles))
    }

    /// The answer to the player of `hero` (index 0 to 3): the game object, his hero, his
    /// token and the addresses, which begin with the `host` that he asked.
    #[must_use]
    pub fn reply_json(self, hero: usize, token: &str, host: &str) -> String {
        let tiles = tiles_text(self.board, self.state);
        let game = self.out(&tiles);
        let hero = game.heroes[hero];
        let (view_url, play_url) =
            (format!("http://{host}/{}", self.id), format!("http://{host}/api/{}/{token}/play", self.id));
        to_json(&ReplyOut { game, hero, token, view_url, play_url })
    }

    fn out(self, tiles: &'a str) -> GameOut<'a> {
        GameOut {
            id: self.id,
            turn: self.state.turn,
            max_turns: self.state.max_turns,
            heroes: std::array::from_fn(|index| self.hero_out(index)),
            board: BoardOut { size: self.board.size(), tiles },
            finished: self.state.finished(),
        }
    }

    fn hero_out(self, index: usize) -> HeroOut<'a> {
        let (hero, seat) = (&self.state.heroes[index], &self.seats[index]);
        let pos = |cell| {
            let Pos { x, y } = self.board.pos(cell);
            PosJson { x, y }
        };
        HeroOut {
            id: index + 1,
            name: &seat.name,
            user_id: seat.user_id.as_deref(),
            elo: seat.rating,
            pos: pos(hero.pos),
            last_dir: hero.last_dir.map(Dir::name),
            life: hero.life,
            gold: hero.gold,
            mine_count: hero.mines,
            spawn_pos: pos(self.board.spawns()[index]),
            crashed: hero.crashed,
        }
    }
}

fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("numbers, texts and lists always have a JSON form")
}

/// The tiles as the protocol writes them: two characters each, no line breaks, heroes drawn
/// over (the first by number where two share a cell).
#[must_use]
pub fn tiles_text(board: &Board, state: &State) -> String {
    let mut text = Vec::with_capacity(2 * board.cells());
    for (index, tile) in board.tiles().iter().enumerate() {
        text.extend_from_slice(match tile {
            Tile::Air => b"  ",
            Tile::Wall => b"##",
            Tile::Tavern => b"[]",
            Tile::Mine => {
                let mine = Cell::try_from(index).ok().and_then(|cell| board.mine_at(cell));
                let owner = mine.map_or(NEUTRAL, |mine| state.owner(mine));
                text.extend_from_slice(&[b'$', owner_char(owner) as u8]);
                continue;
            }
        });
    }
    for (index, hero) in state.heroes.iter().enumerate().rev() {
        let at = 2 * usize::from(hero.pos);
        text[at] = b'@';
        text[at + 1] = b'1' + u8::try_from(index).expect("four heroes");
    }
    String::from_utf8(text).expect("tiles are ASCII")
}

/// What a client reads of an answer. Unknown fields are passed over; texts are borrowed from
/// the body, so that reading a state does not allocate.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reply<'a> {
    #[serde(borrow)]
    game: GameIn<'a>,
    hero: IdIn,
    /// Where to send the next move.
    #[serde(borrow)]
    pub play_url: Cow<'a, str>,
    /// Where the game can be watched.
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
    pos: PosJson,
    #[serde(borrow, default)]
    last_dir: Option<Text<'a>>,
    life: u8,
    gold: u32,
    spawn_pos: PosJson,
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

/// Why an answer cannot be used.
#[derive(Debug)]
pub enum ReplyError {
    /// It is not the JSON of an answer; the message names line and column.
    Json(serde_json::Error),
    /// It is, but says something impossible: the field and what is wrong with it.
    Value(&'static str, String),
}

impl fmt::Display for ReplyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(out, "the answer is no game state: {error}"),
            Self::Value(field, problem) => write!(out, "the answer's {field} {problem}"),
        }
    }
}

impl std::error::Error for ReplyError {}

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
            return wrong("turn", format!("is {}; no game has so many", reply.game.turn));
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

    /// Whether the game is over.
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
    /// What lies under a hero is not shown; it is air on every map that was meant to be
    /// played. So this is for the first answer of a game; [`Reply::state`] does the rest.
    ///
    /// # Errors
    /// [`ReplyError::Value`] if two characters are no tile.
    pub fn board(&self) -> Result<Board, ReplyError> {
        let size = self.game.board.size;
        let mut tiles = Vec::with_capacity(size * size);
        for (index, pair) in self.game.board.tiles.as_bytes().chunks_exact(2).enumerate() {
            tiles.push(match pair {
                b"  " => Tile::Air,
                b"##" => Tile::Wall,
                b"[]" => Tile::Tavern,
                [b'$', _] => Tile::Mine,
                [b'@', b'1'..=b'4'] => Tile::Air,
                _ => {
                    let pair = String::from_utf8_lossy(pair);
                    return Err(ReplyError::Value("board.tiles", format!("has {pair:?} as tile number {index}")));
                }
            });
        }
        let cell = |p: PosJson| Cell::from(p.x) * Cell::try_from(size).expect("checked by parse") + Cell::from(p.y);
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
        for (mine, &cell) in board.mines().iter().enumerate() {
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
