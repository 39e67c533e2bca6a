//! Keys, tokens and ids of the arena.

use crate::web::secret::{PROOF, text};

/// The name of a game: 8 characters.
pub fn game_id() -> String {
    text(8)
}

/// The public id of a user: 8 characters.
pub fn user_id() -> String {
    text(8)
}

/// The secret key of a user.
pub fn key() -> String {
    text(PROOF)
}

/// What a player proves his seat with, one for each hero and game. The original's had four characters,
/// which can be guessed in a minute.
pub fn token() -> String {
    text(PROOF)
}
