//! Files that something happened to: readers never panic, and what they take, writers write so
//! that it is read as the same.
//!
//! `BOARDBOTS_MUTATIONS` files for each reader instead of a few.

use super::stage::situation;
use crate::action::Phase;
use crate::catalogue::mech_of;
use crate::map::{Cell, Map, Object};
use crate::notation::files::{File, write};
use crate::notation::lines::Lines;
use crate::notation::{NotationError, action, definition, map, mechs, settings, turn};
use fastrand::Rng;
use std::fmt::Debug;
use std::time::Instant;

/// Files for each reader, unless more are asked for.
const FEW: u64 = 4_000;

/// Lines that mean something, somewhere.
const WORDS: [&str; 40] = [
    "",
    "0",
    "1",
    "2",
    "-1",
    "-0",
    "6",
    "7",
    "12",
    "32",
    "33",
    "99",
    "100",
    "255",
    "256",
    "999",
    "1000",
    "2000",
    "3000",
    "9999",
    "10000",
    "999999999",
    "2147483648",
    "True",
    "False",
    "0000",
    "0101",
    "9999",
    "0100",
    "BI",
    "BIBD",
    "Mech",
    "Ninguno",
    "Inmovil",
    "Correr",
    "Adelante",
    "ARMA",
    "NADA",
    "Misiles",
    "é",
];

fn below(count: usize, rng: &mut Rng) -> usize {
    usize::try_from(rng.u64(..count.max(1) as u64)).unwrap()
}

/// A file to which one to four things happened.
fn mutated(bytes: &[u8], rng: &mut Rng, out: &mut Vec<u8>) {
    out.clear();
    out.extend_from_slice(bytes);
    for _ in 0..=rng.u64(..4) {
        if out.is_empty() {
            return;
        }
        let at = below(out.len(), rng);
        // The line that the place is in, without its end.
        let start = out[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let end = out[at..].iter().position(|&byte| matches!(byte, b'\r' | b'\n')).map_or(out.len(), |end| at + end);
        match rng.u64(..9) {
            0 => out[at] = rng.u8(..),
            1 => out[at] ^= 1 << rng.u8(..8),
            2 => out.insert(at, rng.u8(..)),
            3 => drop(out.remove(at)),
            4 => out.truncate(at),
            5 | 6 => drop(out.splice(start..end.max(start), WORDS[below(WORDS.len(), rng)].bytes())),
            7 => {
                let line = out[start..(end + 1).min(out.len()).max(start)].to_vec();
                drop(out.splice(start..start, line));
            }
            _ => {
                let until = (at + below(60, rng)).min(out.len());
                drop(out.drain(at..until));
            }
        }
    }
}

/// Mutates files of a kind, and reads them.
fn run<T: PartialEq + Debug>(
    kind: &str,
    files: &[Vec<u8>],
    read: impl Fn(&[u8]) -> Result<T, NotationError>,
    write: impl Fn(&T) -> Vec<u8>,
) {
    let count = std::env::var("BOARDBOTS_MUTATIONS").map_or(FEW, |count| count.parse().expect("a number"));
    let mut rng = Rng::with_seed(kind.bytes().fold(7, |sum, byte| sum * 31 + u64::from(byte)));
    let (mut out, mut taken, begin) = (Vec::new(), 0u64, Instant::now());
    for number in 0..count {
        mutated(&files[below(files.len(), &mut rng)], &mut rng, &mut out);
        match read(&out) {
            Ok(value) => {
                taken += 1;
                let written = write(&value);
                assert_eq!(read(&written).as_ref(), Ok(&value), "{kind} {number}: {:?}", String::from_utf8_lossy(&out));
            }
            Err(error) => {
                assert_eq!(error.file, "f");
                assert!(error.line > 0 && error.to_string().len() < 700, "{kind} {number}: {error}");
            }
        }
    }
    println!("{kind}: {count} files, {taken} taken, {:.1} s", begin.elapsed().as_secs_f64());
    assert!(taken > 0 && taken < count, "{kind}: {taken} of {count} taken");
}

#[test]
fn maps() {
    let cell = |level| Cell { level, object: Some(Object::HeavyWoods), rivers: 9, ..Cell::OPEN };
    let small = Map::new(2, 3, (0..6).map(cell).collect()).unwrap();
    run("map", &[map::write(&small)], |bytes| map::read("f", bytes), map::write);
}

#[test]
fn conditions() {
    let files: Vec<_> = (0..3).map(|player| write(&situation(), player, File::Mechs).unwrap()).collect();
    for (player, file) in files.into_iter().enumerate() {
        let back = |conditions: &Vec<_>| mechs::write(conditions, player).unwrap_or_default();
        // No file is for a player who is not among its mechs.
        let read = |bytes: &[u8]| match mechs::parse(Lines::new("f", bytes), player) {
            Ok(conditions) if conditions.len() <= player => {
                Err(NotationError { file: "f".into(), line: 2, expected: String::new(), found: String::new() })
            }
            other => other,
        };
        run(&format!("mechs {player}"), &[file], read, back);
    }
}

#[test]
fn definitions() {
    let files = ["grillo", "tejon", "faro"].map(|name| definition::write(&mech_of(name).unwrap()));
    run("definition", &files, |bytes| definition::read("f", bytes), definition::write);
}

#[test]
fn short_files() {
    let situation = situation();
    let file = |file| [write(&situation, 0, file).unwrap()];
    run("settings", &file(File::Settings), |bytes| settings::read("f", bytes), settings::write);
    run(
        "initiative",
        &file(File::Initiative),
        |bytes| turn::parse_order(Lines::new("f", bytes)),
        |order| turn::write_order(order),
    );
    run("modes", &file(File::Modes), |bytes| turn::parse_modes(Lines::new("f", bytes)), |all| turn::write_modes(all));
}

#[test]
fn actions() {
    let texts = [
        "Correr/0203/4/True/4/Levantarse/2/Adelante/3/Izquierda/1/Cuerpo a Tierra/1",
        "Izquierda",
        "False/0914/2/BD/4/False/-1/-1/0914/Mech/TI/2/True/TD/3/0000/Ninguno",
        "3/BI/1000/0102/Mech/BIBD/3000/0102/Hexagono/PD/2000/0102/Mech",
        "1/2/True/2/TI/4/PD/5",
    ];
    for (phase, text) in Phase::ALL.into_iter().zip(texts) {
        let file = format!("{text}/").replace('/', "\r\n").into_bytes();
        run(phase.word(), &[file], |bytes| action::read("f", bytes, phase), action::write);
    }
}
