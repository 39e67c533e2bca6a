//! The body of a request, its token, and the host that it asked.

use super::limits::HttpLimits;
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use boardbots_base::invalid::InputError;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::Pin;

/// The address at which a connection arrived, for requests without a `Host`; every request has
/// it as an extension.
#[derive(Clone, Copy, Debug)]
pub struct Local(pub SocketAddr);

/// An error in reading a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError {
    /// It is longer than [`HttpLimits::body_bytes`], by what it announces or by what comes.
    TooLong,
    /// It took longer than [`HttpLimits::body_time`].
    TooSlow,
    /// It ended too soon.
    Incomplete,
}

/// Most parameters of a query or a form that are looked at; others cost nothing, and count for nothing.
const PARAMETERS: usize = 100;
/// Most letters of an object that can stand around values: the largest map has 784 places to draw one.
const MARKS: usize = 1000;

/// The parameters of a query or a form, in the order in which they stand there.
pub fn parameters(text: &[u8]) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    form_urlencoded::parse(text).take(PARAMETERS)
}

/// The JSON object that a body is.
///
/// # Errors
/// It is none, or has so many values that it would be long in being read.
pub fn object(body: &[u8]) -> Result<Map<String, Value>, InputError> {
    if body.iter().filter(|letter| b"[{,:".contains(letter)).count() > MARKS {
        return Err("this has too many values".into());
    }
    serde_json::from_slice(body).map_err(|error| InputError::new(format_args!("this is no JSON object: {error}")))
}

/// A parameter of a request's query.
#[must_use]
pub fn parameter(request: &Request, name: &str) -> Option<String> {
    let query = request.uri().query().unwrap_or_default();
    parameters(query.as_bytes()).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

/// The body's bytes, all of them: half a move is none.
///
/// # Errors
/// See [`BodyError`].
pub async fn body(body: Body, limits: &HttpLimits) -> Result<Vec<u8>, BodyError> {
    let whole = tokio::time::timeout(limits.body_time, whole(body, limits.body_bytes));
    whole.await.map_err(|_| BodyError::TooSlow)?
}

async fn whole(mut body: Body, limit: usize) -> Result<Vec<u8>, BodyError> {
    if body.size_hint().lower() > limit as u64 {
        return Err(BodyError::TooLong);
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|_| BodyError::Incomplete)?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > limit {
                return Err(BodyError::TooLong);
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

/// The token in the head of a request.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The host that a request asked, with its port; answers name their addresses by it.
#[must_use]
pub fn host(request: &Request) -> String {
    let named = request.headers().get(header::HOST).and_then(|value| value.to_str().ok());
    match (named, request.extensions().get::<Local>()) {
        (Some(host), _) => host.to_string(),
        (None, Some(Local(addr))) => addr.to_string(),
        (None, None) => "localhost".to_string(),
    }
}
