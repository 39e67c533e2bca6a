//! The state of a league between games: who plays, what was played, what is to be played next.
//!
//! All of it follows from the database ([`League::load`]): a game counts when its end is there, and once. Nothing here
//! waits or looks at a clock.

use crate::pairing::{Entrant, Pairing};
use crate::results::{Rated, Results};
use crate::store::{self, Ended, Fixture, Player, Stage, State, Version};
use boardbots_base::store::Stored;
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};

/// The bound of a test's log likelihood ratio for errors of 5 % of both kinds: ln(0.95 / 0.05).
const BOUND: f64 = 2.944;
/// Games of a candidate before its first verdict, and between two looks.
const LOOKS: (u64, u64) = (20, 5);
/// Half the width of a 95 % interval, in standard deviations.
const WIDTH: f64 = 1.96;

/// The rules of a league, apart from those of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Players of a game.
    pub seats: usize,
    /// True if a new version is tested before it replaces the old one.
    pub tests: bool,
    /// The difference in Elo by which a version counts as weaker.
    pub margin: f64,
    /// Games of a test at most; then the likelier side wins.
    pub most: u64,
}

impl Default for Rules {
    /// A test for two: weaker by 50 Elo, in at most 400 games.
    fn default() -> Self {
        Self { seats: 2, tests: true, margin: 50.0, most: 400 }
    }
}

/// A league.
pub struct League {
    /// Its rules.
    pub rules: Rules,
    /// The number of the season, and when it began.
    pub season: (i64, i64),
    /// All players, by their numbers.
    pub players: Vec<Player>,
    /// All versions, by their numbers.
    pub versions: Vec<Version>,
    /// The results of the season.
    pub results: Results,
    /// The ratings at the last look.
    pub rated: Option<Rated>,
    /// Games that go on: versions by seat.
    pub running: BTreeMap<i64, Vec<i64>>,
    pairing: Pairing,
    /// Games of the season, and those that the ratings know.
    games: (u64, u64),
    /// True if it is time to rate everybody.
    due: bool,
    /// Candidates to look at then.
    looks: BTreeSet<i64>,
}

impl League {
    /// The league of a database, with the games that it was playing when it ended.
    ///
    /// # Errors
    /// If the database fails, or a row is damaged.
    pub fn load(db: &Connection, rules: Rules, now: i64, seed: u64) -> Stored<(Self, Vec<Fixture>)> {
        store::prepare(db, now)?;
        let season = store::season(db)?.unwrap_or((1, now));
        let (players, versions) = (store::players(db)?, store::versions(db)?);
        let mut league = Self {
            rules,
            season,
            players,
            versions,
            results: Results::default(),
            rated: None,
            running: BTreeMap::new(),
            pairing: Pairing::new(seed),
            games: (0, 0),
            due: false,
            looks: BTreeSet::new(),
        };
        for (seats, places) in store::results(db, season.0)? {
            league.pairing.begin(&seats);
            league.count(&seats, &places);
            league.games.0 += 1;
        }
        league.refresh();
        Ok((league, store::unfinished(db)?))
    }

    /// Takes over the players and versions of the database.
    pub fn take(&mut self, (players, versions): (Vec<Player>, Vec<Version>)) {
        (self.players, self.versions) = (players, versions);
        self.learn();
    }

    /// Begins a season without results.
    pub fn renew(&mut self, season: (i64, i64)) {
        (self.season, self.results, self.games) = (season, Results::default(), (0, 0));
        self.rate(None, 0);
    }

    /// A player.
    #[must_use]
    pub fn player(&self, number: i64) -> Option<&Player> {
        Some(&self.players[self.players.binary_search_by_key(&number, |player| player.number).ok()?])
    }

    /// A version.
    #[must_use]
    pub fn version(&self, number: i64) -> Option<&Version> {
        Some(&self.versions[self.versions.binary_search_by_key(&number, |version| version.number).ok()?])
    }

    /// The version of a player at a stage; the last one of several.
    #[must_use]
    pub fn version_at(&self, player: i64, stage: Stage) -> Option<&Version> {
        self.versions.iter().rfind(|version| version.player == player && version.stage == stage)
    }

    /// Versions that may play, each with its player and the version that it is to replace.
    fn playing(&self) -> impl Iterator<Item = (&Version, &Player, Option<i64>)> {
        self.versions.iter().filter(|version| version.stage != Stage::Past).filter_map(|version| {
            let player = self.player(version.player).filter(|player| player.state == State::Active)?;
            let old = || self.version_at(player.number, Stage::Current).map(|old| old.number);
            Some((version, player, old().filter(|_| version.stage == Stage::Candidate)))
        })
    }

