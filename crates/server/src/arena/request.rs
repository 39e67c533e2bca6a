//! What a request says: its parameters, wherever they stand.

use super::answer::Answer;
use crate::web::{Limits, request};
use axum::extract::Request;
use axum::http::{HeaderMap, header};

/// Parameters of the query string, then those of the body: a form, or a JSON object. The
/// first of a name counts, as on the original server.
#[derive(Debug, Default)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Reads a whole request.
    ///
    /// # Errors
    /// [`Answer::TooLong`] and [`Answer::TooSlow`] by the limits on bodies,
    /// [`Answer::Refused`] if a body ends too soon. A body that is neither form nor JSON has
    /// no parameters, which is no error here.
    pub async fn read(request: Request, limits: &Limits) -> Result<Self, Answer> {
        let (head, body) = request.into_parts();
        let query = head.uri.query().unwrap_or_default();
        let mut params = pairs(query.as_bytes());
        let body = request::body(body, limits).await?;
        params.extend(if is_json(&head.headers) { members(&body) } else { pairs(&body) });
        Ok(Self(params))
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, if it is not blank.
    pub fn filled(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !value.trim().is_empty())
    }
}

fn pairs(text: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(text).into_owned().collect()
}

fn is_json(headers: &HeaderMap) -> bool {
    let form = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let form = form.split(';').next().unwrap_or_default().trim();
    form.eq_ignore_ascii_case("application/json") || form.eq_ignore_ascii_case("text/json")
}

/// The plain members of a JSON object, as texts.
fn members(text: &[u8]) -> Vec<(String, String)> {
    use serde_json::Value;
    let Ok(Value::Object(object)) = serde_json::from_slice(text) else { return Vec::new() };
    let plain = object.into_iter().filter_map(|(name, value)| {
        let text = match value {
            Value::Null => String::new(),
            Value::Bool(value) => value.to_string(),
            Value::Number(value) => value.to_string(),
            Value::String(value) => value,
            Value::Array(_) | Value::Object(_) => return None,
        };
        Some((name, text))
    });
    plain.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_members_become_texts() {
        let found = members(br#"{"key":"abc","turns":5,"map":null,"odd":[1],"yes":true}"#);
        let text = |name: &str| found.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        assert_eq!(
            [text("key"), text("turns"), text("map"), text("odd"), text("yes")],
            [Some("abc"), Some("5"), Some(""), None, Some("true")]
        );
        assert!(members(b"[1,2]").is_empty() && members(b"{").is_empty());
    }

    #[test]
    fn forms_are_decoded() {
        assert_eq!(pairs(b"map=%40%31+x&dir"), [("map".into(), "@1 x".into()), ("dir".into(), String::new())]);
    }
}
