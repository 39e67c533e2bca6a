//! The sites from which a server takes requests.
//!
//! Any page that a browser shows can post to any server, and one whose name its owner points at this
//! server's address once it is loaded is even this server's own site to the browser. So three things hold
//! for all requests:
//!
//! * What changes something comes from a page of the server itself, or from no page: browsers say
//!   so in `Sec-Fetch-Site`, or on connections that they do not trust in `Origin`. Programs send
//!   neither.
//! * Such a page asks by an address, which nobody can point elsewhere, or by a name that strangers cannot have: one of
//!   this machine, of a local network, or one that the operator gave.
//! * A server that listens on this machine alone is asked by an address, as `localhost` or by a name that the operator
//!   gave, by programs, too. A proxy on this machine sends such a `Host`.

use super::addresses::{self, HostName};
use super::answer;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use serde_json::json;
use std::net::{IpAddr, Ipv6Addr};

/// The refusal of a request that names two hosts.
const AMBIGUOUS: &str = "this request has several Host headers";
/// The refusal of a request with a `Host` that proves nothing.
const ALONE: &str = "this server listens on its own machine only and is asked as localhost or 127.0.0.1; \
    a proxy before it sends the Host 127.0.0.1, or a name that --host NAME gives";
/// The refusal of a page with a host name that may be a stranger's.
const UNNAMED: &str = "this server does not know the host name by which the page asks; open it by its IP address, or \
    start it with --host NAME";
/// The refusal of a request that a page of another site makes.
const ELSEWHERE: &str = "this request comes from a page of another site";
/// The domains of local networks, in which no stranger has a name: RFC 6762, RFC 8375, and the usual one of routers.
const LOCAL: [&str; 3] = [".local", ".home.arpa", ".lan"];

/// The host of a request, with its port, if no stranger can have its name: answers can be named by it whoever gets them.
#[derive(Clone, Debug)]
pub struct OwnHost(pub String);

/// The names of a server.
pub struct Names {
    /// True if it listens on this machine only.
    pub alone: bool,
    /// The names that the operator gave.
    pub given: Vec<HostName>,
}

impl Names {
    /// The answer to a request that no page of this server makes. One that is not refused has at most one `Host`, the one
    /// that counts, and is marked with [`OwnHost`].
    pub fn refusal(&self, request: &mut Request) -> Option<Response> {
        let refused = |status, why| Some(answer::json(status, &json!({ "error": why })));
        if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
            return refused(StatusCode::BAD_REQUEST, AMBIGUOUS);
        }
        // The host of a request line goes before that of the header (RFC 9112, 3.2.2).
        let line = request.uri().authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
        if let Some(host) = line {
            request.headers_mut().insert(header::HOST, host);
        }
        let headers = request.headers();
        let host = said(headers, header::HOST);
        let own = host.filter(|host| self.hold(host)).map(|host| OwnHost(host.to_string()));
        let is_strange = host.is_some() && own.is_none();
        if is_strange && self.alone {
            return refused(StatusCode::FORBIDDEN, ALONE);
        } else if is_strange && is_page(headers) {
            return refused(StatusCode::FORBIDDEN, UNNAMED);
        } else if is_foreign(request.method(), headers) {
            return refused(StatusCode::FORBIDDEN, ELSEWHERE);
        }
        own.and_then(|own| request.extensions_mut().insert(own));
        None
    }

    /// True if a host, maybe with its port, is an address or a name that no stranger can have.
    fn hold(&self, host: &str) -> bool {
        if let Some((address, _)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
            return address.parse::<Ipv6Addr>().is_ok();
        }
        let name = host.split_once(':').map_or(host, |(name, _)| name);
        let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
        name == "localhost"
            || name.ends_with(".localhost")
            || name.parse::<IpAddr>().is_ok()
            || self.given.iter().any(|given| given.0 == name)
            || !self.alone && (LOCAL.iter().any(|domain| name.ends_with(domain)) || is_machine(&name))
    }
}

/// True if this machine has this name, with its domain or without.
fn is_machine(name: &str) -> bool {
    let own = addresses::name().map(|own| own.to_ascii_lowercase());
    own.is_some_and(|own| own == name || own.split_once('.').is_some_and(|(first, _)| first == name))
}

