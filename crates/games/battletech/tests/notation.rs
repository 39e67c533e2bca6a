//! The simulator's files: what is taken, and what an error says.

use super::stage::{seen, situation};
use crate::catalogue::{MAPS, MECHS, map_of, mech_of};
use crate::condition::MAX_MECHS;
use crate::definition::{Class, WeaponKind, part};
use crate::hex::{Hex, Side};
use crate::location::Location;
use crate::map::{Cell, Map, Object, Terrain};
use crate::notation::files::{File, write};
use crate::notation::lines::Lines;
use crate::notation::{definition, map, mechs, settings, turn};
use crate::situation::{Mode, Settings};

/// A file with one line changed; lines count from 1.
fn with(bytes: &[u8], line: usize, text: &[u8]) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    lines[line - 1] = text;
    lines.join(&b'\n')
}

/// A file with its first lines only.
fn start(bytes: &[u8], lines: usize) -> Vec<u8> {
    bytes.split_inclusive(|&byte| byte == b'\n').take(lines).flatten().copied().collect()
}

/// Two hexes, each with everything that a hex can have.
fn small() -> Map {
    let first = Cell {
        level: -2,
        terrain: Terrain::Water,
        object: Some(Object::Bunker),
        strength: 120,
        collapsed: true,
        fire: false,
        smoke: true,
        clubs: 3,
        rivers: 0b10_0001,
        roads: 0b00_0110,
    };
    let second = Cell { fire: true, terrain: Terrain::Swamp, object: Some(Object::Rubble), ..Cell::OPEN };
    Map::new(2, 1, vec![first, second]).unwrap()
}

/// Line by line what the manual says.
#[test]
fn a_hex_is_twenty_lines() {
    let lines = "mapaSBT 1 2 \
        -2 2 7 120 True False True 3 True False False False False True False True True False False False \
        0 3 0 0 False True False 0 False False False False False False False False False False False False";
    let text = lines.split_whitespace().fold(String::new(), |all, line| all + line + "\r\n");
    assert_eq!(String::from_utf8(map::write(&small())).unwrap(), text);
    assert_eq!(map::read("map", text.as_bytes()).unwrap(), small());
}

#[test]
fn line_ends_marks_and_empty_lines_at_the_end_do_not_count() {
    let windows = String::from_utf8(map::write(&small())).unwrap();
    for text in [
        windows.replace('\r', ""),
        windows.replace('\n', ""),
        windows.trim_end().to_string(),
        format!("{windows}\r\n\r\n"),
        format!("\u{feff}{windows}"),
    ] {
        assert_eq!(map::read("map", text.as_bytes()).unwrap(), small(), "{text:?}");
    }
    assert!(map::read("map", format!("\n{windows}").as_bytes()).is_err());
    assert!(map::read("map", format!("{windows}0\n").as_bytes()).is_err());
}

#[test]
fn errors_of_maps_name_the_line() {
    let bytes = map::write(&small());
    let error = |line: usize, text: &str| map::read("m", &with(&bytes, line, text.as_bytes())).unwrap_err().to_string();
    assert_eq!(
        error(1, "MapaSBT"),
        "m:1: expected what kind of file it is: mapaSBT (exactly so: no accents, no spaces around it); found \"MapaSBT\""
    );
    assert_eq!(error(2, "0"), "m:2: expected height in hexes: a number from 1 to 99; found \"0\"");
    assert_eq!(error(3, "100"), "m:3: expected width in hexes: a number from 1 to 99; found \"100\"");
    assert_eq!(error(4, "1 "), "m:4: expected level: a number from -999 to 999; found \"1 \"");
    assert_eq!(error(5, "4"), "m:5: expected terrain: a number from 0 to 3; found \"4\"");
    assert_eq!(error(6, "8"), "m:6: expected object: 0 to 7, or 255 for none; found \"8\"");
    assert_eq!(error(7, ""), "m:7: expected what the building bears: a number from 0 to 9999; found \"\"");
    assert_eq!(error(8, "1"), "m:8: expected whether a building collapsed: True or False; found \"1\"");
    assert_eq!(
        error(24, &"x".repeat(50)),
        format!("m:24: expected level: a number from -999 to 999; found \"{}…\"", "x".repeat(40))
    );
    let short = map::read("m", &start(&bytes, 42)).unwrap_err();
    assert_eq!((short.line, &short.found[..]), (43, "the end of the file"));
    // The largest of maps is announced, and nothing comes.
    assert_eq!(map::read("m", b"mapaSBT\n99\n99\n").unwrap_err().line, 4);
    for bad in ["--1", "-", "+1", "1.0", "0x1", "1234567890123", "٣"] {
        assert!(map::read("m", &with(&bytes, 4, bad.as_bytes())).is_err(), "{bad}");
    }
    assert_eq!(map::read("m", &with(&bytes, 4, b"-002")).unwrap(), small());
}