    /// The next game, versions by seat; `None` if too few can play. `seats` says how many seats a version can have at
    /// once in a further game.
    pub fn next(&mut self, seats: impl Fn(&Version) -> usize) -> Option<Vec<i64>> {
        let entrants: Vec<Entrant> = self
            .playing()
            .map(|(version, player, replaces)| Entrant {
                version: version.number,
                player: player.number,
                replaces,
                seats: seats(version),
            })
            .collect();
        if entrants.iter().any(|entrant| !self.pairing.knows(entrant.version)) {
            self.learn();
        }
        self.pairing.next(&entrants, self.rules.seats)
    }

    /// Notes that a game has begun.
    pub fn begun(&mut self, number: i64, seats: Vec<i64>) {
        self.pairing.begin(&seats);
        self.running.insert(number, seats);
    }

    fn count(&mut self, seats: &[i64], places: &[u8]) {
        let player = |seat: &i64| self.version(*seat).map(|version| version.player);
        if seats.windows(2).all(|two| player(&two[0]) == player(&two[1])) {
            self.results.add_own(seats, places);
        } else {
            self.results.add(seats, places);
        }
    }

    /// Counts the end of a game that went on.
    pub fn ended(&mut self, number: i64, ended: &Ended) {
        let Some(seats) = self.running.remove(&number) else { return };
        if ended.places.len() != seats.len() {
            return;
        }
        self.count(&seats, &ended.places);
        self.games.0 += 1;
        let looks = |version: &&Version| {
            let games = self.results.of(version.number).games;
            version.stage == Stage::Candidate && games >= LOOKS.0 && games.is_multiple_of(LOOKS.1)
        };
        let candidates = seats.iter().filter_map(|seat| self.version(*seat)).filter(looks).map(|it| it.number);
        let candidates: Vec<i64> = candidates.collect();
        let (games, known) = self.games;
        // Who has just played for the first time is rated at once.
        let is_new = seats.iter().any(|&seat| self.rated.as_ref().is_none_or(|rated| rated.of(seat).is_none()));
        self.due |= is_new || !candidates.is_empty() || games.saturating_sub(known) > (games / 40).max(4);
        self.looks.extend(candidates);
    }

    /// The results, if it is time to rate everybody by them, and the number of games that they are of. Rating may take
    /// long, so that it can be done where nobody waits.
    #[must_use]
    pub fn due(&self) -> Option<(Results, u64)> {
        self.due.then(|| (self.results.clone(), self.games.0))
    }

    /// Takes over ratings by so many games, unless they are of a season that has closed meanwhile; the candidates whose
    /// tests end with them, each with the verdict.
    pub fn rate(&mut self, rated: Option<Rated>, games: u64) -> Vec<(Version, bool)> {
        if games > self.games.0 {
            return Vec::new();
        }
        (self.rated, self.games.1, self.due) = (rated, games, false);
        self.learn();
        let looks = std::mem::take(&mut self.looks);
        let candidates = looks.iter().filter_map(|number| self.version(*number));
        candidates.filter_map(|version| self.verdict(version).map(|verdict| (version.clone(), verdict))).collect()
    }

    /// The verdict on a candidate: true if it is not weaker; `None` as long as that is open.
    fn verdict(&self, candidate: &Version) -> Option<bool> {
        let old = self.version_at(candidate.player, Stage::Current)?;
        let lead = self.rated.as_ref()?.lead(candidate.number, old.number);
        let ratio = lead.map_or(0.0, |(lead, error)| {
            let (margin, deviation) = (self.rules.margin, (error / WIDTH).max(1.0));
            // Of normal likelihoods: equal against weaker by the margin.
            ((lead + margin).powi(2) - lead.powi(2)) / (2.0 * deviation.powi(2))
        });
        let over = self.results.of(candidate.number).games >= self.rules.most;
        (ratio.abs() >= BOUND || over).then_some(ratio > 0.0)
    }

    /// Rates all versions by all games of the season, unless nothing has changed since.
    pub fn refresh(&mut self) {
        if self.games.0 != self.games.1 {
            self.rate(self.results.rate(), self.games.0);
        }
    }

    fn learn(&mut self) {
        let known: Vec<(i64, Option<i64>)> =
            self.playing().map(|(version, _, replaces)| (version.number, replaces)).collect();
        self.pairing.learn(&self.results, self.rated.as_ref(), known.into_iter(), self.running.values());
    }
}
