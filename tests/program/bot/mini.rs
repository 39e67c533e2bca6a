//! A small Vindinium server for tests: our rules, plain threads, three random opponents.

use crate::bot::http::{Framing, Message, answer, read, reader};
use boardbots_vindinium::board::{Board, Dir, HEROES};
use boardbots_vindinium::generator;
use boardbots_vindinium::notation::{Game, Seat};
use boardbots_vindinium::rules::{Order, State, Status};
use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

pub const KEY: &str = "k3y4t3st";

/// What the server is like.
#[derive(Clone)]
pub struct Nature {
    pub framing: Framing,
    /// Index of the hero that clients get.
    pub hero: usize,
    /// Single moves of a game; 0 for one that is over when it begins.
    pub turns: i32,
    /// Time for a move.
    pub limit: Duration,
    /// Time that the opponents take together.
    pub pace: Duration,
    /// The turn in which they think until a client was told to wait, if none was before.
    pub held: Option<u32>,
    /// Whether answers have fields that nobody knows.
    pub strange: bool,
    /// Whether answers lack all fields that may be absent.
    pub bare: bool,
}

impl Default for Nature {
    fn default() -> Self {
        Self {
            framing: Framing::KeepAlive,
            hero: 0,
            turns: 200,
            limit: Duration::from_secs(20),
            pace: Duration::ZERO,
            held: None,
            strange: false,
            bare: false,
        }
    }
}

struct Table {
    board: Board,
    state: State,
    token: String,
    /// The client's orders that were played, each with its turn.
    orders: Vec<(u32, Dir)>,
    /// The opponents are thinking.
    busy: bool,
    handed: Instant,
    seats: [Seat; HEROES],
}

#[derive(Default)]
struct World {
    tables: BTreeMap<String, Table>,
    begun: u32,
    finished: u32,
    crashed: u32,
    waits: u32,
    connections: u32,
    orders: Vec<(u32, Dir)>,
}

/// What has happened.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    pub begun: u32,
    pub finished: u32,
    pub crashed: u32,
    /// Answers that it is not the hero's turn.
    pub waits: u32,
    pub connections: u32,
}

#[derive(Clone)]
pub struct Mini {
    pub addr: SocketAddr,
    nature: Nature,
    world: Arc<Mutex<World>>,
}

