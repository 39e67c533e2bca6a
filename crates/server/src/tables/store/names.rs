//! Names that belong to their owners.

use super::{LAYOUT, Store, StoreError, Stored, now};
use crate::tables::passphrase::Recipe;
use crate::tokens::Hash;
use boardbots_base::names::skeletons;
use boardbots_base::store::{FileError, file, is_damage, readable};
use rusqlite::{Connection, Row, params};
use std::path::Path;

/// Protected names; beyond that, one that its owner has not used makes room.
const MOST: i64 = 10_000;
/// Within this many seconds nothing counts as unused.
const USED_WITHIN: i64 = 24 * 60 * 60;

/// A protected name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedName {
    /// The number of its owner; nobody gets it a second time.
    pub owner: i64,
    /// The name as it was protected.
    pub name: String,
    /// The recipe of its key.
    pub recipe: Recipe,
    /// The hash of its key.
    pub proof: Hash,
    /// The time at which it got its passphrase, in seconds since 1970.
    pub changed: i64,
}

/// The refusal to protect a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotProtected {
    /// It, or one that looks like it, belongs to an owner: as that is written.
    Taken(String),
    /// There are as many as there can be, all in use.
    Full,
}

impl Store {
    /// The protected names that look like this one: none or one, and two where it is like both and they are not
    /// like each other.
    ///
    /// # Errors
    /// [`StoreError::Row`] if one of them is damaged, or the database fails.
    pub async fn owned(&self, name: &str) -> Stored<Vec<OwnedName>> {
        let name = name.to_string();
        self.read(move |db, _| owned(db, &name)).await.map_err(StoreError::of_rows)
    }

    /// Protects a name from now on.
    ///
    /// # Errors
    /// As [`Store::owned`].
    pub async fn protect(
        &self,
        name: &str,
        recipe: Recipe,
        proof: Hash,
    ) -> Result<Result<OwnedName, NotProtected>, StoreError> {
        let name = name.to_string();
        let protected = self.write(move |db, _| {
            if let Some(other) = owned(db, &name)?.into_iter().next() {
                return Ok(Err(NotProtected::Taken(other.name)));
            }
            let count: i64 = db.query_row("SELECT count(*) FROM names", [], |row| row.get(0))?;
            if count >= MOST && !make_room(db)? {
                return Ok(Err(NotProtected::Full));
            }
            let ([look, small], (scheme, salt), at) = (skeletons(&name), recipe.row(), now());
            db.prepare(
                "INSERT INTO names (name, look, small, scheme, salt, proof, changed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![name, look, small, scheme, salt, proof, at])?;
            Ok(Ok(OwnedName { owner: db.last_insert_rowid(), name, recipe, proof, changed: at }))
        });
        protected.await.map_err(StoreError::of_rows)
    }

    /// Gives a name another key, or another way to the same one; true if it still had the one that was known.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn renew(&self, known: OwnedName, recipe: Recipe, proof: Hash) -> Stored<bool> {
        self.write(move |db, _| {
            let ((scheme, salt), at) = (recipe.row(), if proof == known.proof { known.changed } else { now() });
            let mut change = db.prepare(
                "UPDATE names SET scheme = ?3, salt = ?4, proof = ?5, changed = ?6 WHERE owner = ?1 AND proof = ?2",
            )?;
            Ok(change.execute(params![known.owner, known.proof, scheme, salt, proof, at])? > 0)
        })
        .await
    }

    /// Takes the protection off a name; true if it still had the key that was known.
    ///
    /// # Errors
    /// If it cannot be written.
    pub async fn release(&self, known: OwnedName) -> Stored<bool> {
        self.write(move |db, _| {
            let mut gone = db.prepare("DELETE FROM names WHERE owner = ?1 AND proof = ?2")?;
            Ok(gone.execute(params![known.owner, known.proof])? > 0)
        })
        .await
    }
}

/// Takes the protection off a name whose passphrase is lost, and off those that look like it, in the database of a
/// server, which may run. Returns the number of names.
///
/// # Errors
/// Everything that [`FileError`] says about opening, or it cannot be written.
pub fn free(path: &Path, name: &str) -> Result<usize, FileError> {
    if !path.exists() {
        return Err(FileError::Missing(path.to_path_buf()));
    }
    let db = file::open(path, &LAYOUT)?;
    Ok(db.execute(&format!("DELETE FROM names WHERE {LIKE}"), like(name))?)
}

