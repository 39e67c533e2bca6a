//! One game of a match, from its beginning to its record.

use super::plan::Fixture;
use super::record::{End, Offence, Played};
use boardbots_base::invalid::InputError;
use boardbots_game::game::Game;
use boardbots_game::player::{Begin, DecisionError, Player, Think};
use boardbots_game::setup::Opening;
use boardbots_game::state::{Answer, Fault, GameState, Log, Outcome, Seat};
use boardbots_stats::latency::Latency;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The players of one thread: each player of the plan as often as it has had seats in one game.
pub type Workspace = Vec<Vec<Box<dyn Player>>>;

/// Places and scores in the order of a match's seats, of which the first sits at seat `shift` of the
/// game.
pub fn by_player(outcome: &Outcome, shift: Seat) -> (Vec<u8>, Vec<i64>) {
    let (mut places, mut scores) = (outcome.places.clone(), outcome.scores.clone());
    places.rotate_left(shift);
    if !scores.is_empty() {
        scores.rotate_left(shift);
    }
    (places, scores)
}

/// The match's seat of a seat of the game, one of `count`, where the first player sits at seat `shift` of the game.
pub const fn player_seat(place: Seat, shift: Seat, count: usize) -> Seat {
    (place + count - shift) % count
}

/// A game that was played, with the state at its end.
pub type Ended = (Played, Box<dyn GameState>);

/// A function that is shown each state of a game.
pub type Observer<'a> = &'a mut dyn FnMut(&dyn GameState);

/// A player at a seat of a game.
pub struct Chair {
    /// The player's place in the plan.
    pub number: usize,
    /// The number of this seat among those of that player, from 0.
    pub second: usize,
    /// The seed of its random choices.
    pub seed: u64,
}

/// A game that is being played.
pub struct LiveGame<'a> {
    pub game: &'static dyn Game,
    /// The longest time for a decision: bots are stopped then, programs are timed where they are asked.
    pub deadline: Duration,
    /// A long game breaks off when this is set.
    pub stop: &'a AtomicBool,
    pub state: Box<dyn GameState>,
    pub room: &'a mut Workspace,
    pub chairs: Vec<Chair>,
    /// The names of the plan's players in tables.
    pub titles: &'a [String],
    /// The seat in the game that is the first seat of the match.
    pub shift: Seat,
    pub moves: String,
    pub times: Vec<Latency>,
    pub faults: Vec<Offence>,
    /// The log of the game.
    pub log: &'a mut Log,
    pub observer: Observer<'a>,
}

