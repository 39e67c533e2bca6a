//! What happened in a turn, as its JSON: records are compared by it and never read back.

use crate::battle::Event;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The events of a turn as JSON without blanks, which is the same for the same events only. Empty
/// before the turn is over.
///
/// The events follow from the set-up and the answers: a type of their own to read
/// thirty kinds of them would be a large part of a board's binary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

impl<'de> Deserialize<'de> for Chronicle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut text = String::new();
        Copy(&mut text).deserialize(deserializer)?;
        Ok(Self(text))
    }
}

/// Writes what is read, without its blanks and with its texts as they are written here.
struct Copy<'a>(&'a mut String);

impl Copy<'_> {
    fn quote<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.push_str(&serde_json::to_string(text).map_err(E::custom)?);
        Ok(())
    }

    fn plain(self, word: &dyn fmt::Display) {
        self.0.push_str(&word.to_string());
    }
}

impl<'de> DeserializeSeed<'de> for Copy<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Copy<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("events, which know no fractions")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.plain(&value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.plain(&value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.plain(&value);
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.plain(&"null");
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.quote(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.push('[');
        let mut length = 0;
        loop {
            let before = self.0.len();
            if length > 0 {
                self.0.push(',');
            }
            if list.next_element_seed(Copy(self.0))?.is_none() {
                self.0.truncate(before);
                break;
            }
            length += 1;
        }
        self.0.push(']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.push('{');
        let mut separator = "";
        while let Some(key) = map.next_key::<String>()? {
            self.0.push_str(separator);
            Copy(self.0).quote(&key)?;
            self.0.push(':');
            map.next_value_seed(Copy(self.0))?;
            separator = ",";
        }
        self.0.push('}');
        Ok(())
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
