//! One table: its game, its chairs, and who is asked since when.
//!
//! A request that changes it waits for its turn; then the change is tried on a copy, kept on disk, and
//! only then made. Nobody sees what could still be lost, and a viewer never waits for the disk.
//!
//! | file | holds |
//! |---|---|
//! | `choosing` | choices: tried, stored, made, taken back; whose duty is next; hints |
//! | `seating` | joining and leaving |
//! | `attendance` | who is there, and their reactions |
//! | `state` | the state as each viewer sees it |
//!
//! Here are the table itself and the check of a seat's token.

mod attendance;
mod choosing;
mod seating;
mod state;

use crate::shares::{Claim, Owner, Rank};
use crate::tables::chair::{Chair, Occupant};
use crate::tables::options::{Options, SHOWN};
use crate::tables::playthrough::{Beginning, By, MadeChoice, Playthrough, STOPPED};
use crate::tables::refusal::{Answer, TableError};
use crate::tables::services::Services;
use crate::tables::store::{self, Ending, StoredTable, now};
use crate::tokens::hash;
use crate::web::events::or_never;
use crate::web::rate_limits::SeatRate;
use attendance::Reactions;
pub use attendance::Rematch;
use boardbots_base::invalid::InputError;
use boardbots_base::thread::lock;
use boardbots_game::game::{Game, Usage, Worth};
use boardbots_game::options::Settings;
use boardbots_game::setup::Setup;
use boardbots_game::state::{GameState, Outcome, Seat};
pub use choosing::{Duty, Step, remember};
use serde_json::Value;
pub use state::summary_of_ended;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{MutexGuard, watch};

/// A player whose clock ran when the server ended gets at least this many seconds, or all there are: none
/// could choose meanwhile.
const GRACE: i64 = 30;
/// After this many choices, those taken back and the taking back counted, none is taken back any
/// more: games end, so that tables do.
const TAKEN_BACK: usize = 2000;

/// The result of [`Table::history`].
pub type History = (Beginning, Vec<(usize, MadeChoice)>);

/// One table.
pub struct Table {
    /// Its name in addresses.
    pub id: String,
    /// Its game.
    pub game: &'static dyn Game,
    /// Its options.
    pub options: Options,
    /// The time at which it was made, in seconds since 1970.
    pub created: i64,
    /// The owner who has made it.
    pub maker: Owner,
    /// Its place among the tables that run.
    place: Mutex<Option<Arc<Claim>>>,
    turn: tokio::sync::Mutex<()>,
    inside: Mutex<Inside>,
    news: watch::Sender<()>,
    watchers: AtomicUsize,
    evaluated: tokio::sync::Mutex<Option<(usize, Option<Worth>)>>,
    /// The analysis of choices of a game that is over, by their numbers, as far as it is known.
    pub(super) analysed: tokio::sync::Mutex<BTreeMap<usize, Value>>,
}

struct Inside {
    playthrough: Playthrough,
    chairs: Vec<Chair>,
    recent: VecDeque<Step>,
    /// The choices of the seat to move, as JSON; empty if a bot sits there. Games can take long to
    /// say it: it is asked for once, and not by those who look.
    offer: String,
    /// The view of each seat and of spectators since the last change, as JSON.
    views: BTreeMap<Option<Seat>, String>,
    asked_since: i64,
    asked_at: Instant,
    ended: Option<i64>,
    rematch: Option<Rematch>,
    reactions: Reactions,
}