#[test]
fn mechs_come_back_for_each_player() {
    let situation = situation();
    for player in 0..3 {
        let bytes = write(&situation, player, File::Mechs).unwrap();
        let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
        let loads = situation.mechs[player].own().unwrap().dumping.len();
        assert_eq!(lines, 2 + 3 * (31 + 2 * 3) + 94 + 2 * loads);
        let conditions = mechs::parse(Lines::new("mechs", &bytes), player).unwrap();
        assert!(conditions.iter().zip(&seen(player).mechs).all(|(read, mech)| *read == mech.condition));
        assert_eq!(mechs::write(&conditions, player), Some(bytes));
        // To another player it says something else than that player expects.
        assert!(
            mechs::parse(Lines::new("mechs", &write(&situation, player, File::Mechs).unwrap()), (player + 1) % 3)
                .is_err()
        );
        assert_eq!(mechs::write(&conditions, (player + 1) % 3), None);
        assert_eq!(mechs::write(&conditions, 3), None);
    }
}

#[test]
fn what_is_less_than_nothing_is_nothing() {
    let bytes = write(&situation(), 0, File::Mechs).unwrap();
    let read = mechs::parse(Lines::new("mechs", &with(&bytes, 15, b"-3")), 0).unwrap();
    assert_eq!(read[0].armour[0], 0);
    assert!(mechs::parse(Lines::new("mechs", &with(&bytes, 11, b"-3")), 0).is_err(), "heat");
}

#[test]
fn as_many_mechs_as_there_may_be() {
    let mut conditions = vec![super::stage::mech("grillo", Hex::new(0, 0), 1).condition; MAX_MECHS];
    for (number, condition) in conditions.iter_mut().enumerate() {
        (condition.narc, condition.improved_narc) = (1 << number, u32::MAX);
        if number != 31 {
            condition.own = None;
        }
    }
    let bytes = mechs::write(&conditions, 31).unwrap();
    assert_eq!(mechs::parse(Lines::new("mechs", &bytes), 31).unwrap(), conditions);
    assert_eq!(mechs::parse(Lines::new("mechs", &with(&bytes, 2, b"33")), 31).unwrap_err().line, 2);
}

#[test]
fn mechs_are_counted_from_nought() {
    let bytes = write(&situation(), 2, File::Mechs).unwrap();
    let error = mechs::parse(Lines::new("mechs", &with(&bytes, 3, b"1")), 2).unwrap_err().to_string();
    assert_eq!(error, "mechs:3: expected number of the mech: 0; found \"1\"");
}

#[test]
fn definitions_say_what_the_mech_is() {
    let mech = mech_of("tejon").unwrap();
    assert_eq!((mech.tons, mech.walk, mech.run, mech.jump), (50, 5, 8, 0));
    let gun = mech.components.iter().position(|component| component.name == "CA/5").unwrap();
    assert_eq!(mech.components[gun].kind, WeaponKind::Ballistic);
    assert_eq!(mech.slot_of(gun, Location::RightTorso), Some(0));
    let load = mech.component_in(Location::RightTorso, 4).unwrap();
    assert_eq!((mech.components[load].class, mech.components[load].feeds), (Class::Ammunition, 28));
    assert!(mech.actuator(part::HAND, Location::LeftArm).is_some());
    // The head has a gap, and so one slot less is told.
    let head = &mech.slots[Location::Head.index()];
    assert_eq!((head.len(), head[3].class, head[4].code), (5, Class::Nothing, part::SENSORS));
}

