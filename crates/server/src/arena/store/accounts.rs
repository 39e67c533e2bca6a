//! Users as the administration changes them, and the course. House bots have rows among the users, whose id is their
//! name; they are none of them.

use super::users::{Book, Names, insert};
use super::{Store, Stored};
use crate::admin::{Account, AdminError, Answer, Change, Course};
use crate::tokens::{hash, token};
use boardbots_base::names::Taken;
use boardbots_base::store::readable;
use rusqlite::{Connection, OptionalExtension, params};

impl Store {
    /// All users that have not been removed, by name.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn accounts(&self) -> Stored<Vec<Account>> {
        self.read(|db, _| list(db)).await
    }

    /// Makes users with these names, `most` in all; their keys.
    ///
    /// # Errors
    /// If the database fails; inside, [`AdminError::Taken`] or [`AdminError::Full`], and nobody is made.
    pub async fn add(&self, names: Vec<String>, most: usize) -> Stored<Answer<Vec<String>>> {
        self.write(move |db, book| add(db, book, &names, most)).await
    }

    /// Changes the user of this name; their new key, if they get one.
    ///
    /// # Errors
    /// If the database fails; inside, [`AdminError::Unknown`] or [`AdminError::Taken`].
    pub async fn change(&self, name: String, change: Change) -> Stored<Answer<Option<String>>> {
        self.write(move |db, book| self::change(db, book, &name, change)).await
    }

    /// The course; an empty one if none is kept that can be read.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn course(&self) -> Stored<Course> {
        self.read(|db, _| Ok(Course::kept(db)?.unwrap_or_default())).await
    }

    /// Keeps the course.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn set_course(&self, course: Course) -> Stored<()> {
        self.write(move |db, _| course.keep(db)).await
    }
}

fn list(db: &Connection) -> Stored<Vec<Account>> {
    let mut users = db.prepare(
        "SELECT name, state, created, games, last_seen FROM users WHERE id <> name AND state < 2 ORDER BY name",
    )?;
    let users = users.query_map([], |row| {
        let (name, state, created, games, last_seen): (_, i64, _, _, _) = row.try_into()?;
        Ok(Account { name, disabled: state != 0, created, games, last_seen })
    })?;
    Ok(readable(users, "users")?)
}

fn add(db: &Connection, book: &mut Book, names: &[String], most: usize) -> Stored<Answer<Vec<String>>> {
    let mut batch = Taken::default();
    if let Some(at) = names.iter().position(|name| book.names.has(name) || !batch.insert(name)) {
        return Ok(Err(AdminError::Taken(at)));
    }
    if book.names.users + names.len() > most {
        return Ok(Err(AdminError::Full));
    }
    let made = names.iter().map(|name| {
        let key = token();
        insert(db, book, name, &key).map(|_| key)
    });
    made.collect::<Stored<Vec<String>>>().map(Ok)
}

fn change(db: &Connection, book: &mut Book, name: &str, change: Change) -> Stored<Answer<Option<String>>> {
    let found = "SELECT id FROM users WHERE name = ?1 AND id <> name AND state < 2";
    let Some(id) = db.query_row(found, [name], |row| row.get::<_, String>(0)).optional()? else {
        return Ok(Err(AdminError::Unknown(format!("player {name}"))));
    };
    let key = token();
    let reset =
        |book: &Book| db.execute("UPDATE users SET key_hash = ?2 WHERE id = ?1", params![id, hash(&book.salt, &key)]);
    let state = |state: i64| db.execute("UPDATE users SET state = ?2 WHERE id = ?1", params![id, state]);
    match change {
        Change::Reset => {
            reset(book)?;
            return Ok(Ok(Some(key)));
        }
        Change::Disable => state(1)?,
        Change::Enable => state(0)?,
        Change::Rename(new) => return Ok(rename(db, book, &id, &new)?.map(|()| None)),
        Change::Remove => {
            // Nobody is told this key.
            reset(book)?;
            state(2)?;
            let gone = db.query_row("SELECT count(*) FROM users WHERE state = 2", [], |row| row.get::<_, u32>(0))?;
            let mut names = (gone..=u32::MAX).map(|n| format!("removed-{n}"));
            let free = names.find(|name| !book.names.has(name)).unwrap_or_default();
            return Ok(rename(db, book, &id, &free)?.map(|()| None));
        }
    };
    Ok(Ok(None))
}

/// Gives a user another name, also in the games that they have played, unless it looks like that of another.
fn rename(db: &Connection, book: &mut Book, id: &str, new: &str) -> Stored<Answer<()>> {
    let others = Names::read(db, id)?;
    if others.has(new) {
        return Ok(Err(AdminError::Taken(0)));
    }
    db.execute("UPDATE users SET name = ?2 WHERE id = ?1", [id, new])?;
    db.execute("UPDATE seats SET name = ?2 WHERE user = ?1", [id, new])?;
    book.names = others;
    book.names.add(new);
    Ok(Ok(()))
}
