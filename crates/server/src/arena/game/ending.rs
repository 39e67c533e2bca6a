//! The end of a game: it is stored, and only then are its players told.

use super::Table;
use crate::arena::players::{Play, Waiting};
use crate::arena::protocol::Answer;
use crate::arena::state::AppState;
use crate::arena::store::{Ended, EndedSeat, StoreError, now};
use crate::tokens::same;
use crate::web::events::or_never;
use boardbots_vindinium::board::HEROES;
use boardbots_vindinium::rules::{Status, place};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

/// One game in ten gives all its users a point.
const BONUS_ODDS: u32 = 10;

impl Table {
    /// Keeps the game, and only then gives the last answers. As long as it cannot be stored no client is told that it
    /// is over. True if it is stored. A game that never can be is as good as unknown.
    pub(super) async fn end(&mut self, last: u8) -> bool {
        let game = self.result(last);
        let ended = game.ended;
        let app = Arc::clone(&self.app);
        let limit = app.config.turn_limit;
        let mut due = [Instant::now() + limit; HEROES];
        let mut storing = std::pin::pin!(app.store.save(game, self.keeper.clone()));
        let outcome = loop {
            let next = (0..HEROES).filter(|&hero| self.chairs[hero].waiting.is_some()).min_by_key(|&hero| due[hero]);
            tokio::select! {
                biased;
                outcome = &mut storing => break outcome,
                Some(play) = self.inbox.recv() => {
                    let Some(hero) = self.hero_of(&play.token) else { continue };
                    if self.state.heroes[hero].crashed {
                        play.waiting.refuse(Answer::TimeOut);
                        continue;
                    }
                    due[hero] = Instant::now() + limit;
                    match play.waiting {
                        waiting @ Waiting::Receipt { .. } => waiting.refuse(Answer::Finished),
                        waiting @ Waiting::Turn { .. } => {
                            if let Some(before) = self.chairs[hero].waiting.replace(waiting) {
                                before.refuse(Answer::Wait);
                            }
                        }
                    }
                }
                () = or_never(next.map(|hero| sleep_until(due[hero]))) => {
                    let chair = next.map(|hero| &mut self.chairs[hero]);
                    let Some((waiting, chair)) = chair.and_then(|chair| Some((chair.waiting.take()?, chair))) else {
                        continue;
                    };
                    chair.owed = true;
                    let why = app.store.outage().map_or_else(|| "the disk is slow".to_string(), |why| why.to_string());
                    waiting.refuse(Answer::Unstored(why));
                }
            }
        };
        let (id, kind) = (&self.record.id, self.record.kind);
        match outcome {
            Ok(game) => self.app.log.ended(&game),
            Err(error) => {
                if !matches!(error, StoreError::Gone) {
                    // Another attempt would fail alike: there is nothing to wait for.
                    log::error!("{kind} game {id} could not be stored and is lost");
                }
                let answer = Answer::from(error);
                for chair in &mut self.chairs {
                    chair.waiting.take().into_iter().for_each(|waiting| waiting.refuse(answer.clone()));
                }
                return false;
            }
        }
        self.record.add(last, &self.state, Some(ended));
        self.app.registry.ended(&self.record.id);
        self.app.leaders.changed();
        self.app.finished.count();
        for hero in 0..HEROES {
            self.answer(hero);
            self.chairs[hero].place = None;
            if let Some(person) = &self.chairs[hero].person {
                person.end();
            }
        }
        true
    }

    fn result(&self, last: u8) -> Ended {
        let (record, state) = (&self.record, &self.state);
        let mut moves = record.moves();
        moves.push(last);
        let golds = state.heroes.map(|hero| hero.gold);
        let mut chance = fastrand::Rng::with_seed(!self.seed);
        Ended {
            id: record.id.clone(),
            kind: record.kind,
            started: record.started,
            ended: now(),
            map: self.map_text.clone(),
            size: count(record.board.size()),
            mines: count(record.board.mines.len()),
            max_turns: state.max_turns,
            turns: state.turn,
            seed: self.seed,
            moves,
            crashed: state.status == Status::AllCrashed,
            bonus: i32::from(chance.u32(..BONUS_ODDS) == 0),
            seats: std::array::from_fn(|hero| EndedSeat {
                name: record.seats[hero].name.clone(),
                user: record.seats[hero].user_id.clone(),
                rating: record.seats[hero].rating,
                gold: golds[hero],
                place: place(&golds, hero),
                crashed: state.heroes[hero].crashed,
                change: None,
            }),
        }
    }

    /// Answers late moves until none has come for a while. A game of which everybody knows the end lets
    /// go of all else: there may be hundreds of them in memory.
    pub(super) async fn linger(mut self: Box<Self>) {
        for chair in &mut self.chairs {
            chair.bot = None;
        }
        if self.chairs.iter().all(|chair| !chair.owed) {
            tokio::spawn(Late::of(*self).linger());
            return;
        }
        while let Ok(Some(play)) = timeout(self.app.config.limits.keep_time, self.inbox.recv()).await {
            match self.hero_of(&play.token) {
                // They have not been told how it ended.
                Some(hero) if self.chairs[hero].owed => {
                    self.chairs[hero].waiting = Some(play.waiting);
                    self.answer(hero);
                }
                _ => self.refuse(*play, None),
            }
        }
        self.forget();
    }

    /// Removes the game and its seats from memory.
    pub(super) fn forget(&self) {
        self.app.registry.forget(&self.record.id);
        for person in self.chairs.iter().filter_map(|chair| chair.person.as_ref()) {
            self.app.seats.forget(&person.token);
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("a board has few cells")
}

/// A game of which everybody has been told the end. It holds nothing but what late moves need.
pub struct Late {
    app: Arc<AppState>,
    id: String,
    /// The answers to each player's late moves, by the player's token.
    answers: Vec<(String, Answer)>,
    /// Tokens of persons' seats.
    persons: Vec<String>,
    inbox: mpsc::UnboundedReceiver<Box<Play>>,
}

impl Late {
    /// The part of a game that late moves need.
    pub fn of(table: Table) -> Self {
        let seats = table.chairs.iter().enumerate();
        let answers = seats.filter_map(|(hero, chair)| Some((chair.token.clone()?, table.late(hero)))).collect();
        let persons = table.chairs.iter().filter_map(|chair| Some(chair.person.as_ref()?.token.clone())).collect();
        let Table { app, record, inbox, .. } = table;
        Self { app, id: record.id.clone(), answers, persons, inbox }
    }

    /// Answers late moves until none has come for a while.
    pub async fn linger(mut self) {
        while let Ok(Some(play)) = timeout(self.app.config.limits.keep_time, self.inbox.recv()).await {
            let known = self.answers.iter().find(|(token, _)| same(&play.token, token));
            play.waiting.refuse(known.map_or(Answer::WrongToken, |(_, answer)| answer.clone()));
        }
        self.app.registry.forget(&self.id);
        for token in &self.persons {
            self.app.seats.forget(token);
        }
    }
}
