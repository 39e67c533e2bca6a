//! The eight tests by which the course measures players.

use super::sheet::Sheet;
use crate::definition::{Class, Definition};

/// A mech of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The course's mech: its file is this with `.defmech.sbt`.
    pub file: &'static str,
    /// The mech of our own that stands in for it.
    pub own: &'static str,
    /// The weapons of the mech of our own are taken from it.
    pub disarmed: bool,
}

/// The measure of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The share of games in which it reached an enemy and struck, and in which turn.
    Contact,
    /// Jumps in a game.
    Jumps,
    /// Damage dealt less damage taken, in a game.
    Balance,
    /// Damage dealt in a game.
    Dealt,
    /// Damage dealt by physical attacks in a game.
    Blows,
    /// The share of games in which its mech never shut down.
    Cool,
    /// The share of rounds won: best of three games, a game with each mech.
    Rounds,
}

// What the score is.
boardbots_base::words! { Measure::text:
    Contact "share of games in which it reached the enemy and attacked",
    Jumps "jumps in a game",
    Balance "damage dealt less damage taken, in a game",
    Dealt "damage dealt in a game",
    Blows "damage dealt by physical attacks in a game",
    Cool "share of games without a shutdown",
    Rounds "share of rounds won, each the best of three games, a game with each mech",
}

impl Measure {
    /// The score.
    #[must_use]
    pub fn of(self, sheet: &Sheet) -> f64 {
        let games = f64::from(sheet.games.max(1));
        match self {
            Self::Contact => f64::from(sheet.contacts) / games,
            Self::Jumps => f64::from(sheet.jumps) / games,
            Self::Balance => (f64::from(sheet.dealt) - f64::from(sheet.taken)) / games,
            Self::Dealt => f64::from(sheet.dealt) / games,
            Self::Blows => f64::from(sheet.dealt_by_blows) / games,
            Self::Cool => 1.0 - f64::from(sheet.shutdown_games) / games,
            Self::Rounds => f64::from(sheet.wins) / games,
        }
    }
}

/// One of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// From 1.
    pub number: u8,
    /// The subject.
    pub name: &'static str,
    /// The course's map: its file is this with `.sbt`.
    pub map: &'static str,
    /// The map of our own that stands in for it.
    pub own_map: &'static str,
    /// The mechs of both sides; for rounds, the mechs of the three games.
    pub units: &'static [Unit],
    /// The limit of turns.
    pub turns: u32,
    /// They start as far apart as the map allows on foot, but no farther than this many movement
    /// points. Otherwise the seeds draw their places.
    pub way: Option<u16>,
    /// The measure.
    pub measure: Measure,
}

const fn unit(file: &'static str, own: &'static str) -> Unit {
    Unit { file, own, disarmed: false }
}

const MARQUES: Unit = Unit { file: "Marques", own: "cantera", disarmed: true };
const SOTOMAYOR: Unit = unit("Sotomayor", "gaviota");
const HIGHLANDER: Unit = unit("HGN-732_Highlander", "muralla");
const LOCUST: Unit = unit("LCT-1E_Locust", "grillo");
const KNIGHT: Unit = unit("BL6-KNT_Black_Knight", "encina");
const BLACKJACK: Unit = unit("BJ-1DB_Blackjack", "nutria");
const AWESOME: Unit = unit("AWS-8V_Awesome", "faro");
const ARENA: [Unit; 3] =
    [unit("HER-1A_Hermes", "nutria"), unit("ARC-2K_Archer", "faro"), unit("BNC-3E_Banshee", "muralla")];

/// Movement points of a long way: nine turns in which two mechs of 6 run towards each other.
const LONG: u16 = 108;

/// A test whose places the seeds draw. Of the maps the first is the course's.
const fn test(
    number: u8,
    name: &'static str,
    (map, own_map): (&'static str, &'static str),
    units: &'static [Unit],
    turns: u32,
    measure: Measure,
) -> Test {
    Test { number, name, map, own_map, units, turns, way: None, measure }
}

/// The first test, but for the length of its way.
const FIRST: Test =
    test(1, "long way to a fight without weapons", ("Debian", "barranco"), &[MARQUES, MARQUES], 30, Measure::Contact);

/// All eight. Which mechs the course takes for tests 6 and 7 it does not say: a medium and an
/// assault mech stand for them.
pub const TESTS: [Test; 8] = [
    Test { way: Some(LONG), ..FIRST },
    test(2, "jumping", ("Colmena", "barranco"), &[SOTOMAYOR, SOTOMAYOR], 30, Measure::Jumps),
    test(3, "attack and defence", ("Manglar", "colinas"), &[HIGHLANDER, HIGHLANDER], 50, Measure::Balance),
    test(4, "a light mech against a heavy one", ("Manglar", "colinas"), &[LOCUST, KNIGHT], 15, Measure::Dealt),
    test(5, "physical attacks", ("El_lago", "laguna"), &[MARQUES, MARQUES], 20, Measure::Blows),
    test(6, "a medium mech against its like", ("Manglar", "colinas"), &[BLACKJACK, BLACKJACK], 20, Measure::Balance),
    test(7, "heat of an assault mech", ("Desierto", "poblado"), &[AWESOME, AWESOME], 50, Measure::Cool),
    test(8, "arena, best of three", ("Manglar", "colinas"), &ARENA, 50, Measure::Rounds),
];

/// A mech without the use of its weapons.
#[must_use]
pub fn disarmed(mut mech: Definition) -> Definition {
    for component in &mut mech.components {
        match component.class {
            Class::Weapon => component.operative = false,
            // It would explode.
            Class::Ammunition => component.rounds = 0,
            _ => {}
        }
    }
    mech
}

/// The shares of rounds that two players won: each round goes to the one that won more games of it.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "far fewer games than that")]
pub fn rounds(games: &[Vec<Option<usize>>]) -> [f64; 2] {
    let count = games.iter().map(Vec::len).min().unwrap_or(0);
    let won = |player: usize| {
        let wins = |round: usize, who: usize| games.iter().filter(|game| game[round] == Some(who)).count();
        (0..count).filter(|&round| wins(round, player) > wins(round, 1 - player)).count()
    };
    [0, 1].map(|player| won(player) as f64 / count.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_goes_to_who_wins_more_of_its_games() {
        let games = [vec![Some(0), Some(1), None], vec![Some(0), None, None], vec![Some(1), Some(1), Some(1)]];
        let [first, second] = rounds(&games);
        assert!((first - 1.0 / 3.0).abs() < 1e-9 && (second - 2.0 / 3.0).abs() < 1e-9, "{first} {second}");
        assert!(rounds(&[]).iter().all(|share| share.abs() < f64::EPSILON));
    }

    #[test]
    fn the_tests_are_numbered_and_have_two_sides() {
        for (index, test) in TESTS.iter().enumerate() {
            assert_eq!(usize::from(test.number), index + 1);
            assert_eq!(test.units.len(), if test.measure == Measure::Rounds { 3 } else { 2 });
        }
    }
}
