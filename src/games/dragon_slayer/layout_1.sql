-- Finished games. ended is in seconds since 1970; margin is the winner's lead.
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    ended INTEGER NOT NULL,
    goal INTEGER NOT NULL,
    bonus INTEGER NOT NULL,
    doubling INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    margin INTEGER NOT NULL
);

-- The seats of each game in the order of their turns. bot is 1 for a personality and 0 for
-- a user. points are those of turns, without bonuses, and squares the sum of their squares;
-- blue, green and red count turns by their first dragon; challenges are tokens spent,
-- bonuses those that paid; challenged, accepted and met are challenges of others.
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (number),
    seat INTEGER NOT NULL,
    bot INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL,
    won INTEGER NOT NULL,
    turns INTEGER NOT NULL,
    points INTEGER NOT NULL,
    squares INTEGER NOT NULL,
    busts INTEGER NOT NULL,
    blue INTEGER NOT NULL,
    green INTEGER NOT NULL,
    red INTEGER NOT NULL,
    challenges INTEGER NOT NULL,
    bonuses INTEGER NOT NULL,
    challenged INTEGER NOT NULL,
    accepted INTEGER NOT NULL,
    met INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

-- What users did, having a token, when others stopped. bucket is the kind of stop:
-- 6 (warriors - 1) + 2 (0 up to 6 points, 1 from 8, 2 from 14) + (1 if it would win).
CREATE TABLE habits (
    user TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (number),
    seat INTEGER NOT NULL,
    stops INTEGER NOT NULL,
    challenges INTEGER NOT NULL,
    PRIMARY KEY (user, bucket, game, seat)
) WITHOUT ROWID;
