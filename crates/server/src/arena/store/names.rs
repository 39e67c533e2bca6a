//! The names of all users, so that finding a free one never searches the database.

use super::StoreError;
use crate::tokens;
use boardbots_base::names::{self, Taken};
use boardbots_vindinium::kind::Kind;
use rusqlite::Connection;

/// Numbers that are tried behind a name that is taken, before letters by chance.
const NUMBERS: std::ops::RangeInclusive<u32> = 2..=9;
/// Characters by chance behind a name of which many begin alike.
const CHANCE: usize = 6;

/// The names of all users and of the house bots, with all that look like them.
pub(super) struct Names {
    taken: Taken,
    users: usize,
}

impl Names {
    /// All names of a database.
    pub fn read(db: &Connection) -> Result<Self, StoreError> {
        let mut names = db.prepare("SELECT name FROM users")?;
        let mut rows = names.query([])?;
        let mut all = Self::of_house();
        while let Some(row) = rows.next()? {
            // A name that is not text cannot be imitated.
            let name = row.get::<_, String>(0).unwrap_or_default();
            all.users += usize::from(name.parse::<Kind>().is_err());
            all.taken.extend([name.as_str()]);
        }
        Ok(all)
    }

    /// The names of the house bots.
    fn of_house() -> Self {
        let mut taken = Taken::default();
        taken.extend(Kind::ALL.iter().map(|kind| kind.name()));
        Self { taken, users: 0 }
    }

    /// The number of users.
    pub fn count(&self) -> usize {
        self.users
    }

    /// True if a name, or one that looks like it, belongs to a user or a house bot.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Adds the name of a new user.
    pub fn add(&mut self, name: &str) {
        self.taken.insert(name);
        self.users += 1;
    }

    /// A free name that begins like this one: itself, with a number, or with letters by chance. It takes
    /// as long for the first as for the hundred-thousandth of a stem.
    pub fn free(&self, name: &str) -> String {
        let numbered = NUMBERS.map(|number| names::numbered(name, &format!("-{number}")));
        let mut candidates = std::iter::once(name.to_string()).chain(numbered);
        candidates.find(|name| !self.has(name)).unwrap_or_else(|| {
            std::iter::repeat_with(|| names::numbered(name, &format!("-{}", tokens::random(CHANCE))))
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
        let mut names = Names::of_house();
        for count in 0..5_000 {
            let name = names.free("an arena's favourite");
            assert!(name.chars().count() <= 20 && !names.has(&name), "{name}");
            names.add(&name);
            assert_eq!(names.count(), count + 1);
        }
        assert!(names.has("an arena's favouri-2") && names.has("miner") && names.has("M\u{456}ner"));
    }
}
