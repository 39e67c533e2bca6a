//! Random maps are what was asked for, whatever the seed.

use super::map::all_meet;
use super::parameters::{RELIEFS, ROADS, WATERS, WOODS};
use super::passage::is_one;
use super::{Parameters, Size, generate};
use crate::hex::Side;
use crate::map::{Cell, Map, Object, Terrain};
use crate::notation;
use fastrand::Rng;

/// Parameters of all kinds, by number.
fn varied(number: u64) -> Parameters {
    let mut rng = Rng::with_seed(number);
    let side = |rng: &mut Rng| if rng.u8(0..20) == 0 { rng.u8(8..=50) } else { rng.u8(8..=24) };
    Parameters {
        size: Size { width: side(&mut rng), height: side(&mut rng) },
        relief: rng.u8(RELIEFS),
        woods: rng.u8(WOODS),
        water: rng.u8(WATERS),
        roads: rng.u8(ROADS),
    }
}

/// How many hexes of a map are so.
fn count(map: &Map, is: impl Fn(&Cell) -> bool) -> usize {
    map.cells().iter().filter(|cell| is(cell)).count()
}

/// What must be true of every random map.
fn check(map: &Map, parameters: Parameters) {
    let Parameters { size, relief, woods, water, roads } = parameters;
    assert_eq!((map.width(), map.height()), (size.width, size.height));
    assert!(all_meet(map) && is_one(map));
    let written = notation::map::write(map);
    assert!(notation::map::read("map", &written).expect("a map") == *map);
    let hexes = map.cells().len();
    let share = |percent: u8| (hexes * usize::from(percent) + 50) / 100;
    assert_eq!(count(map, |cell| cell.terrain == Terrain::Water), share(water));
    let trees = |cell: &Cell| matches!(cell.object, Some(Object::LightWoods | Object::HeavyWoods));
    // Streets and houses of a village leave less room on the smallest maps.
    let grown = count(map, trees);
    assert!(grown <= share(woods) && (grown == share(woods) || woods + water > 75), "{grown} of {}", share(woods));
    for index in 0..hexes {
        let (hex, cell) = (map.hex(index), &map.cells()[index]);
        let building = cell.object.is_some_and(Object::is_building);
        let levels =
            if cell.terrain == Terrain::Water { -3..=0 } else { 0..=i16::from(relief) + 2 * i16::from(building) };
        assert!(levels.contains(&cell.level), "{hex}: {}", cell.level);
        assert_eq!(
            (cell.strength > 0, cell.fire, cell.smoke, cell.collapsed, cell.clubs),
            (building, false, false, false, 0)
        );
        assert!(roads > 0 || cell.roads == 0);
        for side in Side::ALL.into_iter().filter(|side| cell.roads >> side.index() & 1 == 1) {
            let next = map.cell(map.neighbour(hex, side).expect("roads end at the edge"));
            assert!(next.roads >> side.opposite().index() & 1 == 1, "the road over side {side} of {hex} ends there");
            let is_bridge = [cell, next].iter().any(|cell| cell.terrain == Terrain::Water);
            assert!(is_bridge || cell.level.abs_diff(next.level) <= 2);
        }
    }
}

#[test]
fn a_thousand_maps_are_what_was_asked_for() {
    use rayon::prelude::*;
    (0..1000).into_par_iter().for_each(|number| {
        let parameters = varied(number);
        let map = generate(parameters, number);
        let said = std::panic::catch_unwind(|| check(&map, parameters));
        assert!(said.is_ok(), "seed {number}: {parameters}");
    });
}

/// Without water to divide them and cliffs in their way, nearly all hexes beside each other can be walked
/// between, and hills rise as high as was asked for.
#[test]
fn slopes_can_mostly_be_walked() {
    let (mut steps, mut steep, mut tops) = (0, 0, 0);
    for seed in 0..100 {
        let map = generate(Parameters { relief: 6, ..Parameters::default() }, seed);
        tops += map.cells().iter().map(|cell| cell.level).max().unwrap_or(0);
        for hex in map.hexes() {
            for next in Side::ALL.into_iter().filter_map(|side| map.neighbour(hex, side)) {
                steps += 1;
                steep += usize::from(map.cell(hex).level.abs_diff(map.cell(next).level) > 2);
            }
        }
    }
    assert!(steep > 0 && 20 * steep < steps, "{steep} of {steps}");
    assert!(tops > 500, "{tops}");
}

/// Woods and water lie in groups, not scattered like dots.
#[test]
fn like_lies_beside_like() {
    let (mut lonely, mut all) = (0, 0);
    for seed in 0..100 {
        let map = generate(Parameters::default(), seed);
        let kind = |hex| (map.cell(hex).object.map(Object::is_building), map.cell(hex).terrain == Terrain::Water);
        for hex in map.hexes().filter(|&hex| kind(hex) != (None, false)) {
            all += 1;
            let mut beside = Side::ALL.into_iter().filter_map(|side| map.neighbour(hex, side));
            lonely += usize::from(beside.all(|next| kind(next) != kind(hex)));
        }
    }
    assert!(20 * lonely < all, "{lonely} of {all}");
}

/// A map that is drawn otherwise would make other fights of the records that name it.
#[test]
fn maps_stay_as_they_are() {
    let sum = |parameters: Parameters, seed| {
        // FNV-1a.
        let fold = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        notation::map::write(&generate(parameters, seed)).iter().fold(0xcbf2_9ce4_8422_2325, fold)
    };
    let usual = Parameters::default();
    let sums = [sum(usual, 0), sum(usual, u64::MAX), sum(Parameters { relief: 9, water: 30, roads: 4, ..usual }, 1)];
    assert_eq!(sums, [17_018_009_784_647_042_388, 7_441_067_494_342_084_887, 10_841_452_734_322_935_110]);
}

#[test]
fn values_outside_their_ranges_count_as_the_nearest() {
    let odd = Parameters { size: Size { width: 0, height: 255 }, relief: 255, woods: 255, water: 255, roads: 255 };
    let most = Parameters { size: Size { width: 8, height: 99 }, relief: 9, woods: 60, water: 40, roads: 4 };
    let map = generate(odd, 3);
    assert!(map == generate(most, 3));
    check(&map, most);
}

#[test]
fn without_anything_there_is_a_plain() {
    let bare = Parameters { relief: 0, woods: 0, water: 0, roads: 0, ..Parameters::default() };
    assert!(generate(bare, 5).cells().iter().all(|cell| *cell == Cell::OPEN));
}
