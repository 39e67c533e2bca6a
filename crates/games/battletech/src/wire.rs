//! How the small types stand in JSON: hexes as `CCRR`, locations by the files' words, sides by
//! their numbers.

use super::hex::{Hex, Side};
use super::location::Location;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Digits)
    }
}

impl Serialize for Location {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.number())
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_number(number)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number.into()), &"a side, 1 to 6"))
    }
}

/// Reads the four digits of a hex.
struct Digits;

impl Visitor<'_> for Digits {
    type Value = Hex;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hex of four digits")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Hex, E> {
        let hex = || {
            if text.len() != 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            if text == "0000" {
                return Some(Hex::NOWHERE);
            }
            let (column, row) = (text[..2].parse::<u8>().ok()?, text[2..].parse::<u8>().ok()?);
            Some(Hex::new(column.checked_sub(1)?, row.checked_sub(1)?))
        };
        hex().ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_types_come_back_from_json() {
        let hexes = vec![Hex::new(0, 0), Hex::new(98, 9), Hex::NOWHERE];
        let text = serde_json::to_string(&hexes).expect("it is plain");
        assert_eq!(text, r#"["0101","9910","0000"]"#);
        assert_eq!(serde_json::from_str::<Vec<Hex>>(&text).expect("as written"), hexes);
        for wrong in ["\"0100\"", "\"12345\"", "\"1é1\"", "\"\"", "1"] {
            assert!(serde_json::from_str::<Hex>(wrong).is_err(), "{wrong}");
        }
        for location in Location::ALL {
            let text = serde_json::to_string(&location).expect("it is plain");
            assert_eq!(text, format!("\"{}\"", location.word()));
        }
        for side in Side::ALL {
            let text = serde_json::to_string(&side).expect("it is plain");
            assert_eq!(serde_json::from_str::<Side>(&text).expect("as written"), side);
        }
        assert!(serde_json::from_str::<Side>("7").is_err());
    }
}
