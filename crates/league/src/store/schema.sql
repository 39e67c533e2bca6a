-- A league, in the database of the tables that show its games. Nothing is deleted: a player who is removed keeps a
-- number, and the results.

-- origin is who made a player: 'settings', 'folder', 'page' or 'admin'. state is 'active', 'away' (the file is gone),
-- 'disabled' or 'removed'. key is the SHA-256 of the key.
CREATE TABLE IF NOT EXISTS league_players (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    state TEXT NOT NULL,
    key BLOB UNIQUE,
    created INTEGER NOT NULL,
    seen INTEGER
);

-- spec is what is run here; null for a program that joins. stage is 'candidate', 'current' or 'past'.
CREATE TABLE IF NOT EXISTS league_versions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES league_players (number),
    label TEXT NOT NULL,
    spec TEXT,
    stage TEXT NOT NULL,
    made INTEGER NOT NULL
);

-- standings is JSON, once the season is over.
CREATE TABLE IF NOT EXISTS league_seasons (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    begun INTEGER NOT NULL,
    ended INTEGER,
    standings TEXT
);

-- seats are versions, by seat; digest is the SHA-256 of seed. The rest is known at the end: cause is 'rules',
-- 'repetition', 'limit', 'fault' or 'void' (not played: it counts for nobody), shown the table of its replay.
CREATE TABLE IF NOT EXISTS league_games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    season INTEGER NOT NULL REFERENCES league_seasons (number),
    seats TEXT NOT NULL,
    seed BLOB NOT NULL,
    digest BLOB NOT NULL,
    opening TEXT NOT NULL,
    begun INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 1,
    ended INTEGER,
    cause TEXT,
    places TEXT,
    length INTEGER,
    faults TEXT,
    numbers TEXT,
    shown TEXT
);
CREATE INDEX IF NOT EXISTS league_unfinished ON league_games (number) WHERE ended IS NULL;
CREATE INDEX IF NOT EXISTS league_of_season ON league_games (season);

-- The games of each player.
CREATE TABLE IF NOT EXISTS league_seats (
    player INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES league_games (number),
    seat INTEGER NOT NULL,
    PRIMARY KEY (player, game, seat)
) WITHOUT ROWID;

-- The last rating of each day (days since 1970).
CREATE TABLE IF NOT EXISTS league_days (
    day INTEGER NOT NULL,
    version INTEGER NOT NULL,
    elo REAL NOT NULL,
    error REAL,
    games INTEGER NOT NULL,
    PRIMARY KEY (day, version)
) WITHOUT ROWID;
