//! The way to a seat: the link of an invitation, the address of a table with an open seat, or that of a server.

use super::wire::{Failure, TableServer};
use crate::server::{Server, ServerError};
use serde_json::Value;

/// The path of a league's page, which stands for the league in addresses.
pub(super) const LEAGUE: &str = "/league";
/// The path of a table's page, before its id.
const TABLES: &str = "/tables/";

/// An address that leads to a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The server.
    pub server: Server,
    /// The table; `None` for the next one that has an open seat.
    pub table: Option<String>,
    /// The secret that the seat is taken with; `None` for an open seat.
    pub secret: Option<String>,
    /// True for the address of a league, in which a player has a key and no seat.
    pub league: bool,
}

impl Invitation {
    /// The address of a server or of a table, or the link of an invitation, as the server's pages show it.
    ///
    /// # Errors
    /// It begins with no address of a server.
    pub fn parse(text: &str) -> Result<Self, ServerError> {
        let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
        if let Some(server) = address.trim_end_matches('/').strip_suffix(LEAGUE) {
            return Ok(Self { server: server.parse()?, table: None, secret: None, league: true });
        }
        let Some((server, table)) = address.split_once(TABLES) else {
            return Ok(Self { server: address.parse()?, table: None, secret: None, league: false });
        };
        let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let table = table.trim_end_matches('/');
        if !plain(table) {
            return Err(ServerError::Extra(format!("{TABLES}{table}")));
        }
        let secret = fragment.split('&').find_map(|part| part.strip_prefix("invite="));
        Ok(Self {
            server: server.parse()?,
            table: Some(table.into()),
            secret: secret.map(str::to_string),
            league: false,
        })
    }
}

/// A seat that can be taken: its table, its game and the secret to take it with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSeat {
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// The secret.
    pub secret: String,
}

/// The seats of a table, or of all tables of a server, that everybody may take, the one that waits longest first.
///
/// # Errors
/// See [`Failure`].
pub fn open_seats(server: &TableServer, table: Option<&str>) -> Result<Vec<OpenSeat>, Failure> {
    let tables = match table {
        Some(table) => vec![server.get(&format!("/api/tables/{table}"), None)?],
        None => match server.get("/api/tables", None)?["running"].take() {
            Value::Array(tables) => tables,
            _ => Vec::new(),
        },
    };
    let mut seats: Vec<(i64, OpenSeat)> = tables.iter().filter_map(open_seat).collect();
    seats.sort_by_key(|(created, _)| *created);
    Ok(seats.into_iter().map(|(_, seat)| seat).collect())
}

/// The first open seat of a table that takes programs, with the time at which the table was made.
fn open_seat(table: &Value) -> Option<(i64, OpenSeat)> {
    if table["programs"] == false {
        return None;
    }
    let secret = table["seats"].as_array()?.iter().find_map(|seat| seat["invitation"].as_str())?;
    let text = |key: &str| table[key].as_str().map(str::to_string);
    let seat = OpenSeat { table: text("id")?, game: text("game")?, secret: secret.into() };
    Some((table["created"].as_i64().unwrap_or_default(), seat))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn links_lead_to_seats() {
        let parse = |text| Invitation::parse(text).map(|it| (it.server.to_string(), it.table, it.secret));
        let some = |text: &str| Some(text.to_string());
        for (text, due) in [
            ("http://h:9000", ("http://h:9000", None, None)),
            ("http://h/p/tables/aB3", ("http://h/p", some("aB3"), None)),
            ("http://h/tables/aB3#invite=xyz&seat=1", ("http://h", some("aB3"), some("xyz"))),
            ("http://h/tables/aB3/#step=6", ("http://h", some("aB3"), None)),
        ] {
            assert_eq!(parse(text), Ok((due.0.to_string(), due.1, due.2)), "{text}");
        }
        let league = Invitation::parse("http://h:9000/league/").expect("a league");
        assert_eq!((league.server.to_string().as_str(), league.league), ("http://h:9000", true));
        for text in ["h/tables/x", "http://h/tables/", "http://h/tables/a/b", "http://h/tables/%2e"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tables_that_refuse_programs_have_no_seat_for_one() {
        let table = |programs: Value| {
            json!({ "id": "a", "game": "g", "created": 7, "programs": programs,
                "seats": [{ "kind": "human" }, { "kind": "invited", "invitation": "s" }] })
        };
        let seat = OpenSeat { table: "a".into(), game: "g".into(), secret: "s".into() };
        assert_eq!(open_seat(&table(Value::Null)), Some((7, seat.clone())));
        assert_eq!(open_seat(&table(json!(true))), Some((7, seat)));
        assert_eq!(open_seat(&table(json!(false))), None);
        assert_eq!(open_seat(&json!({ "id": "a", "game": "g", "seats": [{ "kind": "invited" }] })), None);
    }
}
