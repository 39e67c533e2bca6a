//! One running game: a task that keeps the clock, takes moves and gives answers.
//!
//! The task lives apart from all connections: a hero whose client is gone runs into the time limit like any other.
//! Moves come in through a channel; the answer to each goes back when it is the hero's turn again, or the game is over.

mod deadline;
mod ending;

use self::deadline::Deadline;
use super::players::{Participant, Play, Waiting};
use super::protocol::Answer;
use super::record::{Record, code};
use super::seat::Seat as PersonSeat;
use super::state::AppState;
use super::store::GameKind;
use crate::shares::{Claim, Owner, Rank};
use crate::tables::Urgency;
use crate::tokens::{self, same};
use crate::web::events::or_never;
use crate::web::rate_limits::SeatRate;
use boardbots_vindinium::board::{Dir, HEROES};
use boardbots_vindinium::bot::Player;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::kind::Kind;
use boardbots_vindinium::map::Map;
use boardbots_vindinium::notation::Seat;
use boardbots_vindinium::rules::{Order, State};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

/// Moves without a wait after which other games get a turn.
const BREATH: u32 = 16;

/// Longest time for which a house bot thinks in a game that a person has asked for.
const PERSONS_BOT: Duration = Duration::from_millis(200);

/// Everything a game begins with.
pub struct GameStart {
    /// Name of the game.
    pub id: String,
    /// Its kind.
    pub kind: GameKind,
    /// Its map.
    pub map: Map,
    /// As in the protocol; may be negative.
    pub max_turns: i32,
    /// Decides house bots and the bonus.
    pub seed: u64,
    /// The players, by hero.
    pub participants: [Participant; HEROES],
    /// Its place among the running games.
    pub place: Claim,
}

/// One seat at the table.
#[derive(Default)]
struct Chair {
    /// The token that proves the user's seat; house bots have none.
    token: Option<String>,
    /// The user's rate limit; house bots have none.
    rate: Option<Arc<SeatRate>>,
    person: Option<Arc<PersonSeat>>,
    hero: Option<Hero>,
    bot: Option<Box<dyn Player>>,
    waiting: Option<Waiting>,
    /// True once the first turn of this seat has come.
    begun: bool,
    /// Its place among all heroes, until the game is over.
    place: Option<Claim>,
    /// True if the user was told that the end could not be stored, and so still has to learn of it.
    owed: bool,
}

struct Table {
    app: Arc<AppState>,
    record: Arc<Record>,
    state: State,
    chairs: [Chair; HEROES],
    inbox: mpsc::UnboundedReceiver<Box<Play>>,
    map_text: String,
    seed: u64,
    /// Its place among the running games.
    place: Claim,
    /// The owner to whom the work of its house bots is counted.
    owner: Owner,
    /// The owner to whom the stored game is counted.
    keeper: String,
}

