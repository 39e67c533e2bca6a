//! The memory of the thread that owns the arena's database.

use super::names::Names;
use super::schema::SALT;
use crate::retention::Keeper;

/// The data that the jobs of the database need beside it.
pub struct Book {
    /// Mixed into every key before it is hashed; every database has its own.
    pub(super) salt: [u8; SALT],
    /// The names of all users.
    pub(super) names: Names,
    pub(super) keeper: Keeper,
}

impl AsMut<Keeper> for Book {
    fn as_mut(&mut self) -> &mut Keeper {
        &mut self.keeper
    }
}
