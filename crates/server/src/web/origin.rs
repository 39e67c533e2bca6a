//! From which sites a server takes requests.
//!
//! Any page that a browser shows can post to any server, and one whose name its owner points at
//! 127.0.0.1 once it is loaded is even this server's own site to the browser. So two things hold
//! for all requests:
//!
//! * What changes something comes from a page of the server itself, or from no page: browsers say
//!   so in `Sec-Fetch-Site`, or on connections that they do not trust in `Origin`. Programs send
//!   neither.
//! * A server that listens on this machine alone is asked by an address or as `localhost`, which
//!   nobody can point elsewhere. A proxy on this machine sends such a `Host`.

use super::answer;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};
use axum::response::Response;
use serde_json::json;
use std::net::{IpAddr, Ipv6Addr};

/// Why a request is refused whose `Host` proves nothing.
const NAMED: &str = "this server listens on its own machine only and is asked as localhost or 127.0.0.1; \
    a proxy before it sends the Host 127.0.0.1";
/// Why a request is refused that a page of another site makes.
const ELSEWHERE: &str = "this request comes from a page of another site";

/// What is answered to a request that no page of this server makes; `alone` is a server that
/// listens on this machine only.
pub fn refusal(request: &Request, alone: bool) -> Option<Response> {
    let headers = request.headers();
    let why = if alone && said(headers, header::HOST).is_some_and(|host| !is_own(host)) {
        NAMED
    } else if is_foreign(request.method(), headers) {
        ELSEWHERE
    } else {
        return None;
    };
    Some(answer::json(StatusCode::FORBIDDEN, &json!({ "error": why })))
}

/// A header's value; one that is no text is empty.
fn said(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

/// Whether a host, maybe with its port, is an address or this machine's own name.
fn is_own(host: &str) -> bool {
    if let Some((address, _)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    let name = host.split_once(':').map_or(host, |(name, _)| name);
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost") || name.parse::<IpAddr>().is_ok()
}

/// Whether a request that may change something is made by a page of another site.
fn is_foreign(method: &Method, headers: &HeaderMap) -> bool {
    if method.is_safe() {
        return false;
    }
    if let Some(site) = said(headers, HeaderName::from_static("sec-fetch-site")) {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = said(headers, header::ORIGIN) else { return false };
    let host = said(headers, header::HOST).unwrap_or_default();
    origin.split_once("://").is_none_or(|(_, site)| !site.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn refused(alone: bool, method: &str, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().method(method).uri("/api/tables");
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let answer = refusal(&request.body(Body::empty()).unwrap(), alone);
        answer.is_some_and(|answer| answer.status() == StatusCode::FORBIDDEN)
    }

    #[test]
    fn a_server_of_this_machine_is_asked_by_no_name_that_can_be_pointed_elsewhere() {
        for host in [
            "localhost",
            "LocalHost:9000",
            "localhost.:9000",
            "tables.localhost",
            "127.0.0.1:9000",
            "127.0.0.2",
            "192.0.2.1:80",
            "[::1]:9000",
            "[::1]",
        ] {
            assert!(!refused(true, "GET", &[("host", host)]), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:9000",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "[evil]:9000",
            "xlocalhost",
            "\u{e9}",
        ] {
            assert!(refused(true, "GET", &[("host", host)]), "{host}");
            assert!(refused(true, "POST", &[("host", host), ("origin", &format!("http://{host}"))]), "{host}");
            assert!(!refused(false, "GET", &[("host", host)]), "{host}: the network may call it so");
        }
        assert!(!refused(true, "GET", &[]), "HTTP/1.0 has no hosts");
    }

    #[test]
    fn pages_of_other_sites_change_nothing() {
        let host = ("host", "127.0.0.1:9000");
        for (own, headers) in [
            // Programs.
            (true, &[][..]),
            (true, &[("sec-fetch-mode", "cors")]),
            // The server's own pages, and those behind a proxy that speaks TLS.
            (true, &[("origin", "http://127.0.0.1:9000")]),
            (true, &[("origin", "https://tables.example"), ("sec-fetch-site", "same-origin")]),
            (true, &[("sec-fetch-site", "none")]),
            // Others.
            (false, &[("origin", "http://evil.example")]),
            (false, &[("origin", "http://127.0.0.1")]),
            (false, &[("origin", "http://127.0.0.1:9001")]),
            (false, &[("origin", "null")]),
            (false, &[("origin", "")]),
            (false, &[("origin", "http://127.0.0.1:9000"), ("sec-fetch-site", "cross-site")]),
            (false, &[("sec-fetch-site", "same-site")]),
        ] {
            let headers: Vec<_> = std::iter::once(host).chain(headers.iter().copied()).collect();
            for alone in [true, false] {
                assert_eq!(refused(alone, "POST", &headers), !own, "{headers:?}");
                assert!(!refused(alone, "GET", &headers), "{headers:?}: nobody else can read the answer");
            }
        }
        assert!(refused(false, "POST", &[("origin", "http://x")]), "an origin, and no host");
    }
}
