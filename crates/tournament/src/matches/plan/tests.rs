//! Orders of games, of all formats.

use super::*;
use std::collections::{HashMap, HashSet};

pub fn sample(players: &[&str], games: u64) -> MatchPlan {
    let game = player(players[0]).ok().and_then(|spec| spec.game()?.parse().ok()).expect("a player of a game");
    let pace = Pace { depth: Some(2), deadline: 10_000, ..Pace::default() };
    let players = players.iter().map(ToString::to_string).collect();
    MatchPlan { games, seed: 7, pace, turns: 20, ..MatchPlan::new(game, players) }
}

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
    let gauntlet = MatchPlan { format: Format::Gauntlet, ..plan };
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
        let plan = MatchPlan { single: true, ..sample(&vec!["vindinium:miner"; players], 240) };
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
    let plan = MatchPlan { format: Format::Seated, ..sample(&["tron:strong", "tron:strong,depth=3"], 6) };
    let seated = |plan: &MatchPlan| -> Vec<(Vec<usize>, u64)> {
        plan.numbers().map(|number| plan.fixture(number)).map(|game| (game.seats, game.seed)).collect()
    };
    let all = seated(&plan);
    assert_eq!(all[..4], [(vec![0, 1], 7), (vec![1, 0], 7), (vec![0, 1], 8), (vec![1, 0], 8)]);
    let single = seated(&MatchPlan { single: true, ..plan.clone() });
    assert_eq!(single[..3], [(vec![0, 1], 7), (vec![0, 1], 8), (vec![0, 1], 9)]);
    // The ground of a match says how many play.
    let field = Some(serde_json::json!({"mechs": ["a", "b", "c"]}));
    let three = MatchPlan { format: Format::Seated, field, ..sample(&["battletech:still"; 3], 3) };
    assert_eq!(three.specs().map(|specs| specs.len()), Ok(3));
    assert_eq!(seated(&three), [(vec![0, 1, 2], 7), (vec![2, 0, 1], 7), (vec![1, 2, 0], 7)]);
    let two = MatchPlan { players: three.players[..2].to_vec(), ..three };
    assert_eq!(two.specs().expect_err("a seat is empty").to_string(), "2 players in 3 seats");
}

#[test]
fn a_pool_meets_the_first_from_every_seat_and_all_equally_often() {
    for (players, seats) in [(["tron:strong"; 5], 2), (["vindinium:miner"; 5], 4)] {
        let plan = MatchPlan { format: Format::Pool, ..sample(&players, 240) };
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
    let alone = MatchPlan { format: Format::Pool, ..sample(&["vindinium:miner", "vindinium:guard"], 4) };
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
            let gauntlet = MatchPlan { format: Format::Gauntlet, ..plan.clone() };
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
    let none = MatchPlan { players: Vec::new(), format: Format::Gauntlet, ..sample(&["tron:strong"], 2) };
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
    let part = |number| MatchPlan { shard: Some(Shard { number, of: 3 }), ..plan.clone() }.numbers();
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
