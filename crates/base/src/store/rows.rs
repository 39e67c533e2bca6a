//! Rows of a database that something else may have changed: one that is damaged costs itself alone.

use rusqlite::Error;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The number of rows left out of each list when that was last logged.
static LEFT_OUT: Mutex<BTreeMap<&'static str, usize>> = Mutex::new(BTreeMap::new());

/// True if a row could not be read because of its content: a value of another type, a number out of range, invalid
/// text, another number of rows than expected.
#[must_use]
pub fn is_damage(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
            | Error::QueryReturnedNoRows
    )
}

/// All rows of a list that can be read. Damaged ones are left out; the log says how many, whenever
/// that changes.
///
/// # Errors
/// If the statement fails.
pub fn readable<T>(rows: impl Iterator<Item = Result<T, Error>>, list: &'static str) -> Result<Vec<T>, Error> {
    let (mut read, mut damaged, mut example) = (Vec::new(), 0, None);
    for row in rows {
        match row {
            Ok(row) => read.push(row),
            Err(error) if is_damage(&error) => {
                damaged += 1;
                example.get_or_insert(error);
            }
            Err(error) => return Err(error),
        }
    }
    let mut left_out = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    let before = left_out.insert(list, damaged).unwrap_or(0);
    if let Some(example) = example.filter(|_| damaged != before) {
        log::warn!("{list}: {damaged} damaged rows of the database are left out, the first because of: {example}");
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::Connection;

    #[test]
    fn a_damaged_row_costs_itself_alone() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE t (a); INSERT INTO t VALUES (1), ('x'), (NULL), (-1), (2)").unwrap();
        let mut statement = connection.prepare("SELECT a FROM t").unwrap();
        let rows = statement.query_map([], |row| row.get::<_, u8>(0)).unwrap();
        assert_eq!(readable(rows, "numbers").unwrap(), [1, 2]);
        let failing = [Ok(1), Err(Error::InvalidQuery), Ok(2)];
        assert!(readable(failing.into_iter(), "numbers").is_err(), "the database is not blamed on a row");
    }
}
