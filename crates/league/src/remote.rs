//! Programs that play from elsewhere: a seat for each, which asks and is answered by requests.

use boardbots_base::invalid::InputError;
use boardbots_base::printable::printable;
use boardbots_base::thread::lock;
use boardbots_game::player::{Begin, ClientSeat, DecisionError, Info, Player, Think};
use boardbots_game::state::{Answer, Fault, GameState, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The time between two looks at the flag that ends a game.
const LOOK: Duration = Duration::from_millis(200);
/// The time for which a program that does not ask counts as there: between two requests.
const THERE: Duration = Duration::from_secs(5);
/// The time that the network gets, beyond that for a choice.
const NETWORK: Duration = Duration::from_secs(1);
/// Most characters of an answer that is shown with its fault.
const SHOWN: usize = 120;

/// The seat of a program.
#[derive(Default)]
pub struct RemoteSeat {
    talk: Mutex<Talk>,
    answered: Condvar,
}

/// What is said at a seat.
#[derive(Default)]
struct Talk {
    /// The last time at which the program asked.
    heard: Option<Instant>,
    /// The request that waits.
    waiting: Option<oneshot::Sender<Value>>,
    /// The question that is open, with the number of its game and of its choice.
    question: Option<(i64, u64, Value)>,
    /// The answer to it.
    answer: Option<Reply>,
    /// The end of a game that the program has not been told of.
    over: Option<Value>,
    /// True while it sits in a game.
    seated: bool,
}

/// An answer of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The choice, in the text that people use.
    pub choice: String,
    /// Numbers for charts.
    pub numbers: BTreeMap<String, f64>,
}

impl RemoteSeat {
    /// True if the program asks for something to do, and is in no game. Who has left gets no game to lose.
    pub fn is_free(&self) -> bool {
        let talk = lock(&self.talk);
        !talk.seated && talk.waits()
    }

    /// True if the program is in a game, or has not been told of its end.
    pub fn is_busy(&self) -> bool {
        let talk = lock(&self.talk);
        talk.seated || talk.over.is_some()
    }

    /// Ends the request that waits: its key is not good any more.
    pub fn dismiss(&self) {
        lock(&self.talk).waiting = None;
    }

    /// True if the program is there.
    pub fn is_there(&self) -> bool {
        lock(&self.talk).is_there()
    }

    /// Takes a request of the program, with its answer to a question if it has one; what comes back is what it is told
    /// next, as soon as there is something.
    pub fn ask(&self, reply: Option<(i64, u64, Reply)>) -> oneshot::Receiver<Value> {
        let (tell, told) = oneshot::channel();
        let mut talk = lock(&self.talk);
        talk.heard = Some(Instant::now());
        if let Some((game, n, reply)) = reply
            && talk.question.as_ref().is_some_and(|(asked, number, _)| (*asked, *number) == (game, n))
        {
            (talk.question, talk.answer) = (None, Some(reply));
            self.answered.notify_all();
        }
        // Of two requests the later one is good.
        if let Some(earlier) = talk.waiting.replace(tell) {
            drop(earlier.send(json!({ "do": "wait" })));
        }
        talk.tell();
        told
    }
}

impl Talk {
    fn waits(&self) -> bool {
        self.waiting.as_ref().is_some_and(|waiting| !waiting.is_closed())
    }

    fn is_there(&self) -> bool {
        self.waits() || self.heard.is_some_and(|heard| heard.elapsed() < THERE)
    }

    /// Answers the request that waits, if there is something to say.
    fn tell(&mut self) {
        let said = self.over.clone().or_else(|| self.question.as_ref().map(|(.., question)| question.clone()));
        if let Some(said) = said.filter(|_| self.waiting.is_some()) {
            // Who has gone asks again, and is told again.
            let sent = self.waiting.take().is_some_and(|waiting| waiting.send(said).is_ok());
            if sent {
                self.over = None;
            }
        }
    }
}

