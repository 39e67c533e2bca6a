//! The course of a server: what its pages show to all who play there.

use boardbots_base::invalid::InputError;
use boardbots_base::names;
use boardbots_base::store::Stored;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Most characters of a course's name.
const LONGEST_NAME: usize = 60;
/// Most characters of the announcements.
const LONGEST: usize = 2000;

/// The course of a server. Each part may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Course {
    /// Its name.
    pub name: String,
    /// The colour of its pages, `#rrggbb`.
    pub colour: String,
    /// Plain text for its players.
    pub announcements: String,
}

impl Course {
    /// The course in a JSON object, checked.
    ///
    /// # Errors
    /// Another member, or a part that is not allowed.
    pub fn read(json: &[u8]) -> Result<Self, InputError> {
        let Self { name, colour, announcements } = serde_json::from_slice(json).map_err(|error| {
            InputError::new(format_args!("send an object with name, colour and announcements: {error}"))
        })?;
        let name = match name.trim() {
            "" => String::new(),
            name => names::check(name, 1, LONGEST_NAME).map_err(|error| InputError::new(error).at("name"))?,
        };
        let digits = colour.strip_prefix('#').unwrap_or_default();
        if !colour.is_empty() && (digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit())) {
            return Err("colour is #rrggbb, such as #2a6549, or empty".into());
        }
        let announcements = announcements.replace("\r\n", "\n").trim().to_string();
        if announcements.chars().count() > LONGEST {
            return Err(format!("announcements has at most {LONGEST} characters").into());
        }
        if let Some(letter) = announcements.chars().find(|&letter| letter.is_control() && letter != '\n') {
            return Err(format!("announcements is plain text, without U+{:04X}", u32::from(letter)).into());
        }
        Ok(Self { name, colour, announcements })
    }

    /// The course kept in a database; `None` if it keeps none that can be read.
    ///
    /// # Errors
    /// If the database fails.
    pub fn kept(db: &Connection) -> Stored<Option<Self>> {
        let sql = "SELECT CAST(value AS BLOB) FROM meta WHERE name = 'course'";
        let json: Option<Vec<u8>> = db.query_row(sql, [], |row| row.get(0)).optional()?;
        Ok(json.and_then(|json| Self::read(&json).ok()))
    }

    /// Keeps the course in a database.
    ///
    /// # Errors
    /// If the database fails.
    pub fn keep(&self, db: &Connection) -> Stored<()> {
        let json = json!(self).to_string();
        let sql = "INSERT OR REPLACE INTO meta (name, value) VALUES ('course', ?1)";
        Ok(db.execute(sql, [json.as_bytes()]).map(drop)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_part_is_checked() {
        let read = |value: serde_json::Value| Course::read(value.to_string().as_bytes());
        let course = read(json!({ "name": " AI 1 ", "colour": "#2A6549", "announcements": "a\r\nb\n" })).unwrap();
        assert_eq!((&*course.name, &*course.colour, &*course.announcements), ("AI 1", "#2A6549", "a\nb"));
        assert_eq!(read(json!({})), Ok(Course::default()));
        assert!(read(json!({ "announcements": "ñ".repeat(LONGEST) })).is_ok());
        for (wrong, part) in [
            (json!({ "name": "a\u{202e}b" }), "name: "),
            (json!({ "name": "x".repeat(61) }), "name: "),
            (json!({ "colour": "red" }), "#rrggbb"),
            (json!({ "colour": "#12345é" }), "#rrggbb"),
            (json!({ "colour": "#1234567" }), "#rrggbb"),
            (json!({ "announcements": "ñ".repeat(LONGEST + 1) }), "2000"),
            (json!({ "announcements": "\u{1b}[2J" }), "U+001B"),
            (json!({ "title": "x" }), "title"),
            (json!([1]), "send an object"),
        ] {
            assert!(read(wrong.clone()).is_err_and(|error| error.contains(part)), "{wrong}");
        }
    }
}