/// Latin-1 is what the simulator writes; UTF-8 is read as well, and what only that can say is kept.
#[test]
fn letters_of_both_encodings_are_read() {
    let mech = mech_of("tejon").unwrap();
    let latin = definition::write(&mech);
    assert_eq!(latin.windows(7).filter(|window| window == b"Tej\xf3n\r\n").count(), 1);
    let utf = latin.iter().map(|&byte| char::from(byte)).collect::<String>();
    assert_eq!(definition::read("mech", utf.as_bytes()).unwrap(), mech);
    assert_eq!(definition::read("mech", utf.replace("Energía", "Energ?a").as_bytes()).unwrap(), mech);
    assert!(definition::read("mech", utf.replace("Energía", "En").as_bytes()).is_err());
    for name in ["", "Ñandú", "Ã³", "Ã", "鉄", "…ñ", "Ã\u{a9}\u{83}", " a "] {
        let mut other = mech.clone();
        other.name = name.to_string();
        assert_eq!(definition::read("mech", &definition::write(&other)).unwrap(), other, "{name}");
    }
    let mut other = mech;
    other.name = "two\r\nlines".to_string();
    assert_eq!(definition::read("mech", &definition::write(&other)).unwrap().name, "two  lines");
}

#[test]
fn errors_of_definitions_name_the_line() {
    let bytes = definition::write(&mech_of("grillo").unwrap());
    let error = |line: usize, text: &str| {
        let error = definition::read("d", &with(&bytes, line, text.as_bytes())).unwrap_err();
        assert!(error.line > 0 && error.file == "d");
        (error.line, error.expected)
    };
    assert_eq!(error(4, "0"), (4, "tons: a number from 1 to 9999".to_string()));
    assert_eq!(error(41, "256"), (41, "number of components: a number from 0 to 255".to_string()));
    assert_eq!(
        error(44, "Arma").1,
        "class of the component: ARMA, MUNICION, EQUIPO, ACTUADOR, ARMADURA, ARMAFISICA or NADA \
         (exactly so: no accents, no spaces around it)"
    );
    assert_eq!(error(46, "8"), (46, "location: a number from 0 to 7".to_string()));
    let short = definition::read("d", &start(&bytes, 100)).unwrap_err();
    assert_eq!((short.line, &short.found[..]), (101, "the end of the file"));
    // A slot cannot hold a component that is not there.
    let text = String::from_utf8_lossy(&bytes).replace("Hombro\r\n-1\r\n0\r\n", "Hombro\r\n5\r\n0\r\n");
    let wrong = definition::read("d", text.as_bytes()).unwrap_err();
    assert_eq!(wrong.expected, "number of a component, or -1: a number from -1 to 4");
}

#[test]
fn switches_come_back() {
    let mut all = Settings::default();
    for direction in [None, Side::from_number(1), Side::from_number(6)] {
        all.wind_direction = direction;
        for seconds in [-1, 0, 300] {
            all.seconds = seconds;
            assert_eq!(settings::read("c", &settings::write(&all)).unwrap(), all);
        }
    }
    let bytes = settings::write(&all);
    for line in [2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] {
        let read = settings::read("c", &with(&bytes, line, b"False")).unwrap();
        assert_ne!(read, all);
        assert_eq!(settings::write(&read), with(&bytes, line, b"False\r"));
    }
    assert!(settings::read("c", &with(&bytes, 4, b"0")).is_err());
    assert!(settings::read("c", &with(&bytes, 4, b"7")).is_err());
}

#[test]
fn orders_and_modes_come_back() {
    for order in [vec![0], vec![1, 0], (0..32).rev().collect()] {
        assert_eq!(turn::parse_order(Lines::new("i", &turn::write_order(&order))).unwrap(), order);
    }
    for bad in ["", "0\n", "33\n", "2\n0\n0\n", "2\n0\n32\n", "2\n0\n", "1\n0\n0\n"] {
        assert!(turn::parse_order(Lines::new("i", bad.as_bytes())).is_err(), "{bad:?}");
    }
    assert_eq!(turn::parse_modes(Lines::new("m", &turn::write_modes(&Mode::ALL))).unwrap(), Mode::ALL);
    assert_eq!(turn::parse_modes(Lines::new("m", b"movSBT\n1\nCorrer")).unwrap(), [Mode::Run]);
    assert!(turn::parse_modes(Lines::new("m", b"movSBT\n1\ncorrer\n")).is_err());
}

