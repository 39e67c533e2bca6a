//! Changes of a chair's occupant.

use super::tables::whole;
use super::{Store, StoreError, now};
use crate::tokens::Hash;
use boardbots_base::store::readable;
use rusqlite::params;

impl Store {
    /// Stores that a guest has sat down.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn sit(
        &self,
        id: &str,
        seat: usize,
        (name, owner): (String, Option<i64>),
        token: Hash,
    ) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |db, _| {
            db.prepare(
                "UPDATE chairs SET kind = 'human', name = ?3, token = ?4, owner = ?5
                 WHERE number = (SELECT number FROM tables WHERE id = ?1) AND seat = ?2",
            )?
            .execute(params![id, whole(seat), name, token, owner])?;
            db.prepare("UPDATE tables SET touched = ?2 WHERE id = ?1")?.execute(params![id, now()])?;
            Ok(())
        })
        .await
    }

    /// Stores that the seat of a guest is free again.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn rise(&self, id: &str, seat: usize) -> Result<(), StoreError> {
        let id = id.to_string();
        self.write(move |db, _| {
            db.prepare(
                "UPDATE chairs SET kind = 'invited', name = '', token = NULL, owner = NULL
                 WHERE number = (SELECT number FROM tables WHERE id = ?1) AND seat = ?2",
            )?
            .execute(params![id, whole(seat)])?;
            Ok(())
        })
        .await
    }

    /// The seats of a table on which people sit who have come.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn arrived(&self, id: &str) -> Result<Vec<usize>, StoreError> {
        let id = id.to_string();
        self.read(move |db, _| {
            let mut found = db.prepare(
                "SELECT seat FROM chairs JOIN tables USING (number)
                 WHERE id = ?1 AND kind = 'human' AND seat BETWEEN 0 AND 99 ORDER BY seat",
            )?;
            Ok(readable(found.query_map([id], |row| row.get(0).map(u8::into))?, "chairs of a table")?)
        })
        .await
    }
}
