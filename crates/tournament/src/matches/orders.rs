//! Games of a match by their numbers: choices of players, orders of seats, openings.

use super::plan::{Format, Plan, Shard};
use fastrand::Rng;
use std::ops::Range;

/// The salt of the seeds of lots, which keeps them apart from those of openings.
const LOTS: u64 = 0x6c6f_7473_6472_6177;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the match, from 0.
    pub number: u64,
    /// Players, by their places in the plan; in the order of the seats.
    pub seats: Vec<usize>,
    /// The number of its opening in the match, from 0.
    pub opening: u64,
    /// Decides opening, map and dice; all games of a unit have the same.
    pub seed: u64,
}

impl Plan {
    /// How many groups of players meet.
    #[must_use]
    pub fn groups(&self) -> u64 {
        let (fixed, count) = self.chosen();
        combinations(self.players.len().saturating_sub(fixed), count)
    }

    /// How many of the first players are in every group, and how many of the others are chosen for
    /// one. Where there are fewer players than seats all have equally many, and those who are
    /// chosen one more.
    fn chosen(&self) -> (usize, usize) {
        let (players, seats) = (self.players.len(), self.seats());
        match self.format {
            // Here each unit draws a group of its own: see [`Plan::drawn`].
            Format::Pool => (0, 0),
            Format::Seated => (players, 0),
            _ if players < seats => (0, seats % players.max(1)),
            Format::RoundRobin => (0, seats),
            Format::Gauntlet => (1, seats - 1),
        }
    }

    /// A group of players that meet, in the order of the plan, by its number in lexical order. It is
    /// counted out, for there may be many, and a record asks for one with each of its games.
    fn group(&self, number: u64) -> Vec<usize> {
        let (players, seats) = (self.players.len(), self.seats());
        let (fixed, count) = self.chosen();
        let mut group: Vec<usize> = (0..fixed).collect();
        group.extend(choice(fixed..players, count, number));
        if players >= seats {
            return group;
        }
        let times = |player: usize| seats / players + usize::from(group.contains(&player));
        (0..players).flat_map(|player| std::iter::repeat_n(player, times(player))).collect()
    }

    /// Games of a unit: the same opening with every order of the seats; two seats of one player are
    /// not told apart. Of a pool, the first player has every seat once. One game if every game has an opening of its
    /// own.
    #[must_use]
    pub fn unit(&self) -> u64 {
        match self.format {
            Format::Pool => self.seats() as u64,
            _ if self.single => 1,
            Format::Seated => self.seats() as u64,
            _ => orders(&self.group(0)),
        }
    }

    /// A game by its number; all groups play a unit before any plays the next.
    #[must_use]
    pub fn fixture(&self, number: u64) -> Fixture {
        let (groups, unit) = (self.groups().max(1), number / self.unit());
        let (mut seats, opening, shift) = if self.format == Format::Pool {
            (drawn(self.seed, self.players.len(), self.seats(), unit), unit, number % self.unit())
        } else if self.format == Format::Seated {
            ((0..self.seats()).collect(), unit, number % self.unit())
        } else if self.single {
            let (group, turn) = (self.group(number % groups), number / groups);
            let count = group.len().max(1) as u64;
            (permuted(group, turn / count % orders(&self.group(0))), number, turn % count)
        } else {
            (permuted(self.group(unit % groups), number % self.unit()), unit / groups, 0)
        };
        seats.rotate_right(usize::try_from(shift).unwrap_or(0));
        let in_turn = self.format == Format::Seated;
        let seed = if in_turn { self.seed.wrapping_add(opening) } else { mixed(self.seed, opening) };
        Fixture { number, seats, opening, seed }
    }

    /// The numbers of all games that are played here, in order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let (unit, shard) = (self.unit(), self.shard.unwrap_or(Shard { number: 1, of: 1 }));
        (0..self.games).filter(move |number| number / unit % shard.of.max(1) + 1 == shard.number)
    }
}

