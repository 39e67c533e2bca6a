//! Seeds of games, secret first and reproducible afterwards.
//!
//! Each game has 128 random bits. Their SHA-256 is public before its first move, they themselves after its end: so
//! everybody can see that nobody chose them to suit a player, and play the game again from them.

use boardbots_server::tokens;
use sha2::Sha256;
use std::fmt;

/// The seed of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub [u8; 16]);

/// The SHA-256 of a seed's 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub [u8; 32]);

impl Seed {
    /// A seed that nobody can guess.
    #[must_use]
    pub fn random() -> Self {
        let mut bytes = [0; 16];
        tokens::fill(&mut bytes);
        Self(bytes)
    }

    /// Its hash.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest(<Sha256 as sha2::Digest>::digest(self.0).into())
    }

    /// The number from which openings, maps, dice and the players' chances follow: the two halves, little-endian, by
    /// exclusive or.
    #[must_use]
    pub fn number(&self) -> u64 {
        let (halves, _) = self.0.as_chunks::<8>();
        halves.iter().fold(0, |number, half| number ^ u64::from_le_bytes(*half))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl rusqlite::ToSql for Digest {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(self.0.as_slice().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_that_everybody_finds() {
        // printf '\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17' | sha256sum
        let seed = Seed(std::array::from_fn(|at| u8::try_from(at).expect("small")));
        assert_eq!(seed.to_string(), "000102030405060708090a0b0c0d0e0f");
        assert_eq!(seed.digest().to_string(), "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991");
        assert_eq!(seed.number(), 0x0706_0504_0302_0100 ^ 0x0f0e_0d0c_0b0a_0908);
        assert_ne!(Seed::random(), Seed::random());
    }
}
