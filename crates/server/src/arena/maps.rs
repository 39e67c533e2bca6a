//! Maps by name or as text: the built-in ones and those of a folder.

use boardbots_base::input;
use boardbots_base::invalid::InputError;
use boardbots_vindinium::map::{self, Map, MapError};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// A map file larger than this is none: the largest board has 28 lines of 56 characters.
const MAX_FILE: u64 = 64 * 1024;

/// The names of the maps that are always there.
const BUILT_IN: [&str; 6] = ["m1", "m2", "m3", "m4", "m5", "m6"];

/// The maps that a training game can name.
#[derive(Debug, Default)]
pub struct Maps {
    extra: BTreeMap<String, Map>,
}

/// The refusal of a requested map.
#[derive(Debug, PartialEq, Eq)]
pub enum MapRequestError {
    /// Not exactly four heroes are drawn: the original answers with the text itself.
    Heroes,
    /// Anything else; the reason.
    Reason(String),
}

impl Maps {
    /// The built-in maps and every `NAME.txt` of a folder.
    ///
    /// # Errors
    /// The first file, in order of names, that is no map.
    pub fn load(folder: Option<&Path>) -> Result<Self, InputError> {
        let mut maps = Self::default();
        let Some(folder) = folder else { return Ok(maps) };
        let unusable = |path: &Path, why: &dyn fmt::Display| InputError::new(format_args!("{}: {why}", path.display()));
        let entries = std::fs::read_dir(folder).map_err(|e| unusable(folder, &e))?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(|e| unusable(folder, &e))?.path();
            if path.extension().is_some_and(|extension| extension == "txt") {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else {
                return Err(unusable(&path, &"the name of a map must be UTF-8"));
            };
            if map::named(name).is_some() {
                return Err(unusable(&path, &"m1 to m6 are built in; choose another name"));
            }
            let text = input::text(&path, MAX_FILE).map_err(|e| unusable(&path, &e))?;
            let map = map::parse(&text).map_err(|e| unusable(&path, &e))?;
            maps.extra.insert(name.to_string(), map);
        }
        Ok(maps)
    }

    /// All names, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        BUILT_IN.into_iter().chain(self.extra.keys().map(String::as_str))
    }

    /// The map that a request means: a name, or a drawing.
    ///
    /// # Errors
    /// An unknown name, with the known ones, or a drawing that is no map.
    pub fn pick(&self, text: &str) -> Result<Map, MapRequestError> {
        if let Some(map) = self.extra.get(text) {
            return Ok(map.clone());
        }
        let drawing = map::named(text).unwrap_or(text);
        map::parse(drawing).map_err(|error| match error {
            MapError::Heroes(_) => MapRequestError::Heroes,
            _ if text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) => {
                MapRequestError::Reason(self.unknown(text))
            }
            error => MapRequestError::Reason(error.to_string()),
        })
    }

    fn unknown(&self, name: &str) -> String {
        let known: Vec<&str> = ["m1 to m6"].into_iter().chain(self.extra.keys().map(String::as_str)).collect();
        format!("There is no map {name}; the maps are {}", known.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "@1$-@4\n##[]##\n@2  @3";

    #[test]
    fn names_and_drawings_are_picked() {
        let maps = Maps::default();
        assert_eq!(maps.pick("m1").unwrap().board.size(), 10);
        assert_eq!(maps.pick(DRAWING).unwrap().board.size(), 3);
        assert!(maps.names().all(|name| maps.pick(name).is_ok()) && maps.names().count() == 6);
        assert_eq!(maps.pick("@1@2@3").unwrap_err(), MapRequestError::Heroes);
        assert_eq!(
            maps.pick("m7").unwrap_err(),
            MapRequestError::Reason("There is no map m7; the maps are m1 to m6".to_string())
        );
        let MapRequestError::Reason(reason) = maps.pick("@1@2@3@4\n##?#").unwrap_err() else { panic!("four heroes") };
        assert!(reason.starts_with("line 2, column 3"), "{reason}");
    }

    #[test]
    fn folders_give_names_and_point_at_errors() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("tiny.txt"), DRAWING).unwrap();
        std::fs::write(folder.path().join("notes.md"), "no map").unwrap();
        let maps = Maps::load(Some(folder.path())).unwrap();
        assert_eq!(maps.pick("tiny").unwrap().board.size(), 3);
        std::fs::write(folder.path().join("worse.txt"), "@1@2@3@4\n      !!").unwrap();
        let error = Maps::load(Some(folder.path())).unwrap_err().to_string();
        assert!(error.contains("worse.txt: line 2, column 7"), "{error}");
        std::fs::write(folder.path().join("m1.txt"), DRAWING).unwrap();
        assert!(Maps::load(Some(folder.path())).is_err_and(|error| error.contains("m1.txt: m1 to m6 are")));
        assert!(Maps::load(Some(Path::new("/no/such/folder"))).is_err());
        std::fs::remove_file(folder.path().join("m1.txt")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless.txt")).unwrap();
        assert!(Maps::load(Some(folder.path())).is_err_and(|error| error.contains("endless.txt: not a plain file")));
    }
}
