//! The layout of the database, and its salt.

use crate::database::Secret;
use crate::retention::Kind;
use boardbots_base::store::{Layout, Step};

/// Bytes of the salt.
pub(super) const SALT: usize = 16;

/// The salt of the keys: with another one no key would be known.
pub(super) const SECRET: Secret = Secret { name: "salt", what: "salt of its keys", table: "users" };

/// The layout; its files are marked by "bots" in ASCII.
pub const LAYOUT: Layout = Layout { kind: "arena", application: 0x626f_7473, owner: "an arena", steps: &STEPS };

const STEPS: [Step; 2] = [
    Step { columns: &[], up: include_str!("layout_1.sql"), down: "" },
    // Retention. 0.1.1 does not look at it; the games that it stores are nobody's.
    Step {
        columns: &[],
        up: concat!(include_str!("../../retention/schema.sql"), include_str!("layout_2.sql")),
        down: "INSERT OR REPLACE INTO meta SELECT 'keep_last', coalesce(max(number), 0) FROM games;",
    },
];

/// The retention of games: their age, their size, and the statements that shorten or delete one. A game without its
/// replay has no moves.
pub(super) const KIND: Kind = Kind {
    things: "games",
    newest: "SELECT CAST(ended AS INTEGER) FROM games ORDER BY number DESC LIMIT 1",
    weigh: "SELECT CASE WHEN kind = 'training' THEN 0 WHEN length(moves) = 0 THEN 2 ELSE 1 END,
                500 + octet_length(map) + length(moves), CAST(ended AS INTEGER) FROM games WHERE number = ?1",
    tally: &[],
    strip: &["UPDATE games SET map = '', moves = x'' WHERE number = ?1"],
    delete: &["DELETE FROM seats WHERE game = ?1", "DELETE FROM games WHERE number = ?1"],
};

/// The index that makes the leaderboard fast.
pub(super) const BY_PLACE: &str = "CREATE INDEX IF NOT EXISTS users_by_place ON users (rating DESC, games DESC, name)";
