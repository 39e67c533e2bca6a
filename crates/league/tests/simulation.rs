//! A league of 40 players over 48 hours of a simulated clock: they join, leave, crash, hang and change, and the process
//! is killed ten times. `BOARDBOTS_LEAGUES` says how many such leagues are simulated.

use boardbots_game::setup::Opening;
use boardbots_league::league::{League, Rules};
use boardbots_league::results::Results;
use boardbots_league::seeds::Seed;
use boardbots_league::store::{self, Ended, Fixture, Origin, Stage, State};
use boardbots_stats::real;
use boardbots_tournament::matches::record::Offence;
use fastrand::Rng;
use rusqlite::Connection;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::path::{Path, PathBuf};

const PLAYERS: i64 = 40;
/// Players of the first hour.
const FIRST: i64 = 24;
/// The deviation of the players' strengths, in Elo.
const SPREAD: f64 = 300.0;
const SECONDS: i64 = 48 * 3600;
/// Games at once.
const AT_ONCE: usize = 2;
/// Players who leave, and new versions.
const LEAVES: i64 = 6;
const CHANGES: i64 = 12;
const KILLS: i64 = 10;
/// The part of games that somebody loses by a crash or a hang.
const FAULTS: f64 = 0.0;
/// Elo of a natural unit.
const NAT: f64 = 173.717_79;

/// How games are paired.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Information,
    /// Everybody meets everybody of those who are there, then the next round begins.
    RoundRobin,
}

/// What a league has come to.
#[derive(Default, Debug)]
struct Account {
    games: u64,
    /// Intervals that hold the truth, and all.
    covered: [u64; 2],
    /// The sum of their half widths.
    widths: f64,
    /// Versions that took the place of weaker ones and of stronger ones, and that were refused though not weaker.
    verdicts: [u64; 3],
    /// Games of new players until they had an interval, at most.
    until_rated: u64,
}

struct World {
    rng: Rng,
    truth: HashMap<i64, f64>,
    /// Games that were begun, by number, with what was drawn as their end.
    begun: BTreeMap<i64, Option<Vec<u8>>>,
    /// Fixtures of the round, for everybody against everybody.
    round: Vec<(i64, i64)>,
}

fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

fn open(path: &Path, now: i64, rng: &mut Rng) -> (Connection, League, Vec<Fixture>) {
    let db = Connection::open(path).expect("a database");
    // What the machine would lose is not what a killed process loses.
    db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;").expect("set");
    let (league, unfinished) = League::load(&db, Rules::default(), now, rng.u64(..)).expect("sound");
    (db, league, unfinished)
}

fn reload(db: &Connection, league: &mut League) {
    league.take((store::players(db).expect("read"), store::versions(db).expect("read")));
}

fn join(db: &Connection, world: &mut World, number: i64, now: i64) {
    let player = store::add_player(db, &format!("p{number}"), Origin::Page, None, now).expect("kept");
    let version = store::add_version(db, player, "1", None, Stage::Current, now).expect("kept");
    world.truth.insert(version, SPREAD * normal(&mut world.rng));
}

/// A game by the model of the ratings; crashes and hangs cost it.
fn play(world: &mut World, seats: &[i64]) -> Ended {
    let lead = world.truth[&seats[0]] - world.truth[&seats[1]] + 20.0;
    let fault = (world.rng.f64() < FAULTS).then(|| world.rng.usize(..2));
    let won = 1.0 / (1.0 + (-lead / NAT).exp()) > world.rng.f64();
    let loser = fault.unwrap_or(usize::from(won));
    let offence = |seat| Offence { seat, fault: "hang".into(), detail: String::new(), due: Some(3), count: 1 };
    Ended {
        cause: if fault.is_some() { "fault" } else { "rules" },
        places: (0..2).map(|seat| 1 + u8::from(seat == loser)).collect(),
        length: 30,
        faults: fault.map(offence).into_iter().collect(),
        numbers: serde_json::Value::Null,
        shown: None,
    }
}

/// The next game of everybody against everybody.
fn in_turn(world: &mut World, league: &League, busy: &[i64]) -> Option<Vec<i64>> {
    let here: Vec<i64> = league
        .versions
        .iter()
        .filter(|version| version.stage != Stage::Past)
        .filter(|version| league.player(version.player).is_some_and(|player| player.state == State::Active))
        .map(|version| version.number)
        .collect();
    let player = |version| league.version(version).map(|version| version.player);
    world.round.retain(|(one, other)| here.contains(one) && here.contains(other));
    if world.round.is_empty() {
        let pairs = here.iter().flat_map(|&one| here.iter().map(move |&other| (one, other)));
        world.round = pairs.filter(|&(one, other)| one < other && player(one) != player(other)).collect();
        world.rng.shuffle(&mut world.round);
    }
    let at = world.round.iter().position(|(one, other)| !busy.contains(one) && !busy.contains(other))?;
    let (one, other) = world.round.swap_remove(at);
    Some(if world.rng.bool() { vec![one, other] } else { vec![other, one] })
}