impl LiveGame<'_> {
    /// Plays it to its end, and returns it with the state there.
    ///
    /// # Errors
    /// Fails if it was not played to its end.
    pub fn play(mut self, opening: Opening, fixture: &Fixture) -> Result<Ended, PlayError> {
        let played = match self.begin(&opening) {
            Ok(None) => self.go_on(),
            begun => begun,
        };
        let lost = played.map_err(|error| match error {
            PlayError::Failed(why) => why.at(format_args!("game {}", fixture.number)).into(),
            PlayError::Stopped => PlayError::Stopped,
        })?;
        let (places, scores, end) = match (lost, self.state.outcome()) {
            (Some(lost), _) => {
                let places = (0..self.chairs.len()).map(|seat| 1 + u8::from(seat == lost));
                (places.collect(), Vec::new(), End::Fault)
            }
            (None, Some(outcome)) => {
                let (places, scores) = by_player(&outcome, self.shift);
                (places, scores, outcome.ending.into())
            }
            (None, None) => return Err("no seat has the turn, and the game is not over".into()),
        };
        let (game, seats) = (fixture.number, fixture.seats.clone());
        let Self { moves, faults, times, state, .. } = self;
        let length = state.length();
        Ok((Played { game, seats, opening, moves, places, scores, end, faults, times, length }, state))
    }

    /// The match's seat of a seat of the game.
    fn seat(&self, seat: Seat) -> Seat {
        player_seat(seat, self.shift, self.chairs.len())
    }

    /// Tells all players that the game begins. Returns the seat that has lost by a fault, if one has.
    fn begin(&mut self, opening: &Opening) -> Result<Option<Seat>, PlayError> {
        let mut names: Vec<String> = self.chairs.iter().map(|chair| self.titles[chair.number].clone()).collect();
        names.rotate_right(self.shift);
        for (seat, chair) in self.chairs.iter().enumerate() {
            let player = &mut self.room[chair.number][chair.second];
            player.forget();
            let place = (seat + self.shift) % self.chairs.len();
            let (state, seed) = (self.state.as_ref(), chair.seed);
            let begin = Begin { state, seat: place, seed, opening: Some(opening), names: &names };
            match player.begin(&begin) {
                Ok(()) => {}
                Err(DecisionError::Stopped) => return Err(PlayError::Stopped),
                Err(DecisionError::Broken(why)) => return Err(why.into()),
                Err(DecisionError::Fault(fault)) => {
                    self.faults.push(offence(seat, fault, None));
                    return Ok(Some(seat));
                }
            }
        }
        Ok(None)
    }

    /// Plays on to the end. Returns the seat that has lost by a fault, if one has.
    fn go_on(&mut self) -> Result<Option<Seat>, PlayError> {
        let (deadline, long) = (self.deadline, self.game.is_long());
        while let Some(place) = self.state.turn() {
            let seat = self.seat(place);
            if long && self.stop.load(Relaxed) {
                return Err(PlayError::Stopped);
            }
            let Chair { number, second, .. } = self.chairs[seat];
            let player = &mut self.room[number][second];
            let due = Some(self.state.length() + 1);
            let began = Instant::now();
            let stop = || began.elapsed() >= deadline;
            let answer = player.decide(self.state.as_ref(), Think { quit: self.stop, ..Think::until(&stop) });
            let took = began.elapsed();
            match answer {
                Ok(answer) => {
                    self.times[seat].add(took);
                    record(&mut self.moves, self.game.separator(), self.state.as_ref(), answer);
                    let played = self.state.play(answer, self.log);
                    played.map_err(|error| error.at("a bot does what the rules forbid"))?;
                }
                Err(DecisionError::Fault(fault)) => {
                    self.blame(seat, fault.clone(), due);
                    if !self.state.forfeit(&fault, self.log) {
                        return Ok(Some(seat));
                    }
                    self.times[seat].add(took);
                    record(&mut self.moves, self.game.separator(), self.state.as_ref(), Answer::Forfeit);
                }
                Err(DecisionError::Stopped) => return Err(PlayError::Stopped),
                Err(DecisionError::Broken(why)) => return Err(why.into()),
            }
            (self.observer)(self.state.as_ref());
            for (place, fault) in self.state.faults() {
                self.blame(self.seat(place), fault, due);
            }
            for Chair { number, second, .. } in &self.chairs {
                self.room[*number][*second].observe(self.state.as_ref(), place);
            }
        }
        Ok(None)
    }

    fn blame(&mut self, seat: Seat, fault: Fault, due: Option<u32>) {
        match self.faults.iter_mut().find(|known| known.seat == seat && known.fault == fault.kind) {
            Some(known) => known.count += 1,
            None => self.faults.push(offence(seat, fault, due)),
        }
    }
}

/// A fault as records write it.
fn offence(seat: Seat, fault: Fault, due: Option<u32>) -> Offence {
    Offence { seat, fault: fault.kind.into_owned(), detail: fault.detail, due, count: 1 }
}

/// Adds an answer that is legal in a state to the text of a record.
fn record(moves: &mut String, separator: Option<char>, state: &dyn GameState, answer: Answer<'_>) {
    moves.extend(separator.filter(|_| !moves.is_empty()));
    state.record(answer, moves);
}

/// The reason for a game that was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Everything is to end, and this game would have taken long: it is as if it had never begun.
    #[error("it was stopped")]
    Stopped,
    /// The game cannot be played, for this reason.
    #[error(transparent)]
    Failed(InputError),
}

impl<E: Into<InputError>> From<E> for PlayError {
    fn from(why: E) -> Self {
        Self::Failed(why.into())
    }
}
