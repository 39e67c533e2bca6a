//! The games of a hall: taken, played, stored, counted.

use super::{EAGER, Hall, Live, NICE, PAUSES, SLOWER, SLOWEST};
use crate::remote::{ClientOf, RemotePlayer};
use crate::seeds::Seed;
use crate::settings::Settings;
use crate::store::{self, Ended, Fixture, Player, State, Version};
use crate::watched::{Showing, Watched};
use boardbots_base::store::{Stored, now};
use boardbots_base::thread::lock;
use boardbots_game::player;
use boardbots_game::setup::{Openings, StoredStart};
use boardbots_server::tables::{self, ShownGame};
use boardbots_tournament::matches::PlayError;
use boardbots_tournament::matches::contest::{self, Contest};
use boardbots_tournament::matches::record::End;
use std::fmt::Display;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

/// Faults in a row after which a version waits for a second, and twice as long for each further one.
const FREE_FAULTS: u32 = 3;
/// Faults in a row that are counted: 10 minutes.
const LONGEST_HOLD: u32 = 12;

impl Hall {
    /// Plays games until the league stops: the work of one thread.
    pub fn work(&self) {
        // Without the right to change it, its priority stays as it is.
        let _ = rustix::process::setpriority_process(None, NICE);
        while !self.stop.load(Relaxed) {
            match self.next() {
                Ok(Some(fixture)) => {
                    self.play(&fixture);
                    self.rest(self.pause_after(&fixture.seats), false);
                }
                Ok(None) => self.rest(PAUSES[0], true),
                Err(why) => {
                    log::warn!("no game begins: {why}");
                    self.rest(PAUSES[1], false);
                }
            }
        }
    }

    /// The pause after a game of these versions: none while somebody has played only a few, and the longer the more is
    /// known of all of them. A game that was void would be void again.
    fn pause_after(&self, seats: &[i64]) -> Duration {
        let league = lock(&self.league);
        let games = seats.iter().map(|&version| league.results.of(version).games).min().unwrap_or(0);
        match u32::try_from(games / SLOWER).unwrap_or(u32::MAX).clamp(1, SLOWEST) {
            _ if games == 0 => PAUSES[1],
            _ if games < EAGER => Duration::ZERO,
            factor => self.settings.pause * factor,
        }
    }