/// `count` of these, by the number of the choice in lexical order.
fn choice(from: Range<usize>, count: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(count);
    for player in from.clone() {
        if chosen.len() == count {
            break;
        }
        // Choices that go on with this one come before those that pass it over.
        let with = combinations(from.end - player - 1, count - chosen.len() - 1);
        if number < with {
            chosen.push(player);
        } else {
            number -= with;
        }
    }
    chosen
}

/// In how many ways this many can be chosen.
fn combinations(from: usize, count: usize) -> u64 {
    // Each step leaves a whole number: the combinations of as many as there were steps.
    let step = |ways: u128, taken: usize| ways.saturating_mul((from - taken) as u128) / (taken as u128 + 1);
    if count > from { 0 } else { u64::try_from((0..count).fold(1, step)).unwrap_or(u64::MAX) }
}

/// How many orders a sorted group has: its factorial, divided by those of the seats of each player.
fn orders(group: &[usize]) -> u64 {
    let factorial = |count: usize| (1..=count as u64).product::<u64>();
    group.chunk_by(|one, other| one == other).fold(factorial(group.len()), |all, seats| all / factorial(seats.len()))
}

/// The order of a sorted group that has this number; 0 leaves it as it is.
fn permuted(mut group: Vec<usize>, mut order: u64) -> Vec<usize> {
    let mut seats = Vec::with_capacity(group.len());
    while !group.is_empty() {
        // The first player leaves this many orders to the others; the numbers of his orders come
        // one after another.
        let mut at = 0;
        loop {
            let rest: Vec<usize> = group[..at].iter().chain(&group[at + 1..]).copied().collect();
            let count = orders(&rest);
            let next = group[at..].iter().position(|player| *player != group[at]).map(|step| at + step);
            match next {
                Some(next) if order >= count => {
                    order -= count;
                    at = next;
                }
                _ => break,
            }
        }
        seats.push(group.remove(at));
    }
    seats
}

/// The first of so many players and those that it meets in a unit. The others are drawn from a bag that is filled
/// anew when it is empty.
fn drawn(seed: u64, players: usize, seats: usize, unit: u64) -> Vec<usize> {
    let others = players.saturating_sub(1).max(1);
    let mut draws = (others as u64, Vec::new());
    let mut draw = |number: u64| {
        let (bag, place) = (number / others as u64, usize::try_from(number % others as u64).unwrap_or(0));
        if draws.1.is_empty() || draws.0 != bag {
            draws = (bag, (1..=others).collect());
            Rng::with_seed(mixed(seed ^ LOTS, bag)).shuffle(&mut draws.1);
        }
        draws.1[place]
    };
    let each = seats as u64 - 1;
    let met = (0..each).map(|place| draw(unit.wrapping_mul(each).wrapping_add(place)));
    std::iter::once(0).chain(met).collect()
}

