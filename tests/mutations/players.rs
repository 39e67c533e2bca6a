//! Players of BattleTech whose files something happened to: what is read is decided about.

use crate::readers::Read;
use crate::samples::{battle, folder};
use boardbots_battletech::action::Phase;
use boardbots_battletech::notation::files::{File, write};
use boardbots_battletech::player::{Player, Style};
use boardbots_battletech::simulator::folder::Folder;
use std::cell::Cell;
use std::fs;

/// After this many looks at the clock a player has to hurry.
const LOOKS: u32 = 30;

/// A reader of one file of a player, whose other files are whole.
pub struct Decider {
    pub name: &'static str,
    pub samples: Vec<Vec<u8>>,
    pub read: Read,
}

/// Readers of all files that decisions hang by.
pub fn readers() -> Vec<Decider> {
    let files = [
        ("player, mechs", File::Mechs),
        ("player, map", File::Map),
        ("player, mech", File::Definition(0)),
        ("player, settings", File::Settings),
        ("player, initiative", File::Initiative),
        ("player, modes", File::Modes),
    ];
    files.map(|(name, file)| decider(name, file)).into_iter().collect()
}

fn decider(name: &'static str, file: File) -> Decider {
    let home = folder();
    let path = home.path().to_path_buf();
    Folder::new(&path, 0).write(&battle()).expect("files");
    let samples = vec![write(&battle(), 0, file).expect("a file")];
    let read = move |bytes: &[u8]| {
        fs::write(home.path().join(file.name(0)), bytes).expect("a file");
        let Ok(situation) = Folder::new(&path, 0).read() else { return false };
        for style in [Style::Strong, Style::Course] {
            let mut player = Player::new(style);
            for phase in Phase::ALL {
                let looks = Cell::new(0);
                let hurry = || {
                    looks.set(looks.get() + 1);
                    looks.get() > LOOKS
                };
                let action = player.decide(&situation, 0, phase, &hurry);
                Folder::new(&path, 0).write_action(&action).expect("a file");
            }
        }
        true
    };
    Decider { name, samples, read: Box::new(read) }
}
