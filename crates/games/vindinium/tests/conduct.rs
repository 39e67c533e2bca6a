//! How the bot spends its rounds: whether it works, waits, or dies.

use super::table::Table;
use crate::board::{Dir, HEROES};
use crate::bot::Options;
use crate::kind::Kind;
use crate::rules::{HIT, State, others};
use crate::terrain::Terrain;
use rayon::prelude::*;

/// Rounds in a row without a mine, a drink or a blow that count as idle.
const IDLE: usize = 12;

/// What happened to one hero.
#[derive(Default)]
struct Conduct {
    rounds: usize,
    deaths: usize,
    /// Rounds in which it stayed with the nearest enemy at three steps.
    stand_offs: usize,
    /// Rounds of long stretches in which it did nothing useful.
    idle: usize,
    /// Such rounds since it did something useful.
    waiting: usize,
}

impl Conduct {
    /// One more round of a hero: the states around its order.
    fn count(&mut self, terrain: &Terrain, hero: usize, (before, dir, after): (&State, Dir, &State)) {
        let (was, is) = (&before.heroes[hero], &after.heroes[hero]);
        let steps = |other: usize| terrain.atlas.steps(was.pos, before.heroes[other].pos);
        self.rounds += 1;
        let nearest = others(hero).map(steps).min();
        self.stand_offs += usize::from(dir == Dir::Stay && nearest == Some(3));
        let drank = is.life > was.life && is.respawned == was.respawned;
        let struck = others(hero).any(|other| {
            let (was, is) = (&before.heroes[other], &after.heroes[other]);
            is.life + HIT == was.life || is.respawned != was.respawned
        });
        if drank || is.mines > was.mines || struck {
            self.settle();
        } else {
            self.waiting += 1;
        }
    }

    /// Ends a stretch.
    fn settle(&mut self) {
        self.idle += if self.waiting >= IDLE { self.waiting } else { 0 };
        self.waiting = 0;
    }
}

/// A game of the bot against others, and how it went for the bot.
fn play(seed: u64, others: [Kind; HEROES - 1]) -> Conduct {
    let table = Table::of(seed);
    let (terrain, seat) = (Terrain::of(&table.map.board), table.seat);
    let mut conduct = Conduct::default();
    table.play(Options::default(), others, |before, dir, after| {
        conduct.deaths += usize::from(after.heroes[seat].respawned != before.heroes[seat].respawned);
        if before.mover() == seat {
            conduct.count(&terrain, seat, (before, dir, after));
        }
    });
    conduct.settle();
    conduct
}

/// The weaknesses of earlier versions: they waited at three steps from an enemy in 50 rounds of 300, followed prey
/// for half of the game without taking a mine, and died six times.
#[test]
fn it_works_instead_of_waiting() {
    const GAMES: u64 = 16;
    let pool = [Kind::Planner, Kind::Influence, Kind::Hunter];
    let conducts: Vec<_> = (1..=GAMES).into_par_iter().map(|seed| play(seed, pool)).collect();
    let sum = |figure: fn(&Conduct) -> usize| conducts.iter().map(figure).sum::<usize>();
    let (rounds, deaths) = (sum(|one| one.rounds), sum(|one| one.deaths));
    let (stand_offs, idle) = (sum(|one| one.stand_offs), sum(|one| one.idle));
    println!("{GAMES} games, {rounds} rounds: {deaths} deaths, {stand_offs} stand-offs, {idle} idle rounds");
    assert!(stand_offs * 100 < rounds * 2, "{stand_offs} of {rounds} rounds in stand-offs");
    assert!(idle * 100 < rounds * 35, "{idle} of {rounds} rounds idle");
    assert!(deaths < 4 * usize::try_from(GAMES).expect("few"), "{deaths} deaths");
}