    /// Waits, until the league stops, or if it `looks`, until there is news.
    fn rest(&self, time: Duration, looks: bool) {
        let (until, mut news) = (Instant::now() + time, false);
        let mut turn = lock(&self.scheduling);
        while !news && !self.stop.load(Relaxed) && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            turn = self.news.wait_timeout(turn, left).unwrap_or_else(PoisonError::into_inner).0;
            news = looks;
        }
    }

    /// Ends all games, which are played again after the next start.
    pub fn stop(&self) {
        // Nobody is between a look at it and a rest.
        let turn = lock(&self.scheduling);
        self.stop.store(true, Relaxed);
        drop(turn);
        self.changed();
    }

    /// The next game: one that was broken off, or a new one, which is stored first.
    fn next(&self) -> Stored<Option<Fixture>> {
        let _alone = lock(&self.scheduling);
        if let Some(fixture) = self.broken_off() {
            return Ok(Some(fixture));
        }
        let (seats, season) = {
            let mut league = lock(&self.league);
            let busy: Vec<i64> = league.running.values().flatten().copied().collect();
            let Some(seats) = league.next(|version| self.seats_of(version, &busy)) else {
                return Ok(None);
            };
            let player = |seat: &i64| (league.version(*seat).map_or(0, |version| version.player), *seat);
            (seats.iter().map(player).collect::<Vec<_>>(), league.season.0)
        };
        let seed = Seed::random();
        let opening = self.settings.game.opening(seed.number(), &Openings::default());
        let fixture = Fixture { number: 0, seats: seats.iter().map(|(_, version)| *version).collect(), seed, opening };
        let opening = fixture.opening.clone();
        let begin =
            move |db: &rusqlite::Connection, _: &mut _| store::begin(db, (season, now()), &seats, &seed, &opening);
        let number = self.runtime.block_on(self.tables.services.store.write(begin))?;
        self.begin(number, fixture.seats.clone());
        Ok(Some(Fixture { number, ..fixture }))
    }

    /// A game of before whose players are all there; those that can no longer be played are void.
    fn broken_off(&self) -> Option<Fixture> {
        let mut unfinished = lock(&self.unfinished);
        for _ in 0..unfinished.len() {
            let fixture = unfinished.pop_front()?;
            let (void, free) = {
                let league = lock(&self.league);
                let busy: Vec<i64> = league.running.values().flatten().copied().collect();
                let of = |seat: &i64| league.version(*seat).and_then(|it| Some((league.player(it.player)?, it)));
                let found: Vec<_> = fixture.seats.iter().map(of).collect();
                let plays =
                    |one: &Option<(&Player, &Version)>| one.is_some_and(|(player, _)| player.state == State::Active);
                let free = |one: &Option<(&Player, &Version)>| one.is_some_and(|(_, it)| self.seats_of(it, &busy) > 0);
                (!found.iter().all(plays), found.iter().all(free))
            };
            if free && !void {
                self.begin(fixture.number, fixture.seats.clone());
                return Some(fixture);
            }
            if void {
                self.begin(fixture.number, fixture.seats);
                self.end(fixture.number, &void_game());
            } else {
                unfinished.push_back(fixture);
            }
        }
        None
    }

    fn begin(&self, number: i64, seats: Vec<i64>) {
        lock(&self.league).begun(number, seats);
        lock(&self.live).insert(number, Live { begun: now(), table: None });
        self.texts.changed();
    }

    /// Seats that a version can have in a further game.
    fn seats_of(&self, version: &Version, busy: &[i64]) -> usize {
        let is_busy = busy.contains(&version.number);
        if lock(&self.held).get(&version.number).is_some_and(|(_, until)| *until > Instant::now()) {
            return 0;
        }
        match &version.spec {
            // A bot may fill a table of several.
            Some(spec) if spec.game().is_some() && self.settings.rules.seats > 2 && !is_busy => {
                self.settings.rules.seats
            }
            Some(_) => usize::from(!is_busy),
            None => {
                let free = lock(&self.seats).get(&version.number).is_some_and(|seat| seat.is_free());
                usize::from(!is_busy && (free || self.client_waits(version.number)))
            }
        }
    }

    /// Plays a game to its end, which is stored and counted.
    fn play(&self, fixture: &Fixture) {
        let titles: Vec<String> = {
            let league = lock(&self.league);
            let title = |version: &i64| Some(league.player(league.version(*version)?.player)?.name.clone());
            fixture.seats.iter().map(|version| title(version).unwrap_or_default()).collect()
        };
        let showing = Showing::new(self.show(fixture, &titles), fixture.seats.len());
        if let Some(live) = lock(&self.live).get_mut(&fixture.number) {
            live.table = lock(&showing.table).as_ref().map(|table| table.id().to_string());
        }
        self.texts.changed();
        let (seats, pace) = (fixture.seats.iter().enumerate(), self.settings.pace);
        let watched = |(seat, version): (usize, &i64)| {
            let inner = self.player(fixture.number, *version)?;
            Ok(Box::new(Watched { inner, showing: Arc::clone(&showing), seat, place: seat, n: 0, pace })
                as Box<dyn player::Player>)
        };
        let players: Result<Vec<_>, PlayError> = seats.map(watched).collect();
        let contest = Contest {
            game: self.settings.game,
            titles: &titles,
            start: &self.start(fixture),
            seed: fixture.seed.number(),
            deadline: self.settings.deadline,
            stop: &self.stop,
        };
        let ended = match players.and_then(|players| contest.play(players)) {
            Ok((played, _)) => {
                let shown = lock(&showing.table).take();
                let shown = shown.and_then(|table| match self.runtime.block_on(table.end()) {
                    Ok(id) => Some(id),
                    Err(why) => {
                        log::warn!("the replay of game {} of the league is not stored: {why}", fixture.number);
                        None
                    }
                });
                let cause = match played.end {
                    End::Rules => "rules",
                    End::Repetition => "repetition",
                    End::Limit => "limit",
                    End::Fault => "fault",
                };
                let (places, length, faults) = (played.places, played.length, played.faults);
                Ended { cause, places, length, faults, numbers: showing.told(), shown }
            }
            Err(PlayError::Stopped) => return,
            Err(PlayError::Failed(why)) => {
                log::error!("game {} of the league cannot be played, and is void: {why}", fixture.number);
                void_game()
            }
        };
        self.end(fixture.number, &ended);
    }

    fn start(&self, fixture: &Fixture) -> StoredStart {
        let Settings { turns, ground, .. } = &self.settings;
        StoredStart { opening: fixture.opening.clone(), turns: *turns, ground: ground.clone() }
    }

    fn show(&self, fixture: &Fixture, titles: &[String]) -> Option<tables::Shown> {
        let (game, start) = (self.settings.game, self.start(fixture));
        let shown = || {
            let first = game.start(&start.start())?.first();
            let mut names = titles.to_vec();
            names.rotate_right(first);
            self.tables.show(game, ShownGame { id: None, start, names, seed: fixture.seed.number() })
        };
        let unseen = |why: &dyn Display| log::warn!("game {} of the league is not shown: {why}", fixture.number);
        shown().inspect_err(|why| unseen(why)).ok()
    }

    /// The player of a version, for one game.
    fn player(&self, game: i64, version: i64) -> Result<Box<dyn player::Player>, PlayError> {
        let deadline = self.settings.deadline;
        let spec = lock(&self.league).version(version).and_then(|version| version.spec.clone());
        let Some(spec) = spec else {
            if let Some(seat) = lock(&self.client_seats).get(&version).cloned() {
                return Ok(Box::new(ClientOf { seat, deadline }));
            }
            let (seat, name) = (self.seat(version), self.settings.game.name());
            return Ok(Box::new(RemotePlayer { seat, game, name, deadline, n: 0, place: 0 }));
        };
        let clients = self.clients.clone().map(|clients| clients as Arc<dyn player::ClientServer>);
        Ok(contest::player(self.settings.game, &spec, &self.settings.terms(), &clients)?)
    }

    /// Lets versions wait that have had faults in several games in a row: whoever wins against them learns nothing.
    fn hold(&self, number: i64, ended: &Ended) {
        let seats = lock(&self.league).running.get(&number).cloned().unwrap_or_default();
        let mut held = lock(&self.held);
        for (seat, version) in seats.into_iter().enumerate() {
            if ended.faults.iter().any(|fault| fault.seat == seat) {
                let (count, until) = held.entry(version).or_insert((0, Instant::now()));
                *count = (*count + 1).min(LONGEST_HOLD);
                *until = Instant::now() + Duration::from_secs((1 << *count) >> FREE_FAULTS);
            } else {
                held.remove(&version);
            }
        }
    }

    /// Stores and counts the end of a game.
    fn end(&self, number: i64, ended: &Ended) {
        let stored = ended.clone();
        let job = move |db: &rusqlite::Connection, _: &mut _| store::end(db, number, &stored, now());
        let kept = self.runtime.block_on(self.tables.services.store.keep(format!("game {number} of the league"), job));
        lock(&self.live).remove(&number);
        // It may be there already, by an attempt that seemed to fail: nobody else plays this game.
        if let Err(why) = kept {
            return log::error!("the end of game {number} of the league is not stored: {why}");
        }
        self.hold(number, ended);
        let (counted, void, faults) = &self.ended;
        if ended.places.is_empty() { void } else { counted }.fetch_add(1, Relaxed);
        faults.fetch_add(ended.faults.iter().map(|fault| fault.count).sum(), Relaxed);
        lock(&self.league).ended(number, ended);
        // One thread rates, and nobody waits for it.
        let Ok(_alone) = self.rating.try_lock() else { return self.changed() };
        let due = lock(&self.league).due();
        let verdicts = due.map(|(results, games)| {
            let rated = results.rate();
            lock(&self.league).rate(rated, games)
        });
        for (candidate, accepted) in verdicts.into_iter().flatten() {
            let how = if accepted { "replaces the one before" } else { "is weaker than the one before" };
            log::info!("version {} of player {} {how}", candidate.label, candidate.player);
            let decide = move |db: &rusqlite::Connection| store::decide(db, &candidate, accepted);
            if let Err(why) = self.runtime.block_on(self.change(decide)) {
                log::error!("a verdict on a version is not stored: {why}");
            }
            self.seat_clients();
        }
        self.changed();
    }
}

fn void_game() -> Ended {
    let (places, faults, numbers) = (Vec::new(), Vec::new(), serde_json::Value::Null);
    Ended { cause: "void", places, length: 0, faults, numbers, shown: None }
}
