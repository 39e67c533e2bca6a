-- What has ended, from when retention knows of it. class 0 (trainings) goes as a whole; of class 1 the replay goes, which
-- makes it class 2. owner is an address, with a space and a user where there is one, or 'unknown'. ended is the time
-- of retention's own clock.
CREATE TABLE IF NOT EXISTS kept (
    number INTEGER PRIMARY KEY,
    class INTEGER NOT NULL,
    owner TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    ended INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS kept_by_owner ON kept (owner, class, number);
CREATE INDEX IF NOT EXISTS kept_by_end ON kept (ended) WHERE class < 2;

-- The bytes at every node of the trees of owners where there are any: rank 0 is the tree of trainings, 1 that of all
-- others. parent is empty above the root.
CREATE TABLE IF NOT EXISTS stored (
    rank INTEGER NOT NULL,
    parent TEXT NOT NULL,
    node TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (rank, parent, node)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS stored_by_bytes ON stored (rank, parent, bytes);

-- Ranges of numbers that retention has yet to look at.
CREATE TABLE IF NOT EXISTS unowned (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
