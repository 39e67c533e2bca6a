//! Seats of a match for clients of the arena's protocol.
//!
//! A match of its own arrangement plays with programs that were written for the arena: each has a key, asks for a
//! game with it, gets the states in which it is its turn, and sends its moves. There are no other games, pages or
//! users here.

use super::protocol::{Answer, Params};
use crate::tokens::{self, Hash, hash};
use crate::web::rate_limits::SeatRate;
use crate::web::request::host;
use crate::web::{Cost, HttpLimits, Listener, ServeError, Server, ServerConfig, Service};
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::routing::post;
use boardbots_base::names::from_key;
use boardbots_base::thread::lock;
use boardbots_game::player::{Begin, ClientSeat, ClientServer};
use boardbots_game::state::{Choice, GameState};
use boardbots_vindinium::board::{Dir, HEROES};
use boardbots_vindinium::game::{Round, choice};
use boardbots_vindinium::notation::{Game, Seat};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Instant;
use tokio::sync::oneshot;

/// The answer to a connection over the limit.
const FULL: &str = "Vindinium - There are too many connections, try again soon";
/// Requests and joins each second: clients of a match are trusted to ask as often as they move.
const RATE: u32 = 1_000_000;

/// The rating of all players: that of a new user of the arena.
const RATING: i32 = 1200;

/// A server for the clients of one match.
pub struct ClientSeats {
    address: String,
    /// True if clients see players as users, who have an id and a rating; otherwise as bots of the server.
    ratings: bool,
    shared: Arc<Shared>,
    /// Serves until it is dropped; `None` where another server does.
    _server: Option<Server>,
}

/// All seats.
struct Shared {
    limits: HttpLimits,
    seats: Mutex<Vec<Weak<SeatView>>>,
}

/// A seat as requests see it.
struct SeatView {
    /// Empty where the client has had it before.
    key: String,
    /// Its hash.
    proof: Hash,
    progress: Mutex<Progress>,
    /// A move or a client has come.
    changed: Condvar,
}

/// Players under the names that the arena would give them, as the protocol shows them.
fn heroes(names: &[String], ratings: bool) -> [Seat; HEROES] {
    // The same player has the same id in all games.
    let id =
        |name: Option<&String>| format!("{:08x}", BuildHasherDefault::<DefaultHasher>::default().hash_one(name) >> 32);
    std::array::from_fn(|hero| Seat {
        name: names.get(hero).map_or_else(|| format!("hero{}", hero + 1), |name| from_key(name)),
        user_id: ratings.then(|| id(names.get(hero))),
        rating: ratings.then_some(RATING),
    })
}

/// The progress of the game at a seat.
#[derive(Default)]
struct Progress {
    /// Names the game; empty before the first.
    id: String,
    /// The token that proves the client's seat in this game.
    token: String,
    hero: usize,
    /// The players, by hero.
    heroes: [Seat; HEROES],
    joined: bool,
    over: bool,
    /// The state in which it is the client's turn.
    due: Option<Round>,
    /// The request that the next state answers.
    waiting: Option<Waiting>,
    dir: Option<Dir>,
}

/// A request that is answered when it is the client's turn.
struct Waiting {
    /// The host that was asked, for the addresses in the answer.
    host: String,
    reply: oneshot::Sender<Answer>,
}

impl Progress {
    /// Answers the request that waits with a state.
    fn answer(&mut self, round: &Round) {
        let Some(Waiting { host, reply }) = self.waiting.take() else { return };
        let game = Game { id: &self.id, board: &round.board, state: &round.state, seats: &self.heroes };
        // A client that has gone away takes no answer.
        drop(reply.send(Answer::State(game.reply_json(self.hero, &self.token, &host))));
    }

    /// Lets a request wait, or answers it if it is the client's turn.
    fn wait(&mut self, host: String) -> oneshot::Receiver<Answer> {
        let (reply, answer) = oneshot::channel();
        if let Some(before) = self.waiting.replace(Waiting { host, reply }) {
            drop(before.reply.send(Answer::Wait));
        }
        if let Some(round) = self.due.take() {
            self.answer(&round);
            self.due = Some(round);
        }
        answer
    }
}

impl ClientSeats {
    /// Listens on a free port of this machine alone; clients see ratings, or do not.
    ///
    /// # Errors
    /// See [`ServeError`].
    pub fn start(ratings: bool) -> Result<Self, ServeError> {
        let limits = HttpLimits {
            requests_per_second: RATE,
            request_burst: RATE,
            joins_per_second: RATE,
            join_burst: RATE,
            ..HttpLimits::default()
        };
        let config =
            ServerConfig { listen: ([127, 0, 0, 1], 0).into(), limits: limits.clone(), ..ServerConfig::default() };
        let listener = Listener::open("client-seats", config)?;
        let address = format!("http://{}", listener.addr());
        let (seats, router) = Self::beside(address, limits, ratings);
        let server = listener.serve(Service {
            router,
            full: FULL,
            costs: Arc::new(|_| Cost::Usual),
            status: Box::new(|connections| format!("{connections} connections")),
            metrics: Box::new(|_| ()),
            admin: None,
            ending: Box::new(|| ()),
            threads: Vec::new(),
        })?;
        Ok(Self { _server: Some(server), ..seats })
    }

    /// Seats at an address that another server answers, with these routes.
    pub fn beside(address: String, limits: HttpLimits, ratings: bool) -> (Self, Router) {
        let shared = Arc::new(Shared { limits, seats: Mutex::default() });
        let router = Router::new()
            .route("/api/training", post(join))
            .route("/api/arena", post(join))
            .route("/api/{game}/{token}/play", post(play))
            .with_state(Arc::clone(&shared));
        (Self { address, ratings, shared, _server: None }, router)
    }