/// Looks of names follow the tables of this version, which earlier ones may have had otherwise: makes them anew.
pub(super) fn look_again(db: &Connection) {
    let again = || {
        let mut found = db.prepare("SELECT owner, name FROM names")?;
        let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let names: Vec<(i64, String)> = readable(rows, "protected names")?;
        let mut change = db.prepare(
            "UPDATE names SET look = ?2, small = ?3 WHERE owner = ?1 AND (look IS NOT ?2 OR small IS NOT ?3)",
        )?;
        names.into_iter().try_for_each(|(owner, name)| {
            let [look, small] = skeletons(&name);
            change.execute(params![owner, look, small]).map(|_| ())
        })
    };
    let done: rusqlite::Result<()> = again();
    if let Err(error) = done {
        log::warn!("names that look like protected ones may not be recognised: {error}");
    }
}

/// The condition for rows that look like the name that [`like`] gives.
const LIKE: &str = "name = ?1 OR ?2 <> '' AND (look = ?2 OR small = ?2) OR ?3 <> '' AND (look = ?3 OR small = ?3)";

fn like(name: &str) -> [String; 3] {
    let [look, small] = skeletons(name);
    [name.to_string(), look, small]
}

fn owned(db: &Connection, name: &str) -> Stored<Vec<OwnedName>> {
    // The one with just this name first.
    let mut found = db.prepare(&format!(
        "SELECT owner, name, scheme, salt, proof, changed FROM names WHERE {LIKE} ORDER BY name <> ?1, owner"
    ))?;
    let mut rows = found.query(like(name))?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(read(row)?);
    }
    Ok(all)
}

/// A row; a damaged one is as good as locked, so it is said of which name it is.
fn read(row: &Row<'_>) -> Stored<OwnedName> {
    let name: String = row.get(1)?;
    let damaged = |why: &dyn std::fmt::Display| {
        StoreError::Row(format!("the protected name {name}, which the operator can free: {why}"))
    };
    let parts = || Ok((row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?));
    let (owner, scheme, salt, proof, changed) = match parts() {
        Err(error) if is_damage(&error) => return Err(damaged(&error)),
        read => read?,
    };
    let (scheme, salt): (i64, Vec<u8>) = (scheme, salt);
    let Some(recipe) = Recipe::of_row(scheme, &salt) else {
        let (newest, length) = (Recipe::NEWEST, salt.len());
        let why = format_args!("scheme {scheme} with a salt of {length} bytes; this version knows 1 to {newest}");
        return Err(damaged(&why));
    };
    Ok(OwnedName { owner, name, recipe, proof, changed })
}

