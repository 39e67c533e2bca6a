-- Counts a table for all who sat there, if it counts: what was closed, or taken back, does not.
INSERT INTO tallies (owner, name, kind, player, game, played, won, places)
SELECT coalesce(owner, 0), name, kind, coalesce(player, ''), game, 1, won, place
FROM tables JOIN chairs USING (number)
WHERE number = ?1 AND reason IS NOT NULL AND NOT taken_back
    AND typeof(place) = 'integer' AND place BETWEEN 1 AND 9 AND typeof(won) = 'integer' AND won BETWEEN 0 AND 1
ON CONFLICT (owner, name, kind, player, game) DO UPDATE SET
    played = played + 1, won = won + excluded.won, places = places + excluded.places