/// A league that is simulated.
struct Run {
    path: PathBuf,
    db: Connection,
    league: League,
    world: World,
    /// The ends of games that go on, the next first.
    running: BinaryHeap<Reverse<(i64, i64)>>,
    joined: i64,
    /// The mean length of a game.
    seconds: i64,
    account: Account,
}

impl Run {
    fn new(path: PathBuf, seed: u64, seconds: i64) -> Self {
        let mut world =
            World { rng: Rng::with_seed(seed), truth: HashMap::new(), begun: BTreeMap::new(), round: Vec::new() };
        let (db, mut league, _) = open(&path, 0, &mut world.rng);
        (0..FIRST).for_each(|number| join(&db, &mut world, number, 0));
        reload(&db, &mut league);
        Self {
            path,
            db,
            league,
            world,
            running: BinaryHeap::new(),
            joined: FIRST,
            seconds,
            account: Account::default(),
        }
    }

    fn run(&mut self, number: i64, seats: Vec<i64>, now: i64) {
        self.league.begun(number, seats);
        self.running.push(Reverse((now + 1 + self.world.rng.i64(0..2 * self.seconds), number)));
    }

    /// Begins games as long as there is room for one.
    fn fill(&mut self, way: Way, now: i64) {
        while self.running.len() < AT_ONCE {
            let busy: Vec<i64> = self.league.running.values().flatten().copied().collect();
            let free = |version: i64| usize::from(!busy.contains(&version));
            let next = match way {
                Way::Information => self.league.next(|version| free(version.number)),
                Way::RoundRobin => in_turn(&mut self.world, &self.league, &busy),
            };
            let Some(seats) = next else { return };
            let player = |&seat: &i64| (self.league.version(seat).expect("known").player, seat);
            let players: Vec<(i64, i64)> = seats.iter().map(player).collect();
            let (season, opening) = (self.league.season.0, Opening::of_seed(1));
            let number = store::begin(&self.db, (season, now), &players, &Seed::random(), &opening).expect("kept");
            assert!(self.world.begun.insert(number, None).is_none(), "game {number} begins twice");
            self.run(number, seats, now);
        }
    }

    /// Somebody joins, leaves or changes, or the process is killed.
    fn happen(&mut self, kind: u8, now: i64) {
        let active = self.league.players.iter().filter(|player| player.state == State::Active);
        let mut player = self.world.rng.choice(active.cloned().collect::<Vec<_>>()).expect("many");
        match kind {
            0 => {
                join(&self.db, &mut self.world, self.joined, now);
                self.joined += 1;
            }
            1 => {
                player.state = State::Away;
                store::set_player(&self.db, &player).expect("kept");
            }
            2 => {
                let old = self.league.version_at(player.number, Stage::Current).expect("each has one").number;
                let (change, label) = (60.0 * normal(&mut self.world.rng), format!("at {now}"));
                let version = store::add_version(&self.db, player.number, &label, None, Stage::Candidate, now);
                self.world.truth.insert(version.expect("kept"), self.world.truth[&old] + change);
            }
            _ => self.kill(now),
        }
        reload(&self.db, &mut self.league);
    }

    /// Kills the process, perhaps between the end of a game on disk and its count.
    fn kill(&mut self, now: i64) {
        if let Some(Reverse((_, number))) = self.running.pop().filter(|_| self.world.rng.bool()) {
            let ended = play(&mut self.world, &self.league.running[&number].clone());
            store::end(&self.db, number, &ended, now).expect("kept");
            self.world.begun.insert(number, Some(ended.places));
        }
        let unfinished;
        (self.db, self.league, unfinished) = open(&self.path, now, &mut self.world.rng);
        self.running.clear();
        for Fixture { number, seats, .. } in unfinished {
            assert_eq!(self.world.begun.get(&number), Some(&None), "game {number} is played again");
            self.run(number, seats, now);
        }
    }

    /// The game ends that is due.
    fn end(&mut self, now: i64) {
        let Some(Reverse((_, number))) = self.running.pop() else { return };
        let seats = self.league.running[&number].clone();
        let ended = play(&mut self.world, &seats);
        assert!(store::end(&self.db, number, &ended, now).expect("kept"));
        assert!(!store::end(&self.db, number, &ended, now).expect("kept"), "it ends once");
        self.world.begun.insert(number, Some(ended.places.clone()));
        self.league.ended(number, &ended);
        let verdicts = self.league.due().map(|(results, games)| self.league.rate(results.rate(), games));
        for (candidate, accepted) in verdicts.into_iter().flatten() {
            let old = self.league.version_at(candidate.player, Stage::Current).expect("each has one").number;
            let change = self.world.truth[&candidate.number] - self.world.truth[&old];
            let verdicts = &mut self.account.verdicts;
            verdicts[0] += u64::from(accepted && change >= 0.0);
            verdicts[1] += u64::from(accepted && change < -self.league.rules.margin);
            verdicts[2] += u64::from(!accepted && change >= 0.0);
            store::decide(&self.db, &candidate, accepted).expect("kept");
            reload(&self.db, &mut self.league);
        }
        let rated = self.league.rated.as_ref();
        for version in seats.iter().filter(|version| rated.is_none_or(|rated| rated.of(**version).is_none())) {
            self.account.until_rated = self.account.until_rated.max(self.league.results.of(*version).games);
        }
    }
}