/// Starts a game.
pub fn open(app: &Arc<AppState>, opening: GameStart) {
    let GameStart { id, kind, map, max_turns, seed, participants, place } = opening;
    let Some(owner) = participants.iter().find_map(Participant::owner) else { return };
    let start = map.start(max_turns, kind == GameKind::Training);
    let keeper = keeper(&participants, seed);
    let map_text = map.text();
    let seats = participants.each_ref().map(|player| {
        let (user_id, rating) = match player {
            Participant::User(user, ..) => (Some(user.id.clone()), Some(user.rating)),
            _ => (None, None),
        };
        Seat { name: player.name().to_string(), user_id, rating }
    });
    let mut tokens: Vec<String> = Vec::with_capacity(HEROES);
    while tokens.len() < HEROES {
        let token = tokens::token();
        if !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    let chairs = participants.map(|participant| {
        let key = participant.owner().and_then(|owner| owner.key()).unwrap_or_default();
        let mut chair = match participant {
            Participant::User(_, waiting, (_, place)) => {
                Chair { token: tokens.pop(), waiting, place: Some(place), ..Chair::default() }
            }
            Participant::Person(seat) => {
                let (token, place) = (Some(seat.token.clone()), seat.take_place());
                Chair { token, place, person: Some(seat), ..Chair::default() }
            }
            Participant::Bot(hero) => Chair { hero: Some(hero), ..Chair::default() },
        };
        chair.rate = chair.token.is_some().then(|| SeatRate::unlimited(key));
        chair
    });
    let record = Arc::new(Record::new(id, kind, (map.board, start), seats));
    let (sender, inbox) = mpsc::unbounded_channel();
    let proofs = chairs.iter().filter_map(|chair| chair.token.clone().zip(chair.rate.clone())).collect();
    app.registry.add(Arc::clone(&record), sender, proofs);
    for (hero, chair) in chairs.iter().enumerate() {
        if let Some(person) = &chair.person {
            person.begin(&record, hero);
        }
    }
    app.log.started(&record);
    let table =
        Table { app: Arc::clone(app), record, state: start, chairs, inbox, map_text, seed, place, owner, keeper };
    tokio::spawn(Box::new(table).run());
}

/// The owner to whom a stored game is counted: one of its players, by lot, so that each has a part of shared games.
fn keeper(participants: &[Participant], seed: u64) -> String {
    let mut players = participants.iter().filter_map(|player| match player {
        Participant::User(user, _, (owner, _)) => Some(format!("{} {}", owner.addr, user.id)),
        player => player.owner().map(|owner| owner.addr.to_string()),
    });
    let count = players.clone().count();
    players.nth(fastrand::Rng::with_seed(seed).usize(..count.max(1))).unwrap_or_default()
}

impl Table {
    // Boxed: otherwise each step of the task would have room for a table of its own.
    async fn run(mut self: Box<Self>) {
        self.seat_bots().await;
        loop {
            let mover = self.state.mover();
            let order = if self.state.heroes[mover].crashed {
                Order::Go(Dir::Stay)
            } else if self.is_evicted(mover) {
                Order::Crash
            } else if self.chairs[mover].hero.is_some() {
                Order::Go(self.bot_move(mover).await)
            } else {
                self.user_move(mover).await
            };
            self.state.play(&self.record.board, order);
            if self.state.finished() {
                if !Box::pin(self.end(code(order))).await {
                    return self.forget();
                }
                break;
            }
            self.record.add(code(order), &self.state, None);
            if self.state.turn.is_multiple_of(BREATH) {
                tokio::task::yield_now().await;
            }
        }
        self.linger().await;
    }

    /// Brings in the house bots. Those that survey the board first do so off this thread.
    async fn seat_bots(&mut self) {
        for seat in 0..HEROES {
            let Some(hero) = self.chairs[seat].hero else { continue };
            let seed = self.seed ^ (seat as u64 + 1);
            let (record, commons) = (Arc::clone(&self.record), Arc::clone(&self.app.commons));
            let survey = move |_: &(dyn Fn() -> bool + Sync)| {
                let mut bot = hero.sharing(seed, &commons);
                bot.begin(&record.board, seat);
                bot
            };
            self.chairs[seat].bot = if hero.kind() == Kind::Random {
                Some(survey(&|| false))
            } else {
                self.app.tables.services.background.ask((self.urgency(), self.owner), survey).found().await
            };
        }
    }

    fn urgency(&self) -> Urgency {
        if self.record.kind == GameKind::Arena { Urgency::Rated } else { Urgency::People }
    }

    /// True if this hero, or the game, had to make room for others.
    fn is_evicted(&self, hero: usize) -> bool {
        let hero = self.chairs[hero].place.as_ref();
        self.place.owner().is_none() || hero.is_some_and(|place| place.owner().is_none())
    }

    /// The move of a user or a person: hands them the state, and waits for their answer or time-out.
    async fn user_move(&mut self, mover: usize) -> Order {
        let config = &self.app.config;
        let chair = &mut self.chairs[mover];
        let person = chair.person.clone();
        let limit = match &person {
            Some(person) => person.limit,
            None if chair.begun => config.turn_limit,
            None => config.turn_limit + config.first_turn_grace,
        };
        chair.begun = true;
        self.answer(mover);
        let issued = Instant::now();
        let mut deadline = Deadline::new(issued, limit);
        if let Some(person) = &person {
            person.ask(self.state.turn);
        }
        loop {
            // Moves first: one that came in time counts even if this task was late to look.
            let play = tokio::select! {
                biased;
                Some(play) = self.inbox.recv() => play,
                // Users with a key cannot leave.
                () = or_never(person.as_deref().map(PersonSeat::left)) => return Order::Crash,
                () = self.place.evicted() => return Order::Crash,
                () = sleep_until(deadline.at) => {
                    if deadline.has_passed(Instant::now()) {
                        return self.missed(person.as_deref());
                    }
                    continue;
                }
            };
            // What was sent before the state went out is no answer to it.
            let meant = self.hero_of(&play.token) == Some(mover) && play.waiting.means(self.state.turn);
            if !meant || play.received < issued {
                self.refuse(*play, None);
                continue;
            }
            if !deadline.admits(play.received, Instant::now()) {
                play.waiting.refuse(Answer::TimeOut);
                return self.missed(person.as_deref());
            }
            // Of those who hold as much, one who trains alone makes room before a game of several.
            let rank = if self.state.training { Rank::Idle } else { Rank::Used };
            self.chairs[mover].place.iter().chain([&self.place]).for_each(|place| place.progress(rank));
            if let Some(person) = &person {
                person.moved();
            }
            match play.waiting {
                Waiting::Receipt { reply, .. } => drop(reply.send(true)),
                waiting @ Waiting::Turn { .. } => self.chairs[mover].waiting = Some(waiting),
            }
            self.hold(mover, issued).await;
            return Order::Go(play.dir);
        }
    }

    /// The move of a house bot.
    async fn bot_move(&mut self, mover: usize) -> Dir {
        let began = Instant::now();
        let chair = &mut self.chairs[mover];
        let thinks = chair.hero.is_some_and(|hero| hero.kind().thinks());
        // There is none only when the arena ends while it is being seated or thinks.
        let Some(mut bot) = chair.bot.take() else { return Dir::Stay };
        let state = self.state;
        let dir = if thinks {
            // Counted from now, so that no turn waits for those of others.
            let time = self.app.config.turn_limit / 2;
            let time = if self.urgency() == Urgency::Rated { time } else { time.min(PERSONS_BOT) };
            let whose = (self.urgency(), self.owner);
            let think = move |stop: &(dyn Fn() -> bool + Sync)| (bot.decide(&state, stop), bot);
            let work = self.app.tables.services.thinkers.ask_within(time, whose, think).found();
            let mut work = std::pin::pin!(work);
            let done = loop {
                tokio::select! {
                    done = &mut work => break done,
                    Some(play) = self.inbox.recv() => self.refuse(*play, None),
                }
            };
            let Some((dir, thinker)) = done else { return Dir::Stay };
            bot = thinker;
            dir
        } else {
            bot.decide(&state, &|| false)
        };
        self.chairs[mover].bot = Some(bot);
        self.hold(mover, began).await;
        dir
    }

    /// Waits for the earliest moment at which a move can be played.
    async fn hold(&mut self, mover: usize, issued: Instant) {
        let floor = self.app.config.min_turn;
        if floor.is_zero() {
            return;
        }
        loop {
            tokio::select! {
                biased;
                Some(play) = self.inbox.recv() => self.refuse(*play, Some(mover)),
                () = sleep_until(issued + floor) => return,
            }
        }
    }

    /// Answers a move that cannot be taken now; `held` is the hero whose move is being held.
    fn refuse(&self, play: Play, held: Option<usize>) {
        let answer = match self.hero_of(&play.token) {
            None => Answer::WrongToken,
            Some(hero) if self.state.finished() => self.late(hero),
            Some(hero) if self.state.heroes[hero].crashed => Answer::TimeOut,
            Some(hero) if held == Some(hero) => Answer::NotYourTurn,
            Some(_) => Answer::Wait,
        };
        play.waiting.refuse(answer);
    }

    /// The answer to a hero's move that comes when the game is over.
    fn late(&self, hero: usize) -> Answer {
        let crashed = self.state.training && self.state.heroes[hero].crashed;
        if crashed { Answer::TimeOut } else { Answer::Finished }
    }

    fn hero_of(&self, token: &str) -> Option<usize> {
        self.chairs.iter().position(|chair| chair.token.as_deref().is_some_and(|known| same(token, known)))
    }

    /// Gives a hero the state, if its client waits for it.
    fn answer(&mut self, hero: usize) {
        let chair = &mut self.chairs[hero];
        if let (Some(Waiting::Turn { host, reply, standing }), Some(token)) = (chair.waiting.take(), &chair.token) {
            if let (Some(standing), Some(rate)) = (standing, &chair.rate) {
                standing.prove(rate.key);
            }
            let json = self.record.at(&self.state).reply_json(hero, token, &host);
            // The answer is dropped if the client has gone away; the game goes on.
            let _ = reply.send(Answer::State(json));
        }
    }

    /// The order of a player who has missed a turn: a person's hero stays where it is until they have missed too many.
    fn missed(&self, person: Option<&PersonSeat>) -> Order {
        self.app.missed.count();
        if person.is_some_and(PersonSeat::missed) { Order::Go(Dir::Stay) } else { Order::Crash }
    }
}
