//! BattleTech: the course's mechs on the course's maps.

use crate::battletech_setup::audited;
use crate::shared::folder;
use boardbots_battletech::battle::Options;
use boardbots_battletech::definition::Definition;
use boardbots_battletech::map::Map;
use boardbots_battletech::notation::{NotationError, definition, map};
use boardbots_battletech::simulator::LIMITS;
use boardbots_battletech::simulator::setup::Setup;
use boardbots_battletech::situation::Settings;
use std::fs;
use std::path::PathBuf;

/// All that a folder holds, by name.
fn all<T>(kind: &str, read: impl Fn(&str, &[u8]) -> Result<T, NotationError>) -> Option<Vec<(String, T)>> {
    let folder = folder(&format!("data/battletech/{kind}"))?;
    let files = fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let value = read(&name, &fs::read(path).expect("a file")).unwrap_or_else(|error| panic!("{error}"));
        (name, value)
    };
    Some(files.iter().map(read).collect())
}

/// How many games: as `BOARDBOTS_GAMES` says, else a few.
fn games() -> usize {
    std::env::var("BOARDBOTS_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

pub fn every_mech_fights_and_the_books_balance() -> Option<()> {
    let mechs = all::<Definition>("mechs", definition::read)?;
    let maps: Vec<(String, Map)> = all("maps", map::read).expect("beside the mechs");
    for game in 0..games() {
        let mech = |which: usize| &mechs[which % mechs.len()];
        let (first, second) = (mech(game * 7), mech(game * 7 + 1 + game / mechs.len()));
        let (name, map) = &maps[game % maps.len()];
        let setup = Setup {
            map: map.clone(),
            mechs: vec![first.1.clone(), second.1.clone()],
            places: None,
            settings: Settings::default(),
            options: Options { turns: 30, ..Options::default() },
            seed: game as u64,
        };
        let report = audited(&setup, &["strong", "course"], LIMITS);
        for (sheet, (mech, _)) in report.sheets.iter().zip([first, second]) {
            assert_eq!(sheet.refused(), 0, "game {game}: {mech} on {name}");
        }
        assert_eq!(report.sheets[0].hopeless(), 0, "game {game}: {} on {name}", first.0);
        let lost: Vec<u32> = report.sheets.iter().map(|sheet| sheet.taken).collect();
        assert!(report.sheets[0].dealt <= lost[1] && report.sheets[1].dealt <= lost[0], "game {game}");
    }
    Some(())
}

/// What stands still is attacked wherever a way leads to it: of these maps no hex of the three mechs
/// is cut off.
pub fn what_stands_still_is_attacked() -> Option<()> {
    let mechs = all::<Definition>("mechs", definition::read)?;
    let maps: Vec<(String, Map)> = all("maps", map::read).expect("beside the mechs");
    let named = |name: &str, list: &[&str]| list.iter().any(|part| name.contains(part));
    for (name, map) in maps.iter().filter(|(name, _)| named(name, &["Desierto", "El_lago", "Manglar"])) {
        for (mech, definition) in mechs.iter().filter(|(name, _)| named(name, &["Marques", "Sotomayor", "AWS-8V"])) {
            for seed in 0..games() as u64 / 5 {
                let setup = Setup {
                    map: map.clone(),
                    mechs: vec![definition.clone(), definition.clone()],
                    places: None,
                    settings: Settings::default(),
                    options: Options { turns: 50, ..Options::default() },
                    seed,
                };
                let report = audited(&setup, &["strong", "still"], LIMITS);
                assert_eq!(report.sheets[0].contacts, 1, "seed {seed}: {mech} on {name}");
            }
        }
    }
    Some(())
}
