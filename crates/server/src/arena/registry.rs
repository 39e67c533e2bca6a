//! The games in memory: running ones, and finished ones that still answer late moves.

use super::players::Play;
use super::protocol::Answer;
use super::record::Record;
use super::store::GameKind;
use crate::cache::{Cache, PAUSE};
use crate::tokens::same;
use crate::web::rate_limits::SeatRate;
use boardbots_base::thread::lock;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::mpsc;

/// The time for which lists are good, since games go on.
pub const FRESH: Duration = Duration::from_secs(1);

/// The way to the task of a game.
type Inbox = mpsc::UnboundedSender<Box<Play>>;
/// The tokens of a game's seats, with what each is allowed.
type Proofs = Vec<(String, Arc<SeatRate>)>;

/// All games in memory, by id.
pub struct Registry {
    /// Running and recent games as JSON.
    pub list: Cache,
    /// The ids of the arena games that run, as an event.
    pub playing: Cache,
    games: Mutex<Games>,
    kept: usize,
}

#[derive(Default)]
struct Games {
    by_id: HashMap<String, Entry>,
    /// Finished ones, in the order in which they ended.
    ended: VecDeque<String>,
    /// The number of games opened so far.
    opened: u64,
}

struct Entry {
    /// The record of the game; not kept once it has ended, since it is in the database then.
    record: Option<Arc<Record>>,
    /// The channel for its moves. When it is gone, the game's task ends.
    inbox: Inbox,
    /// The tokens of its players, each with its rate limit.
    proofs: Proofs,
    number: u64,
}

impl Entry {
    /// The rate of the player with this token. All tokens are compared, each as a whole.
    fn rate(&self, token: &str) -> Option<&Arc<SeatRate>> {
        self.proofs.iter().fold(None, |found, (known, rate)| if same(token, known) { Some(rate) } else { found })
    }
}

impl Registry {
    /// A registry that keeps this many finished games.
    pub fn new(kept: usize) -> Self {
        let (list, playing) = (Cache::new(FRESH, PAUSE), Cache::new(Duration::MAX, Duration::ZERO));
        Self { list, playing, games: Mutex::default(), kept }
    }

    /// Adds a game that starts.
    pub fn add(&self, record: Arc<Record>, inbox: Inbox, proofs: Proofs) {
        let mut games = lock(&self.games);
        games.opened += 1;
        let number = games.opened;
        games.by_id.insert(record.id.clone(), Entry { record: Some(record), inbox, proofs, number });
        drop(games);
        self.changed();
    }

    /// Notes that a game has ended and is stored; forgets the one that ended first if there are too
    /// many.
    pub fn ended(&self, id: &str) {
        let mut games = lock(&self.games);
        if let Some(entry) = games.by_id.get_mut(id) {
            entry.record = None;
        }
        games.ended.push_back(id.to_string());
        while games.ended.len() > self.kept {
            if let Some(oldest) = games.ended.pop_front() {
                games.by_id.remove(&oldest);
            }
        }
        drop(games);
        self.changed();
    }

    /// Forgets a finished game.
    pub fn forget(&self, id: &str) {
        let mut games = lock(&self.games);
        games.by_id.remove(id);
        games.ended.retain(|other| other != id);
    }

    /// Hands a move to its game, if it comes with a token of it.
    ///
    /// # Errors
    /// [`Answer::UnknownGame`] or [`Answer::WrongToken`].
    pub fn play(&self, id: &str, play: Play) -> Result<(), Answer> {
        let games = lock(&self.games);
        let unknown = || Answer::UnknownGame(id.to_string());
        let entry = games.by_id.get(id).ok_or_else(unknown)?;
        entry.rate(&play.token).ok_or(Answer::WrongToken)?;
        entry.inbox.send(Box::new(play)).map_err(|_| unknown())
    }

    /// The rate limit of the player with this token.
    pub fn rate(&self, id: &str, token: &str) -> Option<Arc<SeatRate>> {
        lock(&self.games).by_id.get(id)?.rate(token).cloned()
    }

    /// A game that runs.
    pub fn record(&self, id: &str) -> Option<Arc<Record>> {
        lock(&self.games).by_id.get(id)?.record.clone()
    }

    /// The games that run, newest first.
    pub fn running(&self) -> Vec<Arc<Record>> {
        let games = lock(&self.games);
        let known = games.by_id.values().filter_map(|entry| Some((entry.number, entry.record.as_ref()?)));
        let mut running: Vec<_> = known.filter(|(_, record)| record.ended().is_none()).collect();
        running.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        running.into_iter().map(|(_, record)| Arc::clone(record)).collect()
    }

    /// Ids of the arena games that run, rated or not, newest first.
    pub fn now_playing(&self) -> Vec<String> {
        let arena = self.running().into_iter().filter(|record| record.kind != GameKind::Training);
        arena.map(|record| record.id.clone()).collect()
    }

    /// Notes that a game has started or ended.
    fn changed(&self) {
        self.list.changed();
        self.playing.changed();
    }
}
