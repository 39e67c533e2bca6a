//! The names of all users, so that finding a free one never searches the database.

use super::StoreError;
use crate::games::vindinium::kind::Kind;
use crate::web::secret;
use rusqlite::Connection;
use std::collections::HashSet;

/// Numbers that are tried behind a name that is taken, before letters by chance.
const NUMBERS: std::ops::RangeInclusive<u32> = 2..=9;
/// Characters by chance behind a name of which many begin alike.
const CHANCE: usize = 6;

/// The names of all users.
pub(super) struct Names(HashSet<String>);

impl Names {
    /// All names of a database.
    pub fn read(db: &Connection) -> Result<Self, StoreError> {
        let mut names = db.prepare("SELECT name FROM users")?;
        let names = names.query_map([], |row| row.get(0))?;
        Ok(Self(names.collect::<Result<_, _>>()?))
    }

    /// How many users there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether a name belongs to a user or a house bot.
    pub fn has(&self, name: &str) -> bool {
        name.parse::<Kind>().is_ok() || self.0.contains(name)
    }

    /// Adds the name of a new user.
    pub fn add(&mut self, name: &str) {
        self.0.insert(name.to_string());
    }

    /// A free name that begins like this one: itself, with a number, or with letters by chance. It takes
    /// as long for the first as for the hundred-thousandth of a stem.
    pub fn free(&self, name: &str, longest: usize) -> String {
        let with =
            |suffix: String| -> String { name.chars().take(longest - suffix.len()).chain(suffix.chars()).collect() };
        let numbered = NUMBERS.map(|number| with(format!("-{number}")));
        let mut candidates = std::iter::once(name.to_string()).chain(numbered);
        candidates.find(|name| !self.has(name)).unwrap_or_else(|| {
            std::iter::repeat_with(|| with(format!("-{}", secret::text(CHANCE))))
                .find(|name| !self.has(name))
                .expect("there are more of these names than users")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_never_runs_out() {
        let mut names = Names(HashSet::new());
        for count in 0..20_000 {
            let name = names.free("an arena's favourite", 20);
            assert!(name.chars().count() <= 20 && !names.has(&name), "{name}");
            names.add(&name);
            assert_eq!(names.count(), count + 1);
        }
        assert!(names.has("an arena's favouri-2") && names.has("miner"));
    }
}