impl Table {
    /// A table as it is kept, with all its choices played again; that takes some time.
    ///
    /// # Errors
    /// A table that cannot be played again, or a stop.
    pub fn of_kept(
        game: &'static dyn Game,
        kept: StoredTable,
        maker: Owner,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, InputError> {
        let now = now();
        let chairs: Vec<Chair> =
            kept.chairs.into_iter().map(|chair| Chair::of_kept(chair, now)).collect::<Result<_, _>>()?;
        for chair in &chairs {
            if let Occupant::Bot(spec) = &chair.occupant {
                game.check(spec, Usage::Table)?;
            }
        }
        let people = chairs.iter().filter(|chair| chair.is_persons()).count();
        if !game.seats().contains(&chairs.len()) {
            let (count, name, seats) = (chairs.len(), game.name(), game.seats());
            return Err(InputError::new(format_args!("{count} chairs, and {name} has {seats:?}")));
        }
        let mut options = kept.options;
        let shown = options.remove(SHOWN).map(serde_json::from_value).transpose();
        let shown = shown.map_err(|error| InputError::new(error).at(SHOWN))?.map(Arc::new);
        let mut options = Options::check(game, &options, people)?;
        if shown.is_some() {
            options.own = Settings::default();
        }
        let setup = Setup {
            options: options.own.clone(),
            seed: kept.seed,
            occupants: chairs.iter().map(Chair::player).collect(),
            names: chairs.iter().map(|chair| chair.name.clone()).collect(),
        };
        let mut playthrough = Playthrough::open(game, Beginning { setup, shown })?;
        let mut recent = VecDeque::new();
        let mut asked_since = kept.created.min(now);
        for choice in kept.choices {
            if stop() {
                return Err(STOPPED.into());
            }
            asked_since = choice.at.min(now);
            let n = playthrough.choices.len() + 1;
            // Each is played again from the start: never as many as to take long.
            if choice.by == By::Undo && n > TAKEN_BACK {
                return Err(InputError::new(format_args!("choice {n} is taken back")));
            }
            let attempted = playthrough.attempt(choice).map_err(|error| error.at(format_args!("choice {n}")))?;
            remember(&mut recent, Step::new(n, &attempted.choice, &attempted.events));
            playthrough.go(attempted);
        }
        if options.clock > 0 && !awaits(&chairs) {
            let most = i64::try_from(options.clock).unwrap_or(i64::MAX).saturating_sub(GRACE).max(0);
            asked_since = asked_since.max(now - most);
        }
        let gone = Duration::from_secs(now.saturating_sub(asked_since).unsigned_abs());
        let opened = Instant::now();
        let asked_at = opened.checked_sub(gone).unwrap_or(opened);
        let person = kept.ended.is_none() && is_person(&chairs, playthrough.turn());
        let offer = if person { playthrough.now().choices().to_string() } else { String::new() };
        let (views, ended) = (BTreeMap::new(), kept.ended);
        let (rematch, reactions) = (None, Reactions::default());
        let inside =
            Inside { playthrough, chairs, recent, offer, views, asked_since, asked_at, ended, rematch, reactions };
        Ok(Self {
            id: kept.id,
            game,
            options,
            created: kept.created,
            maker,
            place: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            inside: Mutex::new(inside),
            news: watch::Sender::new(()),
            watchers: AtomicUsize::new(0),
            evaluated: tokio::sync::Mutex::default(),
            analysed: tokio::sync::Mutex::default(),
        })
    }

    /// Gives it its place among the tables that run, or takes that away.
    pub fn take_place(&self, place: Option<Arc<Claim>>) {
        *lock(&self.place) = place;
    }

    /// Comes back when it has to make room for another.
    pub async fn evicted(&self) {
        let place = lock(&self.place).clone();
        or_never(place.as_deref().map(Claim::evicted)).await;
    }

    /// Notes that it is in use.
    fn used(&self) {
        let rank = if lock(&self.inside).has_begun() { Rank::Used } else { Rank::Idle };
        if let Some(place) = &*lock(&self.place) {
            place.progress(rank);
        }
    }

    /// Says when something changes.
    pub fn watch(&self) -> watch::Receiver<()> {
        self.news.subscribe()
    }

    /// The number of choices that have been made.
    pub fn n(&self) -> usize {
        lock(&self.inside).playthrough.choices.len()
    }

    /// True if it has ended.
    pub fn has_ended(&self) -> bool {
        lock(&self.inside).ended.is_some()
    }

    /// True if people sit here, or are to come.
    pub fn has_people(&self) -> bool {
        lock(&self.inside).chairs.iter().any(Chair::is_persons)
    }

    /// True if choices can be taken back.
    fn takes_back(&self) -> bool {
        self.options.hints && self.game.takes_back()
    }

    /// True if it shows a game that another part of the program plays.
    pub fn shows(&self) -> bool {
        lock(&self.inside).playthrough.beginning.shown.is_some()
    }

    /// True if its game has been played to its end.
    pub fn was_played_out(&self) -> bool {
        self.outcome().is_some()
    }

    /// The result of its game, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        lock(&self.inside).playthrough.outcome()
    }

