//! Situations and actions in folders, and what strangers may leave there.

use super::stage::{seen, situation};
use crate::action::{Action, Phase, Reaction};
use crate::hex::Hex;
use crate::simulator::folder::{Folder, FolderError};
use std::fs;

fn folder(player: usize) -> (tempfile::TempDir, Folder) {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::new(dir.path(), player);
    (dir, folder)
}

fn names(folder: &Folder) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(&folder.path).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_situation_comes_back_as_its_player_sees_it() {
    for player in 0..3 {
        let (_dir, folder) = folder(player);
        folder.write(&situation()).unwrap();
        assert_eq!(names(&folder).len(), 5 + 3);
        assert_eq!(folder.read().unwrap(), seen(player));
        // And again, over the files that are there.
        folder.write(&situation()).unwrap();
        assert_eq!(folder.read().unwrap(), seen(player));
    }
}

#[test]
fn a_player_sees_only_its_own_mech() {
    let (_dir, folder) = folder(1);
    folder.write(&situation()).unwrap();
    let own: Vec<bool> = folder.read().unwrap().mechs.iter().map(|mech| mech.own().is_some()).collect();
    assert_eq!(own, [false, true, false]);
}

#[test]
fn capitals_of_names_do_not_count() {
    let (dir, folder) = folder(0);
    folder.write(&situation()).unwrap();
    fs::rename(dir.path().join("mechsJ0.sbt"), dir.path().join("MECHSJ0.SBT")).unwrap();
    fs::rename(dir.path().join("defmechJ0-2.sbt"), dir.path().join("DefMechJ0-2.sbt")).unwrap();
    assert_eq!(folder.read().unwrap(), seen(0));
    // Written anew, none of the old ones is left.
    folder.write(&situation()).unwrap();
    assert_eq!(names(&folder).len(), 5 + 3);
    assert!(names(&folder).contains(&"mechsJ0.sbt".to_string()));

    fs::write(dir.path().join("AccionJ0.sbt"), "Igual\r\n").unwrap();
    assert_eq!(folder.read_action(Phase::Reaction).unwrap(), Action::Reaction(Reaction::Same));
    // The manual's spelling comes first.
    fs::write(dir.path().join("accionJ0.sbt"), "Derecha\n").unwrap();
    assert_eq!(folder.read_action(Phase::Reaction).unwrap(), Action::Reaction(Reaction::Right));
    folder.clear_action().unwrap();
    assert!(matches!(folder.read_action(Phase::Reaction), Err(FolderError::Missing(_))));
}

#[test]
fn actions_come_back() {
    let (dir, folder) = folder(2);
    for phase in Phase::ALL {
        let action = Action::idle(phase);
        folder.write_action(&action).unwrap();
        assert_eq!(folder.read_action(phase).unwrap(), action);
        assert_eq!(names(&folder), ["accionJ2.sbt"]);
    }
    assert_eq!(fs::read(dir.path().join("accionJ2.sbt")).unwrap(), b"0\n0\nFalse\n0\n");
    assert_eq!(
        folder.read_action(Phase::Movement).unwrap_err().to_string(),
        "accionJ2.sbt:1: expected kind of movement: Inmovil, Saltar, Andar or Correr; found \"0\""
    );
    folder.clear_action().unwrap();
    folder.clear_action().unwrap();
    assert_eq!(names(&folder).len(), 0);
}

#[test]
fn what_is_no_plain_file_is_not_read() {
    let (dir, folder) = folder(0);
    let action = dir.path().join("accionJ0.sbt");
    fs::create_dir(&action).unwrap();
    assert!(matches!(folder.read_action(Phase::End), Err(FolderError::NotPlain(_))));
    fs::remove_dir(&action).unwrap();
    // A link to a file that would be an action.
    fs::write(dir.path().join("elsewhere"), "Inmovil\n").unwrap();
    std::os::unix::fs::symlink(dir.path().join("elsewhere"), &action).unwrap();
    assert!(matches!(folder.read_action(Phase::Movement), Err(FolderError::NotPlain(_))));
    // It is the link that is removed.
    folder.clear_action().unwrap();
    assert_eq!(fs::read(dir.path().join("elsewhere")).unwrap(), b"Inmovil\n");
    assert_eq!(names(&folder), ["elsewhere"]);
    // A link in place of a file is not written through, either.
    std::os::unix::fs::symlink(dir.path().join("elsewhere"), dir.path().join("mov.sbt")).unwrap();
    folder.write(&situation()).unwrap();
    assert_eq!(fs::read(dir.path().join("elsewhere")).unwrap(), b"Inmovil\n");
    assert_eq!(folder.read().unwrap(), seen(0));

    fs::write(&action, "Inmovil\n".repeat(10_000)).unwrap();
    assert!(matches!(folder.read_action(Phase::Movement), Err(FolderError::Io(..))));
}

#[test]
fn files_that_do_not_fit_are_named() {
    let (dir, folder) = folder(0);
    assert!(matches!(folder.read(), Err(FolderError::Missing(name)) if name == "mechsJ0.sbt"));
    let wrong = |file: &str, text: &str| {
        folder.write(&situation()).unwrap();
        fs::write(dir.path().join(file), text).unwrap();
        folder.read().unwrap_err().to_string()
    };
    assert_eq!(
        wrong("iniciativaJ0.sbt", "2\n1\n0\n"),
        "iniciativaJ0.sbt: expected all mechs that are in the game; found no mech 2"
    );
    assert_eq!(
        wrong("iniciativaJ0.sbt", "3\n1\n3\n0\n"),
        "iniciativaJ0.sbt: expected all mechs that are in the game; found number 3 among 3 mechs"
    );
    assert_eq!(wrong("mov.sbt", "movSBT\n1\nAndar\n"), "mov.sbt: expected 3 mechs, as in mechsJ0.sbt; found 1 mechs");
    assert!(wrong("configJ0.sbt", "").starts_with("configJ0.sbt:1: expected what kind of file it is: configSBT"));
    fs::remove_file(dir.path().join("defmechJ0-1.sbt")).unwrap();
    folder.write(&situation()).unwrap();
    fs::remove_file(dir.path().join("defmechJ0-1.sbt")).unwrap();
    assert_eq!(folder.read().unwrap_err().to_string(), "defmechJ0-1.sbt: there is no such file");
}

#[test]
fn mechs_stand_on_the_map() {
    let (_dir, folder) = folder(0);
    let mut situation = situation();
    situation.mechs[1].condition.hex = Hex::new(15, 0);
    folder.write(&situation).unwrap();
    assert_eq!(
        folder.read().unwrap_err().to_string(),
        "mechsJ0.sbt: expected mech 1 on the map of 15 × 17 hexes; found 1601"
    );
    // Where one that is out of the game stood does not matter.
    situation.mechs[1].condition.operative = false;
    folder.write(&situation).unwrap();
    assert_eq!(folder.read().unwrap().mechs[1].condition.hex, Hex::NOWHERE);
    // Nor need it have a turn.
    fs::write(folder.path.join("iniciativaJ0.sbt"), "2\n2\n0\n").unwrap();
    assert_eq!(folder.read().unwrap().initiative, [2, 0, 1]);
}

#[test]
fn who_is_not_there_is_told_nothing() {
    let (_dir, stranger) = folder(3);
    assert!(matches!(stranger.write(&situation()), Err(FolderError::NoPlayer(3))));
    let (_dir, other) = folder(1);
    assert!(matches!(other.write(&seen(0)), Err(FolderError::NoPlayer(1))));
    assert_eq!(names(&other).len(), 0);
}
