//! Requests as they are sent.

use serde_json::Value;
use std::fmt::Write;

/// The name by which servers are asked.
const HOST: &str = "localhost";

/// `GET` of a path.
pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n")
}

/// `GET` of a path with what proves a seat.
pub fn get_as(path: &str, token: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n\r\n")
}

/// `GET` of a stream of events.
pub fn listen(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n")
}

/// `POST` of a form.
pub fn form(path: &str, body: &str) -> String {
    post(path, "application/x-www-form-urlencoded", "", body)
}

/// `POST` of JSON.
pub fn json(path: &str, body: &Value) -> String {
    post(path, "application/json", "", &body.to_string())
}

/// `POST` of JSON with what proves a seat.
pub fn json_as(path: &str, token: &str, body: &Value) -> String {
    post(path, "application/json", &format!("Authorization: Bearer {token}\r\n"), &body.to_string())
}

/// `POST` of anything, with further headers, each with its end.
pub fn post(path: &str, kind: &str, more: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: {HOST}\r\n{more}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// A text as forms write it.
pub fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("texts can be written to");
        }
        out
    })
}

/// A path with a further header in its head, which ends there.
pub fn with_header(request: &str, header: &str) -> String {
    request.replacen("\r\n", &format!("\r\n{header}\r\n"), 1)
}

/// Random small letters and digits.
pub fn random_text(length: usize) -> String {
    std::iter::repeat_with(|| fastrand::digit(36)).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_have_a_head_and_a_body() {
        assert_eq!(get("/x"), "GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
        let sent = form("/api/arena", "key=a");
        assert!(sent.starts_with("POST /api/arena HTTP/1.1\r\n") && sent.ends_with("Content-Length: 5\r\n\r\nkey=a"));
        assert!(json_as("/a", "t", &Value::Null).contains("\r\nAuthorization: Bearer t\r\n"));
        assert_eq!(with_header(&get("/"), "A: b"), "GET / HTTP/1.1\r\nA: b\r\nHost: localhost\r\n\r\n");
        assert_eq!(encoded("a b#\n"), "a%20b%23%0A");
        let text = random_text(9);
        assert!(text.len() == 9 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
    }
}
