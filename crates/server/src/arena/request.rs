//! The parameters of a request, wherever they stand in it.

use super::answer::Answer;
use crate::web::{Limits, request};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use serde_json::Value;

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
    request::parameters(text).map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

fn is_json(headers: &HeaderMap) -> bool {
    let form = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let form = form.split(';').next().unwrap_or_default().trim();
    form.eq_ignore_ascii_case("application/json") || form.eq_ignore_ascii_case("text/json")
}

/// The plain members of a JSON object, as texts.
fn members(text: &[u8]) -> Vec<(String, String)> {
    let Ok(object) = request::object(text) else { return Vec::new() };
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
    fn what_would_be_long_in_being_read_is_not() {
        let form = |before: usize| format!("{}&key=abc", vec!["a"; before].join("&"));
        assert_eq!(pairs(form(99).as_bytes()).pop(), Some(("key".into(), "abc".into())));
        assert_eq!(pairs(form(8000).as_bytes()).len(), 100);
        let object = |values: usize| format!(r#"{{"key":"abc","a":[0{}]}}"#, ",0".repeat(values));
        assert_eq!(members(object(900).as_bytes()).len(), 1);
        assert!(members(object(3000).as_bytes()).is_empty());
        // The largest map with as much drawn on it as can be.
        let map = serde_json::json!({ "key": "abc", "map": "[]".repeat(28 * 28) }).to_string();
        assert_eq!(members(map.as_bytes()).len(), 2);
    }

    #[test]
    fn forms_are_decoded() {
        assert_eq!(pairs(b"map=%40%31+x&dir"), [("map".into(), "@1 x".into()), ("dir".into(), String::new())]);
    }
}
