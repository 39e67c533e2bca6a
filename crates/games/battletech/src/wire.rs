//! JSON forms of the small types: hexes as `CCRR`, locations by the files' words, sides by their numbers.

use super::hex::{Hex, Side};
use super::location::Location;
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse_or_nowhere(text.as_bytes())
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &"a hex of four digits"))
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
