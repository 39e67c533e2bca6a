//! States as the JSON of the protocol, as a server writes them, and orders as text. The way
//! back is in [`super::reply`].

use super::board::{Board, Dir, HEROES, Pos};
use super::map::tiles_text;
use super::rules::State;
use boardbots_base::object;
use serde::Serialize;
use serde_json::{Value, json};

boardbots_base::words! { Dir::name: Stay "Stay", North "North", South "South", East "East", West "West" }

impl Dir {
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

/// The player of a seat, as far as the protocol shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// Name of the user or of the server's bot.
    pub name: String,
    /// Public id of the user; bots of the server have none.
    pub user_id: Option<String>,
    /// Rating when the player joined; bots of the server have none.
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

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
struct HeroOut<'a> {
    id: usize,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<i32>,
    pos: Pos,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_dir: Option<&'static str>,
    life: u8,
    gold: u32,
    mine_count: u16,
    spawn_pos: Pos,
    crashed: bool,
}

impl<'a> Game<'a> {
    /// The game object, compact, with the key order of the original.
    #[must_use]
    pub fn json(self) -> String {
        let tiles = tiles_text(self.board, self.state);
        to_json(&self.out(&tiles), &tiles)
    }

    /// The game object as a value.
    #[must_use]
    pub fn value(self) -> Value {
        json!(self.out(&tiles_text(self.board, self.state)))
    }

    /// The answer to the player of `hero` (index 0 to 3): the game object, its hero, its
    /// token and the addresses, which begin with the `host` of the request.
    #[must_use]
    pub fn reply_json(self, hero: usize, token: &str, host: &str) -> String {
        let tiles = tiles_text(self.board, self.state);
        let reply = object! {
            game: self.out(&tiles),
            hero: self.hero_out(hero),
            token: token,
            viewUrl: format!("http://{host}/{}", self.id),
            playUrl: format!("http://{host}/api/{}/{token}/play", self.id),
        };
        to_json(&reply, &tiles)
    }

    fn out(self, tiles: &'a str) -> impl Serialize {
        object! {
            id: self.id,
            turn: self.state.turn,
            maxTurns: self.state.max_turns,
            heroes: std::array::from_fn::<_, HEROES, _>(|index| self.hero_out(index)),
            board: object! { size: self.board.size(), tiles: tiles },
            finished: self.state.finished(),
        }
    }

    fn hero_out(self, index: usize) -> HeroOut<'a> {
        let (hero, seat) = (&self.state.heroes[index], &self.seats[index]);
        HeroOut {
            id: index + 1,
            name: &seat.name,
            user_id: seat.user_id.as_deref(),
            elo: seat.rating,
            pos: self.board.pos(hero.pos),
            last_dir: hero.last_dir.map(Dir::name),
            life: hero.life,
            gold: hero.gold,
            mine_count: hero.mines,
            spawn_pos: self.board.pos(self.board.spawns[index]),
            crashed: hero.crashed,
        }
    }
}

/// One allocation holds the whole of a usual answer: its tiles, and about a kilobyte of the rest.
fn to_json<T: Serialize>(value: &T, tiles: &str) -> String {
    let mut text = Vec::with_capacity(tiles.len() + 1280);
    serde_json::to_writer(&mut text, value).expect("numbers, texts and lists always have a JSON form");
    String::from_utf8(text).expect("JSON is UTF-8")
}
