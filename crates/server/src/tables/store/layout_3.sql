-- What players have reached at tables that count, with the names that they had there. owner is 0, and player empty,
-- where there is none. The least played make room beyond 20,000, the oldest of them first.
CREATE TABLE IF NOT EXISTS tallies (
    number INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    places INTEGER NOT NULL,
    UNIQUE (owner, name, kind, player, game)
);
CREATE TRIGGER IF NOT EXISTS tallies_bounded AFTER INSERT ON tallies WHEN new.number % 1024 = 0 BEGIN
    DELETE FROM tallies WHERE number IN (SELECT number FROM tallies ORDER BY owner <> 0, played, number
        LIMIT max(0, (SELECT count(*) FROM tallies) - 20000));
END;

INSERT OR REPLACE INTO unowned
    SELECT first, last FROM (SELECT coalesce((SELECT value FROM meta WHERE name = 'keep_last'), 0) + 1 AS first,
        (SELECT max(number) FROM tables) AS last) WHERE first <= last;