/// A seed for one of many things that depend on one seed (the finalizer of `SplitMix64`).
#[must_use]
pub fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::super::plan::sample;
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn everybody_meets_everybody_from_both_sides() {
        let plan = sample(&["tron:strong", "tron:strong,depth=3", "tron:strong,depth=4"], 12);
        let seats: Vec<_> = plan.numbers().map(|number| plan.fixture(number)).collect();
        let orders: Vec<&[usize]> = seats.iter().map(|fixture| fixture.seats.as_slice()).collect();
        let round: [&[usize]; 6] = [&[0, 1], &[1, 0], &[0, 2], &[2, 0], &[1, 2], &[2, 1]];
        assert_eq!(orders, [round, round].concat());
        // A round has one opening, the next another.
        assert!(seats[..6].iter().all(|fixture| fixture.seed == seats[0].seed));
        assert!(seats[6..].iter().all(|fixture| fixture.seed == seats[6].seed && fixture.seed != seats[0].seed));
        let gauntlet = Plan { format: Format::Gauntlet, ..plan };
        assert!(gauntlet.numbers().all(|number| gauntlet.fixture(number).seats.contains(&0)));
    }

    #[test]
    fn tables_have_every_seating_once() {
        let plan = sample(&["vindinium:miner", "vindinium:guard", "vindinium:hunter", "vindinium:random"], 48);
        let mut seen: HashMap<Vec<usize>, u32> = HashMap::new();
        plan.numbers().for_each(|number| *seen.entry(plan.fixture(number).seats).or_default() += 1);
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|count| *count == 2));
        let five = sample(&["vindinium:miner"; 5], 120);
        assert_eq!(five.groups(), 5);
        assert_eq!(five.titles().map(|titles| titles[4].clone()), Ok("miner #5".to_string()));
    }

    #[test]
    fn single_games_have_maps_of_their_own_and_all_seats_in_turn() {
        for players in 2..7 {
            let plan = Plan { single: true, ..sample(&vec!["vindinium:miner"; players], 240) };
            let fixtures: Vec<Fixture> = plan.numbers().map(|number| plan.fixture(number)).collect();
            let seeds: HashSet<u64> = fixtures.iter().map(|fixture| fixture.seed).collect();
            assert_eq!((seeds.len(), plan.unit()), (240, 1));
            for player in 0..players {
                let at = |seat: usize| fixtures.iter().filter(|fixture| fixture.seats[seat] == player).count();
                assert!((1..4).all(|seat| at(seat) == at(0)), "{player} of {players}");
            }
            assert_eq!(plan.fixture(u64::MAX).seats.len(), 4);
        }
    }

    #[test]
    fn players_keep_their_seats_or_pass_them_on() {
        let plan = Plan { format: Format::Seated, ..sample(&["tron:strong", "tron:strong,depth=3"], 6) };
        let seated = |plan: &Plan| -> Vec<(Vec<usize>, u64)> {
            plan.numbers().map(|number| plan.fixture(number)).map(|game| (game.seats, game.seed)).collect()
        };
        let all = seated(&plan);
        assert_eq!(all[..4], [(vec![0, 1], 7), (vec![1, 0], 7), (vec![0, 1], 8), (vec![1, 0], 8)]);
        let single = seated(&Plan { single: true, ..plan.clone() });
        assert_eq!(single[..3], [(vec![0, 1], 7), (vec![0, 1], 8), (vec![0, 1], 9)]);
        // The ground of a match says how many play.
        let field = Some(serde_json::json!({"mechs": ["a", "b", "c"]}));
        let three = Plan { format: Format::Seated, field, ..sample(&["battletech:still"; 3], 3) };
        assert_eq!(three.specs().map(|specs| specs.len()), Ok(3));
        assert_eq!(seated(&three), [(vec![0, 1, 2], 7), (vec![2, 0, 1], 7), (vec![1, 2, 0], 7)]);
        let two = Plan { players: three.players[..2].to_vec(), ..three };
        assert_eq!(two.specs().expect_err("a seat is empty").to_string(), "2 players in 3 seats");
    }

    #[test]
    fn a_pool_meets_the_first_from_every_seat_and_all_equally_often() {
        for (players, seats) in [(["tron:strong"; 5], 2), (["vindinium:miner"; 5], 4)] {
            let plan = Plan { format: Format::Pool, ..sample(&players, 240) };
            let fixtures: Vec<Fixture> = plan.numbers().map(|number| plan.fixture(number)).collect();
            let mut met = [0; 5];
            for unit in fixtures.chunks(seats) {
                let first = |fixture: &Fixture| fixture.seats.iter().position(|player| *player == 0);
                assert!(unit.iter().map(first).eq((0..seats).map(Some)));
                assert!(unit.iter().all(|fixture| fixture.seed == unit[0].seed));
                unit[0].seats.iter().for_each(|player| met[*player] += 1);
            }
            let units = 240 / seats;
            assert_eq!(met[0], units);
            assert_eq!(met[1..], [units * (seats - 1) / 4; 4]);
            let seeds: HashSet<u64> = fixtures.iter().map(|fixture| fixture.seed).collect();
            assert_eq!(seeds.len(), units, "every unit has an opening of its own");
            let orders: HashSet<Vec<usize>> = fixtures.into_iter().map(|one| one.seats).collect();
            assert!(seats == 2 || orders.len() > 24, "lots differ");
        }
        let alone = Plan { format: Format::Pool, ..sample(&["vindinium:miner", "vindinium:guard"], 4) };
        assert_eq!(alone.fixture(2).seats, [1, 1, 0, 1]);
    }

    /// All choices of this many out of the first numbers, in lexical order.
    fn choose(from: usize, count: usize) -> Vec<Vec<usize>> {
        let mut chosen = vec![Vec::new()];
        for _ in 0..count {
            let longer = |choice: &Vec<usize>| {
                let next = choice.last().map_or(0, |last| last + 1);
                let choice = choice.clone();
                (next..from).map(move |number| choice.iter().copied().chain([number]).collect::<Vec<_>>())
            };
            chosen = chosen.iter().flat_map(longer).collect();
        }
        chosen
    }

    #[test]
    fn groups_are_counted_out_in_lexical_order() {
        for (player, seats) in [("tron:strong", 2), ("vindinium:miner", 4)] {
            for players in seats..9 {
                let plan = sample(&vec![player; players], 2);
                let all = choose(players, seats);
                let gauntlet = Plan { format: Format::Gauntlet, ..plan.clone() };
                let first: Vec<_> = all.iter().filter(|group| group[0] == 0).cloned().collect();
                for (plan, due) in [(plan, all), (gauntlet, first)] {
                    assert_eq!(plan.groups(), due.len() as u64);
                    let found: Vec<_> = (0..plan.groups()).map(|number| plan.group(number)).collect();
                    assert_eq!(found, due);
                    // Whatever a record asks for, nothing panics.
                    let _ = plan.fixture(u64::MAX);
                }
            }
        }
        assert_eq!((combinations(3, 4), combinations(0, 0), combinations(usize::MAX, 4)), (0, 1, u64::MAX));
        let none = Plan { players: Vec::new(), format: Format::Gauntlet, ..sample(&["tron:strong"], 2) };
        assert_eq!((none.groups(), none.fixture(3).seats), (1, Vec::new()));
    }

    #[test]
    fn fewer_players_have_several_seats_and_every_seating_once() {
        let seatings = |players: &[&str], games| {
            let plan = sample(players, games);
            let mut seen: HashMap<Vec<usize>, u32> = HashMap::new();
            plan.numbers().for_each(|number| *seen.entry(plan.fixture(number).seats).or_default() += 1);
            let mut counts: Vec<u32> = seen.values().copied().collect();
            counts.dedup();
            let groups: Vec<_> = (0..plan.groups()).map(|number| plan.group(number)).collect();
            (plan.unit(), groups, seen.len(), counts)
        };
        let (unit, groups, seen, counts) = seatings(&["vindinium:miner", "vindinium:guard"], 60);
        assert_eq!((unit, groups, seen, counts), (6, vec![vec![0, 0, 1, 1]], 6, vec![10]));
        let (unit, groups, seen, counts) = seatings(&["vindinium:miner", "vindinium:guard", "vindinium:hunter"], 36);
        assert_eq!(groups, [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
        assert_eq!((unit, seen, counts), (12, 36, vec![1]));
    }

    #[test]
    fn shards_are_the_whole_without_overlap() {
        let plan = sample(&["tron:strong", "tron:strong"], 101);
        let part = |number| Plan { shard: Some(Shard { number, of: 3 }), ..plan.clone() }.numbers();
        let mut all: Vec<u64> = (1..=3).flat_map(part).collect();
        // Units stay together.
        assert!(part(1).take(4).eq([0, 1, 6, 7]));
        all.sort_unstable();
        assert!(all.into_iter().eq(0..101));
    }

    #[test]
    fn players_that_do_not_fit_are_told() {
        assert!(sample(&["tron:strong"], 2).specs().expect_err("one").contains("needs 2 players; here are 1"));
        let mixed = sample(&["tron:strong", "desconecta4:strong"], 2);
        assert!(mixed.specs().expect_err("two games").contains("desconecta4:strong does not play tron"));
    }
}