/// A program from elsewhere as a player of one game.
pub struct RemotePlayer {
    /// Its seat.
    pub seat: Arc<RemoteSeat>,
    /// The number of the game.
    pub game: i64,
    /// The name of the kind of game.
    pub name: &'static str,
    /// The time for a choice.
    pub deadline: Duration,
    /// The number of its choices.
    pub n: u64,
    /// Its place at the table.
    pub place: Seat,
}

impl Player for RemotePlayer {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        self.place = begin.seat;
        let mut talk = lock(&self.seat.talk);
        (talk.seated, talk.question, talk.answer, talk.over) = (true, None, None, None);
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        self.n += 1;
        let moves: Vec<String> =
            state.all_legal().into_iter().filter_map(|choice| state.text(Answer::Choice(choice))).collect();
        let question = json!({
            "do": "choose", "game": self.game, "kind": self.name, "n": self.n, "seat": self.place, "moves": moves,
            "position": state.position(), "history": state.history(), "milliseconds": u64::try_from(self.deadline.as_millis()).unwrap_or(u64::MAX),
        });
        let asked = Instant::now();
        let mut talk = lock(&self.seat.talk);
        talk.question = Some((self.game, self.n, question));
        talk.tell();
        let reply = loop {
            if let Some(reply) = talk.answer.take() {
                break reply;
            }
            if think.quit.load(Relaxed) {
                return Err(DecisionError::Stopped);
            }
            let left = (self.deadline + NETWORK).saturating_sub(asked.elapsed());
            if left.is_zero() {
                talk.question = None;
                let how = if talk.is_there() { "no answer" } else { "it is not connected: no answer" };
                return Err(Fault::new("hang", format!("{how} within {:?}", self.deadline)).into());
            }
            let woken = self.seat.answered.wait_timeout(talk, left.min(LOOK));
            talk = woken.unwrap_or_else(PoisonError::into_inner).0;
        };
        drop(talk);
        if let Some(report) = think.report {
            reply.numbers.iter().for_each(|(key, number)| report(Info::Number { key, number: *number }));
        }
        let cut = |text: &str| printable(text, SHOWN);
        let illegal = |error: InputError| format!("{:?}: {}", cut(&reply.choice), cut(&error.to_string()));
        let choice = state.parse(&reply.choice).map_err(|error| Fault::new("illegal", illegal(error)))?;
        Ok(Answer::Choice(choice))
    }

    fn observe(&mut self, state: &dyn GameState, _: Seat) {
        if let Some(outcome) = state.outcome() {
            let over = json!({ "do": "over", "game": self.game, "seat": self.place, "places": outcome.places });
            lock(&self.seat.talk).over = Some(over);
        }
    }
}

impl Drop for RemotePlayer {
    fn drop(&mut self) {
        let mut talk = lock(&self.seat.talk);
        (talk.seated, talk.question) = (false, None);
        // By a fault of somebody: places are those of the league.
        talk.over.get_or_insert_with(|| json!({ "do": "over", "game": self.game }));
        talk.tell();
    }
}

/// The seat of a client of a game's own protocol over HTTP.
pub type ClientChair = Arc<Mutex<Box<dyn ClientSeat>>>;

/// A client of a game's own protocol over HTTP as a player.
pub struct ClientOf {
    /// Its seat.
    pub seat: ClientChair,
    /// The time for a choice.
    pub deadline: Duration,
}

impl Player for ClientOf {
    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), DecisionError> {
        lock(&self.seat).begin(begin);
        Ok(())
    }

    fn decide(&mut self, state: &dyn GameState, think: Think<'_>) -> Result<Answer<'_>, DecisionError> {
        let mut seat = lock(&self.seat);
        seat.show(state);
        let until = Instant::now() + self.deadline + NETWORK;
        while !think.quit.load(Relaxed) {
            if let Some(choice) = seat.wait(until.min(Instant::now() + LOOK)) {
                return Ok(Answer::Choice(choice));
            }
            if Instant::now() >= until {
                return Err(Fault::new("hang", format!("no move within {:?}", self.deadline)).into());
            }
        }
        Err(DecisionError::Stopped)
    }

    fn observe(&mut self, state: &dyn GameState, _: Seat) {
        if state.turn().is_none() {
            lock(&self.seat).end(state);
        }
    }
}
