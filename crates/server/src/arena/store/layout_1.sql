CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;

-- Keys are kept as salted SHA-256; games and wins count rated games.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    key_hash BLOB NOT NULL UNIQUE,
    rating INTEGER NOT NULL,
    games INTEGER NOT NULL DEFAULT 0,
    wins INTEGER NOT NULL DEFAULT 0,
    created INTEGER NOT NULL,
    last_seen INTEGER NOT NULL
) WITHOUT ROWID;

-- Finished games. moves holds one byte for each single move: Stay 0, North 1, South 2,
-- East 3, West 4, missed 99. status is 'turns' (the last turn was played) or 'crashed'.
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    map TEXT NOT NULL,
    size INTEGER NOT NULL,
    mines INTEGER NOT NULL,
    max_turns INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    moves BLOB NOT NULL,
    status TEXT NOT NULL,
    bonus INTEGER NOT NULL
);

-- The four seats of each game. House bots have no user; rating is the one at the start,
-- rating_change what the game made of it, if it was rated.
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (number),
    hero INTEGER NOT NULL,
    user TEXT REFERENCES users (id),
    name TEXT NOT NULL,
    rating INTEGER,
    rating_change INTEGER,
    gold INTEGER NOT NULL,
    place INTEGER NOT NULL,
    crashed INTEGER NOT NULL,
    PRIMARY KEY (game, hero)
) WITHOUT ROWID;

CREATE INDEX users_by_rating ON users (rating DESC);
