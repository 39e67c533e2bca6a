//! The files of the pages, packed when the program is built and embedded in it.
//!
//! The build script takes comments and indentation from every file of `src/arena/pages` and
//! `src/tables/pages` (`build/strip.rs`) and packs it with gzip; the two folders have no name in
//! common. Browsers get the packed bytes as they are; who does not take them so gets them
//! unpacked, which is done once. Each file has a tag made of its content, so that a page that is
//! loaded again costs a few bytes.

use super::answer::respond;
use super::page::guarded;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::read::GzDecoder;
use std::io::Read;
use std::sync::OnceLock;

/// A file of the pages.
struct File {
    name: &'static str,
    /// Its content type.
    form: &'static str,
    /// What `ETag` says.
    tag: &'static str,
    packed: &'static [u8],
    plain: OnceLock<Bytes>,
}

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

impl File {
    fn plain(&self) -> Bytes {
        let unpack = || {
            let mut plain = Vec::new();
            GzDecoder::new(self.packed).read_to_end(&mut plain).expect("packed by the build, and part of the program");
            plain.into()
        };
        self.plain.get_or_init(unpack).clone()
    }
}

/// A file of the pages as whoever sent these headers takes it; `None` if there is none of this
/// name.
#[must_use]
pub fn asset(name: &str, headers: &HeaderMap) -> Option<Response> {
    let file = FILES.iter().find(|file| file.name == name)?;
    let known = members(headers, header::IF_NONE_MATCH).any(|tag| tag == file.tag || tag == "*");
    let packed = members(headers, header::ACCEPT_ENCODING).any(is_gzip);
    let mut response = if known {
        respond(StatusCode::NOT_MODIFIED, file.form, Bytes::new())
    } else if packed {
        respond(StatusCode::OK, file.form, file.packed)
    } else {
        respond(StatusCode::OK, file.form, file.plain())
    };
    let head = response.headers_mut();
    if packed && !known {
        head.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    head.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    head.insert(header::ETAG, HeaderValue::from_static(file.tag));
    Some(guarded(response))
}

/// Whether a file is a page, which has an address of its own and is no part of others.
#[must_use]
pub fn is_page(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension == "html")
}

/// The members of a header that is a list.
fn members(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether a member of `Accept-Encoding` asks for gzip: not one of the weight 0.
fn is_gzip(member: &str) -> bool {
    let (name, weight) = member.split_once(';').unwrap_or((member, "q=1"));
    let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
    name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::strip::strip;
    use crate::web::stripped::sources;
    use std::collections::BTreeMap;

    /// All packed files together, in bytes.
    const MOST: usize = 200_000;

    #[test]
    fn every_file_of_the_folders_is_served() {
        let mut there = sources();
        for (name, text) in &mut there {
            *text = strip(name, text).unwrap();
        }
        assert!(there.contains_key("index.html"));
        let served =
            FILES.iter().map(|file| (file.name.to_string(), String::from_utf8(file.plain().to_vec()).unwrap()));
        assert!(served.collect::<BTreeMap<_, _>>() == there);
    }

    #[test]
    fn all_pages_together_are_small() {
        let sizes: Vec<(&str, usize)> = FILES.iter().map(|file| (file.name, file.packed.len())).collect();
        assert!(sizes.iter().map(|(_, size)| size).sum::<usize>() <= MOST, "{sizes:?}");
    }

    #[test]
    fn files_go_out_packed_plain_or_not_at_all() {
        let ask = |name: HeaderName, value: &str| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())]);
            let response = asset("style.css", &headers).unwrap();
            let said = |name: HeaderName| response.headers().get(name).map(|value| value.to_str().unwrap().to_string());
            (response.status().as_u16(), said(header::CONTENT_ENCODING), said(header::ETAG))
        };
        let gzip = Some("gzip".to_string());
        for (accepted, encoding) in [
            ("gzip", &gzip),
            ("deflate, GZIP;q=0.5", &gzip),
            ("br", &None),
            ("gzip;q=0", &None),
            ("gzip; q=0.0, br", &None),
            ("xgzip", &None),
        ] {
            let (status, found, tag) = ask(header::ACCEPT_ENCODING, accepted);
            assert_eq!((status, &found), (200, encoding), "{accepted}");
            let tag = tag.unwrap();
            assert_eq!(ask(header::IF_NONE_MATCH, &format!("W/\"0\", {tag}")), (304, None, Some(tag)));
        }
        assert_eq!(ask(header::IF_NONE_MATCH, "W/\"0\"").0, 200);
        assert!(asset("none.css", &HeaderMap::new()).is_none());
    }
}