impl Mini {
    pub fn start(nature: Nature) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mini = Self { addr: listener.local_addr().unwrap(), nature, world: Arc::default() };
        let server = mini.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (server, Ok(stream)) = (server.clone(), stream) else { continue };
                server.world.lock().unwrap().connections += 1;
                thread::spawn(move || server.serve(stream));
            }
        });
        mini
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Forgets all games, as a restart does.
    pub fn restart(&self) {
        self.world.lock().unwrap().tables.clear();
    }

    pub fn counts(&self) -> Counts {
        let World { begun, finished, crashed, waits, connections, .. } = *self.world.lock().unwrap();
        Counts { begun, finished, crashed, waits, connections }
    }

    /// The clients' orders that were played, each with its turn.
    pub fn orders(&self) -> Vec<(u32, Dir)> {
        self.world.lock().unwrap().orders.clone()
    }

    /// The same of each game.
    pub fn orders_of_games(&self) -> Vec<Vec<(u32, Dir)>> {
        self.world.lock().unwrap().tables.values().map(|table| table.orders.clone()).collect()
    }

    fn serve(&self, mut stream: TcpStream) {
        let mut from = reader(&stream);
        // A client that is gone needs no answer.
        while let Ok(Some(request)) = read(&mut from) {
            let (status, body) = self.handle(&request);
            match answer(&mut stream, self.nature.framing, status, &body) {
                Ok(true) => {}
                Ok(false) | Err(_) => return,
            }
        }
    }

    fn handle(&self, request: &Message) -> (u16, String) {
        let parts: Vec<&str> = request.path().split('/').collect();
        let host = request.header("host").unwrap();
        match parts.as_slice() {
            ["", "api", "training" | "arena"] => {
                if request.field("key") == Some(KEY) {
                    (200, self.begin(host))
                } else {
                    (400, "Vindinium - Key not found".into())
                }
            }
            ["", "api", id, token, "play"] => {
                let dir = request.field("dir").expect("moves have a direction");
                self.play(id, token, Dir::lenient(dir), host)
            }
            _ => (404, "<html>Action not found</html>".into()),
        }
    }

    fn begin(&self, host: &str) -> String {
        let mut world = self.world.lock().unwrap();
        world.begun += 1;
        let number = world.begun;
        let map = generator::generate(&mut fastrand::Rng::with_seed(number.into())).unwrap();
        let mut state = map.start(self.nature.turns, false);
        if self.nature.turns == 0 {
            // Over before anyone moves.
            state.status = Status::TurnMax;
        }
        play_others(&map.board, &mut state, self.nature.hero);
        let rated = !self.nature.bare;
        let seat = |index| Seat {
            name: if index == self.nature.hero { "ours".into() } else { format!("other {index}") },
            user_id: rated.then(|| format!("user000{index}")),
            rating: rated.then_some(1200),
        };
        let table = Table {
            board: map.board,
            state,
            token: format!("tk{number:02}"),
            orders: Vec::new(),
            busy: false,
            handed: Instant::now(),
            seats: std::array::from_fn(seat),
        };
        let id = format!("game{number:04}");
        let reply = self.reply(&id, &table, host);
        world.tables.insert(id, table);
        reply
    }

    fn play(&self, id: &str, token: &str, dir: Dir, host: &str) -> (u16, String) {
        let fail = |status, text: &str| (status, format!("Vindinium - {text}"));
        let unknown = || fail(404, &format!("Unknown game {id}"));
        let held = {
            let mut world = self.world.lock().unwrap();
            let world = &mut *world;
            let Some(table) = world.tables.get_mut(id) else { return unknown() };
            if table.token != token {
                return fail(404, "Wrong or expired token");
            }
            if table.state.heroes[self.nature.hero].crashed {
                return fail(400, "Time out! You must play faster");
            }
            if table.state.finished() {
                return fail(400, "The game is finished");
            }
            if table.busy {
                world.waits += 1;
                return fail(400, "Wait, you're not supposed to play now");
            }
            if table.handed.elapsed() > self.nature.limit {
                table.state.play(&table.board, Order::Crash);
                world.crashed += 1;
                return fail(400, "Time out! You must play faster");
            }
            table.busy = true;
            let held = self.nature.held == Some(table.state.turn) && world.waits == 0;
            world.orders.push((table.state.turn, dir));
            table.orders.push((table.state.turn, dir));
            table.state.play(&table.board, Order::Go(dir));
            held
        };
        thread::sleep(self.nature.pace);
        let began = Instant::now();
        while held && self.counts().waits == 0 && began.elapsed() < self.nature.limit {
            thread::sleep(Duration::from_millis(1));
        }
        let mut world = self.world.lock().unwrap();
        let world = &mut *world;
        let Some(table) = world.tables.get_mut(id) else { return unknown() };
        play_others(&table.board, &mut table.state, self.nature.hero);
        table.busy = false;
        table.handed = Instant::now();
        world.finished += u32::from(table.state.finished());
        (200, self.reply(id, table, host))
    }

    fn reply(&self, id: &str, table: &Table, host: &str) -> String {
        let game = Game { id, board: &table.board, state: &table.state, seats: &table.seats };
        let mut json = game.reply_json(self.nature.hero, &table.token, host);
        if self.nature.strange {
            json = json.replace("{\"game\":{", "{\"powerUp\":[1,{\"a\":null}],\"game\":{\"weather\":\"rain\\u00e9\",");
            json = json.replace("\"life\":", "\"powerUp\":{\"kind\":\"beer\"},\"life\":");
        }
        if self.nature.bare {
            for dir in Dir::ALL {
                json = json.replace(&format!("\"lastDir\":\"{dir}\","), "");
            }
            assert!(!json.contains("lastDir") && !json.contains("elo") && !json.contains("userId"));
        }
        json
    }
}

/// Plays the other heroes by chance, which follows from the state, up to the turn of `hero`.
fn play_others(board: &Board, state: &mut State, hero: usize) {
    while !state.finished() && state.mover() != hero {
        let seed = u64::from(state.turn) ^ state.mines_key;
        let dir = Dir::AROUND[fastrand::Rng::with_seed(seed).usize(0..4)];
        state.play(board, Order::Go(dir));
    }
}
