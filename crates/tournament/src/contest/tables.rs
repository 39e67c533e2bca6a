//! Tables of four: whole Vindinium games in this process.

use super::opening::Opening;
use super::plan::{Fixture, Plan};
use super::played::{End, Played};
use super::runner::{Host, Unplayed};
use boardbots_game::parameters::Parameters;
use boardbots_stats::latency::Latency;
use boardbots_vindinium::board::{Dir, HEROES};
use boardbots_vindinium::generator;
use boardbots_vindinium::hero::Hero;
use boardbots_vindinium::map::{Map, tiles_text};
use boardbots_vindinium::rules::{Order, State};
use fastrand::Rng;
use std::time::{Duration, Instant};

/// Plays tables of four.
pub struct Tables<'a> {
    plan: &'a Plan,
    heroes: Vec<Hero>,
}

impl<'a> Tables<'a> {
    /// A host for the players of a plan.
    ///
    /// # Errors
    /// What is wrong with a player.
    pub fn new(plan: &'a Plan) -> Result<Self, String> {
        let heroes =
            plan.specs()?.iter().map(|spec| Hero::new(spec, plan.pace.depth, &plan.files)).collect::<Result<_, _>>();
        Ok(Self { plan, heroes: heroes? })
    }

    /// The same players with these constants, one set for each in the order of the plan; see
    /// [`Hero::with`].
    #[must_use]
    pub fn with(mut self, sets: &[Parameters]) -> Self {
        for (hero, set) in self.heroes.iter_mut().zip(sets) {
            *hero = hero.with(set);
        }
        self
    }
}

/// The map of a seed, and what a record says of it.
fn map(seed: u64) -> Result<(Map, Opening), String> {
    let mut rng = Rng::with_seed(seed);
    let parameters = generator::Parameters::random(&mut rng);
    let map =
        generator::generate_with(parameters, &mut rng).map_err(|error| format!("no map of seed {seed}: {error}"))?;
    Ok((map, Opening::of_seed(seed)))
}

/// Moves of all heroes together.
fn length(plan: &Plan) -> i32 {
    i32::try_from(plan.turns).unwrap_or(i32::MAX).saturating_mul(4)
}

impl Host for Tables<'_> {
    /// A player for each seat of each entrant would be the same as a new one: they keep nothing from
    /// game to game.
    type Room = ();

    fn room(&self) -> Result<(), String> {
        Ok(())
    }

    fn play(&self, (): &mut (), fixture: &Fixture) -> Result<Played, Unplayed> {
        let (map, opening) = map(fixture.seed)?;
        let mut players = Vec::with_capacity(HEROES);
        for (seat, &number) in fixture.seats.iter().enumerate() {
            let hero = self.heroes.get(number).ok_or("no such player")?;
            // A player's chances are the same in whatever order the table is seated; his second seat
            // has others.
            let second = fixture.seats[..seat].iter().filter(|other| **other == number).count() as u64;
            let mut player = hero.player(fixture.seed ^ (number as u64) << 32 ^ second << 56);
            player.begin(&map.board, seat);
            players.push(player);
        }
        let deadline = Duration::from_millis(self.plan.pace.deadline.into());
        let mut times = vec![Latency::default(); HEROES];
        let (mut state, mut moves) = (map.start(length(self.plan), false), String::new());
        while !state.finished() {
            let mover = state.mover();
            let began = Instant::now();
            let dir = players[mover].decide(&state, &|| began.elapsed() >= deadline);
            times[mover].add(began.elapsed());
            moves.push(letter(dir));
            state.play(&map.board, Order::Go(dir));
        }
        let (places, scores) = result(&state);
        Ok(Played {
            game: fixture.number,
            seats: fixture.seats.clone(),
            opening,
            length: u32::try_from(moves.len()).unwrap_or(u32::MAX),
            moves,
            places,
            scores,
            end: End::Rules,
            faults: Vec::new(),
            times,
        })
    }
}

/// By hero: his place, and his gold.
fn result(state: &State) -> (Vec<u8>, Vec<i64>) {
    let gold: Vec<u32> = state.heroes.iter().map(|hero| hero.gold).collect();
    let place = |own: &u32| 1 + u8::try_from(gold.iter().filter(|other| *other > own).count()).unwrap_or(0);
    (gold.iter().map(place).collect(), gold.iter().map(|gold| i64::from(*gold)).collect())
}

const fn letter(dir: Dir) -> char {
    match dir {
        Dir::Stay => '.',
        Dir::North => 'n',
        Dir::South => 's',
        Dir::East => 'e',
        Dir::West => 'w',
    }
}

/// Plays the moves of a record again: the map as the game left it, a row on a line.
///
/// # Errors
/// What does not agree with the rules.
pub fn check(plan: &Plan, played: &Played) -> Result<Vec<String>, String> {
    let (map, opening) = map(plan.fixture(played.game).seed)?;
    if opening != played.opening {
        return Err("the map is not that of its seed".into());
    }
    let mut state = map.start(length(plan), false);
    for (number, move_) in (1..).zip(played.moves.chars()) {
        let all = [Dir::Stay, Dir::North, Dir::South, Dir::East, Dir::West];
        let dir = all.into_iter().find(|dir| letter(*dir) == move_);
        let dir = dir.ok_or_else(|| format!("move {number}: \"{move_}\" is none"))?;
        if state.finished() {
            return Err(format!("move {number} comes behind the end"));
        }
        state.play(&map.board, Order::Go(dir));
    }
    if !state.finished() {
        return Err("the game goes on behind its last move".into());
    }
    if result(&state) == (played.places.clone(), played.scores.clone()) {
        let (tiles, size) = (tiles_text(&map.board, &state), map.board.size());
        Ok((0..size).map(|row| tiles[2 * size * row..2 * size * (row + 1)].to_string()).collect())
    } else {
        Err("the result is not the one of the rules".into())
    }
}
