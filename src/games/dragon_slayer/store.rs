//! The games of Dragon Slayer that were played here: who did what, and when people challenge.
//!
//! A game is written once, when it has ended, and never changed: a row for the game, one for
//! each seat, and one for each kind of stop at which a user was asked. All of them are sums, so
//! a game takes a few hundred bytes. Several processes can write at once.

use boardbots_base::store::readable;
use boardbots_base::store::{FileError, Layout, Step, file, now};
use boardbots_dragon_slayer::habits::{Bucket, Count, Habits};
use boardbots_dragon_slayer::tally::User;
use boardbots_dragon_slayer::tally::{Deeds, Played, PlayedSeat, Who};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params, params_from_iter};
use std::path::Path;

/// The layout; its files are marked by "drag" in ASCII.
pub const LAYOUT: Layout =
    Layout { kind: "dragon-slayer", application: 0x6472_6167, owner: "Dragon Slayer games", steps: &STEPS };

const STEPS: [Step; 1] = [Step { columns: &[], up: include_str!("layout_1.sql"), down: "" }];

/// A filter of the games that count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only those in which this user sat.
    pub user: Option<User>,
    /// Only those in which this personality sat, large and small letters alike.
    pub personality: Option<String>,
}

/// Sums over the games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// True for a personality, false for a user.
    pub bot: bool,
    /// The name.
    pub name: String,
    /// Seats in games: a personality that sits twice at a table plays two.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Points by which they were won.
    pub margin: u64,
    /// Rounds played.
    pub rounds: u64,
    /// The player's deeds.
    pub deeds: Deeds,
}

/// The database of games.
pub struct Ledger {
    connection: Connection,
}

impl Ledger {
    /// Opens the database to write, and makes it if there is none; others may have it open.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Self { connection: file::open(path, &LAYOUT)? })
    }

    /// Opens the database to read.
    ///
    /// # Errors
    /// Everything that [`FileError`] says about opening.
    pub fn open_to_read(path: &Path) -> Result<Self, FileError> {
        Ok(Self { connection: file::open_to_read(path, &LAYOUT)? })
    }

    /// Keeps a game, which is on disk afterwards; its number.
    ///
    /// # Errors
    /// If the database fails; nothing has been kept then.
    pub fn record(&mut self, played: &Played) -> Result<i64, FileError> {
        // Waits here if another process is writing.
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let variant = played.variant;
        transaction
            .prepare(
                "INSERT INTO games (ended, goal, bonus, doubling, rounds, margin) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![now(), variant.goal, variant.bonus, variant.doubling, played.rounds, played.margin()])?;
        let game = transaction.last_insert_rowid();
        for (seat, place) in (0..).zip(&played.places) {
            sit(&transaction, game, seat, place)?;
        }
        transaction.commit()?;
        Ok(game)
    }

    /// The habits of a user at the stops of others, in all games.
    ///
    /// # Errors
    /// If the database fails.
    pub fn habits(&self, user: &User) -> Result<Habits, FileError> {
        let mut query = self.connection.prepare(&format!(
            "SELECT bucket, {}, {} FROM habits WHERE user = ?1 GROUP BY bucket",
            total("stops"),
            total("challenges")
        ))?;
        let rows = query.query_map([user.name()], |row| {
            let number =
                |column| row.get::<_, i64>(column).map(|count| u32::try_from(count.max(0)).unwrap_or(u32::MAX));
            Ok((row.get::<_, u8>(0)?, Count { stops: number(1)?, challenges: number(2)? }))
        })?;
        let mut habits = Habits::default();
        for (bucket, count) in readable(rows, "habits")? {
            if let Some(bucket) = Bucket::at(bucket.into()) {
                habits.add(bucket, count);
            }
        }
        Ok(habits)
    }

    /// Statistics of all players of the games that count: users, then personalities, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub fn statistics(&self, filter: &Filter) -> Result<Vec<Line>, FileError> {
        let sums: Vec<String> = ["won", "won * margin", "rounds"].into_iter().chain(Deeds::NAMES).map(total).collect();
        let mut query = self.connection.prepare(&format!(
            "SELECT bot, name, count(*), {}
             FROM seats JOIN games ON game = number
             WHERE (?1 IS NULL OR EXISTS (
                        SELECT 1 FROM seats AS one WHERE one.game = number AND one.bot = 0 AND one.name = ?1))
               AND (?2 IS NULL OR EXISTS (
                        SELECT 1 FROM seats AS one WHERE one.game = number AND one.bot = 1 AND one.name = ?2 COLLATE NOCASE))
             GROUP BY bot, name ORDER BY bot, name",
            sums.join(", ")
        ))?;
        let user = filter.user.as_ref().map(User::name);
        let lines = query.query_map(params![user, filter.personality], line)?;
        Ok(readable(lines, "statistics of Dragon Slayer")?)
    }
}

/// No game counts that much: sums of what a damaged row may say must not overflow.
const MOST: i64 = 1_000_000_000;

/// The sum of a column, without what no game can have led to.
fn total(column: &str) -> String {
    format!("sum(CASE WHEN {column} BETWEEN 0 AND {MOST} THEN {column} END)")
}

/// Writes down a seat of a game.
fn sit(transaction: &Transaction<'_>, game: i64, seat: u32, place: &PlayedSeat) -> Result<(), FileError> {
    let PlayedSeat { who, score, won, deeds, habits } = place;
    let bot = matches!(who, Who::Bot(_));
    let (names, marks) = (Deeds::NAMES.join(", "), ", ?".repeat(Deeds::NAMES.len()));
    let insert =
        format!("INSERT INTO seats (game, seat, bot, name, score, won, {names}) VALUES (?, ?, ?, ?, ?, ?{marks})");
    let counts = deeds.counts().map(|count| i64::try_from(count).unwrap_or(i64::MAX).into());
    let name = who.name().to_string();
    let seat_of: [Value; 6] =
        [game.into(), seat.into(), bot.into(), name.into(), i64::from(*score).into(), (*won).into()];
    transaction.prepare(&insert)?.execute(params_from_iter(seat_of.into_iter().chain(counts)))?;
    if bot {
        return Ok(());
    }
    let mut statement = transaction
        .prepare("INSERT INTO habits (user, bucket, game, seat, stops, challenges) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (bucket, Count { stops, challenges }) in habits.counts().into_iter().filter(|(_, count)| count.stops > 0) {
        let bucket = u32::try_from(bucket.index()).unwrap_or(u32::MAX);
        statement.execute(params![who.name(), bucket, game, seat, stops, challenges])?;
    }
    Ok(())
}

/// A row of sums.
fn line(row: &Row<'_>) -> rusqlite::Result<Line> {
    let sum = |column| row.get::<_, i64>(column).map(|sum| u64::try_from(sum).unwrap_or(0));
    let mut counts = [0; Deeds::NAMES.len()];
    for (column, count) in (6..).zip(&mut counts) {
        *count = sum(column)?;
    }
    Ok(Line {
        bot: row.get(0)?,
        name: row.get(1)?,
        games: sum(2)?,
        wins: sum(3)?,
        margin: sum(4)?,
        rounds: sum(5)?,
        deeds: Deeds::of(counts),
    })
}
