//! Players whose choices everybody can see: each is shown at the game's table, with the numbers that they report.

use boardbots_base::thread::lock;
use boardbots_game::player::{Begin, DecisionError, Info, Player, Think};
use boardbots_game::state::{Answer, Fault, GameState, Log, Seat};
use boardbots_server::tables::Shown;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Most series of numbers of a seat, and numbers of each.
const MOST: (usize, usize) = (16, 1000);
/// The time between two looks at the flag that ends a game.
const LOOK: Duration = Duration::from_millis(100);

/// A game as others see it.
pub struct Showing {
    /// Its table; `None` once it cannot be shown.
    pub table: Mutex<Option<Shown>>,
    /// By seat of the contest, series of numbers with the choices that they are of.
    pub numbers: Mutex<Vec<Series>>,
}

impl Showing {
    /// A game at this table, with so many seats.
    #[must_use]
    pub fn new(table: Option<Shown>, seats: usize) -> Arc<Self> {
        Arc::new(Self { table: Mutex::new(table), numbers: Mutex::new(vec![BTreeMap::new(); seats]) })
    }

    /// All numbers as JSON, by seat; null if there are none.
    #[must_use]
    pub fn told(&self) -> Value {
        let numbers = lock(&self.numbers);
        let seat = |series: &Series| {
            series.iter().map(|(key, points)| (key.clone(), json!(points))).collect::<Map<String, Value>>()
        };
        let is_empty = numbers.iter().all(BTreeMap::is_empty);
        if is_empty { Value::Null } else { numbers.iter().map(|series| Value::Object(seat(series))).collect() }
    }

    fn show(&self, step: impl FnOnce(&Shown) -> Result<(), boardbots_base::invalid::InputError>) {
        let mut table = lock(&self.table);
        if let Some(Err(why)) = table.as_ref().map(step) {
            log::warn!("a game is not shown any more: {why}");
            *table = None;
        }
    }
}

/// A player whose choices are shown.
pub struct Watched {
    /// The player.
    pub inner: Box<dyn Player>,
    /// The game.
    pub showing: Arc<Showing>,
    /// The seat in the contest.
    pub seat: usize,
    /// The seat in the game.
    pub place: Seat,
    /// The number of their choices so far.
    pub n: u32,
    /// The shortest time of a choice, so that people can watch.
    pub pace: Duration,
}

/// Series of numbers by their keys, each with the choices that its numbers are of.
type Series = BTreeMap<String, Vec<(u32, f64)>>;

fn note(numbers: &Mutex<Vec<Series>>, (seat, n): (usize, u32), found: BTreeMap<String, f64>) {
    let mut numbers = lock(numbers);
    let Some(series) = numbers.get_mut(seat) else { return };
    for (key, number) in found {
        if series.contains_key(&key) || series.len() < MOST.0 {
            let points = series.entry(key).or_default();
            if points.len() < MOST.1 {
                points.push((n, number));
            }
        }
    }
}

impl Player for Watched {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        self.place = begin.seat;
        let begun = self.inner.begin(begin).map_err(|error| match error {
            // What a league runs is its player's affair, and costs nobody else a game.
            DecisionError::Broken(why) => Fault::new("start", why).into(),
            error => error,
        });
        if matches!(begun, Err(DecisionError::Fault(_))) {
            self.showing.show(|table| table.fault(self.place));
        }
        begun
    }

    fn observe(&mut self, state: &dyn GameState, seat: Seat) {
        self.inner.observe(state, seat);
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        self.n += 1;
        let asked = Instant::now();
        let found = RefCell::new(BTreeMap::new());
        let report = |info: Info<'_>| match info {
            Info::Number { key, number } => drop(found.borrow_mut().insert(key.to_string(), number)),
            Info::Iteration { .. } | Info::Worth { .. } | Info::Pause(_) => {}
        };
        let stop = || think.quit.load(Relaxed) || (think.stop)();
        // The answer borrows the player, who is needed for what follows.
        let answer = match self.inner.decide(state, Think { report: Some(&report), stop: &stop, ..think }) {
            Ok(answer) => Ok((state.written(answer), answer)),
            Err(DecisionError::Broken(why)) => Err(Fault::new("start", why).into()),
            Err(error) => Err(error),
        };
        let (place, showing) = (self.place, &self.showing);
        while !think.quit.load(Relaxed) && asked.elapsed() < self.pace {
            std::thread::sleep(self.pace.saturating_sub(asked.elapsed()).min(LOOK));
        }
        if think.quit.load(Relaxed) {
            return Err(DecisionError::Stopped);
        }
        match &answer {
            Ok((text, _)) => showing.show(|table| table.choose(place, text)),
            Err(DecisionError::Fault(fault)) => {
                let goes_on = state.copy().forfeit(fault, &mut Log::none());
                let text = state.written(Answer::Forfeit);
                showing.show(|table| if goes_on { table.choose(place, &text) } else { table.fault(place) });
            }
            Err(_) => {}
        }
        let (n, seat) = (self.n, self.seat);
        note(&showing.numbers, (seat, n), found.into_inner());
        answer.map(|(_, answer)| answer)
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}
