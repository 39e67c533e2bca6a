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
