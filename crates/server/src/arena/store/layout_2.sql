-- Games that retention has yet to look at: all of before, or those of an earlier version since it was last here.
INSERT OR REPLACE INTO unowned
    SELECT first, last FROM (SELECT coalesce((SELECT value FROM meta WHERE name = 'keep_last'), 0) + 1 AS first,
        (SELECT max(number) FROM games) AS last) WHERE first <= last;
