//! What happened in a turn, as its JSON: records are compared by it and never read back.

use crate::battle::Event;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// The events of a turn as JSON without blanks. Empty before the turn is over. Two are the same if their JSON
/// says the same, in whatever order and with whatever blanks.
///
/// The events follow from the set-up and the answers: a type of their own to read
/// thirty kinds of them would be a large part of a board's binary.
#[derive(Clone, Debug, Default)]
pub struct Chronicle(pub String);

impl Chronicle {
    /// The chronicle of these events.
    #[must_use]
    pub fn of(events: &[Event]) -> Self {
        Self(serde_json::to_string(events).expect("texts, numbers and lists always have a JSON form"))
    }

    /// Whether the turn is not over.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl PartialEq for Chronicle {
    fn eq(&self, other: &Self) -> bool {
        let read = |text: &str| serde_json::from_str::<Value>(text).ok();
        self.0 == other.0 || read(&self.0).is_some_and(|events| Some(events) == read(&other.0))
    }
}

impl Eq for Chronicle {}

impl<'de> Deserialize<'de> for Chronicle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let events = Value::deserialize(deserializer)?;
        if has_fraction(&events) {
            return Err(D::Error::custom("events know no fractions"));
        }
        Ok(Self(events.to_string()))
    }
}

fn has_fraction(events: &Value) -> bool {
    match events {
        Value::Number(number) => number.is_f64(),
        Value::Array(list) => list.iter().any(has_fraction),
        Value::Object(map) => map.values().any(has_fraction),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_spellings_do_not_matter() {
        let read = |text: &str| serde_json::from_str::<Chronicle>(text);
        let text = r#"[{"event":"x","list":[1,-2,true,null,[],{}],"text":"\"\\é\n"},{"a":{"b":"c"}}]"#;
        assert_eq!(read(text).expect("it is plain").0, text);
        let odd = text.replace(',', " ,\n").replace(':', ": ").replace('é', "\\u00e9").replace('[', "[\t");
        assert_eq!(read(&odd).expect("it is plain").0, text);
        for wrong in ["[1.5]", "[1", "", "{1:2}", "[\"\\x\"]", &"[".repeat(1000)] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
