//! Our own maps and mechs: as they are drawn and filed, and as they could be built.

use super::weight::half_tons;
use crate::catalogue::{Entry, MAPS, MECHS, map_of, mech_of};
use crate::definition::{Class, Component, Definition, equipment};
use crate::hex::Side;
use crate::location::Location;
use crate::map::{Map, Object, Terrain};
use crate::notation;
use std::fs;
use std::path::Path;

/// The names of the files in a folder of the package, sorted, without what is behind the dot.
fn listed(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().with_extension(""));
    let mut names: Vec<_> = names.map(|path| path.file_name().unwrap().to_str().unwrap().to_string()).collect();
    names.sort();
    names
}

#[test]
fn samples_are_as_drawn_and_all_are_known() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (entries, folders) in [(MAPS, &["src/catalogue/drawings", "samples/maps"][..]), (MECHS, &["samples/mechs"])] {
        let names: Vec<_> = entries.iter().map(|entry| entry.name).collect();
        for folder in folders {
            assert_eq!(names, listed(&package.join(folder)));
        }
    }
    for Entry { name, .. } in MAPS {
        let sample = package.join("samples/maps").join(name).with_extension("sbt");
        let bytes = notation::map::write(&map_of(name).unwrap());
        if std::env::var_os("BOARDBOTS_DRAW").is_some() {
            fs::write(sample, bytes).unwrap();
        } else {
            assert!(bytes == fs::read(sample).unwrap(), "{name} is drawn otherwise");
        }
    }
    assert!(map_of("manglar").is_none() && mech_of("").is_none());
    assert_eq!(mech_of("tejon").unwrap().name, "Tejón");
}

/// How many hexes can be reached from the first one by level steps of at most 2.
fn connected(map: &Map) -> usize {
    let mut seen = vec![false; map.cells().len()];
    seen[0] = true;
    let mut open = vec![map.hex(0)];
    while let Some(hex) = open.pop() {
        for next in Side::ALL.into_iter().filter_map(|side| map.neighbour(hex, side)) {
            let steep = map.cell(hex).level.abs_diff(map.cell(next).level) > 2;
            if !steep && !std::mem::replace(&mut seen[map.index(next)], true) {
                open.push(next);
            }
        }
    }
    seen.into_iter().filter(|&seen| seen).count()
}

#[test]
fn maps_hold_together() {
    for entry in MAPS {
        let map = map_of(entry.name).unwrap();
        assert!((15..=24).contains(&map.width()) && (17..=24).contains(&map.height()), "{}", entry.name);
        for hex in map.hexes() {
            let cell = map.cell(hex);
            let building = cell.object.is_some_and(Object::is_building);
            assert_eq!(building, cell.strength > 0, "{} {hex}", entry.name);
            assert!(cell.terrain != Terrain::Water || cell.level <= 0, "{} {hex}", entry.name);
            for side in Side::ALL {
                let Some(next) = map.neighbour(hex, side) else { continue };
                let (here, there) = (side.index(), side.opposite().index());
                assert_eq!(cell.roads >> here & 1, map.cell(next).roads >> there & 1, "{} {hex}", entry.name);
                assert_eq!(cell.rivers >> here & 1, map.cell(next).rivers >> there & 1, "{} {hex}", entry.name);
            }
        }
        let (reached, all) = (connected(&map), map.cells().len());
        assert!(reached * 20 >= all * 19, "{}: {reached} of {all} hexes", entry.name);
    }
}

fn count(mech: &Definition, code: i32) -> usize {
    mech.slots.iter().flatten().filter(|slot| slot.class == Class::Equipment && slot.code == code).count()
}

/// Weight, armour, heat sinks, jump jets, slots: as the rules for building have it.
#[test]
fn mechs_could_be_built() {
    for Entry { name, .. } in MECHS {
        let mech = mech_of(name).unwrap();
        assert_eq!(half_tons(&mech), mech.tons * 2, "{name}: half tons");
        for location in Location::ALL {
            let armour = mech.armour[location.index()] + location.rear().map_or(0, |rear| mech.armour[rear]);
            let most = if location == Location::Head { 9 } else { 2 * mech.structure[location.index()] };
            assert!(armour <= most, "{name}: {armour} of armour on {location}");
        }
        assert_eq!(count(&mech, equipment::JUMP_JET), usize::from(mech.jump), "{name}");
        assert!(mech.jump <= mech.walk, "{name}");
        let sinks = usize::from(mech.sinks.saturating_sub(mech.engine / 25));
        assert_eq!(count(&mech, equipment::HEAT_SINK), if mech.double_sinks { 3 * sinks } else { sinks }, "{name}");
        for (index, component) in mech.components.iter().enumerate() {
            assert!(mech.slot_of(index, component.location).is_some(), "{name}: {} has no slot", component.name);
            if component.class == Class::Ammunition {
                let feeds = |other: &Component| other.class == Class::Weapon && other.code == component.feeds;
                assert!(mech.components.iter().any(feeds), "{name}: nothing for {}", component.name);
            }
        }
    }
}