/// A league in which a game takes so many seconds on average.
fn simulate(seed: u64, way: Way, seconds: i64) -> Account {
    let memory = Path::new("/dev/shm");
    let folder = tempfile::tempdir_in(if memory.is_dir() { memory } else { Path::new("/tmp") }).expect("a folder");
    let mut run = Run::new(folder.path().join("league.db"), seed, seconds);
    let mut events: Vec<(i64, u8)> = Vec::new();
    for (kind, count) in [(0, PLAYERS - FIRST), (1, LEAVES), (2, CHANGES), (3, KILLS)] {
        events.extend((0..count).map(|_| (run.world.rng.i64(0..SECONDS), kind)));
    }
    events.sort_unstable();
    let (mut events, mut now) = (events.into_iter().peekable(), 0);
    while now < SECONDS {
        run.fill(way, now);
        let ends = run.running.peek().map(|Reverse((end, _))| *end);
        now = ends.into_iter().chain(events.peek().map(|(at, _)| *at)).min().unwrap_or(SECONDS).max(now);
        match events.next_if(|(at, _)| *at <= now) {
            Some((_, kind)) => run.happen(kind, now),
            None => run.end(now),
        }
    }
    run.league.refresh();
    settle(&run.world, &run.db, &run.league, &mut run.account);
    run.account
}

/// Nothing is lost or counted twice, and the ratings are those of all games at once.
fn settle(world: &World, db: &Connection, league: &League, account: &mut Account) {
    let rows = store::results(db, league.season.0).expect("read");
    let known = world.begun.values().filter(|places| places.is_some()).count();
    assert_eq!(rows.len(), known, "games on disk are those that ended");
    let mut at_once = Results::default();
    for (seats, places) in &rows {
        at_once.add(seats, places);
    }
    assert_eq!(league.results.met, at_once.met);
    let (found, expected) = (league.rated.as_ref().expect("games"), at_once.rate().expect("games"));
    let mean: f64 =
        found.versions.iter().map(|version| world.truth[version]).sum::<f64>() / real(found.versions.len() as u64);
    for (&version, (rating, same)) in found.versions.iter().zip(found.from_mean.iter().zip(&expected.from_mean)) {
        assert!((rating.elo - same.elo).abs() < 1e-9);
        let current = league.version(version).is_some_and(|version| version.stage != Stage::Past);
        if let (true, Some(error)) = (current, rating.error) {
            account.covered[0] += u64::from((rating.elo - (world.truth[&version] - mean)).abs() <= error);
            account.covered[1] += 1;
            account.widths += error;
        }
    }
    account.games = rows.len() as u64;
}

fn leagues() -> u64 {
    std::env::var("BOARDBOTS_LEAGUES").ok().and_then(|count| count.parse().ok()).unwrap_or(2)
}

#[test]
fn leagues_lose_nothing_and_tell_the_truth() {
    let mut all = Account::default();
    for seed in 0..leagues() {
        let one = simulate(seed, Way::Information, 60);
        all.games += one.games;
        all.widths += one.widths;
        all.until_rated = all.until_rated.max(one.until_rated);
        (0..2).for_each(|at| all.covered[at] += one.covered[at]);
        (0..3).for_each(|at| all.verdicts[at] += one.verdicts[at]);
    }
    let part = real(all.covered[0]) / real(all.covered[1]);
    println!("{} leagues: {part:.4} of {} intervals cover; {all:?}", leagues(), all.covered[1]);
    // The deviation of so many, with four of them on either side.
    let slack = 0.03_f64.max(4.0 * (0.05 * 0.95 / real(all.covered[1])).sqrt());
    assert!((part - 0.95).abs() <= slack, "{part}");
    assert!(all.until_rated <= 20);
    assert!(all.verdicts[1] <= all.verdicts[0] && all.verdicts[0] > 0, "{:?}", all.verdicts);
}

#[test]
fn telling_games_are_fewer() {
    let (mut telling, mut robin) = ([0.0; 2], [0.0; 2]);
    for seed in 0..leagues().div_ceil(2) {
        // The same time, and games that take longer: three fifths of the games.
        for (sums, way, seconds) in [(&mut telling, Way::Information, 100), (&mut robin, Way::RoundRobin, 60)] {
            let one = simulate(seed, way, seconds);
            sums[0] += one.widths / real(one.covered[1]);
            sums[1] += real(one.games);
        }
    }
    println!("mean interval and games: {telling:?} by information, {robin:?} by round robin");
    assert!(telling[1] <= 0.61 * robin[1] && telling[0] <= robin[0]);
}