/// A header's value; one that is no text is empty.
fn said(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

/// True if a page makes a request, by headers that only browsers send.
fn is_page(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| name == header::ORIGIN || name.as_str().starts_with("sec-fetch-"))
}

/// True if a request that may change something is made by a page of another site.
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

    fn asked(alone: bool, method: &str, uri: &str, headers: &[(&str, &str)]) -> (Option<u16>, Request) {
        let mut request = Request::builder().method(method).uri(uri);
        for &(name, value) in headers {
            request = request.header(name, value);
        }
        let names = Names { alone, given: vec!["Games.Example.org.".parse().unwrap()] };
        let mut request = request.body(Body::empty()).unwrap();
        (names.refusal(&mut request).map(|answer| answer.status().as_u16()), request)
    }

    fn refused(alone: bool, method: &str, headers: &[(&str, &str)]) -> bool {
        asked(alone, method, "/api/tables", headers).0 == Some(403)
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
            "games.example.org:443",
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
            assert!(!refused(false, "GET", &[("host", host)]), "{host}: programs may call it so");
            assert!(!refused(false, "POST", &[("host", host)]), "{host}: programs may call it so");
        }
        assert!(!refused(true, "GET", &[]), "HTTP/1.0 has no hosts");
    }

    #[test]
    fn pages_ask_by_names_that_no_stranger_can_have() {
        let own = addresses::name().unwrap_or_else(|| "localhost".into());
        let known = [
            "192.0.2.1:9000",
            "[2001:db8::1]:9000",
            "localhost",
            "pi.local",
            "PI.Local.:9000",
            "pi.lan",
            "pi.home.arpa:80",
            "games.example.org",
            "GAMES.example.org.:9000",
            &own,
            &format!("{}:9000", own.to_uppercase()),
        ];
        let strange = [
            "",
            "evil.example",
            "evil.example:9000",
            "local",
            "pi.local.evil.example",
            "xgames.example.org",
            "www.games.example.org",
            "192.0.2.1.evil.example",
            "evillan",
            "pi.lan@evil.example",
            "\u{e9}.local",
        ];
        let site = |host: &str| format!("http://{host}");
        for (hosts, taken) in [(&known[..], true), (&strange[..], false)] {
            for host in hosts {
                for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] {
                    for (name, value) in [
                        ("origin", &*site(host)),
                        ("sec-fetch-site", "same-origin"),
                        ("sec-fetch-site", "none"),
                        ("sec-fetch-dest", "document"),
                        ("sec-fetch-mode", "navigate"),
                    ] {
                        let asks = [("host", *host), (name, value)];
                        assert_eq!(!refused(false, method, &asks), taken, "{method} {asks:?}");
                    }
                    let (status, request) = asked(false, method, "/tables", &[("host", host)]);
                    assert_eq!(status, None, "{method} {host}: programs ask as they like");
                    assert_eq!(request.extensions().get::<OwnHost>().is_some(), taken, "{host}");
                }
            }
        }
        for alone in [true, false] {
            assert!(!refused(alone, "POST", &[("host", "games.example.org"), ("sec-fetch-site", "same-origin")]));
        }
    }

    #[test]
    fn a_request_has_one_host() {
        for hosts in [["localhost", "localhost"], ["localhost", "evil.example"], ["evil.example", "127.0.0.1"]] {
            for alone in [true, false] {
                let (status, _) = asked(alone, "GET", "/tables", &hosts.map(|host| ("host", host)));
                assert_eq!(status, Some(400), "{hosts:?}");
            }
        }
        for (line, header, counts, status) in [
            ("http://192.0.2.1:80/tables", "evil.example", "192.0.2.1:80", None),
            ("http://evil.example/tables", "192.0.2.1", "evil.example", Some(403)),
        ] {
            let asks = [("host", header), ("sec-fetch-site", "same-origin")];
            let (found, request) = asked(false, "POST", line, &asks);
            assert_eq!((found, said(request.headers(), header::HOST)), (status, Some(counts)), "{line}");
            assert_eq!(asked(true, "GET", line, &asks[..1]).0, status, "{line}");
        }
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
