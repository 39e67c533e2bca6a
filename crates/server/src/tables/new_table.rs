//! A request for a new table, checked.

use super::names;
use super::options::Options;
use super::refusal::{Answer, Said, TableError};
use super::store::{Chair, SECRET_BYTES, StoredTable, now};
use crate::tokens::{self, Hash, derived, hash};
use boardbots_base::invalid::InputError;
use boardbots_game::game::Game;
use serde_json::{Map, Value, json};

/// Characters of a table's name in addresses.
pub const ID: usize = 10;

/// A table as it is wanted, ready to be kept.
///
/// # Errors
/// A part of the request that is missing or wrong.
pub fn kept(game: &dyn Game, said: &Said, secret: &[u8; SECRET_BYTES]) -> Answer<StoredTable> {
    let claim = claim(said)?;
    let id = tokens::random(ID);
    let seats = said.get("seats").and_then(Value::as_array).ok_or_else(|| bad("seats is a list"))?;
    if !game.seats().contains(&seats.len()) {
        let (least, most) = (game.seats().start().to_owned(), game.seats().end().to_owned());
        return Err(bad(&format!("{} has {least} to {most} seats", game.name())));
    }
    let mut chairs = Vec::with_capacity(seats.len());
    for (seat, wanted) in seats.iter().enumerate() {
        chairs.push(chair(game, wanted)?);
        let chair = &mut chairs[seat];
        match wanted["kind"].as_str() {
            Some("me") => chair.token = Some(hash(&[], &token_of(secret, &id, seat, claim))),
            Some("open") => chair.invitation = Some(hash(&[], &invitation_to_all(secret, &id, seat))),
            Some("invited") => chair.invitation = Some(hash(&[], &invitation_of(secret, &id, seat, claim))),
            _ => {}
        }
    }
    told_apart(&chairs)?;
    let people = chairs.iter().filter(|chair| chair.kind != "bot").count();
    let given = match said.get("options") {
        None | Some(Value::Null) => &Map::new(),
        Some(Value::Object(given)) => given,
        Some(_) => return Err(bad("options is an object")),
    };
    let options = Options::check(game, given, people)?.all();
    Ok(begun(game, id, options, hash(&[], claim), chairs))
}

/// A table as it is stored before its first choice.
pub fn begun(game: &dyn Game, id: String, options: Map<String, Value>, claim: Hash, chairs: Vec<Chair>) -> StoredTable {
    let (game, seed, created) = (game.name().into(), tokens::seed(), now());
    let (ended, choices, maker, reduced) = (None, Vec::new(), None, false);
    StoredTable { id, game, options, seed, claim, created, ended, chairs, choices, maker, reduced }
}

/// The claim that was said.
///
/// # Errors
/// A text that is no claim.
pub fn claim(said: &Said) -> Answer<&str> {
    Ok(tokens::claim(text(said, "claim").unwrap_or_default())?)
}

/// The answer to the maker: tokens and invitations by seats, always the same.
pub fn answer(secret: &[u8; SECRET_BYTES], id: &str, chairs: &[Chair], claim: &str) -> Value {
    let seats = chairs.iter().enumerate().map(|(seat, chair)| match (chair.kind, chair.invitation) {
        ("bot", _) => json!({ "seat": seat }),
        (_, Some(invitation)) => {
            let open = Some(invitation_to_all(secret, id, seat)).filter(|text| hash(&[], text) == invitation);
            json!({ "seat": seat, "invitation": open.unwrap_or_else(|| invitation_of(secret, id, seat, claim)) })
        }
        (_, None) => json!({ "seat": seat, "token": token_of(secret, id, seat, claim) }),
    });
    json!({ "id": id, "seats": seats.collect::<Value>() })
}

/// The token of a guest with an invitation.
pub fn token_of_guest(secret: &[u8; SECRET_BYTES], invitation: &str, claim: &str) -> String {
    derived(secret, &["guest", invitation, claim])
}

fn token_of(secret: &[u8; SECRET_BYTES], id: &str, seat: usize, claim: &str) -> String {
    derived(secret, &["seat", id, &seat.to_string(), claim])
}

fn invitation_of(secret: &[u8; SECRET_BYTES], id: &str, seat: usize, claim: &str) -> String {
    derived(secret, &["invitation", id, &seat.to_string(), claim])
}

/// The invitation of everybody to an open seat.
pub fn invitation_to_all(secret: &[u8; SECRET_BYTES], id: &str, seat: usize) -> String {
    derived(secret, &["open", id, &seat.to_string()])
}

fn chair(game: &dyn Game, wanted: &Value) -> Result<Chair, InputError> {
    let said = |key: &str| wanted[key].as_str().unwrap_or_default();
    let empty = |kind, player, name| Chair { kind, player, name, token: None, invitation: None, owner: None };
    match said("kind") {
        "me" => Ok(empty("human", None, names::of_person(said("name"))?)),
        "invited" | "open" => Ok(empty("invited", None, String::new())),
        "bot" => {
            let (spec, name) = names::bot(game, said("player"))?;
            Ok(empty("bot", Some(spec.to_string()), name))
        }
        other => Err(format!("kind is me, invited, open or bot, not {other:?}").into()),
    }
}

/// Checks that people's names can be told from those of others. All chairs of people are the maker's, who may use one
/// name on several.
fn told_apart(chairs: &[Chair]) -> Result<(), InputError> {
    let people = chairs.iter().filter(|chair| chair.kind == "human");
    people.map(|chair| chair.name.as_str()).try_for_each(|name| {
        let others = chairs.iter().filter(|other| other.kind == "bot" || other.name != name);
        names::differs(name, others.map(|other| other.name.as_str()))
    })
}

/// A text of what was said.
pub fn text<'a>(said: &'a Said, key: &str) -> Option<&'a str> {
    said.get(key).and_then(Value::as_str)
}

fn bad(why: &str) -> TableError {
    TableError::Bad(why.into())
}