    /// A seat for the client whose key has this hash.
    #[must_use]
    pub fn seat_of(&self, proof: Hash) -> Box<dyn ClientSeat> {
        self.seat_with(String::new(), proof)
    }

    fn seat_with(&self, key: String, proof: Hash) -> Box<dyn ClientSeat> {
        let place = Arc::new(SeatView { key, proof, progress: Mutex::default(), changed: Condvar::new() });
        let mut seats = lock(&self.shared.seats);
        seats.retain(|seat| seat.strong_count() > 0);
        seats.push(Arc::downgrade(&place));
        Box::new(Chair { address: self.address.clone(), ratings: self.ratings, place })
    }

    /// The rate limit of the seat that a token of a game proves: the game itself sets the pace.
    #[must_use]
    pub fn rate(&self, game: &str, token: &str) -> Option<Arc<SeatRate>> {
        let is_it = |progress: &Progress| progress.id == game && tokens::same(token, &progress.token);
        self.shared.find(|place| is_it(&lock(&place.progress)))?;
        Some(SeatRate::unlimited(SeatRate::key_of(token)))
    }
}

impl ClientServer for ClientSeats {
    fn seat(&self) -> Box<dyn ClientSeat> {
        let key = tokens::token();
        let proof = hash(&[], &key);
        self.seat_with(key, proof)
    }
}

impl Shared {
    /// The seat of which this is true.
    fn find(&self, is_it: impl Fn(&SeatView) -> bool) -> Option<Arc<SeatView>> {
        lock(&self.seats).iter().filter_map(Weak::upgrade).find(|place| is_it(place))
    }
}

/// `POST /api/arena` and `/api/training`: the next game of the match.
async fn join(State(shared): State<Arc<Shared>>, request: Request) -> Result<Answer, Answer> {
    let host = host(&request);
    let params = Params::read(request, &shared.limits).await?;
    let key = params.filled("key").ok_or(Answer::ForgotKey)?;
    let given = hash(&[], key);
    let place = shared.find(|place| place.proof == given).ok_or(Answer::KeyNotFound)?;
    let answer = {
        let mut progress = lock(&place.progress);
        progress.joined = !progress.over && !progress.id.is_empty();
        place.changed.notify_all();
        progress.wait(host)
    };
    answer.await.map_err(|_| Answer::Finished)
}

/// `POST /api/<game>/<token>/play`: a move; the answer comes when it is the client's turn again.
async fn play(
    State(shared): State<Arc<Shared>>,
    Path((id, token)): Path<(String, String)>,
    request: Request,
) -> Result<Answer, Answer> {
    let host = host(&request);
    let params = Params::read(request, &shared.limits).await?;
    let dir = params.filled("dir").ok_or(Answer::NoDir)?;
    let place = shared.find(|place| lock(&place.progress).id == id).ok_or(Answer::UnknownGame(id))?;
    let answer = {
        let mut progress = lock(&place.progress);
        if !tokens::same(&token, &progress.token) {
            return Err(Answer::WrongToken);
        } else if progress.over {
            return Err(Answer::Finished);
        } else if progress.due.take().is_none() {
            return Err(Answer::Wait);
        }
        progress.dir = Some(Dir::lenient(dir));
        place.changed.notify_all();
        progress.wait(host)
    };
    answer.await.map_err(|_| Answer::Finished)
}

/// A seat as the match sees it.
struct Chair {
    address: String,
    ratings: bool,
    place: Arc<SeatView>,
}

impl ClientSeat for Chair {
    fn address(&self) -> &str {
        &self.address
    }

    fn key(&self) -> &str {
        &self.place.key
    }

    fn begin(&mut self, begin: &Begin<'_>) {
        let mut progress = lock(&self.place.progress);
        let waiting = progress.waiting.take();
        *progress = Progress {
            id: tokens::id(),
            token: tokens::token(),
            hero: begin.seat,
            heroes: heroes(begin.names, self.ratings),
            joined: waiting.is_some(),
            waiting,
            ..Progress::default()
        };
    }

    fn has_joined(&self) -> bool {
        lock(&self.place.progress).joined
    }

    fn waits(&self) -> bool {
        lock(&self.place.progress).waiting.as_ref().is_some_and(|waiting| !waiting.reply.is_closed())
    }

    fn show(&mut self, state: &dyn GameState) {
        let Some(round) = state.of::<Round>() else { return };
        let mut progress = lock(&self.place.progress);
        progress.dir = None;
        progress.answer(round);
        progress.due = Some(round.clone());
    }

    fn wait(&mut self, until: Instant) -> Option<Choice> {
        let mut progress = lock(&self.place.progress);
        let joined = progress.joined;
        loop {
            if let Some(dir) = progress.dir.take() {
                return Some(choice(dir));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || progress.joined != joined {
                return None;
            }
            let woken = self.place.changed.wait_timeout(progress, left);
            progress = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn end(&mut self, state: &dyn GameState) {
        let mut progress = lock(&self.place.progress);
        (progress.over, progress.due) = (true, None);
        if let Some(round) = state.of::<Round>() {
            progress.answer(round);
        }
    }
}

impl Drop for Chair {
    /// Requests that wait are answered, so that their connections end.
    fn drop(&mut self) {
        lock(&self.place.progress).waiting = None;
    }
}
