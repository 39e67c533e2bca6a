//! The frame of small pages, and the headers that guard all of them.

use super::answer::respond;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use boardbots_base::html::escaped;

/// The content type of pages.
pub const HTML: &str = "text/html; charset=utf-8";

/// Nothing from elsewhere, nothing inline, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What stands around the body of a small page.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// What the server calls itself.
    pub brand: &'static str,
    /// The address of its front page.
    pub home: &'static str,
    /// The address of its style sheet.
    pub style: &'static str,
}

/// A whole page made of this body, which is HTML; all else is text.
#[must_use]
pub fn page(frame: &Frame, status: StatusCode, title: &str, body: &str) -> Response {
    let Frame { brand, home, style } = frame;
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{}</title><link rel=\"icon\" href=\"/assets/mark.svg\">\
         <link rel=\"stylesheet\" href=\"{style}\"></head>\
         <body><header class=\"top\"><a href=\"{home}\" class=\"brand\"><img class=\"mark\" src=\"/assets/mark.svg\" alt=\"\">\
         {brand}</a></header><main class=\"plain\">{body}</main></body></html>\n",
        escaped(title)
    );
    guarded(respond(status, HTML, html))
}

/// An answer whose content can do nothing but what this server's own files say, and which is
/// asked for anew each time.
#[must_use]
pub fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // With less, forms of the server's own pages would not say where they come from.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    // The program may be a newer one the next time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
