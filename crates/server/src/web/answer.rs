//! Whole answers.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;

/// The content type of JSON.
pub const JSON: &str = "application/json; charset=utf-8";

/// The content type of text.
pub const TEXT: &str = "text/plain; charset=utf-8";

/// Seconds after which to ask again.
const AGAIN_AFTER: HeaderValue = HeaderValue::from_static("2");

/// A whole answer of this form. Browsers are told not to guess another.
pub fn respond(status: StatusCode, form: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(form));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// A JSON value as an answer that is not to be kept.
#[must_use]
pub fn json(status: StatusCode, value: &serde_json::Value) -> Response {
    written(status, value.to_string())
}

/// JSON that is written already as an answer that is not to be kept.
#[must_use]
pub fn written(status: StatusCode, json: String) -> Response {
    let mut response = respond(status, JSON, json);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// How a server is: well, or why it stores nothing; with numbers of its own, an object.
#[must_use]
pub fn health(trouble: Option<&str>, numbers: &serde_json::Value) -> Response {
    let mut said = numbers.clone();
    said["status"] = if trouble.is_some() { "degraded" } else { "ok" }.into();
    said["reason"] = trouble.into();
    let status = if trouble.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    again_later(json(status, &said))
}

/// Says when to ask again, where an answer is that this cannot be done now.
#[must_use]
pub fn again_later(mut response: Response) -> Response {
    if matches!(response.status(), StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
        response.headers_mut().entry(header::RETRY_AFTER).or_insert(AGAIN_AFTER);
    }
    response
}

/// Whether an address is one for programs, which are told errors as JSON.
#[must_use]
pub fn is_api(path: &str) -> bool {
    path.strip_prefix("/api").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
