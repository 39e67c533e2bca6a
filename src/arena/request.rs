//! What a request says: its parameters, wherever they stand, and the host it asked.

use super::answer::Answer;
use super::config::Limits;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::Pin;

/// The address at which a connection arrived, for requests without a `Host`.
#[derive(Clone, Copy)]
pub struct Local(pub SocketAddr);

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
        let body = tokio::time::timeout(limits.body_time, whole(body, limits.body_bytes))
            .await
            .map_err(|_| Answer::TooSlow)??;
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

/// The body's bytes, all of them: half a move is none.
async fn whole(mut body: Body, limit: usize) -> Result<Vec<u8>, Answer> {
    if body.size_hint().lower() > limit as u64 {
        return Err(Answer::TooLong);
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|_| Answer::Refused("The request is incomplete".into()))?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > limit {
                return Err(Answer::TooLong);
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
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

/// The host that a request asked, with its port; answers name their addresses by it.
pub fn host(request: &Request) -> String {
    let named = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    let named = named.or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str));
    match (named, request.extensions().get::<Local>()) {
        (Some(host), _) => host.to_string(),
        (None, Some(Local(addr))) => addr.to_string(),
        (None, None) => "localhost".to_string(),
    }
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