    /// The chairs as they are kept.
    pub fn chairs(&self) -> Vec<store::Chair> {
        lock(&self.inside).chairs.iter().map(Chair::kept).collect()
    }

    /// The seat that a token proves. This is the one place where the token of a seat is compared: by its hash, whose
    /// bytes the time of the comparison could tell at most, while a token has 128 random bits.
    ///
    /// # Errors
    /// [`TableError::Foreign`].
    pub fn seat(&self, token: &str) -> Answer<Seat> {
        let given = hash(&[], token);
        lock(&self.inside).chairs.iter().position(|chair| chair.token == Some(given)).ok_or(TableError::Foreign)
    }

    /// The rate limit of the seat that a token proves.
    ///
    /// # Errors
    /// [`TableError::Foreign`].
    pub fn rate(&self, token: &str) -> Answer<Arc<SeatRate>> {
        let seat = self.seat(token)?;
        Ok(Arc::clone(&lock(&self.inside).chairs[seat].rate))
    }

    /// A copy of the game after `n` choices, to search; `None` if the table has moved on.
    pub fn copy(&self, n: usize) -> Option<Box<dyn GameState>> {
        let inside = lock(&self.inside);
        (inside.playthrough.choices.len() == n).then(|| inside.playthrough.now().copy())
    }

    /// Ends the table without an end of its game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn close(&self, services: &Services) -> Answer<()> {
        let _turn = self.turn().await;
        self.shut(services).await
    }

    /// Ends the table, in a turn that the caller has.
    async fn shut(&self, services: &Services) -> Answer<()> {
        if self.has_ended() {
            return Ok(());
        }
        let taken_back = lock(&self.inside).playthrough.was_taken_back();
        services.store.end(&self.id, Ending { outcome: None, taken_back }, now()).await?;
        self.closed(services, now());
        Ok(())
    }

    /// Makes everybody else who wants to change it wait.
    pub async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// It was closed in the database, by the player whose turn it was.
    pub fn closed(&self, services: &Services, at: i64) {
        lock(&self.inside).ended = Some(at);
        self.changed(services);
    }

    fn changed(&self, services: &Services) {
        self.news.send_replace(());
        services.lobby.changed();
    }

    /// The beginning of its game.
    pub fn beginning(&self) -> Beginning {
        lock(&self.inside).playthrough.beginning.clone()
    }

    /// See [`Playthrough::record`].
    pub fn record(&self, range: Range<usize>) -> Vec<(MadeChoice, bool)> {
        lock(&self.inside).playthrough.record(range)
    }

    /// The beginning and the choices that led to its end.
    ///
    /// # Errors
    /// [`TableError::Conflict`] as long as it goes on.
    pub fn history(&self) -> Answer<History> {
        let inside = lock(&self.inside);
        TableError::when(inside.ended.is_none(), "the table has not ended")?;
        let choices = inside.playthrough.history().map(|(n, choice)| (n, choice.clone()));
        Ok((inside.playthrough.beginning.clone(), choices.collect()))
    }
}

impl Inside {
    /// The number of choices, if it is the one that a request has seen.
    fn made(&self, seen: usize) -> Answer<usize> {
        let made = self.playthrough.choices.len();
        if made == seen { Ok(made) } else { Err(TableError::Moved(made)) }
    }

    /// True if a person has made a choice.
    fn has_begun(&self) -> bool {
        self.playthrough.choices.iter().any(|choice| is_person(&self.chairs, Some(choice.seat)))
    }

    /// The seat to move; `None` at a closed table.
    fn asked(&self) -> Option<Seat> {
        self.playthrough.turn().filter(|_| self.ended.is_none())
    }
}

/// True if an invitation is still open.
fn awaits(chairs: &[Chair]) -> bool {
    chairs.iter().any(|chair| chair.occupant == Occupant::Invited)
}

/// True if this seat is that of a person, or of one who is to come.
fn is_person(chairs: &[Chair], seat: Option<Seat>) -> bool {
    seat.and_then(|seat| chairs.get(seat)).is_some_and(Chair::is_persons)
}
