//! The database: every table with who sits there and all choices; its layout and its secret.
//!
//! The code that opens and writes it is in [`crate::database`].

mod lists;
mod names;
mod sweep;
mod tables;

use crate::database::{self, Secret};
use crate::retention::{Keep, Keeper, Kind};
pub use boardbots_base::store::{FileError, StoreError, Stored, now};
use boardbots_base::store::{Layout, Step};
pub use lists::{Sitter, Summary, Tally};
pub use names::{NotProtected, OwnedName, free};
use std::path::Path;
use std::thread::JoinHandle;
pub use tables::{Chair, Ending, Guest, LONGEST_CHOICE, LONGEST_OPTIONS, PROGRAM, StoredTable};

/// The way to the thread of the tables' database.
pub type Store = database::Store<Keeper>;

impl Store {
    /// Opens, or makes, a database, which no other server can open meanwhile, and its thread; with the
    /// secret that tokens are derived from. Without a path it lives in memory.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: Option<&Path>, keep: Keep) -> Stored<(Self, [u8; SECRET_BYTES], JoinHandle<()>)> {
        let mut secret = [0; SECRET_BYTES];
        let opened = database::open(path, (&LAYOUT, "another server"), &SECRET, |connection, bytes| {
            secret = bytes;
            database::add_index(connection, BY_FINISH);
            names::look_again(connection);
            Keeper::open(connection, &KIND, keep, now())
        })?;
        let (store, thread) = Self::start("tables-store", opened)?;
        Ok((store, secret, thread))
    }
}

/// Bytes of the secret.
pub const SECRET_BYTES: usize = 32;

/// The secret from which tokens are derived: with another one, a lost answer could not be given again.
const SECRET: Secret = Secret { name: "secret", what: "secret of its tokens", table: "tables" };

/// The layout; its files are marked by "tabl" in ASCII.
pub const LAYOUT: Layout = Layout { kind: "tables", application: 0x7461_626c, owner: "tables", steps: &STEPS };

const STEPS: [Step; 3] = [
    Step { columns: &[], up: include_str!("layout_1.sql"), down: "" },
    // 0.1.1 does not look at names and owners; it seats anyone under any name, which is no owner's seat then.
    Step {
        // The name whose key was shown for a chair; null for all others.
        columns: &[("chairs", "owner", "INTEGER")],
        up: include_str!("layout_2.sql"),
        down: "",
    },
    Step {
        // The address from which a table was made, of IPv6 its first 64 bits; null if that is not known.
        // Whether its steps have made room; null if not.
        columns: &[("tables", "maker", "TEXT"), ("tables", "stripped", "INTEGER")],
        up: concat!(include_str!("../../retention/schema.sql"), include_str!("layout_3.sql")),
        // What runs now may end before the next version is back.
        down: "
    INSERT OR REPLACE INTO meta SELECT 'keep_last', coalesce(
        (SELECT min(number) - 1 FROM tables WHERE ended IS NULL), (SELECT max(number) FROM tables), 0);",
    },
];

/// The retention of tables: their age, their size, and the statements that shorten or delete one.
const KIND: Kind = Kind {
    things: "tables",
    newest: "SELECT CAST(max(ended) AS INTEGER) FROM tables",
    weigh: include_str!("weigh.sql"),
    tally: &[include_str!("tally.sql")],
    strip: &["DELETE FROM steps WHERE number = ?1", "UPDATE tables SET stripped = 1 WHERE number = ?1"],
    delete: &[
        "DELETE FROM steps WHERE number = ?1",
        "DELETE FROM chairs WHERE number = ?1",
        "DELETE FROM tables WHERE number = ?1",
    ],
};

/// The index that finds the last tables that were played to their end among any number that were not.
const BY_FINISH: &str = "CREATE INDEX IF NOT EXISTS tables_by_finish ON tables (ended) WHERE reason IS NOT NULL";