/// Frees the oldest name under which its owner has never sat down; true if there was one.
fn make_room(db: &Connection) -> Stored<bool> {
    let mut gone = db.prepare(
        "DELETE FROM names WHERE owner = (
             SELECT owner FROM names WHERE changed < ?1
                 AND NOT EXISTS (SELECT 1 FROM chairs WHERE chairs.owner = names.owner)
                 AND NOT EXISTS (SELECT 1 FROM tallies WHERE tallies.owner = names.owner) ORDER BY owner LIMIT 1)",
    )?;
    Ok(gone.execute([now() - USED_WITHIN])? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retention::Keep;

    async fn execute(store: &Store, sql: &'static str) {
        store.write(move |db, _| Ok(db.execute_batch(sql)?)).await.expect("done");
    }

    fn recipe(salt: u8) -> Recipe {
        Recipe::of_row(Recipe::NEWEST, &[salt; 16]).expect("of this version")
    }

    async fn again(store: &Store) {
        let looked = store.write(|db, _| {
            look_again(db);
            Ok(())
        });
        looked.await.expect("done");
    }

    fn names(found: &[OwnedName]) -> Vec<&str> {
        found.iter().map(|found| found.name.as_str()).collect()
    }

    #[tokio::test]
    async fn a_name_is_protected_with_all_that_look_like_it() {
        let (store, ..) = Store::open(None, Keep::default()).expect("in memory");
        let ada = store.protect("Ada", recipe(1), [2; 32]).await.expect("kept").expect("free");
        for alike in ["Ada", "ADA", "\u{410}da", "A da"] {
            assert_eq!(store.owned(alike).await.expect("read"), std::slice::from_ref(&ada), "{alike}");
            let taken = Err(NotProtected::Taken("Ada".into()));
            assert_eq!(store.protect(alike, recipe(1), [2; 32]).await.expect("read"), taken, "{alike}");
        }
        assert!(store.owned("Eva").await.expect("read").is_empty());
        // A key that another request has changed meanwhile.
        assert!(store.renew(ada.clone(), recipe(3), [4; 32]).await.expect("kept"));
        assert!(!store.renew(ada.clone(), recipe(5), [6; 32]).await.expect("kept"));
        assert!(!store.release(ada.clone()).await.expect("kept"));
        let now = store.owned("Ada").await.expect("read").remove(0);
        assert_eq!((&now.recipe, now.proof, now.owner), (&recipe(3), [4; 32], ada.owner));
        assert!(store.release(now).await.expect("kept"));
        // The next owner is another one.
        let next = store.protect("ADA", recipe(1), [2; 32]).await.expect("kept").expect("free");
        assert!(next.owner > ada.owner);
    }

    #[tokio::test]
    async fn a_name_between_two_is_like_both() {
        let (store, ..) = Store::open(None, Keep::default()).expect("in memory");
        // In capitals they are alike; as they are written they are not.
        for name in ["Bob", "\u{432}о\u{432}"] {
            store.protect(name, recipe(1), [2; 32]).await.expect("kept").expect("free");
        }
        let both = store.owned("\u{412}O\u{412}").await.expect("read");
        assert_eq!(both.len(), 2, "{both:?}");
        assert_eq!(names(&store.owned("Bob").await.expect("read")), ["Bob"]);
    }

    #[tokio::test]
    async fn damaged_rows_stay_locked_and_looks_come_back() {
        let (store, ..) = Store::open(None, Keep::default()).expect("in memory");
        for name in ["Ada", "Eve"] {
            store.protect(name, recipe(1), [2; 32]).await.expect("kept").expect("free");
        }
        for damage in ["salt = 'x'", "proof = x'00'", "scheme = 3", "salt = x'00'", "changed = 'noon'"] {
            let sql = format!(
                "UPDATE names SET salt = zeroblob(16), proof = zeroblob(32), scheme = 1, changed = 0;
                UPDATE names SET {damage} WHERE name = 'Ada'"
            );
            store.write(move |db, _| Ok(db.execute_batch(&sql)?)).await.expect("done");
            for alike in ["Ada", "ADA"] {
                let why = store.owned(alike).await.expect_err("damaged").to_string();
                assert!(why.contains("name Ada, which the operator can free"), "{why}");
            }
            assert!(store.protect("Ada", recipe(1), [2; 32]).await.is_err());
            assert_eq!(store.owned("Eve").await.expect("read").len(), 1);
        }
        execute(&store, "UPDATE names SET scheme = 1, changed = 0, look = 'x', small = zeroblob(1)").await;
        assert!(store.owned("ADA").await.expect("read").is_empty());
        assert!(!store.owned("Ada").await.expect("read").is_empty(), "the name itself is found");
        again(&store).await;
        assert_eq!(names(&store.owned("ADA").await.expect("read")), ["Ada"]);
    }

    #[tokio::test]
    async fn unused_names_make_room() {
        let (store, ..) = Store::open(None, Keep::default()).expect("in memory");
        let sql = format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MOST})
             INSERT INTO names (name, look, small, scheme, salt, proof, changed)
             SELECT 'n' || i, 'n' || i, 'n' || i, 1, zeroblob(16), zeroblob(32), {} FROM n;
             INSERT INTO tables (number, id, game, options, seed, claim, created, touched) VALUES (1, 'a', 'pile', '{{}}', 1, x'', 1, 1);
             INSERT INTO chairs (number, seat, kind, name, owner) VALUES (1, 0, 'human', 'n1', 1)",
            now()
        );
        store.write(move |db, _| Ok(db.execute_batch(&sql)?)).await.expect("done");
        let protect = async || store.protect("Ada", recipe(1), [2; 32]).await.expect("read").map(|ada| ada.name);
        assert_eq!(protect().await, Err(NotProtected::Full));
        execute(&store, "UPDATE names SET changed = 0").await;
        assert_eq!(protect().await.as_deref(), Ok("Ada"));
        let left = async |name| store.owned(name).await.expect("read").len();
        assert_eq!((left("n1").await, left("n2").await, left("n3").await), (1, 0, 1));
    }

    #[test]
    fn the_operator_frees_a_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tables.db");
        assert!(matches!(free(&path, "Ada"), Err(FileError::Missing(_))));
        let (store, ..) = Store::open(Some(&path), Keep::default()).expect("a database");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let sql =
            "INSERT INTO names (name, look, small, scheme, salt, proof, changed) VALUES ('Ada', 'x', 'x', 7, 1, 2, 3)";
        runtime.block_on(execute(&store, sql));
        runtime.block_on(again(&store));
        // While the server runs.
        assert_eq!(
            (free(&path, "Eve").ok(), free(&path, "ADA").ok(), free(&path, "Ada").ok()),
            (Some(0), Some(1), Some(0))
        );
        assert!(runtime.block_on(store.owned("Ada")).expect("read").is_empty());
    }
}
