//! The record of a game, for those who watch it: its board, its seats, the moves so far; and of a finished one as one
//! JSON text, for other programs.

use super::store::{self, Ended, EndedSeat, FileError, GameKind, LAYOUT, Stored, now};
use crate::web::answer::extended;
use boardbots_base::invalid::InputError;
use boardbots_base::object;
use boardbots_base::store::file;
use boardbots_base::thread::lock;
use boardbots_vindinium::board::{Board, Dir, HEROES};
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::map;
use boardbots_vindinium::notation::{Game, Seat};
use boardbots_vindinium::rules::{Order, State};
use std::path::Path;
use std::sync::Mutex;
use tokio::sync::watch;

/// The code of a missed turn among the moves.
pub const MISSED: u8 = 99;

/// A game as others see it. The game's task adds moves; a watcher follows with a
/// state of its own, so that a slow watcher delays no other and no backlog builds up.
pub struct Record {
    /// Name of the game.
    pub id: String,
    /// Its kind.
    pub kind: GameKind,
    /// Its board.
    pub board: Board,
    /// The state before the first move.
    pub start: State,
    /// Its players.
    pub seats: [Seat; HEROES],
    /// The time of its start, in seconds since 1970.
    pub started: i64,
    progress: Mutex<Progress>,
    changed: watch::Sender<()>,
}

struct Progress {
    state: State,
    moves: Vec<u8>,
    ended: Option<i64>,
}

/// The next event for a watcher who has seen some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another move.
    Move(Order),
    /// No move yet.
    Later,
    /// No move any more.
    Never,
}

impl Record {
    /// A game about to begin.
    pub fn new(id: String, kind: GameKind, (board, start): (Board, State), seats: [Seat; HEROES]) -> Self {
        let progress = Mutex::new(Progress { state: start, moves: Vec::new(), ended: None });
        Self { id, kind, board, start, seats, started: now(), progress, changed: watch::Sender::new(()) }
    }

    /// A finished game from the database.
    ///
    /// # Errors
    /// Data that cannot be played again, which only a damaged database holds.
    pub fn of(game: Ended) -> Result<Self, InputError> {
        let map = map::parse(&game.map).map_err(|error| format!("its map: {error}"))?;
        if (map.board.size(), map.board.mines.len()) != (widened(game.size), widened(game.mines)) {
            return Err("its map is another".into());
        }
        let start = map.start(game.max_turns, game.kind == GameKind::Training);
        let mut state = start;
        for (n, &code) in (1..).zip(&game.moves) {
            if state.finished() {
                return Err(format!("move {n} comes after the end").into());
            }
            state.play(&map.board, order(code).ok_or_else(|| format!("move {n} is none"))?);
        }
        let gold = state.heroes.iter().zip(&game.seats).all(|(hero, seat)| hero.gold == seat.gold);
        if !state.finished() || state.turn != game.turns || !gold {
            return Err(format!("its {} moves do not lead to its end", game.moves.len()).into());
        }
        let seats = game.seats.map(|seat| Seat { name: seat.name, user_id: seat.user, rating: seat.rating });
        let progress = Mutex::new(Progress { state, moves: game.moves, ended: Some(game.ended) });
        let (id, kind, started) = (game.id, game.kind, game.started);
        Ok(Self { id, kind, board: map.board, start, seats, started, progress, changed: watch::Sender::new(()) })
    }

    /// The game at one of its moments.
    pub fn at<'a>(&'a self, state: &'a State) -> Game<'a> {
        Game { id: &self.id, board: &self.board, state, seats: &self.seats }
    }

    /// The state now.
    pub fn state(&self) -> State {
        lock(&self.progress).state
    }

    /// The codes of all moves so far.
    pub fn moves(&self) -> Vec<u8> {
        lock(&self.progress).moves.clone()
    }

    /// The time of its end, in seconds since 1970; `None` while it runs.
    pub fn ended(&self) -> Option<i64> {
        lock(&self.progress).ended
    }

    /// Adds a move and the state it led to; the last one comes with the time of the end.
    pub fn add(&self, code: u8, state: &State, ended: Option<i64>) {
        {
            let mut progress = lock(&self.progress);
            progress.state = *state;
            progress.moves.push(code);
            progress.ended = ended;
        }
        self.changed.send_replace(());
    }

    /// The event after the first `seen` moves.
    pub fn next(&self, seen: usize) -> Next {
        let progress = lock(&self.progress);
        match (progress.moves.get(seen).copied().and_then(order), progress.ended) {
            (Some(order), _) => Next::Move(order),
            (None, None) => Next::Later,
            (None, Some(_)) => Next::Never,
        }
    }

    /// Says when there is more to see.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }
}

/// The kind of player at a seat: `program` with a key, `person` at the keyboard, or `bot` of the house. Only programs
/// are rated, and nobody else can have the name of a house bot.
pub fn occupant(name: &str, rating: Option<i32>) -> &'static str {
    match rating {
        Some(_) => "program",
        None if name.parse::<Kind>().is_ok() => "bot",
        None => "person",
    }
}

/// A count of the database; what does not fit is no count of a board.
fn widened(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// The code of an order in stored games.
pub fn code(order: Order) -> u8 {
    match order {
        Order::Go(dir) => dir as u8,
        Order::Crash => MISSED,
    }
}

/// The order that a code stands for.
pub fn order(code: u8) -> Option<Order> {
    if code == MISSED { Some(Order::Crash) } else { Dir::from_code(code).map(Order::Go) }
}

/// The replay of a finished game in a database that an arena may be using, as JSON: the
/// seats with their results, all orders, and the game object before the first move and
/// after the last.
///
/// # Errors
/// [`StoreError::NoGame`] if it is not there, [`StoreError::NoReplay`] if only its result is, and everything else that
/// can be wrong with a database.
pub fn replay(database: &Path, id: &str) -> Stored<String> {
    let game = store::game(&file::open_to_read(database, &LAYOUT)?, id)?;
    let damaged = |why: &str| FileError::Row(format!("{}: game {id}: {why}", database.display()));
    let name = |&code: &u8| order(code).map(|order| if let Order::Go(dir) = order { dir.name() } else { "Crash" });
    let seat = |(hero, seat): (usize, &EndedSeat)| {
        object! {
            hero: hero,
            name: seat.name.clone(),
            userId: seat.user.clone(),
            rating: seat.rating,
            ratingChange: seat.change,
            gold: seat.gold,
            place: seat.place,
            crashed: seat.crashed,
        }
    };
    let orders: Option<Vec<&str>> = game.moves.iter().map(name).collect();
    let sheet = object! {
        id: &game.id,
        kind: game.kind.name(),
        started: game.started,
        ended: game.ended,
        /// `turns` if the last turn was played, `crashed` if all heroes had crashed before it.
        status: if game.crashed { "crashed" } else { "turns" },
        /// A text, because it can exceed what some readers keep of a number.
        seed: game.seed.to_string(),
        map: &game.map,
        orders: orders.ok_or_else(|| damaged("a move is none"))?,
        seats: (1..).zip(&game.seats).map(seat).collect::<Vec<_>>(),
    };
    let text = serde_json::to_string(&sheet).expect("numbers, texts and lists always have a JSON form");
    let record = Record::of(game).map_err(|why| damaged(&why))?;
    // The game objects keep the bytes of the protocol.
    let [initial, last] = [record.start, record.state()].map(|state| record.at(&state).json());
    Ok(extended(text, &[("initial", initial), ("final", last)]))
}
