-- Class, bytes and end of a table that has ended. What was closed, or has fewer than two people, is a training.
SELECT
    CASE
        WHEN stripped IS NOT NULL THEN 2
        WHEN reason IS NOT NULL
            AND (SELECT count(*) FROM chairs WHERE chairs.number = tables.number AND kind = 'human') > 1 THEN 1
        ELSE 0
    END,
    400 + octet_length(options) + (SELECT 150 * count(*) FROM chairs WHERE chairs.number = tables.number)
        + (SELECT coalesce(sum(40 + octet_length(choice)), 0) FROM steps WHERE steps.number = tables.number),
    CAST(ended AS INTEGER)
FROM tables WHERE number = ?1 AND ended IS NOT NULL
