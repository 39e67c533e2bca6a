//! Keys, tokens and ids of the arena.

use crate::web::secret::text;

/// The name of a game: 8 characters.
pub fn game_id() -> String {
    text(8)
}

/// The public id of a user: 8 characters.
pub fn user_id() -> String {
    text(8)
}

/// The secret key of a user: 8 characters.
pub fn key() -> String {
    text(8)
}

/// What a player proves his seat with: 4 characters.
pub fn token() -> String {
    text(4)
}

/// What a person proves his seat with: 24 characters, 124 bits.
pub fn seat() -> String {
    text(24)
}
