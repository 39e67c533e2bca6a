-- Names that belong to an owner, whose number is never given again. look and small are what the name looks
-- like (UTS #39). scheme is how the key is made of a passphrase and salt; proof is the SHA-256 of the key.
CREATE TABLE IF NOT EXISTS names (
    owner INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    look TEXT NOT NULL,
    small TEXT NOT NULL,
    scheme INTEGER NOT NULL,
    salt BLOB NOT NULL,
    proof BLOB NOT NULL,
    changed INTEGER NOT NULL
);

CREATE INDEX IF NOT EXISTS names_by_look ON names (look);
CREATE INDEX IF NOT EXISTS names_by_small ON names (small);
CREATE INDEX IF NOT EXISTS chairs_by_owner ON chairs (owner) WHERE owner IS NOT NULL;

-- A seat that a guest has left, and another may take, is nobody's.
UPDATE chairs SET owner = NULL WHERE owner IS NOT NULL AND kind <> 'human';