#[test]
fn names_of_files() {
    let names: Vec<String> = File::given(2).chain([File::Action]).map(|file| file.name(1)).collect();
    let expected = "mechsJ1.sbt mapaJ1.sbt configJ1.sbt iniciativaJ1.sbt mov.sbt defmechJ1-0.sbt defmechJ1-1.sbt \
                    accionJ1.sbt";
    assert_eq!(names.join(" "), expected);
    assert_eq!((MAPS.len(), MECHS.len()), (4, 8));
    assert!(MAPS.iter().all(|entry| map_of(entry.name).is_some()));
}

/// A line of a file says something else than it should.
struct Odd {
    file: File,
    /// The first line with this text, and how many lines after it.
    after: &'static str,
    line: usize,
    text: &'static str,
}

#[test]
fn what_no_decision_needs_may_be_anything() {
    let situation = situation();
    let text = |file: File| write(&situation, 0, file).unwrap();
    let odd = |file, after, line, text| Odd { file, after, line, text };
    let definition = File::Definition(1);
    for odd in [
        odd(definition, "ARMA", 0, "ARMA NUEVA"),
        odd(definition, "ACTUADOR", 0, "SENSOR"),
        odd(definition, "defmechSBT", 4, "muchos"),
        odd(definition, "defmechSBT", 7, " true"),
        odd(File::Map, "mapaSBT", 4, "4"),
        odd(File::Map, "mapaSBT", 5, "8"),
        odd(File::Map, "mapaSBT", 7, "FALSE "),
        odd(File::Map, "mapaSBT", 3, " 0 "),
        odd(File::Settings, "configSBT", 15, "always"),
        odd(File::Settings, "configSBT", 16, "a line more"),
        odd(File::Mechs, "mechsSBT", 3, "true  "),
        odd(File::Mechs, "mechsSBT", 7, "0304\t"),
        odd(File::Initiative, "3", 0, "3 "),
        odd(File::Modes, "movSBT", 3, "SALTAR"),
    ] {
        let bytes = text(odd.file);
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
        let number = lines.iter().position(|line| *line == odd.after.as_bytes()).unwrap() + odd.line + 1;
        let changed = with(&bytes, number, odd.text.as_bytes());
        let (strict, lenient) = match odd.file {
            File::Definition(_) => {
                (definition::read("f", &changed).is_ok(), definition::parse(Lines::lenient("f", &changed)).map(|_| ()))
            }
            File::Map => (map::read("f", &changed).is_ok(), map::parse(Lines::lenient("f", &changed)).map(|_| ())),
            File::Settings => {
                (settings::read("f", &changed).is_ok(), settings::parse(Lines::lenient("f", &changed)).map(|_| ()))
            }
            File::Mechs => (
                mechs::parse(Lines::new("f", &changed), 0).is_ok(),
                mechs::parse(Lines::lenient("f", &changed), 0).map(|_| ()),
            ),
            File::Initiative => (
                turn::parse_order(Lines::new("f", &changed)).is_ok(),
                turn::parse_order(Lines::lenient("f", &changed)).map(|_| ()),
            ),
            _ => (
                turn::parse_modes(Lines::new("f", &changed)).is_ok(),
                turn::parse_modes(Lines::lenient("f", &changed)).map(|_| ()),
            ),
        };
        assert!(!strict, "{:?} in line {number} of {:?}", odd.text, odd.file);
        assert_eq!(lenient, Ok(()), "{:?}", odd.file);
    }
    // What is needed is asked for, and no file ends early.
    let map = text(File::Map);
    assert_eq!(map::parse(Lines::lenient("m", &with(&map, 4, b"high"))).unwrap_err().line, 4);
    assert!(map::parse(Lines::lenient("m", &start(&map, 5))).is_err());
    assert_eq!(mechs::parse(Lines::lenient("m", &with(&text(File::Mechs), 8, b"7")), 0).unwrap_err().line, 8);
    // A file as it should be says the same to both.
    assert_eq!(map::parse(Lines::lenient("m", &map)), map::read("m", &map));
    assert_eq!(definition::parse(Lines::lenient("d", &text(definition))), definition::read("d", &text(definition)));
}
