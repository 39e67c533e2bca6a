//! The layout of the database, and its secret.

use crate::database::Secret;
use boardbots_base::store::{Layout, Step};

/// Bytes of the secret.
pub const SECRET_BYTES: usize = 32;

/// What tokens are derived from: with another one, a lost answer could not be given again.
pub(super) const SECRET: Secret = Secret { name: "secret", what: "secret of its tokens", table: "tables" };

/// The layout; its files are marked by "tabl" in ASCII.
pub const LAYOUT: Layout = Layout { kind: "tables", application: 0x7461_626c, owner: "tables", steps: &STEPS };

const STEPS: [Step; 3] = [
    Step {
        columns: &[],
        up: "
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value BLOB NOT NULL
    ) WITHOUT ROWID;

    -- options is a JSON object. All chances of a match come from seed. ended is null as long as
    -- the table runs; reason is null if it was closed without an end. claim is the SHA-256 of what
    -- its maker made up.
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        seed INTEGER NOT NULL,
        claim BLOB NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        ended INTEGER,
        reason TEXT,
        taken_back INTEGER NOT NULL DEFAULT 0
    );

    -- kind is 'human', 'bot' or 'invited'; player is a bot's. token and invitation are SHA-256.
    -- place and won are known at the end.
    CREATE TABLE chairs (
        number INTEGER NOT NULL REFERENCES tables (number),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        player TEXT,
        name TEXT NOT NULL,
        token BLOB,
        invitation BLOB,
        place INTEGER,
        won INTEGER,
        PRIMARY KEY (number, seat)
    ) WITHOUT ROWID;

    -- Every choice, from n = 1. made_by is 'seat', 'clock' or 'undo'.
    CREATE TABLE steps (
        number INTEGER NOT NULL REFERENCES tables (number),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        made_by TEXT NOT NULL,
        choice TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (number, n)
    ) WITHOUT ROWID;

    CREATE INDEX tables_by_end ON tables (ended);
",
        down: "",
    },
    // 0.1.1 does not look at names and owners; it seats anyone under any name, which is no owner's seat then.
    Step {
        // The name whose key was shown for a chair; null for all others.
        columns: &[("chairs", "owner", "INTEGER")],
        up: "
    -- Names that belong to an owner, whose number is never given again. look and small are what the name looks
    -- like (UTS #39). scheme is how the key is made of a passphrase and salt; proof is the SHA-256 of the key.
    CREATE TABLE IF NOT EXISTS names (
        owner INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        look TEXT NOT NULL,
        small TEXT NOT NULL,
        scheme INTEGER NOT NULL,
        salt BLOB NOT NULL,
        proof BLOB NOT NULL,
        changed INTEGER NOT NULL
    );

    CREATE INDEX IF NOT EXISTS names_by_look ON names (look);
    CREATE INDEX IF NOT EXISTS names_by_small ON names (small);
    CREATE INDEX IF NOT EXISTS chairs_by_owner ON chairs (owner) WHERE owner IS NOT NULL;

    -- A seat that a guest has left, and another may take, is nobody's.
    UPDATE chairs SET owner = NULL WHERE owner IS NOT NULL AND kind <> 'human';
",
        down: "",
    },
    Step {
        // The address from which a table was made, of IPv6 its first 64 bits; null if that is not known.
        columns: &[("tables", "maker", "TEXT")],
        up: "",
        down: "",
    },
];

/// What finds the last tables that were played to their end among any number that were not.
pub(super) const BY_FINISH: &str =
    "CREATE INDEX IF NOT EXISTS tables_by_finish ON tables (ended) WHERE reason IS NOT NULL";
