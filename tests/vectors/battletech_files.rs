//! Every map, mech and state that the simulator wrote is read and written back byte for byte.

use crate::shared::folder;
use boardbots_battletech::action::Phase;
use boardbots_battletech::notation::files::{File, Parts, write};
use boardbots_battletech::notation::{NotationError, action, definition, map, mechs, settings, turn};
use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap()
}

/// The player whose file it is: the digit after the `J`.
fn player(name: &str) -> usize {
    let (_, rest) = name.split_once('J').unwrap();
    usize::from(rest.as_bytes()[0] - b'0')
}

/// The file, read and written again.
fn again(name: &str, bytes: &[u8]) -> Result<Vec<u8>, NotationError> {
    Ok(match name {
        "mov.sbt" => turn::write_modes(&turn::read_modes(name, bytes)?),
        _ if name.starts_with("mapa") => map::write(&map::read(name, bytes)?),
        _ if name.contains("defmech") => definition::write(&definition::read(name, bytes)?),
        _ if name.starts_with("mechs") => {
            mechs::write(&mechs::read(name, bytes, player(name))?, player(name)).expect("its own player is told")
        }
        _ if name.starts_with("config") => settings::write(&settings::read(name, bytes)?),
        _ if name.starts_with("iniciativa") => turn::write_order(&turn::read_order(name, bytes)?),
        _ if name.starts_with("accion") => action::write(&action::read(name, bytes, Phase::Movement)?),
        _ => map::write(&map::read(name, bytes)?),
    })
}

fn check(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let written = again(name(path), &bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(written == bytes, "{} is written otherwise", path.display());
}

pub fn all_come_back() -> Option<()> {
    let root = folder("data/battletech")?;
    let mut count = 0;
    for path in files(&root.join("mechs")).into_iter().chain(files(&root.join("maps"))) {
        check(&path);
        count += 1;
    }
    for state in files(&root.join("samples")) {
        // What the tool for lines of sight answered is no file that a player is given.
        for path in files(&state).into_iter().filter(|path| name(path) != "LDV.sbt") {
            check(&path);
            count += 1;
        }
    }
    println!("{count} files");
    assert!(count > 90, "{count} files");
    Some(())
}

pub fn states_are_put_together_and_taken_apart() -> Option<()> {
    let root = folder("data/battletech/samples")?;
    let mut count = 0;
    for state in files(&root) {
        for player in 0..2 {
            let bytes = |file: File| fs::read(state.join(file.name(player))).ok();
            let Some(conditions) = bytes(File::Mechs) else { continue };
            let parts = Parts {
                map: map::read("map", &bytes(File::Map).unwrap()).unwrap(),
                settings: settings::read("settings", &bytes(File::Settings).unwrap()).unwrap(),
                conditions: mechs::read("mechs", &conditions, player).unwrap(),
                initiative: turn::read_order("initiative", &bytes(File::Initiative).unwrap()).unwrap(),
                modes: turn::read_modes("modes", &bytes(File::Modes).unwrap()).unwrap(),
                definitions: (0..2)
                    .map(|mech| definition::read("mech", &bytes(File::Definition(mech)).unwrap()).unwrap())
                    .collect(),
            };
            let situation = parts.assemble(player).unwrap();
            for file in File::given(2) {
                assert!(write(&situation, player, file) == bytes(file), "{}: {file:?} of {player}", state.display());
            }
            count += 1;
        }
    }
    assert!(count >= 5, "{count} states");
    Some(())
}
